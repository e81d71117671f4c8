"""The variance of a statistic over documents, over systems, or over both, from the influence of each value on it.

The sum of the influences of a document's or system's values shows how the correlation changes if that document or
system is drawn more often, so a standard error takes one sort, O(n log n), and no resamples.

The variance over both is that over documents plus that over systems minus that of independent summaries, which both
include (the two-way layout of Owen, Annals of Applied Statistics 2007), and at least the larger of the two."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.correlations import Correlations, measure_concordance
from sacrerouge_litepyramid.statistics.estimate import Estimate
from sacrerouge_litepyramid.statistics.intervals import student_interval


def measure_influences(first: np.ndarray, second: np.ndarray) -> Correlations:
    """Return the influences (n,) of the values on the correlations of two vectors (n,) without NaN; they sum to 0.

    All are NaN if a vector is constant.
    """
    if not (np.ptp(first) > 0 and np.ptp(second) > 0):
        return Correlations(*np.full((len(Correlations._fields), len(first)), np.nan))
    return Correlations(
        _influence_pearson(first, second), _influence_spearman(first, second), _influence_kendall(first, second)
    )


def _influence_pearson(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    x, y = _standardise(first), _standardise(second)
    return x * y - (x @ y) * (x**2 + y**2) / 2


def _influence_spearman(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Return the influences on Pearson's r of the ranks; a value also affects the ranks of the values above it."""
    direct = np.zeros(len(first))
    sides = [_count_below(values, np.ones(len(values))) for values in (first, second)]
    x, y = map(_standardise, sides)
    correlation = x @ y
    for values, ranks, standard, other in ((first, sides[0], x, y), (second, sides[1], y, x)):
        slopes = (other - correlation * standard) / np.sqrt(((ranks - ranks.mean()) ** 2).sum())
        # The slopes at all values that are not below: values above count in full, equal ones half.
        direct += slopes.sum() - _count_below(values, slopes)
    return direct + x * y - correlation * (x**2 + y**2) / 2


def _influence_kendall(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    agreeing, untied, other_untied = measure_concordance(first, second)
    norm = np.sqrt(untied.sum()) * np.sqrt(other_untied.sum())
    correlation = agreeing.sum() / norm
    # Sums over values count each pair twice.
    return 2 * agreeing / norm - correlation * (untied / untied.sum() + other_untied / other_untied.sum())


def _standardise(values: np.ndarray) -> np.ndarray:
    centred = values - values.mean()
    return centred / np.sqrt((centred**2).sum())


def _count_below(values: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return, for each value, the summed weights of the values below it, and half of those of values equal to it."""
    order = np.argsort(values, kind="stable")
    ordered = values[order]
    below = np.concatenate([[0.0], np.cumsum(weights[order])])
    return (below[np.searchsorted(ordered, values, "left")] + below[np.searchsorted(ordered, values, "right")]) / 2


class Spread(NamedTuple):
    """How a statistic of one fold depends on its documents and systems.

    ``documents``, ``systems``: their influences, (documents,) and (systems,), NaN if not counted; ``cells``: the
    statistic's variance if summaries were independent; ``bias``: the correction for the number of systems.
    """

    documents: np.ndarray
    systems: np.ndarray
    cells: float = 0.0
    bias: float = 0.0


class Variance(NamedTuple):
    """A variance with its degrees of freedom, 0 if unknown, and the bias to add to the statistic."""

    value: float
    freedom: int
    bias: float = 0.0

    def estimate(self, statistic: float) -> Estimate:
        """Return the statistic with Student's interval, which lies around the statistic plus the bias."""
        return student_interval(statistic + self.bias, np.sqrt(self.value), self.freedom)._replace(value=statistic)


def spread_of_cells(influences: np.ndarray) -> Spread:
    """Return the spread of a statistic from its influences by cell, (systems, documents), NaN for a missing score."""
    known = ~np.isnan(influences)
    filled = np.where(known, influences, 0.0)
    return Spread(
        np.where(known.any(axis=0), filled.sum(axis=0), np.nan),
        np.where(known.any(axis=1), filled.sum(axis=1), np.nan),
        float((filled**2).sum()),
    )


def spread_of_mean(values: np.ndarray, left_out: np.ndarray | None = None) -> Spread:
    """Return the spread of the mean of the documents' values, (documents,), NaN if undefined.

    ``left_out``: for the jackknife over systems, the values without each system, (systems, documents).
    """
    known = ~np.isnan(values)
    count = max(int(known.sum()), 1)
    mean = np.where(known, values, 0.0).sum() / count
    documents = np.where(known, (values - mean) / count, np.nan)
    if left_out is None:
        return Spread(documents, np.zeros(0))
    systems = len(left_out)
    means = np.array([_mean(row) for row in left_out])
    influences = (systems - 1) / systems * (_mean(means) - means)
    changes = np.nan_to_num(left_out - np.array([_mean(column) for column in left_out.T]))
    cells = (systems - 1) / systems * float((changes**2).sum()) / count**2
    return Spread(documents, influences, cells, (systems - 1) * (mean - _mean(means)))


def combine_spreads(spreads: Sequence[Spread], over: str, has_same_documents: bool) -> Variance:
    """Return the variance of the mean of folds' statistics over "documents", "systems" or "both".

    ``has_same_documents``: the folds have the same documents and different systems; else it is the other way round.
    """
    folds = len(spreads)
    by_documents = _add_variances([spread.documents / folds for spread in spreads], has_same_documents)
    if over == "documents":
        return by_documents
    by_systems = _add_variances([spread.systems / folds for spread in spreads], not has_same_documents)
    bias = float(np.mean([spread.bias for spread in spreads]))
    if over == "systems":
        return by_systems._replace(bias=bias)
    cells = sum(spread.cells for spread in spreads) / folds**2
    value = max(by_documents.value, by_systems.value, by_documents.value + by_systems.value - cells)
    return Variance(value, min(by_documents.freedom, by_systems.freedom), bias)


def _add_variances(influences: Sequence[np.ndarray], is_same: bool) -> Variance:
    """Return the variance of a sum of statistics; ``is_same``: the influences are of the same documents or systems."""
    if is_same:
        missing = np.isnan(influences).all(axis=0)
        influences = [np.where(missing, np.nan, np.nan_to_num(influences).sum(axis=0))]
    counts = [int((~np.isnan(values)).sum()) for values in influences]
    if min(counts) < 2:
        return Variance(np.nan, 0)
    sums = [float(np.nansum(values**2)) for values in influences]
    value = sum(count / (count - 1) * squares for count, squares in zip(counts, sums, strict=True))
    return Variance(value, sum(counts) - len(counts))


def _mean(values: np.ndarray) -> float:
    """Return the mean of (values,), NaN ignored; NaN if all values are NaN."""
    known = values[~np.isnan(values)]
    return float(known.mean()) if len(known) else np.nan
