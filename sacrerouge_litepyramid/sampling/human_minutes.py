"""The minutes that people need to write SCUs and to judge which of the SCUs a summary states."""

import math
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.sampling.designs import MIN_DRAWN
from sacrerouge_litepyramid.sampling.frame import Frame
from sacrerouge_litepyramid.sampling.pace import Pace

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
