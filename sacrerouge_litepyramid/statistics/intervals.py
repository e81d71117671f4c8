"""Confidence intervals from resamples or a variance, and the names of the methods for correlations."""

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
