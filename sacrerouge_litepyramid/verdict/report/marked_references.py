"""References in which the passages that a summary lacks are marked."""

import re
from collections.abc import Iterable, Sequence

from sacrerouge_litepyramid.core.texts import Text, sentences_of
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.verdict.report.clauses import Run

#: the end of one missing run and the start of the next, with no word between them
_ADJACENT = re.compile(r"\]\]([^\w\[\]]*)\[\[")


def mark_missing_in_references(
    units: Sequence[Unit], runs: Sequence[Sequence[Run]], references: Sequence[Text]
) -> list[str]:
    """Return the references that have clauses, in order, with their missing passages marked.

    ``runs``: those of each unit, empty if it is not a clause. A reference that is not among the
    ``references`` is shown as its clauses, one after another.
    """
    by_place: dict[int, list[tuple[Unit, Sequence[Run]]]] = {}
    for unit, unit_runs in zip(units, runs, strict=True):
        if unit_runs:
            by_place.setdefault(unit.references[0], []).append((unit, unit_runs))
    marked = []
    for place, clauses in sorted(by_place.items()):
        reference = references[place] if place < len(references) else None
        marked.append(_mark_reference(clauses, reference))
    return marked


def _mark_reference(clauses: Sequence[tuple[Unit, Sequence[Run]]], reference: Text | None) -> str:
    """Return a reference with its clauses marked; ``reference``: None if it is not known."""
    if reference is None:
        return " ".join(mark_missing(unit.text, runs) for unit, runs in clauses)
    by_sentence: dict[int | None, list[Run]] = {}
    for unit, runs in clauses:
        by_sentence.setdefault(unit.sentence, []).extend(runs)
    marked = []
    for place, sentence in enumerate(sentences_of(reference)):
        marked.append(mark_missing(sentence, by_sentence.get(place, [])))
    return " ".join(marked)


def mark_missing(sentence: str, runs: Iterable[Run]) -> str:
    """Return a sentence with double brackets around the runs that are missing.

    ``runs``: in the order of the text. A run that the sentence does not contain, because its unit
    is not verbatim, is not marked.
    """
    marked, place = "", 0
    for run in runs:
        start = sentence.find(run.text, place)
        if start < 0:
            continue
        end = start + len(run.text)
        marked += sentence[place:start] + (run.text if run.is_stated else f"[[{run.text}]]")
        place = end
    return _ADJACENT.sub(r"\1", marked + sentence[place:])
