"""Units that a judge did not answer: their numbers, and what scores and decisions would be if the
missing answers were known.

With the missing answers as 0 and as 1, a score has its lowest and its highest possible value. What
is said of systems must hold for both."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.answers import Answers
from sacrerouge_litepyramid.core.texts import list_some
from sacrerouge_litepyramid.core.units import VITAL
from sacrerouge_litepyramid.io.evaluation_folder import split_measure
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.statistics.difference import Difference, MissingAnswers
from sacrerouge_litepyramid.statistics.estimate import finite_or_none, format_number
from sacrerouge_litepyramid.statistics.interval_notes import describe_missing_answers
from sacrerouge_litepyramid.statistics.paired import compare_pairs
from sacrerouge_litepyramid.statistics.system_effects import estimate_comparable_means
from sacrerouge_litepyramid.statistics.warning import Kind, ResultWarning


class ScoreBounds(NamedTuple):
    """The numbers of a summary's units and answers, and its score with the missing as 0 and as 1.

    They are numbers, or matrices (systems, documents) with NaN for a missing summary.
    """

    units: Any
    answered: Any
    low: Any
    high: Any

    def negate(self) -> "ScoreBounds":
        """Return the bounds of the negated score."""
        return self._replace(low=0 - self.high, high=0 - self.low)

    def take(self, places: Sequence[int] | np.ndarray, axis: int) -> "ScoreBounds":
        """Return the matrices' rows (``axis`` 0) or columns at the places."""
        return ScoreBounds(*(matrix.take(places, axis) for matrix in self))


class SystemAnswers(NamedTuple):
    """How many of its units a judge answered, and its mean with the missing as 0 and as 1."""

    units: int
    answered: int
    low: float
    high: float

    @property
    def counts(self) -> tuple[int, int]:
        """The numbers of answered and of all units."""
        return self.answered, self.units

    @property
    def missing(self) -> int:
        """The number of units without an answer."""
        return self.units - self.answered

    def to_dict(self) -> dict[str, Any]:
        """Return the numbers for JSON."""
        return {
            "units": self.units,
            "answered": self.answered,
            "bounds": [finite_or_none(self.low), finite_or_none(self.high)],
        }

    def __str__(self) -> str:
        # A file of scores with all answers has no counts.
        return f"{self.answered:,}/{self.units:,}" if self.units else "all"


def name_counts(metric: str) -> list[str]:
    """Return the names of the `Answers` beside a score METRIC_MEASURE, [] for another score."""
    name, measure = split_measure(metric)
    ending = f"_{VITAL}" if metric.endswith(f"_{VITAL}") else ""
    return [f"{name}_{field}{ending}" for field in Answers._fields] if measure else []


def bound_score(score: float, answers: Answers) -> ScoreBounds:
    """Return the bounds of a summary's score, the mean of the answered units."""
    share = answers.answeredweight
    if math.isnan(share) or share == 1:
        return ScoreBounds(answers.units, answers.answered, score, score)
    low = share * (0.0 if math.isnan(score) else score)
    return ScoreBounds(answers.units, answers.answered, low, low + 1 - share)


def bound_scores(
    scores: Mapping[SummaryKey, float], counts: Sequence[Mapping[SummaryKey, float]]
) -> dict[SummaryKey, ScoreBounds]:
    """Return the bounds of scores; ``counts``: the `Answers`, a mapping for each field.

    A summary without counts has all its answers.
    """
    units, answered, share = counts
    bounds = {}
    for key, score in scores.items():
        given = Answers(units.get(key, 0), answered.get(key, 0), share.get(key, 1.0))
        bounds[key] = bound_score(score, given)
    return bounds


def count_answers(bounds: ScoreBounds, systems: Sequence[str]) -> dict[str, SystemAnswers]:
    """Return each system's numbers of units and answers, with the bounds of its mean.

    The means are those of `estimate_comparable_means`.
    """
    low = estimate_comparable_means(bounds.low).value
    high = estimate_comparable_means(bounds.high).value
    units, answered = (np.nansum(counts, axis=1) for counts in (bounds.units, bounds.answered))
    return {
        system: SystemAnswers(
            int(units[place]), int(answered[place]), float(low[place]), float(high[place])
        )
        for place, system in enumerate(systems)
    }


def hold_to_bounds(
    pairs: Sequence[Difference],
    first: ScoreBounds,
    second: ScoreBounds,
    answers: Mapping[str, SystemAnswers],
    permutations: int,
    seed: int,
) -> list[Difference]:
    """Return the pairs; one is better only if it is whatever the missing answers are.

    ``first`` and ``second``: the bounds of the pairs' systems, (pairs, documents);
    ``permutations`` and ``seed``: as for `compare_pairs`.
    """
    named = [(pair.first, pair.second) for pair in pairs]
    lowest = compare_pairs(first.low, second.high, named, permutations, seed)
    highest = compare_pairs(first.high, second.low, named, permutations, seed)
    held = []
    for pair, low, high in zip(pairs, lowest, highest, strict=True):
        missing = describe_missing_answers(
            {name: answers[name].counts for name in (pair.first, pair.second)}
        )
        if missing:
            ends = [format_number(end.difference.value, sign="+") for end in (low, high)]
            text = (
                f"{missing}; with them, {pair.first} − {pair.second} may be anything from "
                f"{' to '.join(ends)}."
            )
            is_undecided = len({pair.better, low.better, high.better}) > 1
            pair = pair._replace(
                missing=MissingAnswers(text, low.difference, high.difference, is_undecided),
                better=None if is_undecided else pair.better,
            )
        held.append(pair)
    return held


def warn_of_missing_answers(answers: Mapping[str, SystemAnswers]) -> Iterator[ResultWarning]:
    """Yield a warning if answers are missing, with the bounds of the systems' means."""
    missing = describe_missing_answers({name: row.counts for name, row in answers.items()})
    if not missing:
        return
    ranges = [
        f"{name} {format_number(row.low)} to {format_number(row.high)}"
        for name, row in answers.items()
        if row.missing
    ]
    yield ResultWarning(
        Kind.UNANSWERED,
        f"{missing}: means are of the answered units. With the missing as 0 and as 1 the means "
        f"are: {list_some(ranges, 3)}.",
    )
