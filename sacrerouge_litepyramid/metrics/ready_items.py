"""The texts of a metric's items, made ready for comparison, and the notice that counts the changes."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from sacrerouge_litepyramid.core.facts import read_units
from sacrerouge_litepyramid.core.ready_text import prepare, prepare_text
from sacrerouge_litepyramid.core.units import as_units

MARKS, SUMMARIES, UNITS = "numbers, bullets or Markdown dropped", "summaries", "units"
#: by what was done to texts (`core.ready_text`) and the kind of text, the number of texts
Changes = Counter[tuple[str, str]]


def prepare_items(items: Sequence[Any], context: str | None) -> tuple[list[Any], Changes]:
    """Return items with ready texts, and the changes; ``context``: the kind of their contexts.

    A context that several items share is prepared and counted once. Units stay, because judgements show them as they
    were written.
    """
    changes: Changes = Counter()
    contexts: dict[int, Any] = {}
    ready = []
    for item in items:
        key = id(item.context)
        if key not in contexts:
            contexts[key] = _prepare_context(item.context, context, changes)
        summary = _prepare_text(item.summary, SUMMARIES, changes)
        ready.append(item._replace(summary=summary, context=contexts[key]))
    return ready, changes


def _prepare_context(texts: Any, context: str | None, changes: Changes) -> Any:
    if context == UNITS:
        units = as_units(texts)
        for unit, read in zip(units, read_units(units), strict=True):
            text, causes = prepare(unit.text)
            changes.update((cause, UNITS) for cause in causes)
            changes[MARKS, UNITS] += text.split() != read.split()
    elif context is not None:
        return [_prepare_text(text, context, changes) for text in texts]
    return texts


def _prepare_text(text: Any, kind: str, changes: Changes) -> Any:
    """Return a text made ready, and count what was done; the metric refuses what is not a text."""
    if not isinstance(text, str) and not all(isinstance(sentence, str) for sentence in text):
        return text
    ready, causes = prepare_text(text, kind == SUMMARIES)
    changes.update((cause, kind) for cause in causes)
    return ready


def describe_changes(changes: Mapping[tuple[str, str], int]) -> tuple[str, ...]:
    """Return the notice about texts that were changed, or that may need it; none if there are none."""
    counts = [f"{cause} ({kind}: {number})" for (cause, kind), number in sorted(changes.items()) if number]
    return (f"Texts were made ready for comparison: {'; '.join(counts)}.",) if counts else ()
