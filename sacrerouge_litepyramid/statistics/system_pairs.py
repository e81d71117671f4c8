"""Accuracy over pairs of systems: plain pairwise accuracy, and soft pairwise accuracy (SPA).

The plain accuracy is the share of pairs whose means a metric and human scores order alike, or both
tie (Kocmi et al., WMT 2021). SPA is the mean over pairs of 1 − |p_human − p_metric|, with the
one-sided p of the first system being better. That p comes from permutations of the two systems'
scores of documents, which are the same for metric and human scores (Thompson, Mathur, Deutsch and
Khayrallah, WMT 2024). A permutation whose difference equals that of the data counts half, so that
the p of a pair and that of its reverse sum to 1.
"""

import numpy as np

from sacrerouge_litepyramid.statistics.max_t import draw_signs
from sacrerouge_litepyramid.statistics.paired import subtract_scores
from sacrerouge_litepyramid.statistics.rounding import ROUNDING, average, restore_ties
from sacrerouge_litepyramid.statistics.significance import pair_indices


def compare_means(ours: np.ndarray, human: np.ndarray) -> float:
    """Return the share of pairs of systems that two sides' means (systems,) order alike.

    It is NaN with fewer than two systems.
    """
    is_alike = order_pairs(ours) == order_pairs(human)
    share = average(is_alike.astype(float), axis=0)
    return float(share)


def order_pairs(means: np.ndarray) -> np.ndarray:
    """Return the order of each pair of means: 1 if the first is higher, -1 if lower, 0 if equal.

    ``means``: the means of systems, (systems,); those that differ by rounding are equal. The result
    is (pairs,).
    """
    first, second = pair_indices(len(means))
    (rounded,) = restore_ties(means[None])
    differences = rounded[first] - rounded[second]
    return np.sign(differences)


def soft_accuracy(
    ours: np.ndarray, human: np.ndarray, permutations: int = 1000, seed: int = 0
) -> float:
    """Return the soft pairwise accuracy of a metric, from 0 to 1.

    ``ours`` and ``human``: scores (systems, documents), NaN if missing. The accuracy is NaN if no
    two systems share a document.
    """
    systems, documents = ours.shape
    (signs,) = draw_signs(documents, permutations, seed, part=permutations)
    missing = np.isnan(ours + human)
    ours = np.where(missing, np.nan, ours)
    human = np.where(missing, np.nan, human)
    distances: list[float] = []
    # Pairs are compared in parts, those of one first system at a time, to save memory.
    for system in range(systems - 1):
        later = slice(system + 1, None)
        p = _permutation_p(ours[system], ours[later], signs)
        human_p = _permutation_p(human[system], human[later], signs)
        distances.extend(np.abs(p - human_p))
    mean_distance = average(np.array(distances), axis=0)
    return 1 - float(mean_distance)


def _permutation_p(first: np.ndarray, others: np.ndarray, signs: np.ndarray) -> np.ndarray:
    """Return the one-sided p of a system (documents,) being better than others, (others,).

    ``others``: (others, documents). It is the share of sign vectors whose sum is above that of the
    data, equal ones half, and NaN without a common document.
    """
    differences = subtract_scores(first, others)
    filled = np.nan_to_num(differences)
    sums = filled.sum(axis=1)
    steps = signs @ filled.T - sums
    # Sums that differ by rounding count as equal.
    sizes = np.abs(filled).sum(axis=1)
    errors = ROUNDING * sizes
    above = (steps > errors).mean(axis=0)
    above_or_equal = (steps >= -errors).mean(axis=0)
    p = (above + above_or_equal) / 2
    has_no_document = np.isnan(differences).all(axis=1)
    return np.where(has_no_document, np.nan, p)
