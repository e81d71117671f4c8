"""Correlations: Kendall's tau-b, those of weighted values, and Williams' test of the difference of two.

A weight says how often a resample has a value, so a bootstrap is one call. Kendall's tau-b takes O(n log n) a
resample: pairs are split by the highest bit in which their places in the first vector differ."""

import math
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.rounding import ROUNDING


def kendall(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Return tau-b of each pair of rows, (rows,), of two arrays (rows, values).

    It is the number of concordant less discordant pairs, over the geometric mean of the numbers of pairs that are not
    tied in either row. It is NaN for fewer than two values or a constant row. NaN must stand in the same cells of both.
    """
    agreeing, untied, other_untied = np.zeros((3, len(first)))
    for column in range(first.shape[1] - 1):
        x, y = (np.nan_to_num(np.sign(each[:, column, None] - each[:, column + 1 :])) for each in (first, second))
        agreeing += (x * y).sum(axis=1)
        untied += np.abs(x).sum(axis=1)
        other_untied += np.abs(y).sum(axis=1)
    norms = np.sqrt(untied * other_untied)
    return np.where(norms > 0, agreeing / np.where(norms > 0, norms, 1.0), np.nan)


class Correlations(NamedTuple):
    """Arrays (resamples,); NaN where a side is constant or fewer than two values have a weight."""

    pearson: np.ndarray
    spearman: np.ndarray
    kendall: np.ndarray


def correlate_weighted(first: np.ndarray, second: np.ndarray, weights: np.ndarray) -> Correlations:
    """Return the correlations of two vectors (n,) without NaN, by weights (resamples, n) of 0 or more."""
    weights = weights.astype(np.float64)
    return Correlations(
        weighted_pearson(first, second, weights),
        weighted_spearman(first, second, weights),
        weighted_kendall(first, second, weights),
    )


def weighted_pearson(first: np.ndarray, second: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return Pearson's r of two vectors (n,), by weights (resamples, n)."""
    return _pearson_of_rows(_standardise(first)[None, :], _standardise(second)[None, :], weights)


def weighted_spearman(first: np.ndarray, second: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return Spearman's ρ: Pearson's r of the ranks in each resample, where equal values share their mean rank."""
    return _pearson_of_rows(_weighted_ranks(first, weights), _weighted_ranks(second, weights), weights)


def weighted_kendall(first: np.ndarray, second: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return Kendall's tau-b of two vectors (n,), by weights (resamples, n)."""
    x, y = (np.unique(each, return_inverse=True)[1].ravel() for each in (first, second))
    agreeing = np.zeros(len(weights))
    for bit in range(int(x.max(initial=0)).bit_length()):
        agreeing += _agreement_across_bit(x, y, weights, bit)
    untied = np.sqrt(_untied_pairs(x, weights) * _untied_pairs(y, weights))
    return np.where(untied > 0, agreeing / np.where(untied > 0, untied, 1.0), np.nan)


def _standardise(values: np.ndarray) -> np.ndarray:
    """Return the values less their mean over their largest distance from it, which keeps squares in range."""
    centred = values - values.mean() if len(values) else values
    largest = np.abs(centred).max(initial=0.0)
    constant = largest <= ROUNDING * np.abs(values).max(initial=0.0)
    return np.zeros(len(values)) if constant else centred / largest


def _pearson_of_rows(x: np.ndarray, y: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return the weighted r of each row; ``x`` and ``y``: (resamples or 1, n)."""
    total = np.maximum(weights.sum(axis=1, keepdims=True), 1.0)
    x = np.where(weights > 0, x - (weights * x).sum(axis=1, keepdims=True) / total, 0.0)
    y = np.where(weights > 0, y - (weights * y).sum(axis=1, keepdims=True) / total, 0.0)
    x, y = (np.where(np.abs(each).max(axis=1, keepdims=True, initial=0.0) > ROUNDING, each, 0.0) for each in (x, y))
    norms = np.sqrt((weights * x**2).sum(axis=1) * (weights * y**2).sum(axis=1))
    found = (weights * x * y).sum(axis=1) / np.where(norms > 0, norms, 1.0)
    return np.where(norms > 0, np.clip(found, -1.0, 1.0), np.nan)


def _weighted_ranks(values: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return the rank of each value in each resample, (resamples, n), from 0 to 1."""
    order = np.argsort(values, kind="stable")
    ordered = values[order]
    below = _prepend_zero(np.cumsum(weights[:, order], axis=1))
    starts, ends = np.searchsorted(ordered, values, "left"), np.searchsorted(ordered, values, "right")
    return (below[:, starts] + below[:, ends]) / (2 * np.maximum(below[:, -1:], 1.0))


def _agreement_across_bit(x: np.ndarray, y: np.ndarray, weights: np.ndarray, bit: int) -> np.ndarray:
    """Return concordant less discordant pairs, (resamples,), whose places in ``x`` differ first at a bit.

    Of such a pair the value with the bit is the higher in ``x``. Within a block of equal higher bits, a value with the
    bit is compared with all values without it: those lower in ``y`` agree, those higher disagree.
    """
    block = x >> (bit + 1)
    order = np.lexsort((y, block))
    has_bit = (x[order] >> bit) & 1 == 1
    keys = block[order] * (int(y.max()) + 1) + y[order]
    without = _prepend_zero(np.cumsum(np.where(has_bit, 0.0, weights[:, order]), axis=1))
    blocks = block[order][has_bit]
    bounds = (
        np.searchsorted(keys, keys[has_bit], "left"),
        np.searchsorted(keys, keys[has_bit], "right"),
        np.searchsorted(block[order], blocks, "left"),
        np.searchsorted(block[order], blocks, "right"),
    )
    lower, not_higher, start, end = (without[:, bound] for bound in bounds)
    return (weights[:, order][:, has_bit] * (lower + not_higher - start - end)).sum(axis=1)


def _untied_pairs(places: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return the number of pairs with different places, (resamples,)."""
    order = np.argsort(places, kind="stable")
    starts = np.flatnonzero(np.diff(places[order], prepend=-1))
    groups = np.add.reduceat(weights[:, order], starts, axis=1) if len(starts) else np.zeros((len(weights), 0))
    return (weights.sum(axis=1) ** 2 - (groups**2).sum(axis=1)) / 2


def _prepend_zero(sums: np.ndarray) -> np.ndarray:
    return np.pad(sums, ((0, 0), (1, 0)))


#: the test's t has n - 3 degrees of freedom
MIN_ITEMS = 4


def williams_test(first: float, second: float, between: float, items: int, two_tailed: bool) -> float:
    """Return the p-value of the hypothesis that two metrics correlate equally with human scores.

    ``first`` and ``second`` are the metrics' correlations with human scores, ``between`` that of the two metrics, all
    over the same ``items``, with their signs. SacreROUGE and the scripts of WMT take absolute values, which is another
    test, and with a negative ``between`` a wrong one: of the determinant's 2 · first · second · between only the
    positive value is left. One-tailed, the alternative is that ``first`` is the higher. NaN where the test has no
    answer, as for metrics that correlate perfectly. Raises ValueError for fewer than four items.
    """
    if items < MIN_ITEMS:
        raise ValueError(f"Williams' test needs at least {MIN_ITEMS} items, not {items}")
    t = williams_t(first, second, between, items)
    if math.isnan(t):
        return math.nan
    from scipy.special import stdtr

    return float(2 * stdtr(items - 3, -abs(t)) if two_tailed else stdtr(items - 3, -t))


def williams_t(first: float, second: float, between: float, items: int) -> float:
    """Return the t of `williams_test`, of items - 3 degrees of freedom; NaN where its denominator is not positive.

    Source: Steiger 1980, equation 7, as psych::r.test computes it.
    """
    determinant = 1 - first**2 - second**2 - between**2 + 2 * first * second * between
    mean = (first + second) / 2
    denominator = 2 * determinant * (items - 1) / (items - 3) + mean**2 * (1 - between) ** 3
    if not denominator > 0:
        return math.nan
    return (first - second) * math.sqrt((items - 1) * (1 + between) / denominator)
