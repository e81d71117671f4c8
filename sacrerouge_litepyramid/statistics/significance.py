"""Which systems differ significantly: Holm's correction, groups that share a letter, and tiers."""

import numpy as np


def adjust_holm(p: np.ndarray) -> np.ndarray:
    """Return p-values (tests,) adjusted by Holm's method.

    NaN, for a missing test, stays and is not counted. The smallest of m is multiplied by m, the
    next by m - 1, …; none is below the one before it, nor above 1. Source: Holm, Scandinavian
    Journal of Statistics 1979.
    """
    multiplied = p * _rank_from_largest(p)
    order = np.argsort(p, kind="stable")
    increasing = np.maximum.accumulate(multiplied[order])
    adjusted = np.empty(p.shape)
    adjusted[order] = np.minimum(increasing, 1.0)
    return adjusted


def find_holm_factors(p: np.ndarray, alpha: float) -> np.ndarray:
    """Return factors (tests,) that p-values can be multiplied by instead of Holm's adjustment.

    P-values times them are at most alpha exactly where Holm's adjusted ones are. A factor is
    Bonferroni's, the number of tests; for a test that only Holm's method declares significant, it
    is that of the test's step. The factor of a missing test is NaN.
    """
    is_missing = np.isnan(p)
    tests = float((~is_missing).sum())
    only_by_holm = (adjust_holm(p) <= alpha) & (p * tests > alpha)
    return np.where(only_by_holm | is_missing, _rank_from_largest(p), tests)


def _rank_from_largest(p: np.ndarray) -> np.ndarray:
    """Return m for the smallest of m p-values (tests,), …, 1 for the largest; NaN stays."""
    tests = int((~np.isnan(p)).sum())
    # NaN is sorted to the end.
    order = np.argsort(p, kind="stable")
    ranks = np.full(p.shape, np.nan)
    ranks[order[:tests]] = np.arange(tests, 0, -1)
    return ranks


def pair_indices(systems: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the indices of the first and of the second system of each pair."""
    return np.triu_indices(systems, k=1)


def group_undecided(apart: np.ndarray) -> list[list[int]]:
    """Return the largest sets of systems of which no two differ significantly, in their order.

    ``apart``: whether two systems differ significantly, (systems, systems), symmetric. Two systems
    share a set exactly if they do not; a system may be in several. Source: insert and absorb,
    Piepho, Journal of Computational and Graphical Statistics 2004.
    """
    groups = [frozenset(range(len(apart)))]
    for pair in np.argwhere(np.triu(apart, k=1)).tolist():
        # A set with both systems of the pair becomes two sets, each without one of the two.
        split = [group for group in groups if group.issuperset(pair)]
        groups = [group for group in groups if group not in split]
        halves = set()
        for group in split:
            for system in pair:
                halves.add(group - {system})
        # A set within another is absorbed, so the larger ones come first.
        for half in sorted(halves, key=len, reverse=True):
            if not any(half <= group for group in groups):
                groups.append(half)
    return sorted(sorted(group) for group in groups if group)


def assign_tiers(better: np.ndarray) -> list[int]:
    """Return the tier of each system in ranked order, from 1.

    All systems of a tier beat all systems of lower tiers. ``better``: (systems, systems), whether
    the row's system is better than the column's.
    """
    tier = 1
    tiers = []
    for row in range(len(better)):
        higher_beat_the_rest = better[:row, row:].all()
        if row > 0 and higher_beat_the_rest:
            tier += 1
        tiers.append(tier)
    return tiers
