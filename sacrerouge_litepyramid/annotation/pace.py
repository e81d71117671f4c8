"""The pace at which annotators write SCUs and label units."""

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.annotation.sampling.designs import Budget, Design, extend_design
from sacrerouge_litepyramid.annotation.sampling.frame import SamplingFrame
from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.io.annotations import WrittenSentence

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
#: sentences per hour if no pace was measured
ASSUMED_PACE = 60 / DEFAULT_WRITING
#: the fewest plausible seconds per sentence; a faster pace is not used for planning
MIN_SENTENCE_SECONDS = 10.0


class SentencePace(NamedTuple):
    """The number of sentences that were timed, and the sum of their seconds."""

    sentences: int
    seconds: float


def measure_sentence_pace(written: Iterable[WrittenSentence]) -> SentencePace | None:
    """Return the pace of the finished sentences that have a time; None if no sentence has one."""
    seconds = [sentence.seconds for sentence in written if sentence.seconds]
    return SentencePace(len(seconds), sum(seconds)) if seconds else None


def describe_sentence_pace(pace: SentencePace) -> str:
    """Return the line about the pace for a terminal."""
    timed = f"Pace: {pace.sentences} sentences timed, {pace.seconds / 3600:.2f} hours"
    if pace.seconds < MIN_SENTENCE_SECONDS * pace.sentences:
        return f"{timed}; less than {MIN_SENTENCE_SECONDS:g} seconds per sentence; this pace is not used for planning"
    return f"{timed}; plan the next with {name_argument('pace', round(float(3600 * pace.sentences / pace.seconds), 1))}"
