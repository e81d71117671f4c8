"""Correlations of rows and of whole vectors, and Williams' test of the difference between two correlations.

Kendall's tau-b of long vectors takes O(n log n): pairs are split by the highest bit in which their places in the first
vector differ."""

import math
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.rounding import ROUNDING, divide, scale_by_power_of_two


class Correlations(NamedTuple):
    """An array for each coefficient; NaN if a side is constant or has fewer than two values."""

    pearson: np.ndarray
    spearman: np.ndarray
    kendall: np.ndarray


#: the correlation of only two summaries is always 1 or -1
MIN_SUMMARIES = 3


def correlate_all(first: np.ndarray, second: np.ndarray) -> Correlations:
    """Return the correlations over all cells that both matrices have, each (1,); NaN for fewer than MIN_SUMMARIES."""
    known = ~(np.isnan(first) | np.isnan(second))
    x, y = first[known], second[known]
    if len(x) < MIN_SUMMARIES:
        return Correlations(*np.full((len(Correlations._fields), 1), np.nan))
    agreeing, untied, other_untied = (counts.sum(keepdims=True) for counts in measure_concordance(x, y))
    return Correlations(
        pearson(_standardise(x)[None], _standardise(y)[None]),
        pearson(_rank_shares(x)[None], _rank_shares(y)[None]),
        # The product of two counts of pairs of 55,000 summaries or more would exceed 64 bits.
        divide(agreeing, np.sqrt(untied.astype(np.float64) * other_untied)),
    )


def correlate_sides(*sides: np.ndarray) -> np.ndarray:
    """Return a metric's correlations over all cells, (coefficients,), or those of the first metric minus the second's.

    ``sides``: the scores of one metric or of two, then the human scores.
    """
    *metrics, human = sides
    first, *others = (np.ravel(correlate_all(metric, human)) for metric in metrics)
    return first - sum(others)


def _standardise(values: np.ndarray) -> np.ndarray:
    """Return (values − mean) / largest distance from the mean; 0 for values that differ only by rounding."""
    centred = values - values.mean()
    largest = np.abs(centred).max()
    return np.zeros(len(values)) if largest <= ROUNDING * np.abs(values).max() else centred / largest


def _rank_shares(values: np.ndarray) -> np.ndarray:
    """Return, for each of the values (n,), the share of values below it, where equal ones count half."""
    ordered = np.sort(values)
    return (np.searchsorted(ordered, values, "left") + np.searchsorted(ordered, values, "right")) / (2 * len(values))


def pearson(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Return the Pearson correlation of each pair of rows, (rows,), of two arrays (rows, values).

    It is Σ (x − x̄)(y − ȳ) / √(Σ (x − x̄)² Σ (y − ȳ)²), and NaN for fewer than two values or a constant row. Both must
    have NaN in the same cells.
    """
    x, y = subtract_means(first), subtract_means(second)
    norms = np.sqrt((x**2).sum(axis=1) * (y**2).sum(axis=1))
    return np.clip(divide((x * y).sum(axis=1), norms), -1.0, 1.0)


def spearman(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Return the Spearman correlation of each pair of rows: `pearson` of their ranks, of equal values the mean rank."""
    return pearson(ranks(first), ranks(second))


def ranks(values: np.ndarray) -> np.ndarray:
    """Return the ranks, from 1, within each row of (rows, values); equal values share their mean rank; NaN stays."""
    below = np.zeros(values.shape)
    equal = np.zeros(values.shape)
    for column in values.T:
        below += values > column[:, None]
        equal += values == column[:, None]
    return np.where(np.isnan(values), np.nan, below + (equal + 1) / 2)


def subtract_means(values: np.ndarray) -> np.ndarray:
    """Subtract the mean of each row of (rows, values); missing cells, and rows constant up to rounding, become 0."""
    known = ~np.isnan(values)
    filled = scale_by_power_of_two(np.where(known, values, 0.0))
    means = filled.sum(axis=1, keepdims=True) / np.maximum(known.sum(axis=1, keepdims=True), 1)
    centred = np.where(known, filled - means, 0.0)
    largest = np.abs(filled).max(axis=1, keepdims=True, initial=0.0)
    return np.where(np.abs(centred).max(axis=1, keepdims=True, initial=0.0) > ROUNDING * largest, centred, 0.0)


def kendall(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Return tau-b of each pair of rows, (rows,), of two arrays (rows, values).

    It is the number of concordant minus discordant pairs, over the geometric mean of the two rows' numbers of untied
    pairs. It is NaN for fewer than two values or a constant row. Both must have NaN in the same cells.
    """
    agreeing, untied, other_untied = np.zeros((3, len(first)))
    for column in range(first.shape[1] - 1):
        x, y = (np.nan_to_num(np.sign(side[:, column, None] - side[:, column + 1 :])) for side in (first, second))
        agreeing += (x * y).sum(axis=1)
        untied += np.abs(x).sum(axis=1)
        other_untied += np.abs(y).sum(axis=1)
    return divide(agreeing, np.sqrt(untied * other_untied))


class Concordance(NamedTuple):
    """Arrays (n,): for each value, the concordant minus the discordant other values, and the numbers of other values
    that differ from it in the first and in the second vector."""

    agreeing: np.ndarray
    untied: np.ndarray
    other_untied: np.ndarray


def measure_concordance(first: np.ndarray, second: np.ndarray) -> Concordance:
    """Return the concordance of two vectors (n,) without NaN.

    Pairs are split by the highest bit in which their places in the first vector differ: the value of the pair that has
    the bit is the higher one.
    """
    x, y = (np.unique(values, return_inverse=True)[1].ravel() for values in (first, second))
    agreeing = np.zeros(len(x))
    by_second = np.argsort(y, kind="stable")
    for bit in range(int(x.max(initial=0)).bit_length()):
        order = by_second[np.argsort(x[by_second] >> (bit + 1), kind="stable")]
        agreeing[order] += _compare_across_bit(x[order], y[order], bit)
    return Concordance(agreeing, *(len(places) - np.bincount(places)[places] for places in (x, y)))


def _compare_across_bit(x: np.ndarray, y: np.ndarray, bit: int) -> np.ndarray:
    """Return concordant minus discordant values on the other side of a bit; input is sorted by higher bits, then y."""
    block = x >> (bit + 1)
    has_bit = (x >> bit) & 1
    lacking, having = (np.concatenate([[0], np.cumsum(flags)]) for flags in (1 - has_bit, has_bit))
    start, end = _find_runs(np.diff(block, prepend=-1) != 0)
    lower, not_higher = _find_runs((np.diff(block, prepend=-1) != 0) | (np.diff(y, prepend=-1) != 0))

    def count_lower_minus_higher(counts: np.ndarray) -> np.ndarray:
        return counts[lower] + counts[not_higher] - counts[start] - counts[end]

    return np.where(has_bit == 1, count_lower_minus_higher(lacking), -count_lower_minus_higher(having))


def _find_runs(begins: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return, for each place, the first place of its run and the first place after the run."""
    starts = np.flatnonzero(begins)
    run = np.cumsum(begins) - 1
    return starts[run], np.append(starts[1:], len(begins))[run]


#: the test's t has n - 3 degrees of freedom
MIN_ITEMS = 4


def williams_test(first: float, second: float, between: float, items: int, two_tailed: bool) -> float:
    """Return the p-value of the hypothesis that two metrics correlate equally with human scores.

    ``first`` and ``second`` are the metrics' correlations with human scores, ``between`` that of the two metrics, all
    over the same number of ``items``, at least MIN_ITEMS, with their signs. SacreROUGE and the scripts of WMT take
    absolute values, which is a different test, and wrong if ``between`` is negative: the determinant's
    2 · first · second · between becomes positive. The one-tailed alternative is that ``first`` is higher. The result
    is NaN if undefined, as for metrics that correlate perfectly.
    """
    t = williams_t(first, second, between, items)
    if math.isnan(t):
        return math.nan
    from scipy.special import stdtr

    return float(2 * stdtr(items - 3, -abs(t)) if two_tailed else stdtr(items - 3, -t))


def williams_t(first: float, second: float, between: float, items: int) -> float:
    """Return the t of `williams_test`, with items - 3 degrees of freedom; NaN if its denominator is not positive.

    Source: Steiger 1980, equation 7, as psych::r.test computes it.
    """
    determinant = 1 - first**2 - second**2 - between**2 + 2 * first * second * between
    mean = (first + second) / 2
    denominator = 2 * determinant * (items - 1) / (items - 3) + mean**2 * (1 - between) ** 3
    if not denominator > 0:
        return math.nan
    return (first - second) * math.sqrt((items - 1) * (1 + between) / denominator)
