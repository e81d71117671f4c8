"""Confidence intervals from resamples; that of a correlation is chosen in one place, `correlation_interval`."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

#: the level of all intervals
CONFIDENCE = 0.95


class Interval(NamedTuple):
    """The ends of an interval; NaN where there is none."""

    low: float
    high: float


NO_INTERVAL = Interval(float("nan"), float("nan"))


def percentile_interval(resampled: np.ndarray, level: float = CONFIDENCE) -> Interval:
    """Return the percentiles of a resampled statistic (resamples,), without NaN; NaN where nothing is left."""
    if not 0 < level < 1:
        raise ValueError(f"level must be between 0 and 1, not {level}")
    known = resampled[~np.isnan(resampled)]
    if not len(known):
        return NO_INTERVAL
    low, high = np.quantile(known, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(low), float(high))


def _percentile(value: float, resampled: np.ndarray) -> Interval:
    return percentile_interval(resampled)


#: by name how the interval of a correlation comes from its value and its resamples
METHODS: Mapping[str, Callable[[float, np.ndarray], Interval]] = {"percentile": _percentile}
DEFAULT_METHOD = "percentile"


def correlation_interval(value: float, resampled: np.ndarray, method: str = DEFAULT_METHOD) -> Interval:
    """Return the 95% interval of a correlation, or of a difference or mean of correlations.

    ``value``: on the data; ``resampled``: in each resample, (resamples,), empty for no interval. An unknown value has
    no interval. Raises ValueError for an unknown method.
    """
    check_method(method)
    return NO_INTERVAL if np.isnan(value) else METHODS[method](value, resampled)


def check_method(method: str) -> None:
    """Raise ValueError for an unknown method."""
    if method not in METHODS:
        raise ValueError(f"the interval's method must be one of {', '.join(METHODS)}, not {method!r}")
