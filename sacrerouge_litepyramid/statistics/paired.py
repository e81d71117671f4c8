"""Paired comparisons of systems over the documents that both have scores of.

And how many documents would settle one.
"""

import math
from bisect import bisect_left
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.agreement import draw_documents
from sacrerouge_litepyramid.statistics.estimate import Estimate
from sacrerouge_litepyramid.statistics.intervals import student_interval, student_quantile
from sacrerouge_litepyramid.statistics.rounding import ROUNDING
from sacrerouge_litepyramid.statistics.significance import bootstrap_p

#: the pairs of systems that are tested at a time
PAIRS_AT_A_TIME = 256


class PairedComparison(NamedTuple):
    """The first systems' scores − the second's, arrays (pairs,); NaN for no document, or too few for an interval.

    ``difference``: its mean over documents. ``permutation_p``, ``bootstrap_p``: two-sided. ``wins``, ``ties``,
    ``losses``: documents. ``effect_size``: Cohen's d_z, the mean of the differences over their standard deviation.
    """

    difference: Estimate
    permutation_p: np.ndarray
    bootstrap_p: np.ndarray
    wins: np.ndarray
    ties: np.ndarray
    losses: np.ndarray
    effect_size: np.ndarray
    documents: np.ndarray


def compare_pairs(
    first: np.ndarray, second: np.ndarray, permutations: int = 10_000, resamples: int = 10_000, seed: int = 0
) -> PairedComparison:
    """Compare scores (pairs, documents), NaN for none, over the documents that both of a pair have.

    The permutation test swaps the two scores of documents at random; where all 2^documents ways are no more than
    ``permutations`` it takes each once. The bootstrap draws documents. 0 of one leaves its p out (NaN).
    """
    differences = subtract_scores(first, second)
    filled = np.nan_to_num(differences)
    signs = draw_signs(first.shape[1], permutations, seed)
    draws = draw_documents(first.shape[1], resamples, seed).astype(np.float64) if resamples else None
    documents = count_documents(differences)
    known = documents > 0
    return PairedComparison(
        difference=estimate_means(differences),
        permutation_p=np.where(known, _permutation_p(filled, signs, permutations), np.nan),
        bootstrap_p=np.where(known, _bootstrap_p(filled, draws), np.nan),
        wins=(differences > 0).sum(axis=1),
        ties=(differences == 0).sum(axis=1),
        losses=(differences < 0).sum(axis=1),
        effect_size=_effect_size(differences),
        documents=documents,
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
    drawn = int(2.0 ** min(differences.shape[1], 1000) > permutations)
    larger = np.zeros(len(differences))
    for part in _split(len(differences)):
        sums = np.abs(signs @ differences[part].T)
        bound = np.abs(differences[part].sum(axis=1)) - ROUNDING * np.abs(differences[part]).sum(axis=1)
        larger[part] = (sums >= bound).sum(axis=0)
    return (drawn + larger) / (drawn + len(signs))


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


#: the level of the interval, and of the test by default
ALPHA = 0.05
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
        ValueError: for fewer than two documents, and a power or level that is no probability, and
            numbers that are not finite.
    """
    if documents < 2:
        raise ValueError(f"documents must be 2 or more, not {documents}")
    for name, value in {"power": power, "alpha": alpha}.items():
        if not 0 < value < 1:
            raise ValueError(f"{name} must be between 0 and 1, not {value}")
    value, low, high = difference[:3]
    if not all(map(math.isfinite, (value, low, high))):
        raise ValueError(f"the difference {value} and its interval ({low}, {high}) must be finite numbers")
    deviation = (high - low) / 2 / float(student_quantile(documents - 1, 1 - ALPHA)) * math.sqrt(documents)
    if value == 0 or deviation == 0:
        return None if value == 0 else 2
    effect = abs(value) / deviation
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
