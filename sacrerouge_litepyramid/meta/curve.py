"""Lite2.xPyramid from all SCUs to all STUs: agreement with people at each share (Zhang and Bansal 2021, fig. 2, 4)."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.agreement import Agreement, agreement, interval
from sacrerouge_litepyramid.core.mixing import Effort, SentenceKey, SentenceUnits, UnitsByInstance, effort, mix, select
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.metrics.lite_pyramid import Lite2xPyramid
from sacrerouge_litepyramid.presence.base import PresenceModel

PERCENTAGES = tuple(range(0, 101, 10))
STATISTICS = Agreement._fields

Mixed = Mapping[str, Sequence[Unit]]


class Mix(NamedTuple):
    """The units of each instance at one percentage, and what they save."""

    percentage: float
    units: Mixed
    effort: Effort


class Estimate(NamedTuple):
    """A statistic on the data, and in each resample of its documents, (resamples,); NaN where there is none."""

    value: float
    resampled: np.ndarray

    def less(self, other: "Estimate") -> "Estimate":
        """The difference, resample by resample: both must be of the same draws."""
        return Estimate(self.value - other.value, self.resampled - other.resampled)


Estimates = dict[str, Estimate]


class ScoredSummaries(NamedTuple):
    """Summaries and people's scores: ``texts[system][instance]``, and a matrix (systems, instances), NaN for none."""

    instances: tuple[str, ...]
    systems: tuple[str, ...]
    texts: Mapping[str, Mapping[str, str]]
    people: np.ndarray


def mixes(
    scus: UnitsByInstance,
    stus: UnitsByInstance,
    sentences: Mapping[SentenceKey, SentenceUnits],
    scores: np.ndarray,
    percentages: Sequence[float] = PERCENTAGES,
) -> list[Mix]:
    """The mixes of one ranking; ``scores``: (sentences,)."""
    chosen = []
    for percentage in percentages:
        selected = {key for key, taken in zip(sentences, select(scores, percentage), strict=True) if taken}
        chosen.append(Mix(percentage, mix(scus, stus, selected), effort(sentences, selected)))
    return chosen


def score_mixes(
    judged: ScoredSummaries, presence: PresenceModel, mixed: Sequence[Mixed]
) -> list[dict[str, np.ndarray]]:
    """For each mix and measure (p2c, …) the scores (systems, instances), NaN where a system has no summary.

    Many mixes give an instance the same units; each such set is judged once, in one pass over all.
    """
    sets = {(instance, tuple(units[instance])): None for units in mixed for instance in judged.instances}
    rows = {
        name: [row for row, system in enumerate(judged.systems) if name in judged.texts[system]]
        for name in judged.instances
    }
    summaries = [[judged.texts[judged.systems[row]][instance] for row in rows[instance]] for instance, _ in sets]
    judgements = Lite2xPyramid(presence).judge([list(each) for each in summaries], [units for _, units in sets])
    scores = {key: [each.scores() for each in row] for key, row in zip(sets, judgements, strict=True)}
    names = list(next((row[0] for row in scores.values() if row), {}))
    return [{name: _matrix(judged, rows, scores, units, name) for name in names} for units in mixed]


def estimate(ours: np.ndarray, people: np.ndarray, draws: np.ndarray) -> Estimates:
    """Each statistic of `Agreement`, on all documents and in each resample."""
    points, resampled = agreement(ours, people), agreement(ours, people, draws)
    return {name: Estimate(float(getattr(points, name)[0]), getattr(resampled, name)) for name in STATISTICS}


def mean_estimate(estimates: Sequence[Estimates]) -> Estimates:
    """The means of several selections' estimates over the same draws; of equal ones exactly that one."""
    means = {}
    for name in STATISTICS:
        first = estimates[0][name]
        further = [each[name].less(first) for each in estimates]
        means[name] = Estimate(
            first.value + float(np.mean([each.value for each in further])),
            first.resampled + np.mean([each.resampled for each in further], axis=0),
        )
    return means


def differences(first: Estimates, second: Estimates) -> Estimates:
    return {name: first[name].less(second[name]) for name in STATISTICS}


def as_json(estimates: Estimates) -> dict[str, Any]:
    """Value and 95% interval of each statistic; null where there is none."""
    result = {}
    for name, each in estimates.items():
        low, high = interval(each.resampled)
        result[name] = {"value": _number(each.value), "low": _number(low), "high": _number(high)}
    return result


def _matrix(
    judged: ScoredSummaries,
    rows: Mapping[str, list[int]],
    scores: Mapping[tuple[str, tuple[Unit, ...]], list[dict[str, float]]],
    units: Mixed,
    measure: str,
) -> np.ndarray:
    matrix = np.full(judged.people.shape, np.nan)
    for column, instance in enumerate(judged.instances):
        values = [each[measure] for each in scores[instance, tuple(units[instance])]]
        matrix[rows[instance], column] = values
    return matrix


def _number(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None
