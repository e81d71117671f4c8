"""The pace of people at a form, from the times that it measured, as `--pace` of the planning commands takes it."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.formats.annotations import WrittenSentence
from sacrerouge_litepyramid.formats.presence_votes import Votes
from sacrerouge_litepyramid.sampling.human_minutes import DEFAULT_WRITING
from sacrerouge_litepyramid.sampling.pace import Pace

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
