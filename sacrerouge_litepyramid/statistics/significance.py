"""Which systems differ significantly: p-values, Holm's correction, decisions on pairs, groups that share a letter.

The paired bootstrap over documents: Bhandari et al. 2020, experiment III."""

import numpy as np

from sacrerouge_litepyramid.statistics.agreement import weighted_means
from sacrerouge_litepyramid.statistics.rounding import ROUNDING


def adjust_holm(p: np.ndarray) -> np.ndarray:
    """Return p-values (tests,) adjusted by Holm's method; NaN, for a missing test, stays and is not counted.

    The smallest of m is multiplied by m, the next by m - 1, …; none is below the one before it, nor above 1. Source:
    Holm, Scandinavian Journal of Statistics 1979.
    """
    adjusted = np.full(p.shape, np.nan)
    known = np.flatnonzero(~np.isnan(p))
    order = known[np.argsort(p[known], kind="stable")]
    factors = np.arange(len(order), 0, -1)
    adjusted[order] = np.minimum(np.maximum.accumulate(p[order] * factors), 1.0)
    return adjusted


def find_holm_factors(p: np.ndarray, alpha: float) -> np.ndarray:
    """Return factors (tests,); p-values times them are at most alpha exactly where Holm's adjusted ones are.

    A factor is Bonferroni's, the number of tests; for a test that only Holm's method declares significant, it is that
    of the test's step. The factor of a missing test is NaN.
    """
    known = np.flatnonzero(~np.isnan(p))
    order = known[np.argsort(p[known], kind="stable")]
    steps = np.full(p.shape, np.nan)
    steps[order] = np.arange(len(order), 0, -1)
    is_by_step = (adjust_holm(p) <= alpha) & (p * len(order) > alpha)
    return np.where(is_by_step | np.isnan(p), steps, float(len(order)))


FIRST, UNDECIDED, SECOND = 1, 0, -1


def pair_indices(systems: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the indices of the first and of the second system of each pair."""
    return np.triu_indices(systems, k=1)


def win_shares(scores: np.ndarray, draws: np.ndarray) -> np.ndarray:
    """Return the share of draws in which the first of each pair has the higher mean, (pairs,); NaN without scores.

    ``scores``: (systems, documents); ``draws``: (resamples, documents). Equal means count as half a win for each, so
    that a system against its copy is undecided. (The authors count a tie as a loss of the first; real scores hardly
    ever tie.)
    """
    means = weighted_means(scores, draws.astype(np.float64))
    first, second = pair_indices(len(scores))
    difference = means[:, first] - means[:, second]
    # Sums depend on the order of their terms, so means that differ only by rounding are equal.
    equal = np.abs(difference) <= ROUNDING * np.maximum(np.abs(means[:, first]), np.abs(means[:, second]))
    wins = np.where(equal, 0.5, difference > 0)
    return np.where(np.isnan(difference), np.nan, wins).mean(axis=0)


def decide_pairs(shares: np.ndarray, alpha: float = 0.05) -> np.ndarray:
    """Return 1 where the first system is better (share ≥ 1 - alpha), -1 where the second is (share ≤ alpha), else 0."""
    # Shares are multiples of 1 / (2 * resamples); the tolerance keeps 1 - 0.05 from missing 0.95 by rounding.
    tolerance = 1e-9
    return np.where(shares >= 1 - alpha - tolerance, FIRST, np.where(shares <= alpha + tolerance, SECOND, UNDECIDED))


def weighted_f1(truth: np.ndarray, predicted: np.ndarray) -> float:
    """Return the mean F1 of the classes in ``truth``, weighted by their frequency there; NaN without verdicts."""
    if not len(truth):
        return float("nan")
    total = 0.0
    for value in np.unique(truth):
        is_true, is_predicted = truth == value, predicted == value
        total += is_true.sum() * 2 * (is_true & is_predicted).sum() / (is_true.sum() + is_predicted.sum())
    return float(total / len(truth))


def group_undecided(apart: np.ndarray) -> list[list[int]]:
    """Return the largest sets of systems of which no two differ significantly, in the order of the systems.

    ``apart``: whether two systems differ significantly, (systems, systems), symmetric. Two systems share a set exactly
    if they do not; a system may be in several. Source: insert and absorb, Piepho, Journal of Computational and
    Graphical Statistics 2004. The code represents a set by the bits of an integer.
    """
    systems = len(apart)
    groups = [(1 << systems) - 1] if systems else []
    for first, second in zip(*np.nonzero(np.triu(apart, k=1)), strict=True):
        pair = (1 << int(first)) | (1 << int(second))
        split = [group for group in groups if group & pair == pair]
        groups = [group for group in groups if group & pair != pair]
        halves = {group & ~(1 << int(member)) for group in split for member in (first, second)}
        # A set within another is absorbed, so the larger ones come first.
        for half in sorted(halves, key=int.bit_count, reverse=True):
            if not any(half & ~group == 0 for group in groups):
                groups.append(half)
    return sorted([place for place in range(systems) if group >> place & 1] for group in groups)


def assign_tiers(better: np.ndarray) -> list[int]:
    """Return the tier of each system in ranked order, from 1; all systems of a tier beat all systems of lower tiers.

    ``better``: (systems, systems), whether the row's system is better than the column's.
    """
    tiers = [1] * min(1, len(better))
    for row in range(1, len(better)):
        tiers.append(tiers[-1] + bool(better[:row, row:].all()))
    return tiers
