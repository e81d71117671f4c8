"""Groups of systems that tests do not tell apart, as letters beside a ranking show them."""

import numpy as np


def group_undecided(apart: np.ndarray) -> list[list[int]]:
    """Return the largest sets of systems of which no two are told apart, in the order of the systems.

    ``apart``: (systems, systems), symmetric. Two systems share a group exactly where they are not told apart; a system
    may be in several. Insert and absorb: Piepho, Journal of Computational and Graphical Statistics 2004. Sets are bits
    of whole numbers.
    """
    systems = len(apart)
    groups = [(1 << systems) - 1] if systems else []
    for first, second in zip(*np.nonzero(np.triu(apart, k=1)), strict=True):
        pair = (1 << int(first)) | (1 << int(second))
        split = [group for group in groups if group & pair == pair]
        groups = [group for group in groups if group & pair != pair]
        halves = {group & ~(1 << int(each)) for group in split for each in (first, second)}
        # A set within another is absorbed; the larger ones come first.
        for half in sorted(halves, key=int.bit_count, reverse=True):
            if not any(half & ~group == 0 for group in groups):
                groups.append(half)
    return sorted([place for place in range(systems) if group >> place & 1] for group in groups)


def assign_tiers(better: np.ndarray) -> list[int]:
    """Return the tier of each system in ranked order, from 1; one begins where all above beat all from there on.

    ``better``: (systems, systems), whether the row's system is better than the column's.
    """
    tiers = [1] * min(1, len(better))
    for row in range(1, len(better)):
        tiers.append(tiers[-1] + bool(better[:row, row:].all()))
    return tiers
