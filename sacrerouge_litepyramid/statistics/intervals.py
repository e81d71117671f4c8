"""Confidence intervals: percentiles of resamples, Student's, and Wilson's of a share."""

import math
from collections.abc import Sequence

import numpy as np

from sacrerouge_litepyramid.statistics.estimate import CONFIDENCE, Estimate
from sacrerouge_litepyramid.statistics.rounding import divide

#: the method of intervals of correlations over systems (statistics.two_way)
TWO_WAY = "two-way"


def find_percentiles(values: np.ndarray, shares: Sequence[float]) -> list[float]:
    """Return the values below which these shares of all values (n,) lie, NaN ignored.

    They are NaN without values.
    """
    known = values[~np.isnan(values)]
    if not len(known):
        return [math.nan] * len(shares)
    return np.quantile(known, shares).tolist()


def percentile_interval(value: float, resampled: np.ndarray) -> Estimate:
    """Return a statistic with the percentiles of its resamples (resamples,), NaN ignored.

    There is no interval if the statistic is NaN, or outside the percentiles: resampling moves some
    statistics, such as the expected calibration error, in one direction, and percentiles are then
    an interval of another quantity.
    """
    low, high = find_percentiles(resampled, (0.025, 0.975))
    if not low <= value <= high:
        return Estimate(value)
    return Estimate(value, low, high)


def student_quantile(
    degrees: np.ndarray | float, level: np.ndarray | float = CONFIDENCE
) -> np.ndarray:
    """Return the number of standard errors from an interval's middle to its ends.

    It is NaN without degrees of freedom.
    """
    from scipy.special import stdtrit

    return np.asarray(stdtrit(degrees, (1 + level) / 2))


def student_interval(
    value: np.ndarray | float,
    error: np.ndarray | float,
    degrees: np.ndarray | float,
    level: np.ndarray | float = CONFIDENCE,
) -> Estimate:
    """Return Student's interval of numbers or arrays with these standard errors.

    ``level``: a level for all, or the level of each, of which the joint level is CONFIDENCE. The
    ends are NaN if the error or its degrees of freedom are unknown.
    """
    margin = student_quantile(degrees, level) * error
    return Estimate(value, value - margin, value + margin)


def clip_interval(estimate: Estimate, smallest: float, largest: float) -> Estimate:
    """Cut an interval at the smallest and at the largest possible value."""
    low = max(estimate.low, smallest)
    high = min(estimate.high, largest)
    return estimate._replace(low=low, high=high)


#: the measures of units, and the same over vital units: their means are shares
SHARE_MEASURES = ("p2c", "l2c", "p3c", "l3c", "p2c_vital", "l2c_vital", "p3c_vital", "l3c_vital")


def clip_share(mean: Estimate, name: str) -> Estimate:
    """Clip the intervals of one or more means to [0, 1] if the name ends in a measure of units."""
    if not name.endswith(SHARE_MEASURES):
        return mean
    low = np.maximum(mean.low, 0)
    high = np.minimum(mean.high, 1)
    return mean._replace(low=low, high=high)


#: a variance of scores, which are from 0 to 1, up to this is due to rounding
NO_VARIANCE = 1e-20


def sample_interval(
    value: np.ndarray,
    variance: np.ndarray,
    degrees: np.ndarray,
    level: np.ndarray | float = CONFIDENCE,
) -> Estimate:
    """Return Student's intervals of estimates with these variances, all (estimates,).

    Without variance the interval has no width, whatever its degrees of freedom.
    """
    is_certain = variance <= NO_VARIANCE
    error = np.sqrt(np.where(is_certain, 0.0, variance))
    known_degrees = np.where(is_certain, 1.0, degrees)
    return student_interval(value, error, known_degrees, level)


def share_interval(share: np.ndarray, variance: np.ndarray, degrees: np.ndarray) -> Estimate:
    """Return Wilson's interval of estimated shares from 0 to 1, all (estimates,).

    For low shares in small samples Student's interval covers too rarely. The variance gives the
    number of independent draws of 0 and 1 that would estimate the share as well. If it is below 1,
    as for an estimate outside [0, 1], the interval is Student's, clipped to [0, 1]. The quantile is
    Student's too. Source: Wilson, JASA 1927; with the effective size of a complex sample: Korn and
    Graubard, Survey Methodology 1998; Franco et al., Journal of Survey Statistics and Methodology
    2019.
    """
    draw_variance = share * (1 - share)
    known_variance = np.where(variance > NO_VARIANCE, variance, 0.0)
    draws = divide(draw_variance, known_variance, 0.0)
    is_wilson = draws >= 1
    squared_quantile = student_quantile(degrees) ** 2
    # Wilson's z² / n, by which the interval's middle moves towards 1/2
    doubt = np.where(is_wilson, divide(squared_quantile, draws), 0.0)
    middle = (share + doubt / 2) / (1 + doubt)
    squared_margin = np.maximum(draw_variance * doubt, 0.0) + doubt**2 / 4
    margin = np.sqrt(squared_margin) / (1 + doubt)
    student = sample_interval(share, variance, degrees)
    low = np.where(is_wilson, middle - margin, np.clip(student.low, 0, 1))
    high = np.where(is_wilson, middle + margin, np.clip(student.high, 0, 1))
    return Estimate(share, low, high)


def student_p(value: np.ndarray, variance: np.ndarray, degrees: np.ndarray) -> np.ndarray:
    """Return the two-sided p of estimates (estimates,) under true values of 0.

    Without variance it is 1 for an estimate of 0, else 0.
    """
    from scipy.special import stdtr

    is_certain = variance <= NO_VARIANCE
    error = np.sqrt(np.where(is_certain, 1.0, variance))
    statistic = np.abs(value) / error
    known_degrees = np.where(is_certain, 1.0, np.maximum(degrees, 1e-9))
    p = 2 * stdtr(known_degrees, -statistic)
    is_zero = np.abs(value) <= np.sqrt(NO_VARIANCE)
    return np.where(is_certain, is_zero.astype(float), p)
