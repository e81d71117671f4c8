"""`import-labels`: converts annotators' votes to labels.jsonl and metrics.jsonl, and measures their agreement."""

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.annotation.annotators import (
    AgreementSoFar,
    agreement_report,
    annotator_lines,
    describe_agreement_so_far,
    drop_noisy_voters,
    measure_agreement_so_far,
    summary_lines,
)
from sacrerouge_litepyramid.annotation.pace import describe_label_pace, measure_label_pace
from sacrerouge_litepyramid.annotation.planned_tasks import build_planned_tasks, collect_planned_votes, count_units
from sacrerouge_litepyramid.annotation.tasks import UNFINISHED, Tasks, collect_votes, count_votes, label_by_majority
from sacrerouge_litepyramid.cli.commands.make_label_form import add_task_arguments, check_task_arguments, read_tasks
from sacrerouge_litepyramid.cli.parser import CommandParser
from sacrerouge_litepyramid.cli.terminal import refuse_problems
from sacrerouge_litepyramid.core.judgements import LabelledSummary, compute_human_score, keep_labelled
from sacrerouge_litepyramid.io.evaluation_folder import PLANNED_LABELS
from sacrerouge_litepyramid.io.files import write_json, write_json_lines
from sacrerouge_litepyramid.io.label_plans import PlannedLabels, read_label_plan, write_planned_labels
from sacrerouge_litepyramid.io.votes import UNCLEAR, TaskVotes, list_votes, read_votes_of_form, write_votes
from sacrerouge_litepyramid.statistics.votes import describe_low_agreement

NOISIEST = "noisiest"
TIES = {"absent": 0, "present": 1}
HUMAN = "litepyramid_recall"
#: what takes the place of labels, metrics and votes for a plan
OUTPUT_FILES = (PLANNED_LABELS, "labels.jsonl", "metrics.jsonl", "votes.jsonl", "agreement.json")
GROUP = "annotation"
HELP = "Convert annotators' votes to labels and human scores, and measure their agreement"
EXAMPLE = r"""sacrerouge-litepyramid import-labels --data data/mine \
    --forms votes-ann.json votes-bob.json votes-cem.json --output-dir gold"""


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    add_task_arguments(parser)
    parser.add_input("--forms", nargs="+", required=True, help="JSON of the forms, or CSV of the worksheets")
    add(
        "--ties",
        choices=TIES,
        default="absent",
        help="The label of a unit that half of the annotators found, without a plan (default: %(default)s)",
    )
    add(
        "--drop",
        metavar="noisiest|SHARE",
        help="Exclude annotators: for each document the one who disagrees most (noisiest), or all who disagree with "
        "the others more often than this share, 0 to 1",
    )
    add(
        "--unfinished",
        choices=UNFINISHED,
        default="refuse",
        help="What to do with summaries that are not fully labelled; of a plan, leave-out excludes single units "
        "(default: %(default)s)",
    )
    parser.add_output(
        "--output-dir",
        files=OUTPUT_FILES,
        required=True,
        help="Where to write labels, metrics and votes (.jsonl), or planned_labels.jsonl of a plan, and agreement.json",
    )


def run(args: argparse.Namespace) -> None:
    check_task_arguments(args)
    if args.plan:
        import_planned(args)
    else:
        import_whole(args)


def read_share(drop: str | None) -> float | None:
    """Return the number that --drop is, None where it is none; ValueError for another text."""
    if drop in (None, NOISIEST):
        return None
    try:
        return float(drop)
    except ValueError:
        raise ValueError(f"--drop must be {NOISIEST} or a share from 0 to 1, not {drop!r}") from None


def import_planned(args: argparse.Namespace) -> None:
    """Write every vote on the units of a plan, with their inclusion probabilities."""
    if args.drop:
        raise ValueError("--drop: a plan keeps all votes; leave it out")
    output, plan = Path(args.output_dir), read_label_plan(args.plan)
    files = [read_votes_of_form(path) for path in args.forms]
    so_far = report_so_far(build_planned_tasks(plan), files)
    collected = collect_planned_votes(plan, files, args.unfinished)
    refuse_problems(collected.problems)
    missing = collected.labels.count_missing()
    counts = {"labels": plan.count_labels() - sum(missing.values()), "missing": missing}
    report = agreement_report(collected.ballots, collected.ballots, {**counts, "votes": so_far._asdict()})
    write_planned_labels(output / PLANNED_LABELS, collected.labels)
    write_json(output / "agreement.json", report)
    print(f"{counts['labels']} of {plan.count_labels()} planned labels")
    for line in (*describe_missing(collected.labels), *annotator_lines(report)):
        print(line)
    print(f"{output / PLANNED_LABELS} and agreement.json")


def describe_missing(labels: PlannedLabels) -> Iterator[str]:
    """Yield the lines about planned units without a label: how many of which systems, and what follows."""
    missing = {name: count for name, count in labels.count_missing().items() if count}
    if missing:
        yield f"Warning: {sum(missing.values())} are missing or unclear: " + ", ".join(
            f"{count} of {name}" for name, count in missing.items()
        )
        yield (
            "estimate assumes that they are missing at random: the labelled units represent them, which widens the "
            "intervals. If the hard units are missing or unclear, the scores are biased, and no interval shows it."
        )


def import_whole(args: argparse.Namespace) -> None:
    """Write labels and human scores of summaries whose units were all labelled."""
    output = Path(args.output_dir)
    tasks = read_tasks(args)
    files = [read_votes_of_form(path) for path in args.forms]
    so_far = report_so_far(tasks, files)
    given, problems = collect_votes(tasks, files, args.unfinished)
    refuse_problems(problems)
    kept = drop_noisy_voters(given, args.drop == NOISIEST, read_share(args.drop))
    labelled = label_by_majority(tasks, kept, TIES[args.ties])
    counts = {"summaries": len(kept), "summaries_excluded": len(tasks) - len(kept)}
    report = agreement_report(given, kept, {"ties": args.ties, **counts, "votes": so_far._asdict()})
    write_json_lines(
        output / "labels.jsonl", ({**build_key_fields(each), "labels": list_votes(each.labels)} for each in labelled)
    )
    write_json_lines(output / "metrics.jsonl", build_metric_lines(map(keep_labelled, labelled)))
    write_votes(output / "votes.jsonl", kept)
    write_json(output / "agreement.json", report)
    for line in summary_lines(report):
        print(line)
    print(f"{output / 'labels.jsonl'}, metrics.jsonl, votes.jsonl and agreement.json")


def report_so_far(tasks: Tasks, files: Sequence[Sequence[TaskVotes]]) -> AgreementSoFar:
    """Print and return the agreement of all votes, also of unfinished files; print the pace of timed summaries."""
    counts, given = count_votes(tasks, files), [votes for file in files for votes in file]
    so_far = measure_agreement_so_far(counts)
    print(describe_agreement_so_far(so_far, count_units(tasks)))
    warning = describe_low_agreement(counts)
    if warning:
        print(f"Warning: {warning}")
    unclear = Counter(votes.annotator for votes in given for vote in votes.votes if vote == UNCLEAR)
    if unclear:
        named = ", ".join(f"{name} {count}" for name, count in sorted(unclear.items()))
        print(f"{unclear.total()} votes are unclear ({named}) and count as missing")
    pace = measure_label_pace(given)
    if pace:
        print(describe_label_pace(pace))
    return so_far


def build_metric_lines(labelled: Iterable[LabelledSummary]) -> Iterator[dict[str, Any]]:
    """Yield the human score of each summary, over its units that have a label."""
    for each in labelled:
        if each.units:
            yield {**build_key_fields(each), "summarizer_type": "peer", "metrics": {HUMAN: compute_human_score(each)}}


def build_key_fields(labelled: LabelledSummary) -> dict[str, str]:
    """Return the fields that name a summary."""
    return {"instance_id": labelled.instance_id, "summarizer_id": labelled.summarizer_id}
