"""`import-presence`: several annotators' votes to presence.jsonl and metrics.jsonl, and how far they agree."""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from sacrerouge.commands import RootSubcommand

from sacrerouge_litepyramid.annotation.judgement import UNFINISHED, collect, labelled, tasks_of
from sacrerouge_litepyramid.commands.refusal import refuse
from sacrerouge_litepyramid.core.judgements import Judged
from sacrerouge_litepyramid.core.krippendorff import FEWEST_VOTES
from sacrerouge_litepyramid.core.votes import Ballot, disagreements, drop_noisiest, noisier_than, tied
from sacrerouge_litepyramid.files import check_writable, write_json, write_json_lines
from sacrerouge_litepyramid.formats.judgements import human_score
from sacrerouge_litepyramid.formats.metrics import SummaryKey
from sacrerouge_litepyramid.formats.presence_votes import read_presence_votes
from sacrerouge_litepyramid.formats.summaries import read_summaries
from sacrerouge_litepyramid.formats.units import read_units
from sacrerouge_litepyramid.formats.votes import write_votes
from sacrerouge_litepyramid.meta.crowd import crowd_agreement

TIES = {"absent": 0, "present": 1}
HUMAN = "litepyramid_recall"

Ballots = Mapping[SummaryKey, Ballot]


@RootSubcommand.register("import-presence")
class ImportPresenceSubcommand(RootSubcommand):
    def add_subparser(self, parser: argparse._SubParsersAction) -> None:
        description = "Make presence labels and people's scores of several annotators' votes; tell how far they agree"
        self.parser = parser.add_parser("import-presence", description=description, help=description)
        add = self.parser.add_argument
        add("--summaries-file", type=str, required=True, help="The summaries that the forms were made of")
        add("--units-file", type=str, required=True, help="The units that the forms were made of")
        add("--vote-files", nargs="+", required=True, help="JSON of the forms, or CSV of the worksheets")
        add(
            "--ties",
            choices=TIES,
            default="absent",
            help="What a unit is that half of the annotators found; %(default)s",
        )
        noisy = self.parser.add_mutually_exclusive_group()
        noisy.add_argument(
            "--drop-noisiest", action="store_true", help="Of each document, drop the annotator who disagrees most"
        )
        noisy.add_argument(
            "--max-disagreement", type=float, help="Drop annotators who disagree more often with the others: 0 to 1"
        )
        add("--unfinished", choices=UNFINISHED, default="refuse", help="For summaries not judged whole; %(default)s")
        add("--output-dir", type=str, required=True, help="For presence, metrics and votes (.jsonl), agreement.json")
        self.parser.set_defaults(func=self.run)

    def run(self, args: argparse.Namespace) -> None:
        output = Path(args.output_dir)
        check_writable(output / "presence.jsonl")
        tasks = tasks_of(read_summaries(args.summaries_file), read_units(args.units_file))
        given, problems = collect(tasks, map(read_presence_votes, args.vote_files), args.unfinished)
        refuse(problems)
        kept = without_noise(given, args.drop_noisiest, args.max_disagreement)
        judged = labelled(tasks, kept, TIES[args.ties])
        counts = {"summaries": len(kept), "summaries_left_out": len(tasks) - len(kept)}
        report = agreement_report(given, kept, {"ties": args.ties, **counts})
        write_json_lines(output / "presence.jsonl", ({**names(each), "labels": list(each.labels)} for each in judged))
        write_json_lines(output / "metrics.jsonl", metric_lines(judged))
        write_votes(output / "votes.jsonl", kept)
        write_json(output / "agreement.json", report)
        for line in told(report):
            print(line)
        print(f"{output / 'presence.jsonl'}, metrics.jsonl, votes.jsonl and agreement.json")


def without_noise(ballots: Ballots, drop_worst: bool, limit: float | None) -> dict[SummaryKey, Ballot]:
    """The ballots without their noisy voters; ValueError where none are left of a summary."""
    kept = dict(ballots)
    if drop_worst:
        keys: dict[str, list[SummaryKey]] = {}
        for key in ballots:
            keys.setdefault(key.instance_id, []).append(key)
        left = drop_noisiest({name: [ballots[key] for key in members] for name, members in keys.items()})
        kept = {key: each for name in keys for key, each in zip(keys[name], left[name], strict=True)}
    if limit is not None:
        noisy = noisier_than(ballots.values(), limit)
        kept = {key: ballot.without(noisy) for key, ballot in ballots.items()}
    empty = [key for key, ballot in kept.items() if not ballot.voters]
    if empty:
        raise ValueError(f"{len(empty)} summaries have no annotator left, the first is {empty[0]}; drop fewer of them")
    return {key: kept[key] for key in ballots}


def agreement_report(given: Ballots, kept: Ballots, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Each annotator's disagreement with the others, and Krippendorff's alpha of all votes and of those kept."""
    rates = disagreements(given.values())
    return {
        **settings,
        "annotators": {
            name: {
                **each._asdict(),
                "rate": each.rate,
                "summaries": sum(name in ballot.voters for ballot in given.values()),
                "dropped": sum(name in given[key].voters and name not in kept[key].voters for key in given),
            }
            for name, each in sorted(rates.items())
        },
        "all": {"ties": count_ties(given), **alpha(given)},
        "kept": {"ties": count_ties(kept), **alpha(kept)},
    }


def alpha(ballots: Ballots) -> dict[str, Any]:
    """Of the summaries that two annotators or more judged."""
    several = [ballot.votes for ballot in ballots.values() if len(ballot.voters) >= FEWEST_VOTES]
    return crowd_agreement({"all": several}, ["all"]) if several else {"pages": 0, "items": 0}


def count_ties(ballots: Ballots) -> int:
    return int(np.sum([tied(ballot.votes).sum() for ballot in ballots.values()]))


def metric_lines(judged: Sequence[Judged]) -> Iterator[dict[str, Any]]:
    for each in judged:
        yield {**names(each), "summarizer_type": "peer", "metrics": {HUMAN: human_score(each)}}


def names(judged: Judged) -> dict[str, str]:
    return {"instance_id": judged.instance_id, "summarizer_id": judged.summarizer_id}


def told(report: Mapping[str, Any]) -> Iterator[str]:
    yield f"{report['summaries']} summaries labelled, {report['kept']['ties']} ties ({report['ties']})"
    for name, each in report["annotators"].items():
        dropped = f"; dropped from {each['dropped']}" if each["dropped"] else ""
        yield (
            f"  {name}: {each['summaries']} summaries, against the others' majority in {each['differing']} of "
            f"{each['compared']} votes ({100 * each['rate']:.1f}%){dropped}"
        )
    for which in ("all", "kept") if report["all"] != report["kept"] else ("all",):
        yield f"Krippendorff's alpha, {which} votes: {told_alpha(report[which])}"


def told_alpha(measured: Mapping[str, Any]) -> str:
    if not measured["pages"]:
        return "undefined, no summary has two annotators"
    pooled, per_page = (
        "undefined" if measured[name] is None else f"{measured[name]:.3f}" for name in ("pooled", "per_page")
    )
    return f"{pooled} pooled, {per_page} as the mean over summaries (unanimous ones as 1)"
