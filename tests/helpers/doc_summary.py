"""How much of the documentation a run of the tests has tried, and how long that took."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

#: the property by which a test says what it tried: [kind, count, outputs compared]
PROPERTY = "documentation"


def summarize(reports: Iterable[Any]) -> Iterator[str]:
    """Yield one line about the passed tests that have the property; nothing if there are none."""
    counts: Counter[str] = Counter()
    outputs: Counter[str] = Counter()
    seconds: Counter[str] = Counter()
    for report in reports:
        for kind, count, compared in (value for name, value in report.user_properties if name == PROPERTY):
            counts[kind] += count
            outputs[kind] += compared
            seconds[kind] += report.duration
    if counts:
        yield f"documentation: {'; '.join(_describe(kind, counts, outputs, seconds) for kind in sorted(counts))}"


def _describe(kind: str, counts: Counter[str], outputs: Counter[str], seconds: Counter[str]) -> str:
    compared = f", {outputs[kind]} outputs compared" if outputs[kind] else ""
    return f"{counts[kind]} {kind}{compared} in {seconds[kind]:.0f} s"
