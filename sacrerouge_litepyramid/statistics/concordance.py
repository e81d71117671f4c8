"""Count for each value of two vectors the values that it is concordant, and untied, with, in O(n log n)."""

from typing import NamedTuple

import numpy as np


class Concordance(NamedTuple):
    """For each value, (n,): the others in the same order in both vectors less those in opposite orders, and the
    numbers of others that differ from it in the first and in the second vector."""

    agreeing: np.ndarray
    untied: np.ndarray
    other_untied: np.ndarray


def measure_concordance(first: np.ndarray, second: np.ndarray) -> Concordance:
    """Return the concordance of two vectors (n,) without NaN.

    Pairs are split by the highest bit in which their places in the first vector differ: of such a pair the value with
    the bit is the higher one.
    """
    x, y = (np.unique(each, return_inverse=True)[1].ravel() for each in (first, second))
    agreeing = np.zeros(len(x))
    by_second = np.argsort(y, kind="stable")
    for bit in range(int(x.max(initial=0)).bit_length()):
        order = by_second[np.argsort(x[by_second] >> (bit + 1), kind="stable")]
        agreeing[order] += _compare_across_bit(x[order], y[order], bit)
    return Concordance(agreeing, *(len(each) - np.bincount(each)[each] for each in (x, y)))


def _compare_across_bit(x: np.ndarray, y: np.ndarray, bit: int) -> np.ndarray:
    """Return concordant less discordant values on the other side of a bit; sorted by the higher bits, then by y."""
    block = x >> (bit + 1)
    has_bit = (x >> bit) & 1
    lacking, having = (np.concatenate([[0], np.cumsum(each)]) for each in (1 - has_bit, has_bit))
    start, end = _find_runs(np.diff(block, prepend=-1) != 0)
    lower, not_higher = _find_runs((np.diff(block, prepend=-1) != 0) | (np.diff(y, prepend=-1) != 0))

    def less(counts: np.ndarray) -> np.ndarray:
        return counts[lower] + counts[not_higher] - counts[start] - counts[end]

    return np.where(has_bit == 1, less(lacking), -less(having))


def _find_runs(begins: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return for each place the first place of its run and the first one after it."""
    starts = np.flatnonzero(begins)
    run = np.cumsum(begins) - 1
    return starts[run], np.append(starts[1:], len(begins))[run]
