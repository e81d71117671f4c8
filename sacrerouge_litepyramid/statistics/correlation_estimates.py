"""A metric's correlations with human scores at each level, on one data set or over folds, with their intervals.

Intervals are for the same systems. At the system level, value and interval are those of infinitely many documents like
these (`statistics.two_way`); what these documents give, the figure that papers print, is lower, because their noise
lowers a correlation: it is `Estimate.observed`. For folds of different documents, the value is the mean over folds, and
its interval covers the mean of other folds of as many documents. The summary level is a mean over documents, with
Student's interval. The global level has that of a jackknife over documents, for a correlation on Fisher's scale.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.agreement import (
    correlate_documents,
    correlate_scores,
    count_constant_documents,
    count_incomplete_documents,
)
from sacrerouge_litepyramid.statistics.correlations import Correlations, subtract_correlations
from sacrerouge_litepyramid.statistics.estimate import CONFIDENCE, Estimate
from sacrerouge_litepyramid.statistics.intervals import JACKKNIFE, TWO_WAY, clip_interval, find_percentiles
from sacrerouge_litepyramid.statistics.rounding import ROUNDING, average
from sacrerouge_litepyramid.statistics.spread import Variance, combine_folds, measure_influences
from sacrerouge_litepyramid.statistics.two_way import draw_correlations, measure_moments

#: the most groups of documents that the jackknife leaves out in turn
MAX_GROUPS = 100


class ScorePair(NamedTuple):
    """A metric's and human scores, matrices (systems, documents), NaN if missing."""

    ours: np.ndarray
    human: np.ndarray
    # folds with the same seed have the same documents and different systems; others have different documents
    seed: int = 0


class Resampling(NamedTuple):
    """How to compute intervals."""

    # the number of draws or resamples; 0 for no intervals
    resamples: int = 1000
    # the rule for constant documents, one of statistics.agreement's CONSTANT_RULES
    constant: str = "drop"


class Correlation(NamedTuple):
    """The correlations of a metric with human scores at one level, or the differences of two metrics' correlations."""

    pearson: Estimate
    spearman: Estimate
    kendall: Estimate


class Contrast(NamedTuple):
    """The scores of one metric, or of two whose correlations are subtracted, and human scores."""

    # matrices (systems, documents), NaN if missing
    metrics: tuple[np.ndarray, ...]
    human: np.ndarray
    # as for `ScorePair`
    seed: int = 0

    @property
    def largest(self) -> float:
        """The largest possible value: 1 for a correlation, 2 for a difference of two."""
        return float(len(self.metrics))


def correlate_system_level(folds: Sequence[ScorePair], resampling: Resampling) -> Correlation:
    """Return the correlations of the systems' means, as the mean over folds."""
    return _estimate_system_level([Contrast((fold.ours,), fold.human, fold.seed) for fold in folds], resampling)


def correlate_summary_level(folds: Sequence[ScorePair], resampling: Resampling) -> Correlation:
    """Return the correlations across systems within a document, averaged over documents and then over folds."""
    return _estimate_summary_level([Contrast((fold.ours,), fold.human, fold.seed) for fold in folds], resampling)


def correlate_global_level(pair: ScorePair, resampling: Resampling) -> Correlation:
    """Return the correlations over all summaries."""
    estimates = []
    for value, left_out in _leave_out_documents((pair.ours,), pair.human, resampling):
        estimates.append(_stretch_interval(_jackknife(value, left_out)))
    return Correlation(*estimates)


def subtract_system_level(first: ScorePair, second: ScorePair, resampling: Resampling) -> Correlation:
    """Return the first metric's correlations of systems' means minus the second's.

    The two must have scores in the same cells. With few systems or documents, an interval may have no width or reach
    the largest possible difference; it is then omitted.
    """
    contrast = Contrast((first.ours, second.ours), first.human, first.seed)
    return _omit_useless_intervals(_estimate_system_level([contrast], resampling), contrast.largest)


def subtract_summary_level(first: ScorePair, second: ScorePair, resampling: Resampling) -> Correlation:
    """Return the first metric's correlations within documents minus the second's, as `subtract_system_level` does."""
    contrast = Contrast((first.ours, second.ours), first.human, first.seed)
    return _omit_useless_intervals(_estimate_summary_level([contrast], resampling), contrast.largest)


def subtract_global_level(first: ScorePair, second: ScorePair, resampling: Resampling) -> Correlation:
    """Return the first metric's correlations over all summaries minus the second's."""
    metrics = (first.ours, second.ours)
    drawn = _leave_out_documents(metrics, first.human, resampling)
    return _omit_useless_intervals(Correlation(*(_jackknife(*values) for values in drawn)), float(len(metrics)))


def count_systems(pair: ScorePair) -> int:
    """Return the number of systems that have both scores of a document."""
    return int(_have_both(pair).any(axis=1).sum())


def count_correlated_documents(pair: ScorePair, constant: str) -> int:
    """Return the number of documents over which the summary level averages by a rule for constant documents."""
    documents = pair.human.shape[1] - count_incomplete_documents(pair.ours, pair.human)
    if constant == "drop":
        documents -= count_constant_documents(pair.ours, pair.human)
    return documents


def count_documents_with_both(pair: ScorePair) -> int:
    """Return the number of documents that have both scores of a summary."""
    return int(_have_both(pair).any(axis=0).sum())


def count_summaries(pair: ScorePair) -> int:
    """Return the number of summaries that have both scores."""
    return int(_have_both(pair).sum())


def _have_both(pair: ScorePair) -> np.ndarray:
    return ~(np.isnan(pair.ours) | np.isnan(pair.human))


def _estimate_system_level(folds: Sequence[Contrast], resampling: Resampling) -> Correlation:
    by_fold = [_correlate_systems(fold, resampling.constant) for fold in folds]
    observed = Correlations(*np.mean(by_fold, axis=0))
    if not resampling.resamples:
        return Correlation(*map(Estimate, observed))
    if _share_documents(folds):
        return _draw_intervals(folds, observed, resampling.resamples)
    estimates = []
    for values, mean in zip(np.transpose(by_fold), observed, strict=True):
        variance = combine_folds([measure_influences(values)], has_same_documents=True)
        estimates.append(_add_interval(float(mean), variance, folds[0].largest))
    return Correlation(*estimates)


def _correlate_systems(fold: Contrast, constant: str) -> Correlations:
    """Return the correlations of systems' means with human scores, or the differences of two metrics', as numbers."""
    metrics = []
    for metric in fold.metrics:
        measured = correlate_scores(metric, fold.human, constant=constant)
        metrics.append(
            (float(measured.system_pearson[0]), float(measured.system_spearman[0]), float(measured.system_kendall[0]))
        )
    return Correlations(*_subtract(np.array(metrics)))


def _draw_intervals(folds: Sequence[Contrast], observed: Correlations, draws: int) -> Correlation:
    """Return the medians of drawn correlations for infinitely many documents, with percentiles, beside observed ones.

    The folds have the same documents and different systems. Without an interval the value is the observed one.
    """
    human = np.concatenate([fold.human for fold in folds])
    metrics = [np.concatenate(parts) for parts in zip(*(fold.metrics for fold in folds), strict=True)]
    sizes = []
    for fold in folds:
        missing = np.isnan(np.stack([fold.human, *fold.metrics])).any(axis=0)
        sizes.append(int((~missing).any(axis=1).sum()))
    generator = np.random.default_rng(folds[0].seed)
    drawn = draw_correlations(measure_moments([human, *metrics]), draws, generator, sizes)
    if drawn is None:
        return Correlation(*map(Estimate, observed))
    estimates = []
    for values, number in zip(drawn, observed, strict=True):
        # (draws, metrics)
        differences = _subtract(values.T)
        low, median, high = find_percentiles(differences, (0.025, 0.5, 0.975))
        if np.isnan(number):
            estimates.append(Estimate(number))
        else:
            estimates.append(Estimate(median, low, high, CONFIDENCE, TWO_WAY, observed=float(number)))
    return Correlation(*estimates)


def _estimate_summary_level(folds: Sequence[Contrast], resampling: Resampling) -> Correlation:
    by_fold = [_correlate_within_documents(fold, resampling.constant) for fold in folds]
    estimates = []
    for by_document in zip(*by_fold, strict=True):
        mean = float(np.mean([_subtract(average(values, axis=1)) for values in by_document]))
        if not resampling.resamples:
            estimates.append(Estimate(mean))
            continue
        influences = [measure_influences(_subtract(values)) for values in by_document]
        estimates.append(_add_interval(mean, combine_folds(influences, _share_documents(folds)), folds[0].largest))
    return Correlation(*estimates)


def _correlate_within_documents(fold: Contrast, constant: str) -> Correlations:
    """Return the correlations across systems of each metric in each document, (metrics, documents)."""
    metrics = [correlate_documents(metric, fold.human, constant) for metric in fold.metrics]
    return Correlations(*map(np.array, zip(*metrics, strict=True)))


def _leave_out_documents(
    metrics: Sequence[np.ndarray], human: np.ndarray, resampling: Resampling
) -> list[tuple[float, np.ndarray]]:
    """Return, for each coefficient, the correlation over all summaries, and without each group of documents in turn.

    Of two metrics it is the difference. Without resamples no documents are left out.
    """
    scores = np.stack([*metrics, human])
    documents = np.flatnonzero(~np.isnan(scores.sum(axis=0)).all(axis=0))
    groups = np.array_split(documents, min(len(documents), MAX_GROUPS) or 1) if resampling.resamples else []
    left_out = [subtract_correlations(*np.delete(scores, group, axis=2)) for group in groups]
    values = subtract_correlations(*scores).tolist()
    return [(value, np.array([part[place] for part in left_out])) for place, value in enumerate(values)]


def _jackknife(value: float, left_out: np.ndarray) -> Estimate:
    """Return a value with Student's interval from the values without each of n groups of documents (Efron 1981)."""
    influences = measure_influences((1 - len(left_out)) * left_out)
    estimate = combine_folds([influences], has_same_documents=True).estimate(value)
    return estimate._replace(method=JACKKNIFE) if estimate.has_interval else Estimate(value)


def _stretch_interval(estimate: Estimate) -> Estimate:
    """Return a correlation with its interval on Fisher's scale, on which its error depends less on its value."""
    slope = 1 - estimate.value**2
    if not slope > ROUNDING:
        return Estimate(estimate.value)
    margin = (estimate.high - estimate.value) / slope
    centre = np.arctanh(estimate.value)
    return estimate._replace(low=float(np.tanh(centre - margin)), high=float(np.tanh(centre + margin)))


def _subtract(values: np.ndarray) -> np.ndarray:
    """Return the only row of (rows, …), or the first minus the second."""
    return values[0] if len(values) == 1 else values[0] - values[1]


def _add_interval(mean: float, variance: Variance, largest: float) -> Estimate:
    """Return a mean with Student's interval, cut at the largest possible values."""
    estimate = clip_interval(variance.estimate(mean), -largest, largest)
    return estimate._replace(method=TWO_WAY) if estimate.has_interval else Estimate(mean)


def _share_documents(folds: Sequence[Contrast]) -> bool:
    return len({fold.seed for fold in folds}) == 1


def _omit_useless_intervals(correlation: Correlation, largest: float) -> Correlation:
    estimates = []
    for estimate in correlation:
        is_useful = -largest < estimate.low < estimate.high < largest
        estimates.append(estimate if is_useful else Estimate(estimate.here))
    return Correlation(*estimates)
