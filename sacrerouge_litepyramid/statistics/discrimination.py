"""Decide by a paired bootstrap over documents which of two systems is better, and how far two judges agree on it.

Source: Bhandari et al. 2020, experiment III.
"""

import numpy as np

from sacrerouge_litepyramid.statistics.agreement import weighted_means
from sacrerouge_litepyramid.statistics.rounding import ROUNDING

FIRST, UNDECIDED, SECOND = 1, 0, -1


def pair_indices(systems: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the indices of the first and of the second system of each pair."""
    return np.triu_indices(systems, k=1)


def win_shares(scores: np.ndarray, draws: np.ndarray) -> np.ndarray:
    """Return the share of draws in which the first of each pair has the higher mean, (pairs,); NaN without scores.

    ``scores``: (systems, documents); ``draws``: (resamples, documents). Equal means are half a win each, so a system
    against its copy is undecided. (The authors count them as lost by the first; real scores hardly ever tie.)
    """
    means = weighted_means(scores, draws.astype(np.float64))
    first, second = pair_indices(len(scores))
    difference = means[:, first] - means[:, second]
    # Sums depend on the order of their terms: what differs by rounding is equal.
    equal = np.abs(difference) <= ROUNDING * np.maximum(np.abs(means[:, first]), np.abs(means[:, second]))
    wins = np.where(equal, 0.5, difference > 0)
    return np.where(np.isnan(difference), np.nan, wins).mean(axis=0)


def decide_pairs(shares: np.ndarray, alpha: float = 0.05) -> np.ndarray:
    """Return 1 where the first system is better (share ≥ 1 - alpha), -1 where the second is (share ≤ alpha), else 0."""
    if not 0 < alpha < 0.5:
        raise ValueError(f"alpha must be between 0 and 0.5, not {alpha}")
    # Shares are multiples of 1 / (2 * resamples); the tolerance keeps 1 - 0.05 from missing 0.95 by rounding.
    tolerance = 1e-9
    return np.where(shares >= 1 - alpha - tolerance, FIRST, np.where(shares <= alpha + tolerance, SECOND, UNDECIDED))


def weighted_f1(truth: np.ndarray, found: np.ndarray) -> float:
    """Return the F1 of each class in ``truth``, weighted by its frequency there; NaN without verdicts."""
    if truth.shape != found.shape:
        raise ValueError(f"as many verdicts as true ones ({truth.shape}) were expected, not {found.shape}")
    if not len(truth):
        return float("nan")
    total = 0.0
    for value in np.unique(truth):
        true, ours = truth == value, found == value
        total += true.sum() * 2 * (true & ours).sum() / (true.sum() + ours.sum())
    return float(total / len(truth))
