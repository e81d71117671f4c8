"""The variance of a statistic over documents, over systems, or over both, from the influence of each value on it.

The variance over both is that over documents plus that over systems minus that of independent summaries, which both
include (the two-way layout of Owen, Annals of Applied Statistics 2007), and at least the larger of the two."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.estimate import Estimate
from sacrerouge_litepyramid.statistics.intervals import student_interval


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
