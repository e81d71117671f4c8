"""Correlations of rows and of whole matrices, and Williams' test of two correlations."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.rounding import ROUNDING, average, divide


class Correlations(NamedTuple):
    """An array for each coefficient; NaN if a side is constant or has fewer than two values."""

    pearson: np.ndarray
    spearman: np.ndarray
    kendall: np.ndarray


#: the correlation of only two summaries is always 1 or -1
MIN_SUMMARIES = 3


def correlate_all(first: np.ndarray, second: np.ndarray) -> Correlations:
    """Return the correlations over all cells that both matrices have, each (1,).

    They are NaN for fewer than MIN_SUMMARIES cells.
    """
    known = ~np.isnan(first + second)
    x = first[known][None]
    y = second[known][None]
    if x.size < MIN_SUMMARIES:
        undefined = np.array([np.nan])
        return Correlations(undefined, undefined, undefined)
    # scipy sorts, where `kendall` compares all pairs.
    from scipy.stats import kendalltau

    r = pearson(x, y)
    rho = spearman(x, y)
    tau = kendalltau(x, y)[0]
    return Correlations(r, rho, np.array([tau]))


def subtract_correlations(metrics: Sequence[np.ndarray], human: np.ndarray) -> np.ndarray:
    """Return a metric's correlations over all cells, (coefficients,).

    With two metrics, return those of the first minus those of the second.
    """
    by_metric = [np.ravel(correlate_all(metric, human)) for metric in metrics]
    first, *others = by_metric
    return first - sum(others)


def pearson(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Return the Pearson correlation of each pair of rows, (rows,), of two arrays (rows, values).

    It is Σ (x − x̄)(y − ȳ) / √(Σ (x − x̄)² Σ (y − ȳ)²), and NaN for fewer than two values or a
    constant row. Both must have NaN in the same cells. As in the other coefficients, one of the
    arrays may have a single row for all.
    """
    x = subtract_means(first)
    y = subtract_means(second)
    products = (x * y).sum(axis=1)
    x_squares = (x**2).sum(axis=1)
    y_squares = (y**2).sum(axis=1)
    r = divide(products, np.sqrt(x_squares * y_squares))
    # Rounding may move a perfect correlation beyond 1.
    return np.clip(r, -1.0, 1.0)


def spearman(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Return the Spearman correlation of each pair of rows: `pearson` of their `ranks`."""
    return pearson(ranks(first), ranks(second))


def ranks(values: np.ndarray) -> np.ndarray:
    """Return the ranks, from 1, within each row of (rows, values).

    Equal values share their mean rank; NaN stays.
    """
    # This import takes a third of a second, and other commands do not need it.
    from scipy.stats import rankdata

    is_missing = np.isnan(values)
    # Missing values are ranked last, so that they do not count for the others.
    filled = np.where(is_missing, np.inf, values)
    ranked = rankdata(filled, axis=1)
    return np.where(is_missing, np.nan, ranked)


def subtract_means(values: np.ndarray) -> np.ndarray:
    """Subtract the mean of each row of (rows, values).

    Missing cells, and rows constant up to rounding, become 0.
    """
    means = average(values, axis=1)
    centred = np.nan_to_num(values - means[:, None])
    largest = _find_largest(np.nan_to_num(values))
    farthest = _find_largest(centred)
    return np.where(farthest > ROUNDING * largest, centred, 0.0)


def _find_largest(values: np.ndarray) -> np.ndarray:
    """Return the largest absolute value of each row of (rows, values), (rows, 1)."""
    return np.abs(values).max(axis=1, keepdims=True, initial=0.0)


def kendall(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Return tau-b of each pair of rows, (rows,), of two arrays (rows, values).

    It is the number of concordant minus discordant pairs, over the geometric mean of the two rows'
    numbers of untied pairs. It is NaN for fewer than two values or a constant row. Both must have
    NaN in the same cells.
    """
    agreeing = np.zeros(max(len(first), len(second)))
    first_untied = np.zeros(len(first))
    second_untied = np.zeros(len(second))
    # Two to nine times faster than columns of the rows: a column is then one piece of memory.
    first_columns = first.T.copy()
    second_columns = second.T.copy()
    for place in range(len(first_columns) - 1):
        x = _compare_with_later(first_columns, place)
        y = _compare_with_later(second_columns, place)
        agreeing += (x * y).sum(axis=0)
        first_untied += np.abs(x).sum(axis=0)
        second_untied += np.abs(y).sum(axis=0)
    # the geometric mean of the numbers of untied pairs
    untied = np.sqrt(first_untied * second_untied)
    return divide(agreeing, untied)


def _compare_with_later(columns: np.ndarray, place: int) -> np.ndarray:
    """Return 1, 0 or -1 where a column is above, equal to or below later ones, (later, rows).

    The result is 0 where a value is missing.
    """
    column = columns[place]
    later = columns[place + 1 :]
    is_above = column > later
    is_below = column < later
    return np.subtract(is_above, is_below, dtype=np.int8)


def find_critical_r(items: int) -> float:
    """Return the Pearson correlation that unrelated normal values exceed in 2.5% of samples.

    ``items``: the number of pairs of values, three or more. It solves t = r √((n − 2) / (1 − r²)).
    """
    from scipy.special import stdtrit

    quantile = float(stdtrit(items - 2, 0.975))
    return quantile / math.sqrt(items - 2 + quantile**2)


#: the test's t has n - 3 degrees of freedom
MIN_ITEMS = 4


def williams_test(
    first: float, second: float, between: float, items: int, two_tailed: bool
) -> float:
    """Return the p-value of the hypothesis that two metrics correlate equally with human scores.

    ``first`` and ``second`` are the metrics' correlations with human scores, ``between`` that of
    the two metrics, all over the same number of ``items``, at least MIN_ITEMS, with their signs.
    SacreROUGE and the scripts of WMT take absolute values, which is a different test, and wrong if
    ``between`` is negative: the determinant's 2 · first · second · between becomes positive. The
    one-tailed alternative is that ``first`` is higher. The result is NaN if undefined, as for
    metrics that correlate perfectly.

    Source: Steiger 1980, equation 7, as psych::r.test computes it.
    """
    from scipy.special import stdtr

    squares = first**2 + second**2 + between**2
    determinant = 1 - squares + 2 * first * second * between
    mean = (first + second) / 2
    freedom = items - 3
    spread = 2 * determinant * (items - 1) / freedom
    denominator = spread + mean**2 * (1 - between) ** 3
    if not denominator > 0:
        return math.nan
    scale = (items - 1) * (1 + between) / denominator
    t = (first - second) * math.sqrt(scale)
    if two_tailed:
        return float(2 * stdtr(freedom, -abs(t)))
    return float(stdtr(freedom, -t))
