"""A metric's correlations with human scores on one data set or over folds, and their intervals.

Intervals are for the same systems. At the system level, that of one data set covers the correlation that infinitely
many documents would give; that of folds of different documents covers the mean correlation of other folds of as many
documents. The summary level is a mean over documents, with Student's interval. The global level has none.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.agreement import (
    Agreement,
    bootstrap,
    correlate_documents,
    correlate_systems,
    count_constant_documents,
    count_incomplete_documents,
)
from sacrerouge_litepyramid.statistics.correlations import correlate_all
from sacrerouge_litepyramid.statistics.estimate import Estimate
from sacrerouge_litepyramid.statistics.intervals import TWO_WAY, clip_interval, percentile_interval
from sacrerouge_litepyramid.statistics.rounding import average
from sacrerouge_litepyramid.statistics.spread import combine_folds, measure_influences
from sacrerouge_litepyramid.statistics.two_way import COEFFICIENTS, draw_correlations, measure_moments

#: the levels that have intervals, and all
INTERVAL_LEVELS = ("system", "summary")
LEVELS = (*INTERVAL_LEVELS, "global")
#: the largest difference of two correlations
MAX_DIFFERENCE = 2.0


class ScorePair(NamedTuple):
    """A metric's and human scores, matrices (systems, documents), NaN if missing, and the seed of their resamples."""

    ours: np.ndarray
    human: np.ndarray
    seed: int = 0


class Resampling(NamedTuple):
    """How to compute intervals."""

    resamples: int = 1000
    # the rule for constant documents
    constant: str = "drop"


class Contrast(NamedTuple):
    """The scores of one metric, or of two to be subtracted, and human scores: matrices (systems, documents).

    Folds with the same seed have the same documents and different systems; folds with others have different documents.
    """

    metrics: tuple[np.ndarray, ...]
    human: np.ndarray
    seed: int = 0


def estimate_correlations(
    folds: Sequence[ScorePair], resampling: Resampling, levels: Sequence[str] = INTERVAL_LEVELS
) -> dict[str, Estimate]:
    """Return each correlation, named LEVEL_COEFFICIENT, as the mean over folds with its interval.

    Folds with the same seed have the same documents and different systems; folds with others have different documents.
    """
    contrasts = [Contrast((fold.ours,), fold.human, fold.seed) for fold in folds]
    return _estimate(contrasts, resampling, levels)


def estimate_difference(
    first: ScorePair, second: ScorePair, resampling: Resampling, levels: Sequence[str] = INTERVAL_LEVELS
) -> tuple[dict[str, Estimate], dict[str, np.ndarray]]:
    """Return the first metric's correlations minus the second's with intervals, and the differences in a bootstrap.

    The two must have scores in the same cells, and both are resampled alike. With few systems or documents an interval
    may have no width, or reach the largest possible difference; it is then omitted.
    """
    contrast = Contrast((first.ours, second.ours), first.human, first.seed)
    estimates = _estimate([contrast], resampling, levels)
    for name, estimate in estimates.items():
        if not -MAX_DIFFERENCE < estimate.low < estimate.high < MAX_DIFFERENCE:
            estimates[name] = Estimate(estimate.value)
    if not resampling.resamples:
        return estimates, {}
    ours = bootstrap(first.ours, first.human, resampling.resamples, first.seed, resampling.constant)
    baseline = bootstrap(second.ours, second.human, resampling.resamples, second.seed, resampling.constant)
    return estimates, {name: getattr(ours, name) - getattr(baseline, name) for name in Agreement._fields}


def count_items(pair: ScorePair, constant: str) -> dict[str, int]:
    """Return, by level, the number of correlated items: systems, averaged documents, and summaries."""
    known = ~(np.isnan(pair.ours) | np.isnan(pair.human))
    documents = known.shape[1] - count_incomplete_documents(pair.ours, pair.human)
    if constant == "drop":
        documents -= count_constant_documents(pair.ours, pair.human)
    return {"system": int(known.any(axis=1).sum()), "summary": documents, "global": int(known.sum())}


def _estimate(folds: Sequence[Contrast], resampling: Resampling, levels: Sequence[str]) -> dict[str, Estimate]:
    """Return the mean of each correlation over folds with its interval, clipped to what is possible.

    With too few systems or documents there is no interval. An interval that misses its value, which the noise of few
    documents can lower by much, is widened to include it.
    """
    has_same_documents = len({fold.seed for fold in folds}) == 1
    estimates = {}
    for level in levels:
        has_interval = level in INTERVAL_LEVELS and resampling.resamples > 0
        is_drawn = has_interval and level == "system" and has_same_documents
        draws = _draw_correlations(folds, resampling.resamples) if is_drawn else {}
        by_fold = [_correlate(fold, level, resampling.constant) for fold in folds]
        for name in COEFFICIENTS:
            values = np.array([_subtract([average(items, axis=0) for items in fold[name]]) for fold in by_fold])
            estimate = Estimate(float(values.mean()))
            if is_drawn:
                estimate = percentile_interval(estimate.value, draws.get(name, np.empty(0)))
            elif has_interval and level == "system":
                variance = combine_folds([measure_influences(values)], has_same_documents=True)
                estimate = variance.estimate(estimate.value)
            elif has_interval:
                influences = [measure_influences(_subtract(fold[name])) for fold in by_fold]
                estimate = combine_folds(influences, has_same_documents).estimate(estimate.value)
            if has_interval:
                estimate = clip_interval(estimate, largest=len(folds[0].metrics))._replace(method=TWO_WAY)
            estimates[f"{level}_{name}"] = estimate
    return estimates


def _correlate(fold: Contrast, level: str, constant: str) -> dict[str, list[np.ndarray]]:
    """Return, by coefficient, each metric's correlations: those of all documents, or at other levels a single one."""
    parts = []
    for metric in fold.metrics:
        if level == "system":
            parts.append(correlate_systems(metric, fold.human, constant))
        elif level == "summary":
            parts.append(correlate_documents(metric, fold.human, constant))
        else:
            parts.append(correlate_all(metric, fold.human))
    return {name: [getattr(part, name) for part in parts] for name in COEFFICIENTS}


def _draw_correlations(folds: Sequence[Contrast], draws: int) -> dict[str, np.ndarray]:
    """Return, by coefficient, draws of the mean over folds of different systems; {} if there is too little to draw."""
    sides = [np.concatenate([fold.human for fold in folds])]
    for metric in range(len(folds[0].metrics)):
        sides.append(np.concatenate([fold.metrics[metric] for fold in folds]))
    sizes = []
    for fold in folds:
        sides_of_fold = np.stack([fold.human, *fold.metrics])
        is_known = ~np.isnan(sides_of_fold).any(axis=0)
        sizes.append(int(is_known.any(axis=1).sum()))
    generator = np.random.default_rng(folds[0].seed)
    drawn = draw_correlations(measure_moments(sides), draws, generator, sizes)
    return {name: _subtract(list(values.T)) for name, values in drawn.items()}


def _subtract(values: Sequence[np.ndarray]) -> np.ndarray:
    """Return the first values minus the second, or the only ones."""
    return values[0] if len(values) == 1 else values[0] - values[1]
