"""References whose missing passages are marked, and the text that a judge read without markup."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sacrerouge_litepyramid.core.judgements import read_summary
from sacrerouge_litepyramid.core.texts import Text, flatten, sentences_of
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.report.clauses import Run

#: the end of one missing run and the start of the next, with no word between them
_ADJACENT = re.compile(r"\]\]([^\w\[\]]*)\[\[")


class MarkedReference(NamedTuple):
    """A reference with double brackets around the passages that a summary lacks.

    ``original``: the reference as it was written, "" if it is not known or has no marks
    (`core.markup`).
    """

    marked: str
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
    clauses = [(unit, unit_runs) for unit, unit_runs in zip(units, runs, strict=True) if unit_runs]
    places = sorted({unit.references[0] for unit, _ in clauses})
    return [
        _mark_reference(
            [clause for clause in clauses if clause[0].references[0] == place],
            references[place : place + 1],
        )
        for place in places
    ]


def _mark_reference(
    clauses: Sequence[tuple[Unit, Sequence[Run]]], reference: Sequence[Text]
) -> MarkedReference:
    """Return a reference with its clauses marked; ``reference``: empty if it is not known."""
    if not reference:
        return MarkedReference(
            mark_missing(" ".join(unit.text for unit, _ in clauses), _runs_of(clauses))
        )
    sentences = sentences_of(reference[0])
    marked = (
        mark_missing(
            sentence, _runs_of([clause for clause in clauses if clause[0].sentence == place])
        )
        for place, sentence in enumerate(sentences)
    )
    original = flatten(reference[0])
    has_marks = original.split() != " ".join(sentences).split()
    # Without their bullets, items on one line would read as one sentence.
    return (
        MarkedReference("\n".join(marked), original)
        if has_marks
        else MarkedReference(" ".join(marked))
    )


def _runs_of(clauses: Sequence[tuple[Unit, Sequence[Run]]]) -> list[Run]:
    return [run for _, runs in clauses for run in runs]


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
