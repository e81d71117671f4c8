"""Williams' test of which of two metrics correlates better with people, for all pairs, by SacreROUGE's `stats`."""

import functools

import numpy as np

from sacrerouge_litepyramid.meta.scores import Scores

#: systems that the test needs: its t has n - 3 degrees of freedom
FEWEST_SYSTEMS = 4


def williams(ours: np.ndarray, other: np.ndarray, people: np.ndarray) -> float:
    """The one-tailed p of "our system-level Pearson correlation is higher than the other's"; NaN for no test.

    Matrices (systems, documents); a cell that one of them lacks is left out of all. There is no test for fewer than
    four systems, where a correlation is undefined, or where ours is lower (in absolute value, as SacreROUGE has it).
    """
    from sacrerouge.stats import system_level_corr, williams_diff_test
    from scipy.stats import pearsonr

    missing = np.isnan(ours) | np.isnan(other) | np.isnan(people)
    scored = ~missing.all(axis=1)
    x, y, z = (np.where(missing, np.nan, each)[scored] for each in (ours, other, people))
    if scored.sum() < FEWEST_SYSTEMS:
        return float("nan")
    correlation = functools.partial(system_level_corr, pearsonr)
    first, second, between = correlation(x, z), correlation(y, z), correlation(x, y)
    if None in (first, second, between) or abs(first) < abs(second):
        return float("nan")
    with np.errstate(divide="ignore", invalid="ignore"):
        return float(williams_diff_test(correlation, x, y, z, two_tailed=False))


def williams_matrix(scores: Scores) -> dict[str, dict[str, float | None]]:
    """By metric and other metric the p of `williams`; null where there is no test, and against itself."""
    result: dict[str, dict[str, float | None]] = {}
    for name, ours in scores.metrics.items():
        row = {
            other: float("nan") if other == name else williams(ours, values, scores.people)
            for other, values in scores.metrics.items()
        }
        result[name] = {other: p if np.isfinite(p) else None for other, p in row.items()}
    return result
