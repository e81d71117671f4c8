"""The time that judgements take: so many a minute, after the seconds in which a summary is read."""

import math
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.sampling.designs import Budget, Design, extend_design
from sacrerouge_litepyramid.sampling.frame import Frame

#: minutes that are longer than the budget by no more than this still fit into it
TOLERANCE = 1e-9


class Pace(NamedTuple):
    """The judgements of one person per minute, and the seconds to read a summary before its first judgement."""

    judgements: float
    reading: float = 0.0

    def check(self) -> None:
        """Raise ValueError unless the judgements are above 0 and the seconds are 0 or more."""
        if not 0 < self.judgements < math.inf:
            raise ValueError(f"pace must be above 0, not {self.judgements}")
        if not 0 <= self.reading < math.inf:
            raise ValueError(f"reading must be 0 seconds or more, not {self.reading}")

    def compute_minutes(self, judgements: float, summaries: float) -> float:
        """Return the minutes that judgements of units of some summaries take."""
        return judgements / self.judgements + summaries * self.reading / 60

    def __str__(self) -> str:
        reading = f" after {self.reading:g} seconds for each summary" if self.reading else ""
        return f"{self.judgements:g} a minute{reading}"


def find_affordable(frame: Frame, name: str, minutes: float, pace: Pace, known: np.ndarray) -> int:
    """Return the largest number of judgements, of all systems together, that is expected to fit into minutes.

    ``known``: whether a row of the population is judged already, (rows,). Raises ValueError for wrong numbers, and for
    minutes that pay for no judgement.
    """
    pace.check()
    if not 0 < minutes < math.inf:
        raise ValueError(f"minutes must be above 0, not {minutes}")

    def fits(total: int) -> bool:
        if pace.compute_minutes(total, 0) > minutes + TOLERANCE:
            return False
        design = extend_design(frame, name, Budget(total=total), known)
        return pace.compute_minutes(total, expect_summaries(frame, design, known)) <= minutes + TOLERANCE

    low, high = 0, int((~known).sum()) + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    if not low:
        raise ValueError(f"{minutes:g} minutes at a pace of {pace} pay for no judgement; give more minutes")
    return low


def expect_summaries(frame: Frame, design: Design, known: np.ndarray) -> float:
    """Return the expected number of summaries with a unit to judge, at most: as if no summary had two draws."""
    columns = np.column_stack([frame.system, frame.document, design.element])[~known]
    drawn, first = np.unique(columns, axis=0, return_index=True)
    _, summary = np.unique(drawn[:, :2], axis=0, return_inverse=True)
    return float(np.minimum(np.bincount(summary.ravel(), design.probability[~known][first]), 1.0).sum())
