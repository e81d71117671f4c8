"""The influence of each value on a correlation: its derivative by the value's weight, at weights of 1.

Sums of influences over the values of a document or a system say how the correlation changes as that is drawn more
often, so that a standard error takes one sort, O(n log n), and no resample.
"""

import numpy as np

from sacrerouge_litepyramid.statistics.concordance import measure_concordance
from sacrerouge_litepyramid.statistics.weighted_correlations import Correlations


def measure_influences(first: np.ndarray, second: np.ndarray) -> Correlations:
    """Return the influences, each (n,), on the correlations of two vectors (n,) without NaN; they sum to 0.

    All are NaN where a side is constant.
    """
    if not (np.ptp(first) > 0 and np.ptp(second) > 0):
        return Correlations(*np.full((len(Correlations._fields), len(first)), np.nan))
    return Correlations(
        _influence_pearson(first, second), _influence_spearman(first, second), _influence_kendall(first, second)
    )


def _influence_pearson(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    x, y = _standardise(first), _standardise(second)
    return x * y - (x @ y) * (x**2 + y**2) / 2


def _influence_spearman(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Return the influences on Pearson's r of the ranks; a value also counts in the ranks of the values above it."""
    direct = np.zeros(len(first))
    sides = [_count_below(values, np.ones(len(values))) for values in (first, second)]
    x, y = (_standardise(each) for each in sides)
    correlation = x @ y
    for values, ranks, own, other in ((first, sides[0], x, y), (second, sides[1], y, x)):
        slopes = (other - correlation * own) / np.sqrt(((ranks - ranks.mean()) ** 2).sum())
        # The slopes at all values that are not below: those above in full, equal ones by half.
        direct += slopes.sum() - _count_below(values, slopes)
    return direct + x * y - correlation * (x**2 + y**2) / 2


def _influence_kendall(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    agreeing, untied, other_untied = measure_concordance(first, second)
    norm = np.sqrt(untied.sum()) * np.sqrt(other_untied.sum())
    correlation = agreeing.sum() / norm
    # Sums over values count each pair twice.
    return 2 * agreeing / norm - correlation * (untied / untied.sum() + other_untied / other_untied.sum())


def _standardise(values: np.ndarray) -> np.ndarray:
    centred = values - values.mean()
    return centred / np.sqrt((centred**2).sum())


def _count_below(values: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return the weights of the values below each value, and half of those of the values equal to it."""
    order = np.argsort(values, kind="stable")
    ordered = values[order]
    below = np.concatenate([[0.0], np.cumsum(weights[order])])
    return (below[np.searchsorted(ordered, values, "left")] + below[np.searchsorted(ordered, values, "right")]) / 2
