"""Which systems differ significantly: Holm's correction of p-values, groups that share a letter,
and tiers.
"""

import numpy as np


def adjust_holm(p: np.ndarray) -> np.ndarray:
    """Return p-values (tests,) adjusted by Holm's method.

    NaN, for a missing test, stays and is not counted. The smallest of m is multiplied by m, the
    next by m - 1, …; none is below the one before it, nor above 1. Source: Holm, Scandinavian
    Journal of Statistics 1979.
    """
    order = np.argsort(p, kind="stable")
    multiplied = (p * _rank_from_largest(p))[order]
    adjusted = np.empty(p.shape)
    adjusted[order] = np.minimum(np.maximum.accumulate(multiplied), 1.0)
    return adjusted


def find_holm_factors(p: np.ndarray, alpha: float) -> np.ndarray:
    """Return factors (tests,).

    P-values times them are at most alpha exactly where Holm's adjusted ones are. A factor is
    Bonferroni's, the number of tests; for a test that only Holm's method declares significant, it
    is that of the test's step. The factor of a missing test is NaN.
    """
    tests = float((~np.isnan(p)).sum())
    is_by_step = (adjust_holm(p) <= alpha) & (p * tests > alpha)
    return np.where(is_by_step | np.isnan(p), _rank_from_largest(p), tests)


def _rank_from_largest(p: np.ndarray) -> np.ndarray:
    """Return m for the smallest of m p-values (tests,), …, 1 for the largest, NaN for a missing
    one.
    """
    known = int((~np.isnan(p)).sum())
    ranks = np.full(p.shape, np.nan)
    # NaN is sorted to the end.
    ranks[np.argsort(p, kind="stable")[:known]] = np.arange(known, 0, -1)
    return ranks


def pair_indices(systems: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the indices of the first and of the second system of each pair."""
    return np.triu_indices(systems, k=1)


def group_undecided(apart: np.ndarray) -> list[list[int]]:
    """Return the largest sets of systems of which no two differ significantly, in the order of the
    systems.

    ``apart``: whether two systems differ significantly, (systems, systems), symmetric. Two systems
    share a set exactly if they do not; a system may be in several. Source: insert and absorb,
    Piepho, Journal of Computational and Graphical Statistics 2004.
    """
    groups = [frozenset(range(len(apart)))]
    for pair in np.argwhere(np.triu(apart, k=1)).tolist():
        split = [group for group in groups if group.issuperset(pair)]
        groups = [group for group in groups if group not in split]
        halves = {group - {member} for group in split for member in pair}
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
    tiers: list[int] = []
    for row in range(len(better)):
        begins_tier = row > 0 and bool(better[:row, row:].all())
        tiers.append(tiers[-1] + begins_tier if tiers else 1)
    return tiers
