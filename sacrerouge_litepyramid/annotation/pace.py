"""The pace at which annotators write SCUs."""

from collections.abc import Iterable
from typing import NamedTuple

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.io.annotations import WrittenSentence

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
