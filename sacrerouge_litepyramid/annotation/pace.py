"""The time that annotators need to write SCUs and to label units, assumed or measured at a form."""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.annotation.sampling.designs import MIN_DRAWN, Budget, Design, extend_design
from sacrerouge_litepyramid.annotation.sampling.frame import Frame
from sacrerouge_litepyramid.io.annotations import WrittenSentence
from sacrerouge_litepyramid.io.votes import Votes

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


#: assumptions, not measurements: the examples of docs/annotation.md and docs/people-and-machine.md
DEFAULT_WRITING = 3.0
DEFAULT_PACE = 10.0
DEFAULT_READING = 12.0
#: a system's summaries that minutes must pay for, so that its judgements can be sampled by any design
MIN_SUMMARIES = 2 * MIN_DRAWN


class HumanPace(NamedTuple):
    """``writing``: the minutes to write the SCUs of one reference sentence; ``judging``: the pace of judgements."""

    writing: float = DEFAULT_WRITING
    judging: Pace = Pace(DEFAULT_PACE, DEFAULT_READING)

    def check(self) -> None:
        """Raise ValueError unless all numbers are finite, the judgements above 0 and the times 0 or more."""
        if not 0 <= self.writing < math.inf:
            raise ValueError(f"writing must be 0 minutes or more, not {self.writing}")
        self.judging.check()


class Census(NamedTuple):
    """What there is to do for all documents: the sentences to write SCUs for, the summaries, and the judgements."""

    systems: int
    documents: int
    sentences: int
    summaries: int
    judgements: int

    def compute_writing(self, pace: HumanPace) -> float:
        """Return the minutes to write the SCUs of all sentences."""
        return self.sentences * pace.writing

    def compute_minutes(self, pace: HumanPace) -> float:
        """Return the minutes to write all SCUs and to judge all of them in all summaries."""
        return self.compute_writing(pace) + pace.judging.compute_minutes(self.judgements, self.summaries)

    def count_documents(self, minutes: float, pace: HumanPace) -> int:
        """Return the documents that minutes pay for on average, to write their SCUs and to judge them, at most all."""
        whole = self.compute_minutes(pace)
        return self.documents if minutes >= whole else math.floor(minutes * self.documents / whole)

    def compute_smallest_sample(self, pace: HumanPace) -> float:
        """Return the minutes to judge MIN_SUMMARIES summaries of each system."""
        summaries = MIN_SUMMARIES * self.systems
        return pace.judging.compute_minutes(summaries * self.judgements / self.summaries, summaries)


def count_census(frame: Frame, sentences: int) -> Census:
    """Return the census of a population of judgements of SCUs, which were written for a number of sentences."""
    summaries = len(np.unique(np.column_stack([frame.system, frame.document]), axis=0))
    return Census(len(frame.systems), len(frame.documents), sentences, summaries, len(frame.weight))


#: sentences an hour where nobody has measured a pace, an assumption without a source
ASSUMED_PACE = 60 / DEFAULT_WRITING


class SentencePace(NamedTuple):
    """The sentences that were timed, and their seconds together."""

    sentences: int
    seconds: float

    @property
    def an_hour(self) -> float:
        """The sentences that take an hour at this pace."""
        return 3600 * self.sentences / self.seconds


def measure_sentence_pace(written: Iterable[WrittenSentence]) -> SentencePace | None:
    """Return the pace of the finished sentences that have a time; None if no sentence has one."""
    seconds = [each.seconds for each in written if each.seconds]
    return SentencePace(len(seconds), sum(seconds)) if seconds else None


def describe_sentence_pace(pace: SentencePace) -> str:
    """Return the line about the pace for a terminal."""
    return (
        f"Pace: {pace.sentences} sentences timed, {pace.seconds / 3600:.2f} hours; plan the next with "
        f"--pace {pace.an_hour:.1f}"
    )


def measure_judgement_pace(votes: Iterable[Votes]) -> Pace | None:
    """Return the pace of the summaries that were judged whole and have a time; None if no summary has one."""
    timed = [(len(each.votes), each.seconds) for each in votes if each.seconds and None not in each.votes]
    return fit_pace(*zip(*timed, strict=True)) if timed else None


def fit_pace(units: Sequence[int], seconds: Sequence[float]) -> Pace:
    """Return the pace by least squares of the seconds of summaries on their numbers of units.

    The intercept is the time to read a summary. Where it would be negative, where the time would not grow with the
    units, or where all summaries have the same number of units, reading is 0 and the pace is all units by all minutes.
    """
    x, y = np.asarray(units, dtype=np.float64), np.asarray(seconds, dtype=np.float64)
    if len(np.unique(x)) > 1:
        slope, intercept = np.polyfit(x, y, deg=1)
        if slope > 0 and intercept > 0:
            return Pace(60 / float(slope), float(intercept))
    return Pace(60 * float(x.sum() / y.sum()))


def describe_judgement_pace(pace: Pace) -> str:
    """Return the line about the pace for a terminal."""
    reading = f" --reading {pace.reading:.1f}" if pace.reading else ""
    return f"Pace of the summaries that were timed; plan the next with --pace {pace.judgements:.2f}{reading}"
