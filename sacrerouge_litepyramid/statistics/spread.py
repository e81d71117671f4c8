"""The variance of a mean over documents and folds, from how much a document moves the mean."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.estimate import Estimate
from sacrerouge_litepyramid.statistics.intervals import student_interval


class Variance(NamedTuple):
    """A variance with its degrees of freedom."""

    # NaN if unknown
    value: float
    # 0 if unknown
    freedom: int

    def estimate(self, statistic: float) -> Estimate:
        """Return the statistic with Student's interval."""
        return student_interval(statistic, np.sqrt(self.value), self.freedom)


def measure_influences(values: np.ndarray) -> np.ndarray:
    """Return how much documents' values move their mean, both (documents,); NaN stays."""
    known = ~np.isnan(values)
    count = max(int(known.sum()), 1)
    mean = np.where(known, values, 0.0).sum() / count
    return (values - mean) / count


def combine_folds(by_fold: Sequence[np.ndarray], has_same_documents: bool) -> Variance:
    """Return the variance of the mean of folds' statistics over documents.

    ``by_fold``: the influences of each fold's documents, (documents,). ``has_same_documents``: the
    folds have the same documents, whose influences add up; else the folds are independent, and
    their variances add up.
    """
    influences = [values / len(by_fold) for values in by_fold]
    if has_same_documents:
        stacked = np.stack(influences)
        is_missing = np.isnan(stacked).all(axis=0)
        influences = [np.where(is_missing, np.nan, np.nansum(stacked, axis=0))]
    variance = 0.0
    freedom = 0
    for values in influences:
        count = int((~np.isnan(values)).sum())
        if count < 2:
            return Variance(np.nan, 0)
        squares = float(np.nansum(values**2))
        variance += count / (count - 1) * squares
        freedom += count - 1
    return Variance(variance, freedom)
