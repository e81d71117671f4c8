"""How many units a judge answered; a model may refuse, or say something else than yes or no."""

from collections.abc import Iterable
from typing import NamedTuple

from sacrerouge_litepyramid.core.units import VITAL


class Answers(NamedTuple):
    """How many units of a summary the judge answered; units without weight do not count."""

    units: float
    answered: float
    #: the share of the units' weight that the answered ones have, NaN without weight
    answeredweight: float


def drop_answer_counts(names: Iterable[str]) -> list[str]:
    """Return the names of scores without those of the `Answers` behind them."""
    listed = list(names)
    *_, share = Answers._fields
    counts: set[str] = set()
    for name in listed:
        metric, mark, ending = name.rpartition(f"_{share}")
        if mark and ending in ("", f"_{VITAL}"):
            counts.update(f"{metric}_{field}{ending}" for field in Answers._fields)
    return [name for name in listed if name not in counts]
