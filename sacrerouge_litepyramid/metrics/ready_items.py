"""The texts of a metric's items, made ready for comparison, and the notice that counts the changes."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from sacrerouge_litepyramid.core.facts import read_units
from sacrerouge_litepyramid.core.ready_text import prepare
from sacrerouge_litepyramid.core.texts import prepare_text
from sacrerouge_litepyramid.core.units import Unit, as_units

MARKS, SUMMARIES, UNITS = "numbers, bullets or Markdown dropped", "summaries", "units"


def prepare_items(items: Sequence[Any], kind: str | None) -> tuple[list[Any], Counter[str]]:
    """Return items with ready texts, and what was done to how many texts; ``kind``: what their contexts are.

    A context that several items share is prepared and counted once. Units stay, because judgements show them as they
    were written.
    """
    shared = {id(item.context): item.context or () for item in items}
    changes: Counter[str] = Counter()
    contexts = {}
    for key, texts in shared.items():
        prepared = _prepare_units(texts) if kind == UNITS else map(_prepare_text, texts)
        contexts[key] = [_count(changes, kind, *pair) for pair in prepared]
    ready = []
    for item in items:
        summary = _count(changes, SUMMARIES, *_prepare_text(item.summary, is_answer=True))
        ready.append(item._replace(summary=summary, context=contexts[id(item.context)]))
    return ready, changes


def _prepare_units(units: Sequence[Unit | str]) -> Iterable[tuple[Any, Iterable[str]]]:
    """Yield each unit as it was written, with what is done to it before it is compared."""
    members = as_units(units)
    for unit, read in zip(members, read_units(members), strict=True):
        text, causes = prepare(unit.text)
        yield unit, causes if text.split() == read.split() else {*causes, MARKS}


def _prepare_text(text: Any, is_answer: bool = False) -> tuple[Any, Iterable[str]]:
    """Return a text made ready, with what was done to it; the metric refuses what is not a text."""
    is_text = isinstance(text, str) or all(isinstance(sentence, str) for sentence in text)
    return prepare_text(text, is_answer) if is_text else (text, ())


def _count(changes: Counter[str], kind: str | None, text: Any, causes: Iterable[str]) -> Any:
    changes.update(f"{kind}: {cause}" for cause in causes)
    return text


def describe_changes(changes: Counter[str]) -> tuple[str, ...]:
    """Return the notice about texts that were changed, or that may need it; none if there are none."""
    counts = "; ".join(f"{change} ({number})" for change, number in sorted(changes.items()))
    return (f"Texts were made ready for comparison: {counts}.",) if changes else ()
