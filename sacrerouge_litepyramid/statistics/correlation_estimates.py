"""A metric's correlations with human scores on one data set or over folds, and their intervals.

Intervals are for the same systems. At the system level, that of one data set covers the correlation that infinitely
many documents would give; that of folds of different documents covers the mean correlation of other folds of as many
documents. The summary level is a mean over documents, with Student's interval. The global level has that of a jackknife
over documents, for Pearson's r and the like on Fisher's scale.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.agreement import (
    bootstrap,
    correlate_documents,
    correlate_scores,
    count_constant_documents,
    count_incomplete_documents,
)
from sacrerouge_litepyramid.statistics.correlations import correlate_all, correlate_sides
from sacrerouge_litepyramid.statistics.estimate import Estimate
from sacrerouge_litepyramid.statistics.intervals import JACKKNIFE, TWO_WAY, clip_interval, percentile_interval
from sacrerouge_litepyramid.statistics.rounding import ROUNDING
from sacrerouge_litepyramid.statistics.spread import combine_folds, measure_influences
from sacrerouge_litepyramid.statistics.two_way import COEFFICIENTS, draw_correlations, measure_moments

#: the levels of correlations across systems, and all
SYSTEM_LEVELS = ("system", "summary")
LEVELS = (*SYSTEM_LEVELS, "global")
#: the most groups of documents that the jackknife leaves out in turn
MAX_GROUPS = 100
#: the largest difference of two correlations
MAX_DIFFERENCE = 2.0


class ScorePair(NamedTuple):
    """A metric's and human scores, matrices (systems, documents), NaN if missing, and the seed of their resamples."""

    ours: np.ndarray
    human: np.ndarray
    seed: int = 0


class Resampling(NamedTuple):
    """How to compute intervals; ``constant``: the rule for constant documents."""

    resamples: int = 1000
    constant: str = "drop"


def estimate_correlations(
    folds: Sequence[ScorePair], resampling: Resampling, levels: Sequence[str] = SYSTEM_LEVELS
) -> dict[str, Estimate]:
    """Return each correlation, named LEVEL_COEFFICIENT, as the mean over folds with its interval.

    Folds with the same seed have the same documents and different systems; folds with others have different documents.
    """
    contrasts = [Contrast((fold.ours,), fold.human, fold.seed) for fold in folds]
    return _estimate(contrasts, resampling, levels, _correlate(folds, resampling, levels))


def estimate_difference(
    first: ScorePair, second: ScorePair, resampling: Resampling, levels: Sequence[str] = SYSTEM_LEVELS
) -> tuple[dict[str, Estimate], dict[str, np.ndarray]]:
    """Return the first metric's correlations minus the second's with intervals, and the differences in a bootstrap.

    The two must have scores in the same cells, and both are resampled alike. With few systems or documents an interval
    may have no width, or reach the largest possible difference; it is then omitted.
    """
    ours, baseline = (_correlate([pair], resampling, levels) for pair in (first, second))
    values = {name: value - baseline[name] for name, value in ours.items()}
    contrast = Contrast((first.ours, second.ours), first.human, first.seed)
    estimates = _estimate([contrast], resampling, levels, values)
    for name, estimate in estimates.items():
        if not -MAX_DIFFERENCE < estimate.low < estimate.high < MAX_DIFFERENCE:
            estimates[name] = Estimate(estimate.value)
    if not resampling.resamples:
        return estimates, {}
    drawn, subtracted = (
        bootstrap(pair.ours, pair.human, resampling.resamples, pair.seed, resampling.constant)._asdict()
        for pair in (first, second)
    )
    return estimates, {name: resampled - subtracted[name] for name, resampled in drawn.items()}


def count_items(pair: ScorePair, constant: str) -> dict[str, int]:
    """Return, by level, the number of correlated items: systems, averaged documents, and summaries."""
    known = ~(np.isnan(pair.ours) | np.isnan(pair.human))
    documents = known.shape[1] - count_incomplete_documents(pair.ours, pair.human)
    if constant == "drop":
        documents -= count_constant_documents(pair.ours, pair.human)
    return {"system": int(known.any(axis=1).sum()), "summary": documents, "global": int(known.sum())}


def _correlate(folds: Sequence[ScorePair], resampling: Resampling, levels: Sequence[str]) -> dict[str, float]:
    """Return the mean over folds of each correlation."""
    parts = []
    for ours, human, _ in folds:
        part = correlate_scores(ours, human, constant=resampling.constant)._asdict()
        if "global" in levels:
            part |= {f"global_{name}": value for name, value in correlate_all(ours, human)._asdict().items()}
        parts.append(part)
    names = [f"{level}_{coefficient}" for level in levels for coefficient in COEFFICIENTS]
    return {name: float(np.mean([part[name] for part in parts], axis=0)[0]) for name in names}


def _estimate(
    folds: Sequence["Contrast"], resampling: Resampling, levels: Sequence[str], values: Mapping[str, float]
) -> dict[str, Estimate]:
    estimates = {name: Estimate(value) for name, value in values.items()}
    for level in levels:
        if not resampling.resamples:
            continue
        level_values = {coefficient: values[f"{level}_{coefficient}"] for coefficient in COEFFICIENTS}
        intervals = _measure_intervals(folds, level, level_values, resampling)
        estimates |= {f"{level}_{coefficient}": interval for coefficient, interval in intervals.items()}
    return estimates


class Contrast(NamedTuple):
    """The scores of one metric, or of two to be subtracted, and human scores: matrices (systems, documents).

    Folds with the same ``seed`` have the same documents and different systems; folds with others have different
    documents.
    """

    metrics: tuple[np.ndarray, ...]
    human: np.ndarray
    seed: int = 0

    @property
    def sides(self) -> tuple[np.ndarray, ...]:
        """All scores, the human ones first."""
        return (self.human, *self.metrics)


def _measure_intervals(
    folds: Sequence[Contrast], level: str, values: Mapping[str, float], resampling: Resampling
) -> dict[str, Estimate]:
    """Return, by coefficient, a level's mean over folds with its interval; ``values``: the means, NaN if undefined.

    With too few systems or documents there is no interval. An interval that misses its value, which the noise of few
    documents can lower by much, is widened to include it.
    """
    has_same_documents = len({fold.seed for fold in folds}) == 1
    if level == "system" and has_same_documents:
        intervals = _draw_intervals(folds, values, resampling.resamples)
    else:
        intervals = {}
        for name, influences in _list_influences(folds, level, resampling.constant).items():
            # At the system level there is one array, of the folds.
            variance = combine_folds(influences, has_same_documents or level == "system")
            intervals[name] = variance.estimate(values[name])
    estimates = {name: intervals.get(name, Estimate(values[name])) for name in COEFFICIENTS}
    largest = len(folds[0].metrics)
    method = JACKKNIFE if level == "global" else TWO_WAY
    if level == "global" and largest == 1:
        estimates = {name: _stretch_interval(estimate) for name, estimate in estimates.items()}
    return {name: clip_interval(estimate, largest)._replace(method=method) for name, estimate in estimates.items()}


def _stretch_interval(estimate: Estimate) -> Estimate:
    """Return a correlation with its interval on Fisher's scale, on which its error depends less on its value."""
    slope = 1 - estimate.value**2
    if not slope > ROUNDING:
        return estimate
    margin = (estimate.high - estimate.value) / slope
    centre = np.arctanh(estimate.value)
    return estimate._replace(low=float(np.tanh(centre - margin)), high=float(np.tanh(centre + margin)))


def _draw_intervals(folds: Sequence[Contrast], values: Mapping[str, float], draws: int) -> dict[str, Estimate]:
    """Return, by coefficient, the mean over folds of different systems with the percentiles of its draws."""
    sides = [np.concatenate(parts) for parts in zip(*(fold.sides for fold in folds), strict=True)]
    sizes = [int((~np.isnan(np.stack(fold.sides)).any(axis=0)).any(axis=1).sum()) for fold in folds]
    generator = np.random.default_rng(folds[0].seed)
    intervals = {}
    for name, drawn in draw_correlations(measure_moments(sides), draws, generator, sizes).items():
        intervals[name] = percentile_interval(values[name], _subtract(list(drawn.T)))
    return intervals


def _list_influences(folds: Sequence[Contrast], level: str, constant: str) -> Mapping[str, Sequence[np.ndarray]]:
    """Return, by coefficient, the influences of each fold's documents, or at the system level those of the folds."""
    if level == "system":
        values = [_correlate_systems(fold, constant) for fold in folds]
        return {name: [measure_influences(np.array([value[name] for value in values]))] for name in COEFFICIENTS}
    correlate = _leave_out_documents if level == "global" else _correlate_documents
    by_fold = [correlate(fold.sides, constant) for fold in folds]
    return {name: [measure_influences(by_document[name]) for by_document in by_fold] for name in COEFFICIENTS}


def _correlate_systems(fold: Contrast, constant: str) -> Mapping[str, float]:
    metrics = [correlate_scores(metric, fold.human, constant=constant)._asdict() for metric in fold.metrics]
    return {name: float(_subtract([metric[f"system_{name}"] for metric in metrics])[0]) for name in COEFFICIENTS}


def _correlate_documents(sides: Sequence[np.ndarray], constant: str) -> Mapping[str, np.ndarray]:
    """Return, by coefficient, the correlations with human scores in each document, (documents,)."""
    metrics = [correlate_documents(metric, sides[0], constant)._asdict() for metric in sides[1:]]
    return {name: _subtract([metric[name] for metric in metrics]) for name in COEFFICIENTS}


def _leave_out_documents(sides: Sequence[np.ndarray], constant: str) -> Mapping[str, np.ndarray]:
    """Return, by coefficient, a value of each group of documents, whose influences are those of the jackknife.

    A correlation over all summaries has no rule for ``constant`` documents. Source: Efron, Biometrika 1981.
    """
    scores = np.stack([*sides[1:], sides[0]])
    documents = np.flatnonzero(~np.isnan(scores.sum(axis=0)).all(axis=0))
    groups = np.array_split(documents, min(len(documents), MAX_GROUPS) or 1)
    left_out = [correlate_sides(*np.delete(scores, group, axis=2)) for group in groups]
    return dict(zip(COEFFICIENTS, (1 - len(groups)) * np.transpose(left_out), strict=True))


def _subtract(values: Sequence[np.ndarray]) -> np.ndarray:
    """Return the first values minus the second, or the only ones."""
    return values[0] if len(values) == 1 else values[0] - values[1]
