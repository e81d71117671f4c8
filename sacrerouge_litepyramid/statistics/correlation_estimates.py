"""A metric's correlations with human scores at each level, with their intervals.

Scores are those of one data set, or of folds, over which correlations are averaged. Intervals are
for the same systems. At the system level the value is that of these documents, as papers print it,
and the interval is that of other samples of as many documents; `Estimate.limit` is the interval
without the documents' noise, which lowers a correlation (`statistics.two_way`). For folds of
different documents, the value is the mean over folds, and its interval covers the mean of other
folds of as many documents. The summary level is a mean over documents, with Student's interval. The
global level has the interval of a jackknife over documents, for a correlation on Fisher's scale.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.agreement import correlate_documents, correlate_systems
from sacrerouge_litepyramid.statistics.correlations import subtract_correlations
from sacrerouge_litepyramid.statistics.estimate import Estimate, Interval
from sacrerouge_litepyramid.statistics.intervals import clip_interval, find_percentiles
from sacrerouge_litepyramid.statistics.rounding import ROUNDING, average
from sacrerouge_litepyramid.statistics.spread import combine_folds, measure_influences
from sacrerouge_litepyramid.statistics.two_way import (
    draw_correlations,
    measure_moments,
    subtract_effects,
)

#: the most groups of documents that the jackknife leaves out in turn
MAX_GROUPS = 100


class ScorePair(NamedTuple):
    """A metric's and human scores, matrices (systems, documents), NaN if missing."""

    ours: np.ndarray
    human: np.ndarray
    # folds with the same seed have the same documents and different systems; others have different
    # documents
    seed: int = 0
    # the scores, in the same cells, of a metric whose correlations are subtracted from ours
    other: np.ndarray | None = None

    @property
    def metrics(self) -> list[np.ndarray]:
        """The scores of one metric or of two."""
        return [self.ours] if self.other is None else [self.ours, self.other]

    @property
    def largest(self) -> int:
        """The largest possible correlation, 1, or difference of two, 2."""
        return len(self.metrics)


class Resampling(NamedTuple):
    """How to compute intervals."""

    # the number of draws; 0 for no intervals
    resamples: int = 1000
    # the rule for constant documents, one of statistics.agreement's CONSTANT_RULES
    constant: str = "drop"


class Correlation(NamedTuple):
    """A metric's correlations with human scores at one level, or two metrics' differences."""

    pearson: Estimate
    spearman: Estimate
    kendall: Estimate


def correlate_system_level(folds: Sequence[ScorePair], resampling: Resampling) -> Correlation:
    """Return the correlations of the systems' means, as the mean over folds."""
    by_fold = []
    for fold in folds:
        by_metric = []
        for metric in fold.metrics:
            correlations = correlate_systems(metric, fold.human, resampling.constant)
            by_metric.append(np.ravel(correlations))
        by_fold.append(_subtract(by_metric))
    observed = np.mean(by_fold, axis=0).tolist()
    if not resampling.resamples:
        return Correlation(*map(Estimate, observed))
    if _share_documents(folds):
        estimates = _draw_intervals(folds, observed, resampling.resamples)
        return Correlation(*estimates)
    estimates = []
    for values, mean in zip(np.transpose(by_fold), observed, strict=True):
        # The folds are a sample of independent correlations.
        estimates.append(_add_interval(mean, [measure_influences(values)], True, folds))
    return Correlation(*estimates)


def correlate_summary_level(folds: Sequence[ScorePair], resampling: Resampling) -> Correlation:
    """Return the correlations across systems, averaged over documents and then over folds."""
    means = []
    # the difference of two metrics' correlations, or the correlations, (coefficients, documents)
    by_fold = []
    for fold in folds:
        by_metric = []
        for metric in fold.metrics:
            correlations = correlate_documents(metric, fold.human, resampling.constant)
            by_metric.append(np.stack(correlations))
        means.append(_subtract(average(values, axis=1) for values in by_metric))
        by_fold.append(_subtract(by_metric))
    estimates = []
    for place, mean in enumerate(np.mean(means, axis=0).tolist()):
        estimate = Estimate(mean)
        if resampling.resamples:
            influences = [measure_influences(values[place]) for values in by_fold]
            estimate = _add_interval(mean, influences, _share_documents(folds), folds)
        estimates.append(estimate)
    return Correlation(*estimates)


def correlate_global_level(pair: ScorePair, resampling: Resampling) -> Correlation:
    """Return the correlations over all summaries."""
    observed = subtract_correlations(pair.metrics, pair.human).tolist()
    if not resampling.resamples:
        return Correlation(*map(Estimate, observed))
    is_missing = np.isnan(np.stack([*pair.metrics, pair.human])).any(axis=0)
    documents = np.flatnonzero(~is_missing.all(axis=0))
    groups = np.array_split(documents, min(len(documents), MAX_GROUPS) or 1)
    left_out = []
    for group in groups:
        metrics = [np.delete(metric, group, axis=1) for metric in pair.metrics]
        human = np.delete(pair.human, group, axis=1)
        left_out.append(subtract_correlations(metrics, human))
    estimates = []
    for value, values in zip(observed, np.transpose(left_out), strict=True):
        # Efron 1981: the influences of n groups from the values without each group
        influences = measure_influences((1 - len(groups)) * values)
        estimate = combine_folds([influences], has_same_documents=True).estimate(value)
        if pair.other is None:
            estimate = _stretch_interval(estimate)
        else:
            estimate = clip_interval(estimate, -2.0, 2.0)
        estimates.append(estimate)
    return Correlation(*estimates)


def correlate_beyond_means(pair: ScorePair, resampling: Resampling) -> Correlation:
    """Return the correlations over all summaries of what system and document means leave open.

    They say whether a metric follows human scores beyond the systems' order and the documents'
    difficulty.
    """
    human, ours = subtract_effects([pair.human, pair.ours])
    return correlate_global_level(ScorePair(ours, human, pair.seed), resampling)


def _subtract(values: Iterable[np.ndarray]) -> np.ndarray:
    """Return the values of the only metric, or those of the first minus those of the second."""
    first, *others = values
    return first - sum(others)


def _share_documents(folds: Sequence[ScorePair]) -> bool:
    return len({fold.seed for fold in folds}) == 1


def _draw_intervals(
    folds: Sequence[ScorePair], observed: Sequence[float], draws: int
) -> list[Estimate]:
    """Return the observed correlations with percentiles of those that are drawn.

    The folds have the same documents and different systems. There is no interval if there are too
    few systems or documents to draw from.
    """
    sides = [np.stack([fold.human, *fold.metrics]) for fold in folds]
    # the number of systems with scores in each fold
    sizes = []
    for side in sides:
        known = ~np.isnan(side).any(axis=0)
        sizes.append(int(known.any(axis=1).sum()))
    moments = measure_moments([*np.concatenate(sides, axis=1)])
    generator = np.random.default_rng(folds[0].seed)
    drawn = draw_correlations(moments, draws, generator, sizes)
    if drawn is None:
        return [Estimate(number) for number in observed]
    estimates = []
    for number, replicated, unlimited in zip(observed, drawn.replicated, drawn.limit, strict=True):
        estimate = Estimate(number)
        if not np.isnan(number):
            low, high = _find_interval(replicated)
            # Another sample may give the number that these documents give.
            ends = min(low, number), max(high, number)
            estimate = Estimate(number, *ends, limit=_find_interval(unlimited))
        estimates.append(estimate)
    return estimates


def _find_interval(drawn: np.ndarray) -> Interval:
    """Return the percentiles of drawn correlations of one metric, or of two metrics' differences.

    ``drawn``: (draws, metrics).
    """
    return Interval(*find_percentiles(_subtract([*drawn.T]), (0.025, 0.975)))


def _add_interval(
    mean: float,
    influences: Sequence[np.ndarray],
    has_same_documents: bool,
    folds: Sequence[ScorePair],
) -> Estimate:
    """Return a mean with Student's interval, cut at the largest possible values."""
    largest = float(folds[0].largest)
    estimate = combine_folds(influences, has_same_documents).estimate(mean)
    return clip_interval(estimate, -largest, largest)


def _stretch_interval(estimate: Estimate) -> Estimate:
    """Return a correlation with its interval on Fisher's scale.

    On that scale the error of a correlation depends less on its value.
    """
    slope = 1 - estimate.value**2
    if not slope > ROUNDING:
        return Estimate(estimate.value)
    margin = (estimate.high - estimate.value) / slope
    centre = np.arctanh(estimate.value)
    low = float(np.tanh(centre - margin))
    high = float(np.tanh(centre + margin))
    return estimate._replace(low=low, high=high)
