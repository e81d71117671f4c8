"""Paired comparisons of many pairs of systems over the documents that both have scores of."""

from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.agreement import draw_documents
from sacrerouge_litepyramid.statistics.intervals import student_quantile
from sacrerouge_litepyramid.statistics.p_values import bootstrap_p
from sacrerouge_litepyramid.statistics.rounding import ROUNDING

#: the pairs of systems that are tested at a time
PAIRS_AT_A_TIME = 256


class MeanEstimate(NamedTuple):
    """Means over documents with Student's 95% interval, and the documents: arrays (rows,); NaN for none."""

    mean: np.ndarray
    low: np.ndarray
    high: np.ndarray
    documents: np.ndarray


class PairedComparison(NamedTuple):
    """The first systems' scores less the second's, arrays (pairs,); NaN for no document, or too few for an interval.

    ``difference``: its mean over documents. ``permutation_p``, ``bootstrap_p``: two-sided. ``wins``, ``ties``,
    ``losses``: documents. ``effect_size``: Cohen's d_z, the mean of the differences over their standard deviation.
    """

    difference: np.ndarray
    low: np.ndarray
    high: np.ndarray
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
    estimate = estimate_means(differences)
    signs = draw_signs(first.shape[1], permutations, seed)
    draws = draw_documents(first.shape[1], resamples, seed).astype(np.float64) if resamples else None
    known = estimate.documents > 0
    return PairedComparison(
        difference=estimate.mean,
        low=estimate.low,
        high=estimate.high,
        permutation_p=np.where(known, _permutation_p(filled, signs, permutations), np.nan),
        bootstrap_p=np.where(known, _bootstrap_p(filled, draws), np.nan),
        wins=(differences > 0).sum(axis=1),
        ties=(differences == 0).sum(axis=1),
        losses=(differences < 0).sum(axis=1),
        effect_size=_effect_size(differences),
        documents=estimate.documents,
    )


def subtract_scores(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Subtract; what differs by rounding alone is 0, and a cell that one side lacks is NaN."""
    differences = first - second
    largest = np.maximum(np.abs(first), np.abs(second))
    return np.where(np.abs(differences) <= ROUNDING * largest, 0.0, differences)


def estimate_means(values: np.ndarray) -> MeanEstimate:
    """Return the mean of each row of (rows, documents) with Student's 95% interval, NaN left out."""
    known = ~np.isnan(values)
    counts = known.sum(axis=1)
    means = np.where(counts > 0, np.nan_to_num(values).sum(axis=1) / np.maximum(counts, 1), np.nan)
    deviations = _deviations(values)
    enough = np.maximum(counts - 1, 1)
    margins = np.where(counts > 1, student_quantile(enough) * deviations / np.sqrt(enough + 1), np.nan)
    return MeanEstimate(means, means - margins, means + margins, counts)


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
    return np.where(
        deviations > 0, estimate_means(differences).mean / np.where(deviations > 0, deviations, 1.0), np.nan
    )


def _deviations(values: np.ndarray) -> np.ndarray:
    """Return the standard deviation of a sample, (rows,); NaN below two values, 0 for equal values but for rounding."""
    known = ~np.isnan(values)
    counts = known.sum(axis=1, keepdims=True)
    means = np.nan_to_num(values).sum(axis=1, keepdims=True) / np.maximum(counts, 1)
    centred = np.where(known, values - means, 0.0)
    centred = np.where(np.abs(centred) <= ROUNDING * np.abs(means), 0.0, centred)
    deviations = np.sqrt((centred**2).sum(axis=1) / np.maximum(counts[:, 0] - 1, 1))
    return np.where(counts[:, 0] > 1, deviations, np.nan)


def _split(pairs: int) -> list[slice]:
    return [slice(start, start + PAIRS_AT_A_TIME) for start in range(0, pairs, PAIRS_AT_A_TIME)]
