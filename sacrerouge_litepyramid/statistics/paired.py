"""Paired comparisons of systems over the documents that both have scores of.

And how many documents would settle one.
"""

import math
from bisect import bisect_left
from collections.abc import Sequence

import numpy as np

from sacrerouge_litepyramid.statistics.agreement import draw_documents
from sacrerouge_litepyramid.statistics.difference import ALPHA, Difference
from sacrerouge_litepyramid.statistics.estimate import CONFIDENCE, SIMULTANEOUS, Estimate, finite_or_none
from sacrerouge_litepyramid.statistics.intervals import student_interval, student_quantile
from sacrerouge_litepyramid.statistics.rounding import ROUNDING
from sacrerouge_litepyramid.statistics.significance import adjust_holm, bootstrap_p, find_holm_factors

#: fewer documents decide nothing: no choice of their signs reaches ALPHA, and intervals over them are too narrow
MIN_DECIDING_DOCUMENTS = 6
#: the pairs of systems that are tested at a time
PAIRS_AT_A_TIME = 256
#: the pairs whose intervals are made at a time, which takes more memory
INTERVALS_AT_A_TIME = 32


def compare_pairs(
    first: np.ndarray,
    second: np.ndarray,
    permutations: int = 10_000,
    resamples: int = 10_000,
    seed: int = 0,
    names: Sequence[tuple[str, str]] | None = None,
) -> tuple[Difference, ...]:
    """Compare scores (pairs, documents), NaN for none, over the documents that both of a pair have.

    The permutation test swaps the two scores of documents at random; where all 2^documents ways are no more than
    ``permutations`` it takes each once. The bootstrap draws documents. 0 of one leaves its p out, and that of the
    permutation test its intervals, which are those of `_invert_test`. ``names``: those of each pair.
    """
    differences = subtract_scores(first, second)
    filled = np.nan_to_num(differences)
    signs = draw_signs(first.shape[1], permutations, seed)
    draws = draw_documents(first.shape[1], resamples, seed).astype(np.float64) if resamples else None
    documents = count_documents(differences)
    known = documents > 0
    p = np.where(known, _permutation_p(filled, signs, permutations), np.nan)
    resampled_p = np.where(known, _bootstrap_p(filled, draws), np.nan)
    estimates, effects = _invert_test(differences, p, signs, permutations), _effect_size(differences)
    holm_p, bootstrap_holm_p = adjust_holm(p), adjust_holm(resampled_p)
    return tuple(
        Difference(
            difference=estimates.at(place),
            first=one,
            second=other,
            p=finite_or_none(p[place]),
            holm_p=finite_or_none(holm_p[place]),
            bootstrap_p=finite_or_none(resampled_p[place]),
            bootstrap_holm_p=finite_or_none(bootstrap_holm_p[place]),
            wins=int((differences[place] > 0).sum()),
            ties=int((differences[place] == 0).sum()),
            losses=int((differences[place] < 0).sum()),
            effect_size=finite_or_none(effects[place]),
            documents=int(documents[place]),
            better=(one if estimates.value[place] > 0 else other) if holm_p[place] <= ALPHA else None,
        )
        for place, (one, other) in enumerate(names or [("", "")] * len(first))
    )


def subtract_scores(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Subtract; what differs by rounding alone is 0, and a cell that one side lacks is NaN."""
    differences = first - second
    largest = np.maximum(np.abs(first), np.abs(second))
    return np.where(np.abs(differences) <= ROUNDING * largest, 0.0, differences)


def count_documents(values: np.ndarray) -> np.ndarray:
    """Return the number of values in each row of (rows, documents), without NaN."""
    return (~np.isnan(values)).sum(axis=1)


def estimate_means(values: np.ndarray) -> Estimate:
    """Return the mean of each row of (rows, documents), without NaN, with Student's 95% interval: arrays (rows,)."""
    counts = count_documents(values)
    means = np.where(counts > 0, np.nan_to_num(values).sum(axis=1) / np.maximum(counts, 1), np.nan)
    return student_interval(means, _deviations(values), np.maximum(counts - 1, 1), np.maximum(counts, 1))


def draw_signs(documents: int, permutations: int, seed: int) -> np.ndarray:
    """Return signs 1 and -1, (permutations, documents): all ways if they are no more than asked for, else drawn."""
    if documents < 63 and 2**documents <= permutations:
        ways = np.arange(2**documents)[:, None] >> np.arange(documents)[None, :]
        return 1.0 - 2.0 * (ways & 1)
    return np.random.default_rng(seed).choice([-1.0, 1.0], size=(permutations, documents))


def _permutation_p(differences: np.ndarray, signs: np.ndarray, permutations: int) -> np.ndarray:
    """Return the share of signs that give as large a sum; drawn ones (not all ways) count the data's own with them."""
    if not permutations:
        return np.full(len(differences), np.nan)
    larger = np.zeros(len(differences))
    for part in _split(len(differences)):
        sums = np.abs(signs @ differences[part].T)
        larger[part] = (np.abs(differences[part].sum(axis=1)) - sums <= _rounding_errors(differences[part])).sum(axis=0)
    return _share_of_signs(larger, differences.shape[1], signs, permutations)


def _share_of_signs(larger: np.ndarray, documents: int, signs: np.ndarray, permutations: int) -> np.ndarray:
    """Return the permutation test's p by the number of signs that give as large a sum."""
    drawn = int(2.0 ** min(documents, 1000) > permutations)
    return (drawn + larger) / (drawn + len(signs))


def _rounding_errors(differences: np.ndarray) -> np.ndarray:
    """Return what sums of the differences may be off by, (pairs,)."""
    return ROUNDING * np.abs(differences).sum(axis=1)


def _invert_test(differences: np.ndarray, p: np.ndarray, signs: np.ndarray, permutations: int) -> Estimate:
    """Return the mean differences with simultaneous intervals that exclude 0 exactly where Holm's p is at most ALPHA.

    An interval holds all values that the permutation test, of the differences less that value, does not reject: at
    ALPHA / pairs, so that all intervals hold the true differences with 95% or more (Bonferroni; Dunn, JASA 1961).
    Where Holm's step, ALPHA / (pairs - step + 1), declares a pair that ALPHA / pairs does not, its interval has the
    level of the step. These few may lower the joint coverage; that no interval excludes a true difference of 0 keeps
    its 95% (Holm 1979). To agree with Holm and cover jointly in all cases, their end would have to be 0 itself
    (Strassburger and Bretz, Statistics in Medicine 2008; Guilbaud, Biometrical Journal 2008).

    Differences are taken to scatter symmetrically about the true one. A choice of signs speaks against rejecting a
    value that lies between the means of the documents with either sign (Hartigan, JASA 1969). The data's mean always
    does, so the ends are order statistics of these means. NaN where documents or permutations are too few for an end,
    and where fewer than MIN_DECIDING_DOCUMENTS differ, of which intervals cover too seldom, and none excludes 0.
    """
    means = estimate_means(differences).value
    low, high = np.full(len(means), np.nan), np.full(len(means), np.nan)
    tested = np.flatnonzero(~np.isnan(p))
    factors = find_holm_factors(p, ALPHA)
    shares = (
        _share_of_signs(np.arange(len(signs) + 1.0), differences.shape[1], signs, permutations) if tested.size else p
    )
    # By factor, the first number of signs whose share the test does not reject.
    fewest = {each: int(np.searchsorted(shares * each, ALPHA, side="right")) for each in np.unique(factors[tested])}
    for start in range(0, len(tested), INTERVALS_AT_A_TIME):
        rows = tested[start : start + INTERVALS_AT_A_TIME]
        for row, below, above in zip(rows, *_find_ends(differences[rows], signs), strict=True):
            place = fewest[factors[row]] - 1
            if 0 <= place < len(signs):
                low[row] = np.partition(below, place)[place]
                high[row] = -np.partition(-above, place)[place]
    differ = (np.nan_to_num(differences) != 0).sum(axis=1) >= MIN_DECIDING_DOCUMENTS
    has_ends = np.isfinite(low) & np.isfinite(high) & (differ | (low > 0) | (high < 0))
    low, high = np.where(has_ends, low, np.nan), np.where(has_ends, high, np.nan)
    return Estimate(means, low, high, CONFIDENCE, SIMULTANEOUS if len(tested) > 1 else "permutation")


def _find_ends(differences: np.ndarray, signs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the smaller and the larger mean of the documents with either sign, (pairs, signs).

    Minus and plus infinity where a side has no document.
    """
    filled, known = np.nan_to_num(differences), (~np.isnan(differences)).astype(np.float64)
    swapped, total, errors = filled @ signs.T, filled.sum(axis=1)[:, None], _rounding_errors(filled)[:, None]
    counts = signs.sum(axis=1)[None, :] if known.all() else known @ signs.T
    sides = []
    for sign in (1.0, -1.0):
        sums, sizes = total + sign * swapped, known.sum(axis=1)[:, None] + sign * counts
        sums = np.where(np.abs(sums) <= errors, 0.0, sums)
        sides.append(np.divide(sums, sizes, out=np.full_like(sums, np.nan), where=sizes > 0))
    below, above = np.minimum(*sides), np.maximum(*sides)
    return np.where(np.isnan(below), -np.inf, below), np.where(np.isnan(above), np.inf, above)


def _bootstrap_p(differences: np.ndarray, draws: np.ndarray | None) -> np.ndarray:
    if draws is None:
        return np.full(len(differences), np.nan)
    parts = [bootstrap_p(draws @ differences[part].T) for part in _split(len(differences))]
    return np.concatenate(parts) if parts else np.array([])


def _effect_size(differences: np.ndarray) -> np.ndarray:
    """Return Cohen's d_z; NaN where all differences are equal."""
    deviations = _deviations(differences)
    means = estimate_means(differences).value
    return np.where(deviations > 0, means / np.where(deviations > 0, deviations, 1.0), np.nan)


def measure_skewness(differences: np.ndarray) -> np.ndarray:
    """Return for each row the third central moment over the second's power of 3/2; 0 for equal differences."""
    known, means = ~np.isnan(differences), estimate_means(differences).value[:, None]
    centred = np.where(known, differences - means, 0.0)
    centred = centred / np.maximum(np.abs(centred).max(axis=1, keepdims=True, initial=0.0), np.finfo(float).tiny)
    second, third = ((centred**power).sum(axis=1) / np.maximum(known.sum(axis=1), 1) for power in (2, 3))
    return np.divide(third, second**1.5, out=np.zeros(len(third)), where=second > 0)


def _deviations(values: np.ndarray) -> np.ndarray:
    """Return the standard deviation of a sample, (rows,); NaN below two values, 0 for equal values but for rounding."""
    known = ~np.isnan(values)
    counts = known.sum(axis=1, keepdims=True)
    means = np.nan_to_num(values).sum(axis=1, keepdims=True) / np.maximum(counts, 1)
    centred = np.where(known, values - means, 0.0)
    centred = np.where(np.abs(centred) <= ROUNDING * np.abs(means), 0.0, centred)
    # Powers of two are exact, and keep the squares from overflowing and from vanishing.
    _, exponents = np.frexp(np.abs(centred).max(axis=1, initial=0.0))
    squares = np.ldexp(centred, -exponents[:, None]) ** 2
    deviations = np.ldexp(np.sqrt(squares.sum(axis=1) / np.maximum(counts[:, 0] - 1, 1)), exponents)
    return np.where(counts[:, 0] > 1, deviations, np.nan)


def _split(pairs: int) -> list[slice]:
    return [slice(start, start + PAIRS_AT_A_TIME) for start in range(0, pairs, PAIRS_AT_A_TIME)]


#: the usual probability to find a difference that is there
DEFAULT_POWER = 0.8
#: a difference that needs more documents is as good as none
MAX_DOCUMENTS = 1_000_000


def count_documents_needed(
    difference: Estimate,
    documents: int,
    power: float = DEFAULT_POWER,
    alpha: float = ALPHA,
) -> int | None:
    """Return the smallest number of documents whose mean difference Student's two-sided test tells from 0.

    The documents are taken to scatter as the measured ones do, and the true difference to be the measured one.

    Args:
        difference: the mean over the documents with Student's 95% interval.
        documents: the number behind both, 2 or more.
        power: the probability that the test finds the difference, between 0 and 1.
        alpha: the level of the test; divide it by the number of tests to allow for several.

    Returns:
        The number, 2 or more; None above `MAX_DOCUMENTS`, and for a difference of 0.

    Raises:
        ValueError: for a power or level that is no probability.
    """
    for name, value in {"power": power, "alpha": alpha}.items():
        if not 0 < value < 1:
            raise ValueError(f"{name} must be between 0 and 1, not {value}")
    value, low, high = difference[:3]
    deviation = (high - low) / 2 / float(student_quantile(documents - 1, 1 - ALPHA)) * math.sqrt(documents)
    if value == 0 or deviation == 0:
        return None if value == 0 else 2
    return count_documents_for_effect(abs(value) / deviation, power, alpha)


def count_documents_for_effect(effect: float, power: float = DEFAULT_POWER, alpha: float = ALPHA) -> int | None:
    """Return the smallest number of documents, 2 or more, with which Student's two-sided test finds a true effect.

    ``effect``: the mean over the standard deviation, 0 or more. None above `MAX_DOCUMENTS`.
    """
    sizes = range(2, MAX_DOCUMENTS + 1)
    place = bisect_left(sizes, power, key=lambda count: compute_power(count, effect, alpha))
    return sizes[place] if place < len(sizes) else None


def compute_power(documents: int, effect: float, alpha: float = ALPHA) -> float:
    """Return the probability that Student's two-sided test over documents finds a true effect.

    ``effect``: the mean over the standard deviation. The far tail, of the wrong sign, is not counted.
    """
    # this takes half a second to import, and no other command needs it
    from scipy import stats

    quantile = student_quantile(documents - 1, 1 - alpha)
    return float(stats.nct.sf(quantile, documents - 1, effect * math.sqrt(documents)))
