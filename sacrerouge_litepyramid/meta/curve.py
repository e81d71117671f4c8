"""Measure agreement with people from all SCUs to all STUs (Lite2.xPyramid; Zhang and Bansal 2021, fig. 2, 4)."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.mixing import (
    Effort,
    SentenceKey,
    SentenceUnits,
    UnitsByInstance,
    measure_effort,
    mix,
    select,
)
from sacrerouge_litepyramid.meta.scored import UnitSet
from sacrerouge_litepyramid.meta.scores import finite_or_none
from sacrerouge_litepyramid.statistics.agreement import agreement
from sacrerouge_litepyramid.statistics.intervals import resampled_interval

PERCENTAGES = tuple(range(0, 101, 10))
STATISTICS = ("system_pearson", "system_spearman", "summary_pearson", "summary_spearman")


class Mix(NamedTuple):
    """The units of each instance at one percentage, and what they save."""

    percentage: float
    units: UnitSet
    effort: Effort


class Estimate(NamedTuple):
    """A statistic on the data, and in each resample of its documents, (resamples,); NaN where there is none."""

    value: float
    resampled: np.ndarray

    def subtract(self, other: "Estimate") -> "Estimate":
        """Return the difference, resample by resample; both must be of the same draws."""
        return Estimate(self.value - other.value, self.resampled - other.resampled)


Estimates = dict[str, Estimate]


def make_mixes(
    scus: UnitsByInstance,
    stus: UnitsByInstance,
    sentences: Mapping[SentenceKey, SentenceUnits],
    scores: np.ndarray,
    percentages: Sequence[float] = PERCENTAGES,
) -> list[Mix]:
    """Make the mixes of one ranking, one for each percentage; ``scores``: (sentences,)."""
    chosen = []
    for percentage in percentages:
        selected = {key for key, taken in zip(sentences, select(scores, percentage), strict=True) if taken}
        chosen.append(Mix(percentage, mix(scus, stus, selected), measure_effort(sentences, selected)))
    return chosen


def estimate(ours: np.ndarray, people: np.ndarray, draws: np.ndarray) -> Estimates:
    """Return each of STATISTICS, on all documents and in each resample."""
    points, resampled = agreement(ours, people), agreement(ours, people, draws)
    return {name: Estimate(float(getattr(points, name)[0]), getattr(resampled, name)) for name in STATISTICS}


def average_estimates(estimates: Sequence[Estimates]) -> Estimates:
    """Average several selections' estimates over the same draws; equal estimates are returned exactly."""
    means = {}
    for name in STATISTICS:
        first = estimates[0][name]
        further = [each[name].subtract(first) for each in estimates]
        means[name] = Estimate(
            first.value + float(np.mean([each.value for each in further])),
            first.resampled + np.mean([each.resampled for each in further], axis=0),
        )
    return means


def subtract_estimates(first: Estimates, second: Estimates) -> Estimates:
    return {name: first[name].subtract(second[name]) for name in STATISTICS}


def as_json(estimates: Estimates) -> dict[str, Any]:
    """Return the value and the 95% interval of each statistic; null where there is none."""
    result = {}
    for name, each in estimates.items():
        low, high = resampled_interval(each.value, each.resampled)
        result[name] = {"value": finite_or_none(each.value), "low": finite_or_none(low), "high": finite_or_none(high)}
    return result
