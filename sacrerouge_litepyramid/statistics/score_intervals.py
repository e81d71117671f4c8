"""Intervals and tests of estimates with a variance and degrees of freedom: Wilson's of a share, Student's of others."""

from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.intervals import student_quantile

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
