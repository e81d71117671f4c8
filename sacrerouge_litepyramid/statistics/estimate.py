"""A value with its confidence interval, and the one way to print and to write numbers, intervals and p-values.

The module does not import numpy, so that commands that only print start quickly."""

import math
from typing import Any, NamedTuple

#: the confidence level of all intervals
CONFIDENCE = 0.95
#: the method of intervals that cover all differences of a family at once
SIMULTANEOUS = "simultaneous permutation"
#: the text for an unknown number
NO_NUMBER = "none"
#: the default number of decimals
DECIMALS = 3


class Estimate(NamedTuple):
    """A value and the ends of its interval, numbers or arrays of one shape; NaN if unknown.

    ``level``: the confidence level; ``method``: "student", "wilson", "percentile", "two-way", "jackknife",
    "permutation", SIMULTANEOUS, or "" without an interval.
    """

    value: Any
    low: Any = math.nan
    high: Any = math.nan
    level: float = CONFIDENCE
    method: str = ""

    @property
    def has_interval(self) -> bool:
        """Whether a number's interval is known."""
        return finite_or_none(self.low) is not None and finite_or_none(self.high) is not None

    def to_dict(self, name: str = "value") -> dict[str, float | None]:
        """Return the number under a name, and the ends of its interval; None if unknown."""
        return dict(zip((name, "low", "high"), map(finite_or_none, self[:3]), strict=True))

    def format(self, decimals: int = DECIMALS, sign: str = "") -> str:
        """Format the number with its interval, as 0.412 [0.380, 0.444]; ``sign="+"`` adds a plus sign."""
        value = format_number(self.value, decimals, sign)
        return value if value == NO_NUMBER else value + format_interval(self.low, self.high, decimals)

    def describe(self, decimals: int = DECIMALS) -> str:
        """Describe the number with its interval in a sentence, as 0.412 (95% interval 0.380 to 0.444)."""
        kind = "simultaneous " if self.method == SIMULTANEOUS else ""
        ends = " to ".join(_format_ends(self.low, self.high, decimals)) if self.has_interval else ""
        interval = f" ({kind}{100 * self.level:.0f}% interval {ends})" if ends else ""
        return format_number(self.value, decimals) + interval

    def at(self, place: int) -> "Estimate":
        """Return one number of an estimate of arrays."""
        value, low, high = (float(array[place]) for array in self[:3])
        return self._replace(value=value, low=low, high=high)

    def __str__(self) -> str:
        return self.format()


def row_to_json(row: NamedTuple) -> dict[str, Any]:
    """Return a row's fields; an estimate gives its number, called "value" if the field is "estimate", and its ends."""
    data: dict[str, Any] = {}
    for name, value in row._asdict().items():
        is_estimate = isinstance(value, Estimate)
        data |= value.to_dict("value" if name == "estimate" else name) if is_estimate else {name: value}
    return data


def finite_or_none(value: Any) -> float | None:
    """Return a number for JSON, None if it is not finite."""
    return float(value) if value is not None and math.isfinite(value) else None


def format_number(value: float | None, decimals: int = DECIMALS, sign: str = "") -> str:
    """Format a number, "none" if unknown; 0 has no minus sign. ``sign="+"`` adds a plus sign, for a difference."""
    known = finite_or_none(value)
    return NO_NUMBER if known is None else f"{round(known, decimals) + 0.0:{sign}.{decimals}f}"


def format_interval(low: float | None, high: float | None, decimals: int = DECIMALS) -> str:
    """Format the ends of an interval to follow its value, as " [0.380, 0.444]"; "" without an interval."""
    if finite_or_none(low) is None or finite_or_none(high) is None:
        return ""
    return f" [{', '.join(_format_ends(low, high, decimals))}]"


def _format_ends(low: float | None, high: float | None, decimals: int) -> list[str]:
    """Format the ends; if the interval excludes 0, an end that would round to 0 gets one significant digit."""
    excludes_zero = (low or 0) > 0 or (high or 0) < 0
    return [
        f"{end:.1g}" if excludes_zero and round(end or 0, decimals) == 0 else format_number(end, decimals)
        for end in (low, high)
    ]


def format_p(p: float | None) -> str:
    """Format a p-value for a table as papers do: .012, < .001, or "none"."""
    if finite_or_none(p) is None:
        return NO_NUMBER
    return "< .001" if p < 0.001 else f"{p:.3f}".removeprefix("0")  # type: ignore[operator, unused-ignore]


def format_difference(difference: float | None, p: float | None) -> str:
    """Format a difference with its p-value for a table: +0.031 (.033), or "none"."""
    return NO_NUMBER if finite_or_none(difference) is None else f"{format_number(difference, sign='+')} ({format_p(p)})"


def describe_p(p: float | None) -> str:
    """Format a p-value for a sentence: p = .012, p < .001, or "no p"."""
    text = format_p(p)
    return "no p" if text == NO_NUMBER else f"p {text}" if text.startswith("<") else f"p = {text}"


def round_value(value: float | None, digits: int = 5) -> float | None:
    """Round to significant digits for a page, because fixed decimals would turn small values into 0."""
    known = finite_or_none(value)
    return None if known is None else float(f"{known:.{digits}g}")
