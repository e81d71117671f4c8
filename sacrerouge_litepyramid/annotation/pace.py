"""The pace at which annotators label units, assumed or measured by a form."""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.annotation.sampling.designs import Budget, Design, extend_design
from sacrerouge_litepyramid.annotation.sampling.frame import SamplingFrame
from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.io.labels import TaskVotes

#: the minutes by which work may exceed a budget and still fit into it
TOLERANCE = 1e-9


class Pace(NamedTuple):
    """The labels of one annotator per minute, and the seconds to read a summary before its first label."""

    labels: float
    reading: float = 0.0

    def check(self) -> None:
        """Raise ValueError unless the labels are above 0 and the seconds are 0 or more."""
        if not 0 < self.labels < math.inf:
            raise ValueError(f"pace must be above 0, not {self.labels}")
        if not 0 <= self.reading < math.inf:
            raise ValueError(f"reading must be 0 seconds or more, not {self.reading}")

    def compute_minutes(self, labels: float, summaries: float) -> float:
        """Return the minutes that it takes to label units, given the numbers of labels and of summaries."""
        return labels / self.labels + summaries * self.reading / 60

    def __str__(self) -> str:
        reading = f" after {self.reading:g} seconds for each summary" if self.reading else ""
        return f"{self.labels:g} a minute{reading}"


def find_affordable(frame: SamplingFrame, name: str, minutes: float, pace: Pace, known: np.ndarray) -> int:
    """Return the largest number of labels, for all systems together, that is expected to fit into the minutes.

    ``known``: whether a row of the population has a label already, (rows,). Raises ValueError for invalid numbers, and
    if the minutes do not pay for a single label.
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
        raise ValueError(f"{minutes:g} minutes at a pace of {pace} pay for no label; plan more minutes")
    return low


def expect_summaries(frame: SamplingFrame, design: Design, known: np.ndarray) -> float:
    """Return the expected number of summaries with a unit to label, as if no summary had two draws: an upper bound."""
    columns = np.column_stack([frame.system, frame.document, design.element])[~known]
    drawn, first = np.unique(columns, axis=0, return_index=True)
    _, summary = np.unique(drawn[:, :2], axis=0, return_inverse=True)
    return float(np.minimum(np.bincount(summary.ravel(), design.probability[~known][first]), 1.0).sum())


#: minutes to write the SCUs of a sentence, an assumption and not a measurement
DEFAULT_WRITING = 3.0
#: the fewest plausible seconds per label; a faster pace is not used for planning
MIN_LABEL_SECONDS = 1.0
#: the number of timed votes that a pace needs
MIN_TIMED_VOTES = 30


def measure_label_pace(votes: Iterable[TaskVotes]) -> Pace | None:
    """Return the pace of the completely labelled summaries that have a time; None below MIN_TIMED_VOTES."""
    timed = [(len(task.votes), task.seconds) for task in votes if task.seconds and None not in task.votes]
    return fit_pace(*zip(*timed, strict=True)) if sum(units for units, _ in timed) >= MIN_TIMED_VOTES else None


def fit_pace(units: Sequence[int], seconds: Sequence[float]) -> Pace:
    """Return the pace by a least-squares regression of summaries' seconds on their numbers of units.

    The intercept is the time to read a summary. If it is negative, if a unit adds less than MIN_LABEL_SECONDS, or if
    all summaries have the same number of units, reading is 0 and the pace is all units divided by all minutes.
    """
    x, y = np.asarray(units, dtype=np.float64), np.asarray(seconds, dtype=np.float64)
    if len(np.unique(x)) > 1:
        slope, intercept = np.polyfit(x, y, deg=1)
        if slope >= MIN_LABEL_SECONDS and intercept > 0:
            return Pace(60 / float(slope), float(intercept))
    return Pace(60 * float(x.sum() / y.sum()))


def describe_label_pace(pace: Pace) -> str:
    """Return the line about the pace for a terminal."""
    if pace.labels * MIN_LABEL_SECONDS > 60:
        limit = f"{MIN_LABEL_SECONDS:g} second per label"
        return f"The timed summaries took less than {limit}; this pace is not used for planning"
    reading = f" {name_argument('reading', round(pace.reading, 1))}" if pace.reading else ""
    planned = name_argument("pace", round(pace.labels, 2))
    return f"Pace of the summaries that were timed; plan the next with {planned}{reading}"
