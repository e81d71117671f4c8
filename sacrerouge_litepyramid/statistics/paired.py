"""Paired comparisons of systems over the documents that both have."""

from collections.abc import Sequence

import numpy as np

from sacrerouge_litepyramid.statistics.difference import ALPHA, Difference
from sacrerouge_litepyramid.statistics.estimate import CONFIDENCE, SIMULTANEOUS, Estimate, finite_or_none
from sacrerouge_litepyramid.statistics.intervals import student_interval, student_quantile
from sacrerouge_litepyramid.statistics.rounding import ROUNDING, average, divide

#: the number of pairs of systems that are resampled at a time
PAIRS_AT_A_TIME = 256


def compare_pairs(
    first: np.ndarray,
    second: np.ndarray,
    permutations: int = 10_000,
    seed: int = 0,
    names: Sequence[tuple[str, str]] | None = None,
) -> tuple[Difference, ...]:
    """Compare scores (pairs, documents), NaN if missing, over the documents that both of a pair have.

    The permutation test (`_flip_signs`) swaps the two scores of documents at random, or in all 2^documents ways if
    these are at most ``permutations``. With 0 ``permutations`` there are no intervals
    and no p. ``names``: the two names of each pair.
    """
    differences = subtract_scores(first, second)
    test = _flip_signs(differences, draw_signs(first.shape[1], permutations, seed), permutations)
    documents, effects = count_documents(differences), _effect_size(differences)
    return tuple(
        Difference(
            difference=test.difference.at(place),
            first=one,
            second=other,
            p=finite_or_none(test.p[place]),
            adjusted_p=finite_or_none(test.adjusted_p[place]),
            wins=int((differences[place] > 0).sum()),
            ties=int((differences[place] == 0).sum()),
            losses=int((differences[place] < 0).sum()),
            effect_size=finite_or_none(effects[place]),
            documents=int(documents[place]),
            better=(one if test.difference.value[place] > 0 else other) if test.adjusted_p[place] <= ALPHA else None,
        )
    return tuple(pairs)


def subtract_scores(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Subtract the second scores; differences due to rounding are 0, and a cell that one side lacks is NaN."""
    differences = first - second
    largest = np.maximum(np.abs(first), np.abs(second))
    return np.where(np.abs(differences) <= ROUNDING * largest, 0.0, differences)


def estimate_means(values: np.ndarray) -> Estimate:
    """Return the mean of each row of (rows, documents), NaN ignored, with Student's 95% interval: arrays (rows,)."""
    counts = count_documents(values)
    means = average(values, axis=1)
    return student_interval(means, _deviations(values), np.maximum(counts - 1, 1), np.maximum(counts, 1))


def draw_signs(documents: int, permutations: int, seed: int) -> np.ndarray:
    """Return signs 1 and -1, (permutations, documents): all combinations if these are at most that many, else drawn."""
    if documents < 63 and 2**documents <= permutations:
        ways = np.arange(2**documents)[:, None] >> np.arange(documents)[None, :]
        return 1.0 - 2.0 * (ways & 1)
    return np.random.default_rng(seed).choice([-1.0, 1.0], size=(permutations, documents))


class SignTest(NamedTuple):
    """Mean differences with simultaneous intervals, two-sided p, and p adjusted for all pairs: arrays (pairs,)."""

    difference: Estimate
    p: np.ndarray
    adjusted_p: np.ndarray


def _flip_signs(differences: np.ndarray, signs: np.ndarray, permutations: int) -> SignTest:
    """Test all pairs, (pairs, documents), by flipping the signs of documents, the same documents in all pairs.

    A pair's statistic is |sum| / √(sum of squares), which orders flips as Student's t does. The adjusted p is that of
    the step-down max-T procedure: the share of flips in which the largest statistic of the pair and of all pairs with
    smaller statistics reaches the pair's observed one, and at least the p of the step before (Westfall and Young 1993;
    Romano and Wolf, JASA 2005). The familywise error is at most its level if differences whose true mean is 0 scatter
    symmetrically.

    Intervals cover jointly: they invert the single-step max-T test by flips of the differences, or by flips of their
    residuals if that gives wider ones. A pair that only a later step declares different has 0 as an open end
    (Strassburger and Bretz, Statistics in Medicine 2008). There is no interval if there are too few documents or
    permutations, or if the pair differs on fewer than MIN_DECIDING_DOCUMENTS documents: intervals would cover too
    rarely, and none would exclude 0.
    """
    known, means = ~np.isnan(differences), estimate_means(differences).value
    counts = known.sum(axis=1)
    scales = np.abs(np.nan_to_num(differences)).max(axis=1, initial=0.0)
    scaled = np.nan_to_num(differences) / np.where(scales > 0, scales, 1.0)[:, None]
    centres = scaled.sum(axis=1) / np.maximum(counts, 1)
    deviations = np.sqrt((np.where(known, scaled - centres[:, None], 0.0) ** 2).sum(axis=1))
    deviations = np.where(deviations <= ROUNDING * np.sqrt(counts), 0.0, deviations)
    flips = _count_reached(scaled, known, centres, deviations, signs if permutations else signs[:0])
    # If flips are drawn, the data themselves count as one of them.
    drawn = int(2.0 ** min(differences.shape[1], 1000) > permutations)
    is_tested = (counts > 0) & (permutations > 0)
    stepped = np.maximum.accumulate(flips.reached_by_any[flips.order])[np.argsort(flips.order)]
    p, adjusted = (
        np.where(is_tested, (drawn + reached) / (drawn + len(signs)), np.nan) for reached in (flips.reached, stepped)
    )
    place = math.floor(ALPHA * (drawn + len(signs)) + ROUNDING) - drawn if permutations else -1
    critical = max(_smallest_above(largest, place) for largest in (flips.largest, flips.largest_residual))
    with np.errstate(divide="ignore", invalid="ignore"):
        widths = critical * scales * deviations / np.sqrt(counts * np.maximum(counts - critical**2, 0.0))
    widths = np.where(deviations > 0, widths, 0.0)
    ends = [means - widths, means + widths]
    is_apart, differ = adjusted <= ALPHA, (scaled != 0).sum(axis=1) >= MIN_DECIDING_DOCUMENTS
    has_ends = is_tested & np.isfinite(widths) & (differ | is_apart)
    low = np.where(has_ends, np.where(is_apart & (means > 0), ends[0].clip(0.0), ends[0]), np.nan)
    high = np.where(has_ends, np.where(is_apart & (means < 0), ends[1].clip(None, 0.0), ends[1]), np.nan)
    method = SIMULTANEOUS if is_tested.sum() > 1 else "permutation"
    return SignTest(Estimate(means, low, high, CONFIDENCE, method), p, adjusted)


def _smallest_above(statistics: np.ndarray, place: int) -> float:
    """Return the smallest value above the one at a place in descending order; infinity if none or place < 0."""
    if place < 0:
        return math.inf
    bound = np.sort(statistics)[::-1][place] * (1 + ROUNDING)
    return float(np.min(statistics, where=statistics > bound, initial=math.inf))


class _Flips(NamedTuple):
    """Counts over flips. ``order``: pairs, the largest statistic first; ``reached``, ``reached_by_any``: for each pair,
    the number of flips in which its own statistic, or that of any pair from it on in ``order``, reaches the observed
    one; ``largest``, ``largest_residual``: for each flip, the largest statistic of differences and of residuals."""

    order: np.ndarray
    reached: np.ndarray
    reached_by_any: np.ndarray
    largest: np.ndarray
    largest_residual: np.ndarray


def _count_reached(
    scaled: np.ndarray, known: np.ndarray, centres: np.ndarray, deviations: np.ndarray, signs: np.ndarray
) -> _Flips:
    """Count the flips for scaled differences (pairs, documents), 0 if missing, with these means and deviations."""
    norms = np.sqrt((scaled**2).sum(axis=1))
    statistics = divide(np.abs(scaled.sum(axis=1)), norms, 0.0)
    bounds = (statistics - ROUNDING * math.sqrt(scaled.shape[1]))[:, None]
    order, all_signs = np.argsort(statistics, kind="stable"), signs.sum(axis=1)
    flips = _Flips(order[::-1], *np.zeros((2, len(scaled))), *np.zeros((2, len(signs))))
    for part in _split(len(order)):
        rows = order[part]
        sums = scaled[rows] @ signs.T
        flipped = divide(np.abs(sums), norms[rows, None], 0.0)
        running = np.maximum(np.maximum.accumulate(flipped), flips.largest)
        flips.reached[rows] = (flipped >= bounds[rows]).sum(axis=1)
        flips.reached_by_any[rows] = (running >= bounds[rows]).sum(axis=1)
        sums -= centres[rows, None] * (all_signs if known.all() else known[rows].astype(np.float64) @ signs.T)
        residual = divide(np.abs(sums), deviations[rows, None], 0.0).max(axis=0)
        flips.largest[:], flips.largest_residual[:] = running[-1], np.maximum(flips.largest_residual, residual)
    return flips


def _effect_size(differences: np.ndarray) -> np.ndarray:
    """Return Cohen's d_z; NaN if all differences are equal."""
    return divide(average(differences, axis=1), _deviations(differences))


def measure_skewness(differences: np.ndarray) -> np.ndarray:
    """Return each row's skewness, the third central moment over the second ** 1.5; 0 for equal differences."""
    centred = subtract_means(differences)
    counts = np.maximum(count_documents(differences), 1)
    second = (centred**2).sum(axis=1) / counts
    third = (centred**3).sum(axis=1) / counts
    return divide(third, second**1.5, 0.0)


def _measure_deviations(values: np.ndarray) -> np.ndarray:
    """Return the sample standard deviation, (rows,); NaN below two values, 0 for values equal up to rounding."""
    squares = (subtract_means(values) ** 2).sum(axis=1)
    return np.sqrt(divide(squares, count_documents(values) - 1))


def _resample(differences: np.ndarray, resamples: int, seed: int) -> np.ndarray:
    """Return the bootstrap's p of each pair, (pairs,); NaN without resamples or documents."""
    if not resamples:
        return np.full(len(differences), np.nan)
    draws = draw_documents(differences.shape[1], resamples, seed).astype(np.float64)
    parts = np.array_split(np.nan_to_num(differences), 1 + len(differences) // PAIRS_AT_A_TIME)
    p = np.concatenate([bootstrap_p(draws @ part.T) for part in parts])
    return np.where(count_documents(differences) > 0, p, np.nan)
