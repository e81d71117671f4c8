"""A value with its confidence interval, and the one way to print numbers, intervals and p-values.

The module does not import numpy, so that commands that only print start quickly.
"""

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

#: the confidence level of all intervals
CONFIDENCE = 0.95
#: the text for an unknown number
NO_NUMBER = "none"
#: the default number of decimals
DECIMALS = 3


class Interval(NamedTuple):
    """The ends of a 95% interval."""

    low: float
    high: float

    def describe(self, decimals: int = DECIMALS) -> str:
        """Describe the interval of a correlation, as "0.970 to 0.997" or "0.990 or more".

        An end that rounds to 1 or -1, the largest correlations, is not named.
        """
        step = 10.0**-decimals
        largest = 1 - step
        low, high = (format_number(min(max(end, -largest), largest), decimals) for end in self)
        is_open_above = self.high > 1 - step / 2
        if is_open_above and self.low > step / 2 - 1:
            return f"{low} or more"
        if self.low < step / 2 - 1 and not is_open_above:
            return f"{high} or less"
        return f"{low} to {high}"


class Estimate(NamedTuple):
    """A value and the ends of its 95% interval, numbers or arrays of one shape; NaN if unknown."""

    value: Any
    low: Any = math.nan
    high: Any = math.nan
    # whether the interval is one of several that cover all their values at once
    is_simultaneous: bool = False
    # of a correlation over systems, whose interval is that of other samples of as many documents:
    # the interval without the documents' noise
    limit: Interval | None = None

    @property
    def has_interval(self) -> bool:
        """Whether a number's interval is known."""
        # The ends of an estimate that was read from JSON may be None.
        return None not in (finite_or_none(self.low), finite_or_none(self.high))

    @property
    def tested(self) -> Interval:
        """The interval that a test of the number uses: without the documents' noise if known."""
        return self.limit or Interval(self.low, self.high)

    def to_dict(self, name: str = "value") -> dict[str, Any]:
        """Return the number under a name, the ends of its interval, and its limit if it has one.

        A number is None if unknown.
        """
        numbers = {name: self.value, "low": self.low, "high": self.high}
        data: dict[str, Any] = {key: finite_or_none(number) for key, number in numbers.items()}
        if self.limit is not None:
            data["limit"] = self.limit._asdict()
        return data

    def format(self, decimals: int = DECIMALS, sign: str = "") -> str:
        """Format the number with its interval, as 0.412 [0.380, 0.444].

        ``sign="+"`` adds a plus sign.
        """
        text = format_number(self.value, decimals, sign)
        if text == NO_NUMBER:
            return text
        if ends := self._format_ends(decimals):
            text += f" [{', '.join(ends)}]"
        return text

    def describe(self, decimals: int = DECIMALS) -> str:
        """Describe the number for a sentence, as 0.412 (95% interval 0.380 to 0.444)."""
        value = format_number(self.value, decimals)
        ends = self._format_ends(decimals)
        if not ends:
            return value
        kind = "simultaneous " if self.is_simultaneous else ""
        return f"{value} ({kind}95% interval {' to '.join(ends)})"

    def _format_ends(self, decimals: int) -> list[str]:
        """Format the ends of the interval, if there is one.

        If the interval excludes 0, an end that would round to 0 gets one significant digit.
        """
        if not self.has_interval:
            return []
        excludes_zero = self.low > 0 or self.high < 0
        ends = []
        for end in (self.low, self.high):
            is_tiny = excludes_zero and round(end, decimals) == 0
            ends.append(f"{end:.1g}" if is_tiny else format_number(end, decimals))
        return ends

    def at(self, place: int) -> "Estimate":
        """Return one number of an estimate of arrays."""
        value = float(self.value[place])
        low = float(self.low[place])
        high = float(self.high[place])
        return self._replace(value=value, low=low, high=high)

    def __str__(self) -> str:
        return self.format()


def row_to_json(row: NamedTuple) -> dict[str, Any]:
    """Return a row's fields, with the numbers of estimates (`expand_estimates`)."""
    return expand_estimates(row._asdict())


def expand_estimates(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields with an estimate's numbers in its place: `Estimate.to_dict`."""
    data: dict[str, Any] = {}
    for name, value in fields.items():
        if isinstance(value, Estimate):
            data.update(value.to_dict(name))
        else:
            data[name] = value
    return data


def finite_or_none(value: Any) -> float | None:
    """Return a number for JSON, None if it is not finite."""
    return float(value) if value is not None and math.isfinite(value) else None


def format_number(value: float | None, decimals: int = DECIMALS, sign: str = "") -> str:
    """Format a number, "none" if unknown; 0 has no minus sign.

    ``sign="+"`` adds a plus sign, for a difference.
    """
    known = finite_or_none(value)
    if known is None:
        return NO_NUMBER
    # Adding 0 turns -0 into 0.
    rounded = round(known, decimals) + 0.0
    return f"{rounded:{sign}.{decimals}f}"


def format_p(p: float | None) -> str:
    """Format a p-value for a table as papers do: .012, < .001, or "none"."""
    known = finite_or_none(p)
    if known is None:
        return NO_NUMBER
    return "< .001" if known < 0.001 else f"{known:.3f}".removeprefix("0")


def format_difference(difference: float | None, p: float | None) -> str:
    """Format a difference with its p-value for a table: +0.031 (.033), or "none"."""
    if finite_or_none(difference) is None:
        return NO_NUMBER
    return f"{format_number(difference, sign='+')} ({format_p(p)})"


def describe_p(p: float | None) -> str:
    """Format a p-value for a sentence: p = .012, p < .001, or "no p"."""
    text = format_p(p)
    if text == NO_NUMBER:
        return "no p"
    return f"p {text}" if text.startswith("<") else f"p = {text}"


def round_value(value: float | None, digits: int = 5) -> float | None:
    """Round to significant digits for a page: fixed decimals would turn small values into 0."""
    known = finite_or_none(value)
    return None if known is None else float(f"{known:.{digits}g}")
