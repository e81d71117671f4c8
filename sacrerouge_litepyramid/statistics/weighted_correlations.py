"""Correlations of two vectors whose values are counted with weights, for many sets of weights at once.

A weight says how often a resample has a value, so a bootstrap is one call. Kendall's tau-b takes
O(n log n) a resample: pairs are split by the highest bit in which their places in the first vector differ.
"""

from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.rounding import ROUNDING


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
