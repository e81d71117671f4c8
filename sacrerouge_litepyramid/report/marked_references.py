"""References whose missing passages are marked, and the text that a judge read without markup."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sacrerouge_litepyramid.core.judge_input import read_summary
from sacrerouge_litepyramid.core.texts import Text, flatten, sentences_of
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.report.clauses import Run

#: the end of one missing run and the start of the next, with no word between them
_ADJACENT = re.compile(r"\]\]([^\w\[\]]*)\[\[")


class MarkedReference(NamedTuple):
    """A reference with double brackets around the passages that a summary lacks."""

    marked: str
    # the reference as it was written, "" if it is not known or has no marks (`core.markup`)
    original: str = ""

    def __str__(self) -> str:
        title = f"Reference:\n{self.original}\nread as" if self.original else "Reference"
        return f"{title} ([[…]] is missing in the summary):\n{self.marked}"


def mark_references(
    units: Sequence[Unit], runs: Sequence[Sequence[Run]], references: Sequence[Text]
) -> list[MarkedReference]:
    """Return the references that have clauses, in order.

    ``runs``: those of each unit, empty if it is not a clause. A reference that is not among the
    ``references`` is shown as its clauses, one after another.
    """
    by_place: dict[int, list[tuple[Unit, list[Run]]]] = {}
    for unit, unit_runs in zip(units, runs, strict=True):
        if unit_runs:
            by_place.setdefault(unit.references[0], []).append((unit, list(unit_runs)))
    marked = []
    for place, clauses in sorted(by_place.items()):
        reference = references[place] if place < len(references) else None
        marked.append(_mark_reference(clauses, reference))
    return marked


def _mark_reference(
    clauses: Sequence[tuple[Unit, list[Run]]], reference: Text | None
) -> MarkedReference:
    """Return a reference with its clauses marked; ``reference``: None if it is not known."""
    if reference is None:
        joined = " ".join(unit.text for unit, _ in clauses)
        return MarkedReference(mark_missing(joined, sum((runs for _, runs in clauses), [])))
    by_sentence: dict[int | None, list[Run]] = {}
    for unit, runs in clauses:
        by_sentence.setdefault(unit.sentence, []).extend(runs)
    sentences = sentences_of(reference)
    marked = [
        mark_missing(sentence, by_sentence.get(place, []))
        for place, sentence in enumerate(sentences)
    ]
    original = flatten(reference)
    if original.split() == " ".join(sentences).split():
        return MarkedReference(" ".join(marked))
    # Without their bullets, items on one line would read as one sentence.
    return MarkedReference("\n".join(marked), original)


def find_read_text(summary: str) -> str | None:
    """Return the text that a judge read if a summary has marks, else None.

    White space does not count as a mark.
    """
    read = read_summary(summary).strip()
    return read if read.split() != summary.split() else None


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
