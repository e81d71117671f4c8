"""Confidence intervals from resamples or a variance: percentiles, Student's, and Wilson's of a share."""

from typing import NamedTuple

import numpy as np

#: the level of all intervals
CONFIDENCE = 0.95


class Interval(NamedTuple):
    """The ends of an interval; NaN where there is none."""

    low: float
    high: float


NO_INTERVAL = Interval(float("nan"), float("nan"))
#: how intervals of correlations are made: by statistics.two_way_intervals, or as the percentiles of resamples
TWO_WAY = "two-way"
METHODS = (TWO_WAY, "percentile")
DEFAULT_METHOD = TWO_WAY


def percentile_interval(resampled: np.ndarray, level: float = CONFIDENCE) -> Interval:
    """Return the percentiles of a resampled statistic (resamples,), without NaN; NaN where nothing is left."""
    if not 0 < level < 1:
        raise ValueError(f"level must be between 0 and 1, not {level}")
    known = resampled[~np.isnan(resampled)]
    if not len(known):
        return NO_INTERVAL
    low, high = np.quantile(known, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(low), float(high))


def student_quantile(degrees: np.ndarray | float, level: float = CONFIDENCE) -> np.ndarray:
    """Return how many standard errors an interval reaches to either side, for degrees of freedom of 1 or more."""
    from scipy.special import stdtrit

    return np.asarray(stdtrit(degrees, (1 + level) / 2))


def student_interval(
    value: float, variance: float, freedom: int, bias: float = 0.0, level: float = CONFIDENCE
) -> Interval:
    """Return Student's interval of a value plus a bias; NaN where the variance is not known, or has no freedom."""
    if freedom < 1 or np.isnan(variance):
        return NO_INTERVAL
    margin = float(student_quantile(freedom, level)) * float(np.sqrt(variance))
    return Interval(value + bias - margin, value + bias + margin)


def resampled_interval(value: float, resampled: np.ndarray) -> Interval:
    """Return the percentiles of a resampled correlation, (resamples,), or difference; an unknown value has none."""
    return NO_INTERVAL if np.isnan(value) else percentile_interval(resampled)


def hold_value(interval: Interval, value: float, largest: float = 1.0) -> Interval:
    """Return an interval within -largest and largest, widened to hold its value; none where either is not known."""
    if np.isnan([*interval, value]).any():
        return NO_INTERVAL
    return Interval(min(max(interval.low, -largest), value), max(min(interval.high, largest), value))


def check_method(method: str) -> None:
    """Raise ValueError for an unknown method."""
    if method not in METHODS:
        raise ValueError(f"the interval's method must be one of {', '.join(METHODS)}, not {method!r}")


#: scores are from 0 to 1: a variance that is not above this is none but for rounding
NO_VARIANCE = 1e-20


class Ends(NamedTuple):
    """The ends of 95% intervals, arrays (estimates,); NaN where there is no interval."""

    low: np.ndarray
    high: np.ndarray


def student_ends(value: np.ndarray, variance: np.ndarray, degrees: np.ndarray) -> Ends:
    """Return Student's interval of estimates with their variance and degrees of freedom, all (estimates,).

    No variance gives an interval without width.
    """
    margin = _quantile(variance, degrees) * np.sqrt(np.maximum(variance, 0.0))
    return Ends(value - margin, value + margin)


def share_interval(share: np.ndarray, variance: np.ndarray, degrees: np.ndarray) -> Ends:
    """Return Wilson's interval of estimated shares from 0 to 1, with Student's quantile, all (estimates,).

    The variance says how many independent draws of 0 and 1 would estimate the share as well. Student's interval, cut to
    0 and 1, stands where these are fewer than one, as of an estimate outside 0 to 1. Of low shares in small samples
    Student's covers too seldom. Source: Wilson, JASA 1927; with the effective size of a sample that is not a simple
    one: Korn and Graubard, Survey Methodology 1998; Franco et al., Journal of Survey Statistics and Methodology 2019.
    """
    quantile = _quantile(variance, degrees)
    own = share * (1 - share)
    draws = np.divide(own, variance, out=np.full_like(own, np.inf), where=variance > NO_VARIANCE)
    is_share = (draws >= 1) & (variance > NO_VARIANCE)
    doubt = np.divide(quantile**2, draws, out=np.zeros_like(own), where=is_share)
    middle = (share + doubt / 2) / (1 + doubt)
    margin = np.sqrt(np.maximum(own, 0) * doubt + doubt**2 / 4) / (1 + doubt)
    student = student_ends(share, variance, degrees)
    low = np.where(is_share, middle - margin, np.clip(student.low, 0, 1))
    return Ends(low, np.where(is_share, middle + margin, np.clip(student.high, 0, 1)))


def student_p(value: np.ndarray, variance: np.ndarray, degrees: np.ndarray) -> np.ndarray:
    """Return the two-sided p that the estimated values are 0; without variance 0, or 1 for a value of 0."""
    from scipy.special import stdtr

    certain = variance <= NO_VARIANCE
    statistic = np.abs(value) / np.sqrt(np.where(certain, 1.0, variance))
    p = 2 * stdtr(np.where(certain, 1.0, np.maximum(degrees, 1e-9)), -statistic)
    return np.where(certain, (np.abs(value) <= np.sqrt(NO_VARIANCE)).astype(float), p)


def _quantile(variance: np.ndarray, degrees: np.ndarray) -> np.ndarray:
    """Return Student's quantile, 0 where there is no variance and so no degree of freedom."""
    certain = variance <= NO_VARIANCE
    return np.where(certain, 0.0, student_quantile(np.where(certain, 1.0, degrees)))
