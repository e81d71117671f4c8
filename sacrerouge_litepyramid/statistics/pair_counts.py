"""Count, for each summary, the others of its group that two scores put in the same order, or both call tied.

All groups are counted in one pass: pairs are split by the highest bit in which the ranks of their human scores differ,
as in `spread.measure_concordance`, which takes O(n log n) for n summaries."""

import numpy as np

from sacrerouge_litepyramid.statistics.rounding import restore_ties


def rank_tied(values: np.ndarray) -> np.ndarray:
    """Return ranks from 0 of values (n,) without NaN; values that are equal but for rounding share one."""
    return np.unique(restore_ties(values[None])[0], return_inverse=True)[1].ravel()


def count_correct(ours: np.ndarray, ranks: np.ndarray, groups: np.ndarray, epsilon: float) -> np.ndarray:
    """Return for each summary, (n,), the number of others of its group on which the two scores agree.

    They agree where the human ranks order the two as our scores do, which differ by more than ``epsilon``, and where
    the ranks are equal and our scores differ by ``epsilon`` or less.
    """
    ordered, size = np.sort(ours), len(ours) + 1
    places = np.empty(len(ours), dtype=np.int64)
    places[np.argsort(ours, kind="stable")] = np.arange(len(ours))
    lower = np.searchsorted(ordered, ours - epsilon, "left")
    not_higher = np.searchsorted(ordered, ours + epsilon, "right")
    starts = (groups.astype(np.int64) * (ranks.max(initial=0) + 1) + ranks) * size
    keys = np.sort(starts + places)
    tied = np.searchsorted(keys, starts + not_higher) - np.searchsorted(keys, starts + lower) - 1
    above = _count_lower(len(ours) - 1 - places, len(ours) - not_higher, ranks.max(initial=0) - ranks, groups)
    return tied + _count_lower(places, lower, ranks, groups) + above


def _count_lower(places: np.ndarray, bounds: np.ndarray, ranks: np.ndarray, groups: np.ndarray) -> np.ndarray:
    """Return for each summary the others of its group with a lower rank whose place is below its bound."""
    counts = np.zeros(len(ranks), dtype=np.int64)
    size = len(ranks) + 1
    for bit in range(int(ranks.max(initial=0)).bit_length()):
        starts = (groups.astype(np.int64) * (ranks.max() + 1) + (ranks >> (bit + 1))) * size
        has_bit = (ranks >> bit) & 1 == 1
        keys = np.sort((starts + places)[~has_bit])
        start = starts[has_bit]
        counts[has_bit] += np.searchsorted(keys, start + bounds[has_bit]) - np.searchsorted(keys, start)
    return counts
