"""How well a metric finds which of two systems is better: verdicts by a paired bootstrap, and their
F1.

Source: Bhandari et al. 2020, experiment III."""

import numpy as np

from sacrerouge_litepyramid.statistics.agreement import weighted_means
from sacrerouge_litepyramid.statistics.rounding import restore_ties
from sacrerouge_litepyramid.statistics.significance import pair_indices

FIRST, UNDECIDED, SECOND = 1, 0, -1


def win_shares(scores: np.ndarray, draws: np.ndarray) -> np.ndarray:
    """Return the share of draws in which the first of each pair has the higher mean, (pairs,).

    NaN without scores. ``scores``: (systems, documents); ``draws``: (resamples, documents). Equal
    means count as half a win for each, so that a system against its copy is undecided. (The authors
    count a tie as a loss of the first; real scores hardly ever tie.)
    """
    means = restore_ties(weighted_means(scores, draws))
    first, second = pair_indices(len(scores))
    wins = np.sign(means[:, first] - means[:, second])
    return ((1 + wins) / 2).mean(axis=0)


def decide_pairs(shares: np.ndarray, alpha: float = 0.05) -> np.ndarray:
    """Return 1 where the first system is better (share ≥ 1 - alpha), -1 where the second is (share
    ≤ alpha), else 0.
    """
    # Shares are multiples of 1 / (2 * resamples); the tolerance keeps 1 - 0.05 from missing 0.95 by
    # rounding.
    tolerance = 1e-9
    is_first = shares >= 1 - alpha - tolerance
    is_second = shares <= alpha + tolerance
    return np.where(is_first, FIRST, np.where(is_second, SECOND, UNDECIDED))


def weighted_f1(truth: np.ndarray, predicted: np.ndarray) -> float:
    """Return the mean F1 of the classes in ``truth``, weighted by their frequency there.

    NaN without verdicts.
    """
    total = 0.0
    for value in np.unique(truth):
        is_true = truth == value
        is_predicted = predicted == value
        hits = (is_true & is_predicted).sum()
        frequency = is_true.sum()
        f1 = 2 * hits / (frequency + is_predicted.sum())
        total += frequency * f1
    return float(total / len(truth)) if len(truth) else float("nan")
