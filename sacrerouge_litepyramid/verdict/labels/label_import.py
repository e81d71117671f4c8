"""Import annotators' votes as labels and human scores, and measure how far the annotators agree."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any, Literal

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.core.judgements import compute_human_scores, keep_labelled
from sacrerouge_litepyramid.core.texts import count_nouns, list_some
from sacrerouge_litepyramid.io.evaluation_folder import (
    FORMS,
    HUMAN_SCORES,
    LABELS,
    PLAN,
    PLANNED_LABELS,
    VOTES,
    EvaluationFolder,
)
from sacrerouge_litepyramid.io.files import Written, write_json
from sacrerouge_litepyramid.io.labels import (
    UNCLEAR,
    TaskVotes,
    find_labelled_units,
    list_grades,
    read_votes_of_form,
    write_labels,
    write_votes,
)
from sacrerouge_litepyramid.io.metrics import HUMAN_METRIC, write_metrics
from sacrerouge_litepyramid.io.problems import refuse_problems
from sacrerouge_litepyramid.statistics.votes import describe_low_agreement
from sacrerouge_litepyramid.verdict.labels.annotators import (
    annotator_lines,
    build_agreement_report,
    describe_agreement_so_far,
    measure_agreement_so_far,
)
from sacrerouge_litepyramid.verdict.labels.label_forms import read_whole_tasks
from sacrerouge_litepyramid.verdict.labels.label_plans import (
    LabelPlan,
    read_label_plan,
    write_planned_labels,
)
from sacrerouge_litepyramid.verdict.labels.tasks import (
    Tasks,
    VotesByTask,
    build_ballots,
    build_planned_tasks,
    collect_planned_ballots,
    count_units,
    count_votes,
    find_unfinished,
    label_by_majority,
    label_planned_units,
    sort_votes,
)

#: the label that a tie gets, by its name
TIES = {"absent": 0, "present": 1}


def import_labels(
    folder: str | Path,
    *,
    forms: Sequence[str | Path] | None = None,
    ties: Literal["absent", "present"] = "absent",
    unfinished: Literal["refuse", "leave-out"] = "refuse",
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
        output_dir: where to write agreement.json and planned_labels.jsonl, or, without a plan,
            agreement.json and labels, metrics and votes (.jsonl); by default FOLDER.

    Raises:
        ValueError: if the forms have problems (`ProblemsError`), or labels exist that no import
            wrote.
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
        return _import_planned(read_label_plan(plan), files, output, unfinished)
    return _import_whole(folder, files, output, unfinished, ties)


def _import_planned(
    plan: LabelPlan,
    files: Sequence[Sequence[TaskVotes]],
    output: Path,
    unfinished: str,
) -> Written:
    """Write the votes on the units of a plan, with the inclusion probabilities."""
    begun, so_far, lines = _check_votes(build_planned_tasks(plan), files, unfinished)
    labels = label_planned_units(plan, begun)
    path = output / PLANNED_LABELS
    planned = plan.count_labels()
    missing = labels.count_missing()
    labelled = planned - sum(missing.values())
    settings = {"labels": labelled, "missing": missing, "votes": so_far}
    report = build_agreement_report(collect_planned_ballots(labels), settings)
    write_planned_labels(path, labels)
    write_json(output / "agreement.json", report)
    lines.append(f"{labelled} of {planned} planned labels")
    lines += annotator_lines(report)
    return Written(output, [*lines, f"{path} and agreement.json"])


def _import_whole(
    folder: str | Path,
    files: Sequence[Sequence[TaskVotes]],
    output: Path,
    unfinished: str,
    ties: str,
) -> Written:
    """Write the labels and human scores of the summaries whose units were all labelled."""
    tasks = read_whole_tasks(folder)
    begun, so_far, lines = _check_votes(tasks, files, unfinished)
    ballots = build_ballots(tasks, begun)
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
    write_votes(output / VOTES, ballots)
    write_json(output / "agreement.json", report)
    summaries = count_nouns(summary=len(ballots))
    lines.append(f"{summaries} labelled, {count_nouns(tie=report['tied_units'])} ({ties})")
    lines += annotator_lines(report)
    written = f"{output / LABELS}, {HUMAN_SCORES}, {VOTES} and agreement.json"
    return Written(output, [*lines, written])


def _check_votes(
    tasks: Tasks, files: Sequence[Sequence[TaskVotes]], unfinished: str
) -> tuple[VotesByTask, dict[str, Any], list[str]]:
    """Return the votes on tasks, their agreement, and lines about it; refuse problems in the files.

    "unclear": the number of unclear votes by annotator.
    """
    begun, problems = sort_votes(tasks, files)
    annotators = set()
    unclear: Counter[str] = Counter()
    for page in chain.from_iterable(files):
        annotators.add(page.annotator)
        unclear[page.annotator] += page.votes.count(UNCLEAR)
    counts = count_votes(tasks, begun)
    so_far = measure_agreement_so_far(counts)
    lines = [describe_agreement_so_far(so_far, count_units(tasks))]
    names = list_some(sorted(annotators))
    if warning := describe_low_agreement(counts, f"The annotators {names}"):
        lines.append(f"Warning: {warning}")
    if by_annotator := [f"{name} {count}" for name, count in sorted(unclear.items()) if count]:
        lines.append(f"unclear votes, which count as missing: {', '.join(by_annotator)}")
    if unfinished == "refuse" and not problems:
        problems += find_unfinished(tasks, begun)
    refuse_problems(problems, lines)
    return begun, {**so_far._asdict(), "unclear": unclear}, lines
