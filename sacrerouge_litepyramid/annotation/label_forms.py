"""Forms, one per annotator, to mark the units that a summary states; what is labelled is a plan's units, or all."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

from sacrerouge_litepyramid.annotation.forms import WORDS, list_vote_rows, render_label_form
from sacrerouge_litepyramid.annotation.tasks import (
    Tasks,
    build_planned_tasks,
    build_tasks,
    count_units,
    share_tasks,
    shuffle_tasks,
)
from sacrerouge_litepyramid.core.arguments import Files, name_argument
from sacrerouge_litepyramid.core.texts import flatten
from sacrerouge_litepyramid.io.evaluation_folder import FORMS, PLAN, SUMMARIES, UNITS, EvaluationFolder
from sacrerouge_litepyramid.io.files import Written, atomic_write
from sacrerouge_litepyramid.io.forms import check_not_started
from sacrerouge_litepyramid.io.label_plans import read_label_plan
from sacrerouge_litepyramid.io.labels import write_vote_sheet
from sacrerouge_litepyramid.io.summaries import read_summaries
from sacrerouge_litepyramid.io.units import read_units
from sacrerouge_litepyramid.report.page_words import ENGLISH, read_words

#: the files of a folder that labels are about
LABELLED_FILES = Files((PLAN, SUMMARIES, UNITS))


def make_label_forms(
    folder: Annotated[str | Path, LABELLED_FILES],
    *,
    annotators: Sequence[str] = (),
    overlap: float | None = None,
    units: str | Path | None = None,
    seed: int = 0,
    partly: bool = False,
    language: str = ENGLISH,
    output_dir: Annotated[str | Path | None, Files(("labels*.html", "labels*.csv"))] = None,
) -> Written:
    """Write the forms in which annotators mark the units that a summary states, without seeing systems.

    Args:
        folder: the folder of an evaluation; with plan.jsonl its units are labelled, else all.
        annotators: the names of the annotators, who get files in different orders; without names, one form asks.
        overlap: share the documents out, and let two annotators label this share of them, 0 to 1; by default 0 with a
            plan, while without one everyone labels everything.
        units: a file of units, all of which are labelled, without a plan.
        seed: the seed of sharing and of the order of summaries.
        partly: offer the vote "partly", 0.5; for a plan, `plan-labels` decides.
        language: the language of the form's own words (en, de).
        output_dir: where to write labels-NAME.html and labels-NAME.csv; by default FOLDER/forms.

    Raises:
        ValueError: for a worksheet that exists already, for names that cannot be files' or come twice, for ``partly``
            with a plan, and where no document is left for an annotator.
    """
    output, plan = Path(output_dir or Path(folder) / FORMS), find_plan(folder, units)
    check_annotators(annotators)
    read_words(WORDS, language)
    stems = {name: f"labels-{name}" if name else "labels" for name in annotators or [""]}
    for stem in stems.values():
        check_not_started(output / f"{stem}.csv")
    planned = read_label_plan(plan) if plan else None
    tasks = build_planned_tasks(planned) if planned else read_whole_tasks(folder, units)
    if planned and partly:
        raise ValueError(f"{name_argument('partly')}: {plan} says which votes there are; leave it out")
    partly = planned.head.partly if planned else partly
    path = EvaluationFolder(folder).find(SUMMARIES)
    summaries = read_summaries(path) if path else []
    references = {
        summary.instance_id: list(map(flatten, summary.references)) for summary in summaries if summary.references
    }
    overlap = 0.0 if plan and overlap is None else overlap
    by_annotator = dict.fromkeys(stems, tasks) if overlap is None else share_tasks(tasks, list(stems), overlap, seed)
    if idle := [name for name, given in by_annotator.items() if not given]:
        raise ValueError(
            f"{name_argument('annotators')}: no document is left for {', '.join(idle)}; name fewer annotators"
        )
    for annotator, stem in stems.items():
        order = shuffle_tasks(by_annotator[annotator], seed, annotator)
        with atomic_write(output / f"{stem}.html") as out:
            out.write(render_label_form(by_annotator[annotator], order, annotator, references, partly, language))
        write_vote_sheet(output / f"{stem}.csv", annotator, list_vote_rows(by_annotator[annotator], order))
    return Written(output, describe_forms(tasks, by_annotator, output))


def find_plan(folder: str | Path, units: str | Path | None) -> Path | None:
    """Return the plan whose units are labelled; None if all are: for a file of units, and without a plan."""
    return None if units else EvaluationFolder(folder).find(PLAN)


def read_whole_tasks(folder: str | Path, units: str | Path | None) -> Tasks:
    """Return all units of all summaries."""
    path = units or EvaluationFolder(folder).find(UNITS)
    if path is None:
        raise ValueError(
            f"{folder}: neither {PLAN} nor {UNITS}; make a plan, or name the units: {name_argument('units')}"
        )
    return build_tasks(read_summaries(Path(folder) / SUMMARIES), read_units(path))


def check_annotators(names: Sequence[str]) -> None:
    """Raise ValueError for a name that cannot be a file's name, or is repeated."""
    for name in names:
        if not re.fullmatch(r"\w[\w.-]*", name):
            raise ValueError(
                f"{name_argument('annotators')}: {name!r} must be letters, digits, '_', '.' and '-', beginning with a "
                "letter"
            )
        if sum(name.lower() == other.lower() for other in names) > 1:
            raise ValueError(f"{name_argument('annotators')}: {name!r} comes twice; every name needs files of its own")


def describe_forms(tasks: Tasks, own: Mapping[str, Tasks], output: Path) -> list[str]:
    """Return the lines about the forms: how much everyone has to label."""
    counts = {name: count_units(given) for name, given in own.items()}
    forms = f"{len(own)} forms, in {output}"
    if all(given is tasks for given in own.values()):
        return [f"{len(tasks)} summaries, {count_units(tasks)} labels per annotator; {forms}"]
    extra = sum(counts.values()) - count_units(tasks)
    lines = [
        f"  {name or 'one annotator'}: {len(own[name])} summaries, {count} labels" for name, count in counts.items()
    ]
    return [f"{len(tasks)} summaries, {count_units(tasks)} labels, {extra} of them twice; {forms}", *lines]
