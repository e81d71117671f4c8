"""The number of judgements that a plan needs to reach a width or a power."""

import math
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.sampling.calibration import Calibration
from sacrerouge_litepyramid.sampling.designs import MIN_DRAWN, Budget, extend_design
from sacrerouge_litepyramid.sampling.frame import Frame
from sacrerouge_litepyramid.sampling.promise import Promises, promise_errors


class Goal(NamedTuple):
    """A goal: the largest ``width`` of the 95% intervals, or the ``power`` to tell a true ``difference`` from 0.

    ``compared``: whether the width is that of the differences of systems, not of their scores. A power is always of
    differences.
    """

    width: float | None = None
    power: float | None = None
    difference: float | None = None
    compared: bool = False

    def check(self) -> None:
        """Raise ValueError unless a width, or a power with a difference, is given, within bounds."""
        if (self.width is None) == (self.power is None):
            raise ValueError("give one of a width and a power to reach")
        if self.width is not None and not 0 < self.width < math.inf:
            raise ValueError(f"width must be above 0, not {self.width}")
        if self.power is not None and not 0 < self.power < 1:
            raise ValueError(f"power must be between 0 and 1, not {self.power}")
        if self.power is not None and not (self.difference and abs(self.difference) <= 1):
            raise ValueError(f"power needs a difference of scores to detect, up to 1 and not 0, not {self.difference}")

    def is_reached(self, promised: Promises) -> bool:
        """Return whether the widest interval, or the smallest power, of what is promised is good enough."""
        if self.power is not None:
            return bool((promised.differences.compute_power(self.difference or 0.0) >= self.power).all())
        promise = promised.differences if self.compared else promised.scores
        return bool((2 * promise.margin <= (self.width or 0.0)).all())


def find_budget(
    frame: Frame,
    design: str,
    goal: Goal,
    calibration: Calibration,
    target: str = "these",
    known: np.ndarray | None = None,
) -> int:
    """Return the smallest number of judgements, of all systems together, that reaches a goal, by bisection.

    ``known``: whether a row of the population is judged already and counts beside them, (rows,). Raises ValueError if
    judging everything does not reach the goal.
    """
    goal.check()
    judged = np.zeros(len(frame.weight), dtype=bool) if known is None else known

    def is_enough(total: int) -> bool:
        made = extend_design(frame, design, Budget(total=total), judged)
        return goal.is_reached(promise_errors(frame, made, calibration, target))

    high = int((~judged).sum())
    low = min(_count_least(frame, design), high)
    if not is_enough(high):
        raise ValueError(
            f"all {high} judgements that are left do not reach the goal for the target {target!r}; take a "
            "larger width, or a lower power"
        )
    if is_enough(low):
        return low
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return high


def _count_least(frame: Frame, design: str) -> int:
    """Return the smallest number of judgements that pays for MIN_DRAWN draws."""
    systems = len(frame.systems)
    if design == "documents":
        return math.ceil(MIN_DRAWN * len(frame.weight) / len(frame.documents))
    longest = np.bincount(frame.system * len(frame.documents) + frame.document).max() if design == "summaries" else 1
    return MIN_DRAWN * systems * int(longest)
