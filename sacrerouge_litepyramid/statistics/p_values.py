"""P-values from resampled differences, and Holm's correction for many of them."""

import numpy as np


def bootstrap_p(resampled: np.ndarray) -> np.ndarray:
    """Return the two-sided p that a difference is 0, from its resamples (resamples, …), without NaN: (…).

    It is twice the smaller share of resamples on one side of 0, the data counted as a resample on either side: the
    level at which a percentile interval begins to hold 0. NaN where no resample is left.
    """
    known = (~np.isnan(resampled)).sum(axis=0)
    below, above = (resampled <= 0).sum(axis=0), (resampled >= 0).sum(axis=0)
    p = np.minimum(2 * (1 + np.minimum(below, above)) / (1 + known), 1.0)
    return np.where(known > 0, p, np.nan)


def adjust_holm(p: np.ndarray) -> np.ndarray:
    """Return Holm's adjusted p-values of (tests,); NaN, which stands for no test, stays and is not counted.

    The smallest of m is multiplied by m, the next by m - 1, …; none is below one before it, nor above 1. Source: Holm,
    Scandinavian Journal of Statistics 1979.
    """
    adjusted = np.full(p.shape, np.nan)
    known = np.flatnonzero(~np.isnan(p))
    order = known[np.argsort(p[known], kind="stable")]
    factors = np.arange(len(order), 0, -1)
    adjusted[order] = np.minimum(np.maximum.accumulate(p[order] * factors), 1.0)
    return adjusted
