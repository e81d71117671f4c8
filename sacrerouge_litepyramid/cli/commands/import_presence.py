"""`import-presence`: several annotators' votes to presence.jsonl and metrics.jsonl, and how far they agree."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from sacrerouge.commands import RootSubcommand

from sacrerouge_litepyramid.annotation.judgement import UNFINISHED, collect, labelled, tasks_of
from sacrerouge_litepyramid.cli.refusal import refuse
from sacrerouge_litepyramid.core.judgements import Judged
from sacrerouge_litepyramid.formats.judgements import human_score
from sacrerouge_litepyramid.formats.presence_votes import read_presence_votes
from sacrerouge_litepyramid.formats.summaries import read_summaries
from sacrerouge_litepyramid.formats.units import read_units
from sacrerouge_litepyramid.formats.votes import write_votes
from sacrerouge_litepyramid.meta.annotators import agreement_report, told, without_noise
from sacrerouge_litepyramid.storage.files import check_writable, write_json, write_json_lines

TIES = {"absent": 0, "present": 1}
HUMAN = "litepyramid_recall"


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
            help="What a unit is that half of the annotators found (default: %(default)s)",
        )
        noisy = self.parser.add_mutually_exclusive_group()
        noisy.add_argument(
            "--drop-noisiest", action="store_true", help="Of each document, drop the annotator who disagrees most"
        )
        noisy.add_argument(
            "--max-disagreement", type=float, help="Drop annotators who disagree more often with the others: 0 to 1"
        )
        add(
            "--unfinished",
            choices=UNFINISHED,
            default="refuse",
            help="What to do with summaries not judged whole (default: %(default)s)",
        )
        add(
            "--output-dir",
            type=str,
            required=True,
            help="Where to write presence, metrics and votes (.jsonl) and agreement.json",
        )
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


def metric_lines(judged: Sequence[Judged]) -> Iterator[dict[str, Any]]:
    for each in judged:
        yield {**names(each), "summarizer_type": "peer", "metrics": {HUMAN: human_score(each)}}


def names(judged: Judged) -> dict[str, str]:
    return {"instance_id": judged.instance_id, "summarizer_id": judged.summarizer_id}
