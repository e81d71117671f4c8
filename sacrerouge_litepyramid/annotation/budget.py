"""The number of sentences that people annotate, from a budget as a share, a number, or hours at a pace."""

import math
from fractions import Fraction
from typing import NamedTuple


class Budget(NamedTuple):
    """An annotation budget: exactly one of the first three; ``pace`` (sentences per hour) converts hours.

    ``percentage`` is the share of the sentences that people annotate.
    """

    percentage: float | None = None
    sentences: int | None = None
    hours: float | None = None
    pace: float | None = None


def count_affordable(budget: Budget, total: int) -> int:
    """Return how many of ``total`` sentences the budget pays for.

    With p%, floor(total · (100 - p) / 100) sentences have STUs, exactly as in a mix of 100 - p%. Raises ValueError
    unless exactly one budget is given, hours have a pace, the numbers are above 0, and at least one sentence is paid
    for.
    """
    given = [name for name in ("percentage", "sentences", "hours") if getattr(budget, name) is not None]
    if len(given) != 1:
        raise ValueError(f"one of percentage, sentences and hours is needed, not {len(given)} of them")
    for name in (*given, *(["pace"] if budget.pace is not None else [])):
        if not (math.isfinite(getattr(budget, name)) and getattr(budget, name) > 0):
            raise ValueError(f"{name} must be above 0, not {getattr(budget, name)}")
    count = _count_paid(budget, total)
    if total and not count:
        raise ValueError(f"a budget of {budget.hours} hours at {budget.pace} sentences an hour pays for no sentence")
    return min(count, total)


def compute_hours(sentences: int, pace: float) -> float:
    """Return the hours that a number of sentences takes at a pace in sentences an hour."""
    return sentences / pace


def _count_paid(budget: Budget, total: int) -> int:
    """Return the exact number of sentences, such as 110 for 2.2 hours at 50 per hour, which floats would miss."""
    if budget.percentage is not None:
        if budget.percentage > 100:
            raise ValueError(f"percentage must be at most 100, not {budget.percentage}")
        return total - math.floor(total * (100 - Fraction(str(budget.percentage))) / 100)
    if budget.hours is not None:
        if budget.pace is None:
            raise ValueError("hours need a pace, in sentences an hour")
        return math.floor(Fraction(str(budget.hours)) * Fraction(str(budget.pace)))
    return budget.sentences or 0
