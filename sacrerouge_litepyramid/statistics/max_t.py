"""Test all pairs of systems together by flipping the signs of their differences at random: max-T.

If two systems do not differ, swapping their scores of a document changes nothing but the sign of
the difference. A flip swaps the scores of the same documents in all pairs, so that it keeps how
pairs depend on each other.
"""

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.correlations import subtract_means
from sacrerouge_litepyramid.statistics.difference import ALPHA
from sacrerouge_litepyramid.statistics.estimate import Estimate
from sacrerouge_litepyramid.statistics.rounding import ROUNDING, average, count_documents, divide

#: with fewer documents no choice of signs reaches ALPHA, and intervals are too narrow
MIN_DECIDING_DOCUMENTS = 6
#: the number of flips that are drawn and computed at a time
FLIPS = 1000


class SignTest(NamedTuple):
    """The result for all pairs, arrays (pairs,), NaN if unknown."""

    # the mean difference with its simultaneous interval
    difference: Estimate
    # the two-sided p of the pair alone
    p: np.ndarray
    # p corrected for all pairs
    adjusted_p: np.ndarray


def draw_signs(documents: int, permutations: int, seed: int, part: int) -> Iterator[np.ndarray]:
    """Yield signs 1 and -1 of documents in parts, (at most ``part``, documents), to save memory.

    They are all combinations of signs if these are at most ``permutations``, else that many drawn
    at random. The size of the parts does not change them.
    """
    generator = np.random.default_rng(seed)
    places = np.arange(documents)
    count = _count_signs(documents, permutations)
    for start in range(0, count, part):
        numbers = np.arange(start, min(start + part, count))
        if _is_exhaustive(documents, permutations):
            # The binary digits of 0, 1, 2, … are all combinations.
            digits = (numbers[:, None] >> places) & 1
            yield 1.0 - 2.0 * digits
        else:
            yield generator.choice([-1.0, 1.0], size=(len(numbers), documents))


def _count_signs(documents: int, permutations: int) -> int:
    return 2**documents if _is_exhaustive(documents, permutations) else permutations


def _is_exhaustive(documents: int, permutations: int) -> bool:
    return 2**documents <= permutations


def flip_signs(differences: np.ndarray, permutations: int, seed: int) -> SignTest:
    """Test differences (pairs, documents), NaN if missing, by `draw_signs`.

    0 permutations give no p and no interval. A pair's statistic is |sum| / √(sum of squares), which
    orders flips as Student's t does. The adjusted p is that of the step-down max-T procedure: the
    share of flips in which the largest statistic of the pair and of all pairs with smaller
    statistics reaches the pair's observed one, and at least the p of the step before (Westfall and
    Young 1993; Romano and Wolf, JASA 2005). The familywise error is at most its level if
    differences whose true mean is 0 scatter symmetrically.

    Intervals cover jointly: they invert the single-step max-T test by flips of the differences, or
    by flips of their residuals if that gives wider ones. A pair that only a later step declares
    different has 0 as an open end (Strassburger and Bretz, Statistics in Medicine 2008). There is
    no interval if there are too few documents or permutations, or if the pair differs on fewer than
    MIN_DECIDING_DOCUMENTS documents: intervals would cover too rarely, and none would exclude 0.
    """
    counts = count_documents(differences)
    documents = differences.shape[1]
    # The data count as one of the flips: all combinations contain it, drawn ones do not.
    observed = 0 if _is_exhaustive(documents, permutations) else 1
    total = max(observed + _count_signs(documents, permutations), 1)
    flips = _compare_flips(differences, draw_signs(documents, permutations, seed, FLIPS))
    is_tested = (counts > 0) & (permutations > 0)
    p = np.where(is_tested, (observed + flips.reached) / total, np.nan)
    adjusted_p = np.where(is_tested, (observed + flips.reached_by_step) / total, np.nan)

    # the number of flips, besides the data, that may reach the critical value
    allowed = math.floor(ALPHA * total + ROUNDING) - observed
    critical = _find_critical(flips.largest, allowed)
    critical_residual = _find_critical(flips.largest_residual, allowed)
    widths = _invert_test(differences, max(critical, critical_residual))
    is_apart = adjusted_p <= ALPHA
    differing = np.count_nonzero(np.nan_to_num(differences), axis=1)
    has_enough = is_apart | (differing >= MIN_DECIDING_DOCUMENTS)
    has_interval = is_tested & has_enough & np.isfinite(widths)
    widths[~has_interval] = np.nan
    means = average(differences, axis=1)
    # A pair that differs significantly has an interval on one side of 0.
    smallest = np.where(is_apart & (means > 0), 0.0, -np.inf)
    largest = np.where(is_apart & (means < 0), 0.0, np.inf)
    low = np.maximum(means - widths, smallest)
    high = np.minimum(means + widths, largest)
    is_simultaneous = bool(is_tested.sum() > 1)
    return SignTest(Estimate(means, low, high, is_simultaneous), p, adjusted_p)


class _Flips(NamedTuple):
    """How the statistics of flips compare with the observed ones."""

    # the number of flips in which the pair's statistic reaches the observed one, (pairs,)
    reached: np.ndarray
    # the same for the largest statistic of the pair and of those with smaller observed ones; at
    # least the number of any pair with a larger observed one
    reached_by_step: np.ndarray
    # the largest statistic of all pairs in each flip, (flips,)
    largest: np.ndarray
    # the same of the pairs' residuals, the differences minus their mean
    largest_residual: np.ndarray


def _compare_flips(differences: np.ndarray, signs: Iterable[np.ndarray]) -> _Flips:
    """Compare the statistics of flips with those of differences.

    ``differences``: (pairs, documents), NaN if missing; ``signs``: parts (flips, documents).
    """
    values = np.nan_to_num(differences)
    residuals = subtract_means(differences)
    pairs, documents = differences.shape
    # A flip whose statistic equals the observed one up to rounding reaches it.
    tolerance = ROUNDING * math.sqrt(documents)
    unflipped = np.ones((1, documents))
    observed = _measure_statistics(values, unflipped) - tolerance
    order = np.argsort(observed[:, 0], kind="stable")
    observed_in_order = observed[order]
    reached = np.zeros(pairs)
    reached_in_order = np.zeros(pairs)
    largest = [np.zeros(0)]
    largest_residual = [np.zeros(0)]
    for part in signs:
        flipped = _measure_statistics(values, part)
        reached += (flipped >= observed).sum(axis=1)
        # the largest statistic of a pair and of all with smaller observed ones
        flipped_in_order = flipped[order]
        running = np.maximum.accumulate(flipped_in_order, axis=0)
        reached_in_order += (running >= observed_in_order).sum(axis=1)
        largest.append(flipped.max(axis=0, initial=0.0))
        flipped_residuals = _measure_statistics(residuals, part)
        largest_residual.append(flipped_residuals.max(axis=0, initial=0.0))
    by_step = np.empty(pairs)
    # From the largest observed statistic down, a pair's number is at least that of the one before.
    descending = order[::-1]
    by_step[descending] = np.maximum.accumulate(reached_in_order[::-1])
    return _Flips(reached, by_step, np.concatenate(largest), np.concatenate(largest_residual))


def _measure_statistics(values: np.ndarray, signs: np.ndarray) -> np.ndarray:
    """Return |sum| / √(sum of squares) of values after flips, (pairs, flips).

    ``values``: (pairs, documents); ``signs``: (flips, documents). A pair without differences has 0.
    """
    sums = values @ signs.T
    squares = (values**2).sum(axis=1, keepdims=True)
    norms = np.sqrt(squares)
    return divide(np.abs(sums), norms, 0.0)


def _find_critical(statistics: np.ndarray, allowed: int) -> float:
    """Return the smallest statistic that at most ``allowed`` statistics reach, else infinity."""
    if not 0 <= allowed < len(statistics):
        return math.inf
    descending = np.sort(statistics)[::-1]
    bound = descending[allowed] * (1 + ROUNDING)
    return float(np.min(statistics, where=statistics > bound, initial=math.inf))


def _invert_test(differences: np.ndarray, critical: float) -> np.ndarray:
    """Return the width from the mean at which a true difference is rejected, (pairs,).

    There the statistic reaches the critical value. With n documents, mean m and squared residuals
    of sum S, the statistic of the differences from a true one, t, is n |m − t| / √(S + n (m − t)²).
    It never reaches a critical value of √n or more: the width is then infinite.
    """
    counts = count_documents(differences)
    residuals = subtract_means(differences)
    squares = (residuals**2).sum(axis=1)
    room = np.maximum(counts - critical**2, 0.0)
    ratio = divide(squares, counts * room, np.inf)
    widths = critical * np.sqrt(ratio)
    return np.where(squares > 0, widths, 0.0)
