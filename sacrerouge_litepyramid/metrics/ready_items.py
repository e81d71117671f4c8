"""The texts of items, made ready for comparison, and the notice that counts the changes."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, TypeAlias

from sacrerouge_litepyramid.core.judge_input import read_units
from sacrerouge_litepyramid.core.ready_text import prepare
from sacrerouge_litepyramid.core.texts import prepare_text
from sacrerouge_litepyramid.core.units import as_units

_MARKS = "numbers, bullets or Markdown dropped"
_SUMMARIES = "summaries"
_UNITS = "units"
#: the number of texts of a kind to which something was done, as "summaries: reasoning dropped"
_Changes: TypeAlias = Counter[str]
Items: TypeAlias = list[Any]


def prepare_items(items: Items, kind: str | None) -> tuple[Items, _Changes]:
    """Return items with ready texts, and the changes; ``kind``: what their contexts are.

    A context that several items share is prepared and counted once. Units stay, because judgements
    show them as they were written.
    """
    changes: _Changes = Counter()
    contexts = {id(item.context): item.context for item in items}
    for key, texts in contexts.items():
        if kind == _UNITS:
            _count_units(changes, texts)
        elif kind is not None:
            contexts[key] = [_prepare_text(changes, kind, text) for text in texts]
    ready = []
    for item in items:
        summary = _prepare_text(changes, _SUMMARIES, item.summary)
        ready.append(item._replace(summary=summary, context=contexts[id(item.context)]))
    return ready, changes


def _count_units(changes: _Changes, units: Items) -> None:
    members = as_units(units)
    for unit, read in zip(members, read_units(members), strict=True):
        text, causes = prepare(unit.text)
        _count(changes, _UNITS, causes)
        if text != read and text.split() != read.split():
            _count(changes, _UNITS, [_MARKS])


def _prepare_text(changes: _Changes, kind: str, text: Any) -> Any:
    """Return a text made ready, and count what was done; the metric refuses what is not a text."""
    is_list = isinstance(text, list | tuple) and all(isinstance(sentence, str) for sentence in text)
    if not is_list and not isinstance(text, str):
        return text
    ready, causes = prepare_text(text, kind == _SUMMARIES)
    _count(changes, kind, causes)
    return ready


def _count(changes: _Changes, kind: str, causes: Iterable[str]) -> None:
    changes.update(f"{kind}: {cause}" for cause in causes)


def describe_changes(changes: _Changes) -> tuple[str, ...]:
    """Return the notice about texts that were changed, if there are any."""
    if not changes:
        return ()
    counts = [f"{change} ({number})" for change, number in sorted(changes.items())]
    return (f"Texts were made ready for comparison: {'; '.join(counts)}.",)
