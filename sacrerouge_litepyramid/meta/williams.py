"""Test by Williams which of two metrics correlates better with people, at the system level."""

import numpy as np

from sacrerouge_litepyramid.meta.scores import Scores
from sacrerouge_litepyramid.statistics.agreement import agreement
from sacrerouge_litepyramid.statistics.permutation import ComparedScores
from sacrerouge_litepyramid.statistics.rounding import ROUNDING
from sacrerouge_litepyramid.statistics.williams import MIN_ITEMS, williams_test


def williams(compared: ComparedScores, two_tailed: bool) -> float | None:
    """Return p of Williams' test that two metrics' system-level Pearson correlations with people are equal.

    The correlations keep their signs (see `williams_test`). One-tailed, the alternative is that ours is higher. A cell
    that one of the matrices lacks is left out of all. None where there is no test: fewer than four systems, a constant
    metric, metrics that agree perfectly, and one-tailed where ours is lower.
    """
    missing = np.isnan(np.stack(compared)).any(axis=0)
    ours, baseline, people = (np.where(missing, np.nan, matrix) for matrix in compared)
    ours, baseline, people = (matrix[~missing.all(axis=1)] for matrix in (ours, baseline, people))
    pairs = ((ours, people), (baseline, people), (ours, baseline))
    first, second, between = (float(agreement(*pair).system_pearson[0]) for pair in pairs)
    if len(ours) < MIN_ITEMS or np.isnan([first, second, between]).any() or abs(between) > 1 - ROUNDING:
        return None
    if not two_tailed and first < second:
        return None
    p = williams_test(first, second, between, len(ours), two_tailed)
    return p if np.isfinite(p) else None


def williams_matrix(scores: Scores) -> dict[str, dict[str, float | None]]:
    """Return the one-tailed p by metric and other metric; None where there is no test, and against itself."""
    return {
        name: {
            other: None if other == name else williams(ComparedScores(ours, values, scores.people), two_tailed=False)
            for other, values in scores.metrics.items()
        }
        for name, ours in scores.metrics.items()
    }
