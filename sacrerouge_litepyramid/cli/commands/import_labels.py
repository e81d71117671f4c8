"""`import-labels`: converts annotators' votes to labels.jsonl and metrics.jsonl, and measures their agreement."""

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.annotation.annotators import (
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
from sacrerouge_litepyramid.cli.commands.make_label_form import FORMS, add_task_arguments, find_plan, read_whole_tasks
from sacrerouge_litepyramid.cli.parser import CommandParser
from sacrerouge_litepyramid.cli.terminal import refuse_problems
from sacrerouge_litepyramid.core.judgements import LabelledSummary, compute_human_score, keep_labelled
from sacrerouge_litepyramid.core.texts import list_some
from sacrerouge_litepyramid.io.evaluation_folder import HUMAN_SCORES, LABELS, PLANNED_LABELS, VOTES
from sacrerouge_litepyramid.io.files import write_json, write_json_lines
from sacrerouge_litepyramid.io.label_plans import LabelPlan, PlannedLabels, read_label_plan, write_planned_labels
from sacrerouge_litepyramid.io.votes import UNCLEAR, TaskVotes, list_votes, read_votes_of_form, write_votes
from sacrerouge_litepyramid.statistics.votes import describe_low_agreement

NOISIEST = "noisiest"
TIES = {"absent": 0, "present": 1}
HUMAN = "litepyramid_recall"
OUTPUT_FILES = (PLANNED_LABELS, LABELS, HUMAN_SCORES, VOTES, "agreement.json")
GROUP = "annotation"
HELP = "Convert annotators' votes to labels and human scores, and measure their agreement"
EXAMPLE = r"""sacrerouge-litepyramid import-labels data/mine \
    --forms votes-ann.json votes-bob.json votes-cem.json --output-dir gold"""


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    add_task_arguments(parser)
    parser.add_input(
        "--forms",
        nargs="+",
        metavar="FILE",
        help=f"JSON of the forms, or CSV of the worksheets (default: the JSON files in FOLDER/{FORMS})",
    )
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
        help=f"Where to write {PLANNED_LABELS} of a plan, or labels, metrics and votes (.jsonl), and agreement.json "
        "(default: FOLDER)",
    )


def run(args: argparse.Namespace) -> None:
    output, plan = Path(args.output_dir or args.FOLDER), find_plan(args)
    if plan and args.drop:
        raise ValueError("--drop: a plan keeps all votes; leave it out")
    if not plan:
        check_own(output)
    files = [read_votes_of_form(path) for path in args.forms or find_forms(args.FOLDER)]
    if plan:
        import_planned(read_label_plan(plan), files, output, args.unfinished)
    else:
        import_whole(args, files, output)


def find_forms(folder: str) -> list[Path]:
    """Return the files that annotators sent back; raise ValueError for none."""
    found = sorted((Path(folder) / FORMS).glob("*.json"))
    if not found:
        raise ValueError(f"{Path(folder) / FORMS}: no .json file of a form; put them there, or name them: --forms")
    return found


def check_own(folder: Path) -> None:
    """Raise ValueError for a folder with labels or human scores that no import wrote; they would be replaced."""
    if not (folder / VOTES).exists():
        for name in (LABELS, HUMAN_SCORES):
            if (folder / name).exists():
                raise ValueError(f"{folder / name}: it was there before, and is kept; choose another --output-dir")


def read_share(drop: str | None) -> float | None:
    """Return the number that --drop is, None where it is none; ValueError for another text."""
    if drop in (None, NOISIEST):
        return None
    try:
        return float(drop)
    except ValueError:
        raise ValueError(f"--drop must be {NOISIEST} or a share from 0 to 1, not {drop!r}") from None


def import_planned(plan: LabelPlan, files: Sequence[Sequence[TaskVotes]], output: Path, unfinished: str) -> None:
    """Write every vote on the units of a plan, with their inclusion probabilities."""
    so_far = report_so_far(build_planned_tasks(plan), files)
    collected = collect_planned_votes(plan, files, unfinished)
    refuse_problems(collected.problems)
    missing = collected.labels.count_missing()
    counts = {"labels": plan.count_labels() - sum(missing.values()), "missing": missing}
    report = agreement_report(collected.ballots, collected.ballots, {**counts, "votes": so_far})
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


def import_whole(args: argparse.Namespace, files: Sequence[Sequence[TaskVotes]], output: Path) -> None:
    """Write labels and human scores of summaries whose units were all labelled."""
    tasks = read_whole_tasks(args)
    so_far = report_so_far(tasks, files)
    given, problems = collect_votes(tasks, files, args.unfinished)
    refuse_problems(problems)
    kept = drop_noisy_voters(given, args.drop == NOISIEST, read_share(args.drop))
    labelled = label_by_majority(tasks, kept, TIES[args.ties])
    counts = {"summaries": len(kept), "summaries_excluded": len(tasks) - len(kept)}
    report = agreement_report(given, kept, {"ties": args.ties, **counts, "votes": so_far})
    write_json_lines(
        output / LABELS, ({**build_key_fields(each), "labels": list_votes(each.labels)} for each in labelled)
    )
    write_json_lines(output / HUMAN_SCORES, build_metric_lines(map(keep_labelled, labelled)))
    write_votes(output / VOTES, kept)
    write_json(output / "agreement.json", report)
    for line in summary_lines(report):
        print(line)
    print(f"{output / LABELS}, {HUMAN_SCORES}, votes.jsonl and agreement.json")


def report_so_far(tasks: Tasks, files: Sequence[Sequence[TaskVotes]]) -> dict[str, Any]:
    """Print and return the agreement of all votes, also of unfinished files, and how many are unclear by annotator.

    The pace of timed summaries is printed too.
    """
    counts, given = count_votes(tasks, files), [votes for file in files for votes in file]
    so_far = measure_agreement_so_far(counts)
    print(describe_agreement_so_far(so_far, count_units(tasks)))
    names = list_some(sorted({votes.annotator for votes in given}))
    warning = describe_low_agreement(counts, f"The annotators {names}")
    if warning:
        print(f"Warning: {warning}")
    unclear = Counter(votes.annotator for votes in given for vote in votes.votes if vote == UNCLEAR)
    if unclear:
        named = ", ".join(f"{name} {count}" for name, count in sorted(unclear.items()))
        print(f"{unclear.total()} votes are unclear ({named}) and count as missing")
    pace = measure_label_pace(given)
    if pace:
        print(describe_label_pace(pace))
    return {**so_far._asdict(), "unclear": dict(sorted(unclear.items()))}


def build_metric_lines(labelled: Iterable[LabelledSummary]) -> Iterator[dict[str, Any]]:
    """Yield the human score of each summary, over its units that have a label."""
    for each in labelled:
        if each.units:
            yield {**build_key_fields(each), "summarizer_type": "peer", "metrics": {HUMAN: compute_human_score(each)}}


def build_key_fields(labelled: LabelledSummary) -> dict[str, str]:
    """Return the fields that name a summary."""
    return {"instance_id": labelled.instance_id, "summarizer_id": labelled.summarizer_id}
