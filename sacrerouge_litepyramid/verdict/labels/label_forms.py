"""Forms in which annotators label the units of a plan, or all units, of summaries."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.core.texts import count_nouns, flatten
from sacrerouge_litepyramid.io.evaluation_folder import (
    EXTRACTED,
    FORMS,
    PLAN,
    SUMMARIES,
    UNITS,
    EvaluationFolder,
)
from sacrerouge_litepyramid.io.files import Written, atomic_write
from sacrerouge_litepyramid.io.summaries import read_summaries
from sacrerouge_litepyramid.io.units import read_units
from sacrerouge_litepyramid.verdict.labels.forms import WORDS, render_label_form
from sacrerouge_litepyramid.verdict.labels.label_plans import read_label_plan
from sacrerouge_litepyramid.verdict.labels.tasks import (
    Tasks,
    build_planned_tasks,
    build_tasks,
    count_units,
    share_tasks,
    shuffle_tasks,
)
from sacrerouge_litepyramid.verdict.page.page_words import ENGLISH, read_words


def make_label_forms(
    folder: str | Path,
    *,
    annotators: Sequence[str] = (),
    overlap: float | None = None,
    seed: int = 0,
    partly: bool = False,
    language: str = ENGLISH,
    output_dir: str | Path | None = None,
) -> Written:
    """Write forms in which annotators mark the units that a summary states, blind to systems.

    Args:
        folder: the folder of an evaluation; annotators label the units of its plan.jsonl if it has
            one, else all units.
        annotators: the names of the annotators, each of whom gets files in another order; by
            default one form that asks for the name.
        overlap: share the documents out, and let two annotators label this share of them, 0 to 1;
            by default 0 with a plan, while without a plan everyone labels everything.
        seed: the seed for sharing documents out and for the order of summaries.
        partly: offer the vote "partly", 0.5; all forms of a data set should, or none.
        language: the language of the form (en, de).
        output_dir: where to write labels-NAME.html; by default FOLDER/forms.

    Raises:
        ValueError: if a name is repeated or cannot be part of a file's name, or no document is left
            for an annotator.
    """
    _check_annotators(annotators)
    # An unknown language is refused before the work.
    read_words(WORDS, language)
    output = Path(output_dir or Path(folder) / FORMS)
    files = EvaluationFolder(folder)
    plan = files.find(PLAN)
    tasks = build_planned_tasks(read_label_plan(plan)) if plan else read_whole_tasks(folder)
    path = files.find(SUMMARIES)
    references = {}
    for summary in read_summaries(path) if path else []:
        if summary.references:
            references[summary.instance_id] = list(map(flatten, summary.references))
    names = annotators or [""]
    if overlap is None and not plan:
        shares: Mapping[str, Tasks] = dict.fromkeys(names, tasks)
    else:
        shares = share_tasks(tasks, names, overlap or 0.0, seed)
    if idle := [name for name, share in shares.items() if not share]:
        raise ValueError(
            f"{name_argument('annotators')}: no document is left for {', '.join(idle)}; name fewer "
            "annotators"
        )
    for annotator, share in shares.items():
        order = shuffle_tasks(share, seed, annotator)
        form = render_label_form(share, order, annotator, references, partly, language)
        with atomic_write(output / f"labels{annotator and f'-{annotator}'}.html") as out:
            out.write(form)
    return Written(output, _describe_forms(tasks, shares, output))


def read_whole_tasks(folder: str | Path) -> Tasks:
    """Return the tasks that ask for all units of all summaries (`find_labelled_units`)."""
    files = EvaluationFolder(folder)
    path = files.units_file
    if path is None:
        raise ValueError(
            f"{folder}: no {PLAN}, {UNITS} or {EXTRACTED}; plan labels, or extract units "
            f"({EXTRACTED})"
        )
    return build_tasks(read_summaries(Path(folder) / SUMMARIES), read_units(path))


def _check_annotators(names: Sequence[str]) -> None:
    """Raise ValueError if a name is repeated, or cannot be part of a file's name."""
    lowered = [name.lower() for name in names]
    for name in names:
        if not re.fullmatch(r"\w[\w.-]*", name):
            raise ValueError(
                f"{name_argument('annotators')}: {name!r} must consist of letters, digits, '_', "
                "'.' and '-', and not begin with '.' or '-'"
            )
        # Some file systems do not tell upper from lower case.
        if lowered.count(name.lower()) > 1:
            raise ValueError(
                f"{name_argument('annotators')}: {name!r} is repeated; pass each name once"
            )


def _describe_forms(tasks: Tasks, shares: Mapping[str, Tasks], output: Path) -> list[str]:
    """Return the lines about the forms: how much each annotator has to label."""
    forms = f"{count_nouns(form=len(shares))}, in {output}"
    size = count_nouns(summary=len(tasks), label=count_units(tasks))
    if all(share is tasks for share in shares.values()):
        return [f"{size} per annotator; {forms}"]
    lines = []
    shared = 0
    for name, share in shares.items():
        labels = count_units(share)
        shared += labels
        lines.append(
            f"  {name or 'one annotator'}: {count_nouns(summary=len(share), label=labels)}"
        )
    return [f"{size}, {shared - count_units(tasks)} of them twice; {forms}", *lines]
