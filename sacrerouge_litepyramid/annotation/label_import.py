"""Import annotators' votes as labels and human scores, and measure how far the annotators agree."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, Literal

from sacrerouge_litepyramid.annotation.annotators import (
    annotator_lines,
    build_agreement_report,
    describe_agreement_so_far,
    measure_agreement_so_far,
    summary_lines,
)
from sacrerouge_litepyramid.annotation.label_forms import read_whole_tasks
from sacrerouge_litepyramid.annotation.tasks import (
    Tasks,
    build_planned_tasks,
    collect_planned_votes,
    collect_votes,
    count_units,
    count_votes,
    label_by_majority,
)
from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.core.judgements import compute_human_scores, keep_labelled
from sacrerouge_litepyramid.core.texts import list_some
from sacrerouge_litepyramid.io.evaluation_folder import (
    FORMS,
    HUMAN_SCORES,
    LABELS,
    PLAN,
    PLANNED_LABELS,
    VOTES,
    EvaluationFolder,
)
from sacrerouge_litepyramid.io.files import Written, read_json_lines, required, write_json
from sacrerouge_litepyramid.io.forms import refuse_problems
from sacrerouge_litepyramid.io.label_plans import (
    LabelPlan,
    PlannedLabels,
    read_label_plan,
    read_planned_labels,
    write_planned_labels,
)
from sacrerouge_litepyramid.io.labels import (
    UNCLEAR,
    TaskVotes,
    find_labelled_units,
    list_grades,
    read_votes_of_form,
    write_labels,
    write_votes,
)
from sacrerouge_litepyramid.io.metrics import HUMAN_METRIC, parse_key, write_metrics
from sacrerouge_litepyramid.statistics.votes import describe_low_agreement

#: the label that a tie gets, by its name
TIES = {"absent": 0, "present": 1}


def import_labels(
    folder: str | Path,
    *,
    forms: Sequence[str | Path] | None = None,
    ties: Literal["absent", "present"] = "absent",
    unfinished: Literal["refuse", "leave-out"] = "refuse",
    replace: bool = False,
    output_dir: str | Path | None = None,
) -> Written:
    """Convert annotators' votes to labels and human scores, and measure their agreement.

    Args:
        folder: the folder of an evaluation; votes are on the units of its plan.jsonl if it has one,
            else on all units.
        forms: files saved by the forms; by default the JSON files in FOLDER/forms.
        ties: the label, without a plan, of a unit that half of the annotators found; if the two
            middle grades differ, the lower ("absent") or the higher one.
        unfinished: what to do with summaries that are not fully labelled; with a plan, leave-out
            excludes single units.
        replace: drop the votes of an earlier import that these forms lack.
        output_dir: where to write agreement.json and planned_labels.jsonl, or, without a plan,
            agreement.json and labels, metrics and votes (.jsonl); by default FOLDER.

    Raises:
        ValueError: if the forms have problems (`ProblemsError`), labels exist that no import wrote,
            or votes of an earlier import would be lost.
    """
    output = Path(output_dir or folder)
    plan = EvaluationFolder(folder).find(PLAN)
    # An import writes votes beside labels and scores; the files of others have none.
    is_imported = (output / VOTES).exists()
    for path in (output / LABELS, output / HUMAN_SCORES):
        if path.exists() and not plan and not is_imported:
            raise ValueError(
                f"{path}: the file exists and was not overwritten; choose another "
                f"{name_argument('output_dir')}"
            )
    paths = forms or sorted((Path(folder) / FORMS).glob("*.json"))
    if not paths:
        raise ValueError(
            f"{Path(folder) / FORMS}: no saved form (.json); put forms there, or pass them "
            f"({name_argument('forms')})"
        )
    files = [read_votes_of_form(path) for path in paths]
    if plan:
        return _import_planned(read_label_plan(plan), files, output, unfinished, replace)
    return _import_whole(folder, files, output, unfinished, replace, ties)


def _list_planned_votes(labels: PlannedLabels) -> set[tuple[Any, ...]]:
    """Return the votes on a plan's units, as tuples of summary, annotator and unit."""
    votes: set[tuple[Any, ...]] = set()
    for summary in labels.summaries:
        for unit in summary.units:
            votes.update((summary.key, name, unit.unit) for name in unit.votes)
    return votes


def _check_none_lost(
    path: Path, earlier: set[tuple[Any, ...]], imported: set[tuple[Any, ...]]
) -> None:
    """Raise ValueError if votes of an earlier import are not in this one.

    A vote is a summary, an annotator and, of a plan, a unit.
    """
    if lost := sorted(earlier - imported):
        (key, *_), annotators = lost[0], sorted({name for _, name, *_ in lost})
        raise ValueError(
            f"{path}: {len(lost)} of its {len(earlier)} entries are not in these forms, or not of "
            f"this plan, and would be lost (by {list_some(annotators)}; "
            f"first: {tuple(key)}); pass all forms, choose another "
            f"{name_argument('output_dir')}, or drop the entries ({name_argument('replace')})"
        )


def _import_planned(
    plan: LabelPlan,
    files: Sequence[Sequence[TaskVotes]],
    output: Path,
    unfinished: str,
    replace: bool,
) -> Written:
    """Write the votes on the units of a plan, with the inclusion probabilities."""
    so_far, lines = _report_so_far(build_planned_tasks(plan), files)
    collected = collect_planned_votes(plan, files, unfinished)
    refuse_problems(collected.problems, lines)
    path = output / PLANNED_LABELS
    if path.exists() and not replace:
        earlier = _list_planned_votes(read_planned_labels(path))
        _check_none_lost(path, earlier, _list_planned_votes(collected.labels))
    planned = plan.count_labels()
    missing = collected.labels.count_missing()
    labels = planned - sum(missing.values())
    settings = {"labels": labels, "missing": missing, "votes": so_far}
    report = build_agreement_report(collected.ballots, settings)
    write_planned_labels(path, collected.labels)
    write_json(output / "agreement.json", report)
    lines.append(f"{labels} of {planned} planned labels")
    lines += _describe_missing(missing)
    lines += annotator_lines(report)
    return Written(output, [*lines, f"{path} and agreement.json"])


def _describe_missing(count_by_system: Mapping[str, int]) -> Iterator[str]:
    """Yield lines about planned units without a label, and what `estimate` assumes about them."""
    missing = {name: count for name, count in count_by_system.items() if count}
    if missing:
        counts = ", ".join(f"{count} of {name}" for name, count in missing.items())
        yield f"Warning: {sum(missing.values())} are missing or unclear: {counts}"
        yield (
            "estimate assumes that they are missing at random: the labelled units represent them, "
            "which widens the intervals. If the hard units are missing or unclear, the scores are "
            "biased, and no interval shows it."
        )


def _import_whole(
    folder: str | Path,
    files: Sequence[Sequence[TaskVotes]],
    output: Path,
    unfinished: str,
    replace: bool,
    ties: str,
) -> Written:
    """Write the labels and human scores of the summaries whose units were all labelled."""
    tasks = read_whole_tasks(folder)
    so_far, lines = _report_so_far(tasks, files)
    ballots, problems = collect_votes(tasks, files, unfinished)
    refuse_problems(problems, lines)
    votes_file = output / VOTES
    if votes_file.exists() and not replace:
        earlier: set[tuple[Any, ...]] = set()
        for line in read_json_lines(votes_file):
            key = parse_key(line)
            earlier.update((key, name) for name in required(line, "annotators", list))
        imported = {(key, name) for key, ballot in ballots.items() for name in ballot.voters}
        _check_none_lost(votes_file, earlier, imported)
    settings = {
        "ties": ties,
        "summaries": len(ballots),
        "summaries_excluded": len(tasks) - len(ballots),
        "votes": so_far,
    }
    report = build_agreement_report(ballots, settings)
    labels, scores = [], []
    for key, summary in label_by_majority(tasks, ballots, TIES[ties]).items():
        labels.append((key, list_grades(summary.labels)))
        labelled = keep_labelled(summary)
        # A summary of unclear votes alone has no score.
        if labelled.units:
            scores.append((key, compute_human_scores(labelled, HUMAN_METRIC)))
    write_labels(output / LABELS, labels, find_labelled_units(folder).name)
    write_metrics(output / HUMAN_SCORES, scores)
    write_votes(votes_file, ballots)
    write_json(output / "agreement.json", report)
    written = f"{output / LABELS}, {HUMAN_SCORES}, {VOTES} and agreement.json"
    return Written(output, [*lines, *summary_lines(report), written])


def _report_so_far(
    tasks: Tasks, files: Sequence[Sequence[TaskVotes]]
) -> tuple[dict[str, Any], list[str]]:
    """Return the agreement of all votes, those of unfinished files included, and lines about it.

    "unclear": the number of unclear votes by annotator.
    """
    annotators = set()
    unclear: dict[str, int] = {}
    for page in chain.from_iterable(files):
        annotators.add(page.annotator)
        if count := page.votes.count(UNCLEAR):
            unclear.setdefault(page.annotator, 0)
            unclear[page.annotator] += count
    counts = count_votes(tasks, files)
    so_far = measure_agreement_so_far(counts)
    lines = [describe_agreement_so_far(so_far, count_units(tasks))]
    names = list_some(sorted(annotators))
    if warning := describe_low_agreement(counts, f"The annotators {names}"):
        lines.append(f"Warning: {warning}")
    unclear = dict(sorted(unclear.items()))
    if unclear:
        by_annotator = ", ".join(f"{name} {count}" for name, count in unclear.items())
        lines.append(f"unclear votes, which count as missing: {by_annotator}")
    return {**so_far._asdict(), "unclear": unclear}, lines
