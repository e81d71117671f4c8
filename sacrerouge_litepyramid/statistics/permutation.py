"""A permutation test of which of two metrics agrees better with people (Deutsch et al., TACL 2021)."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.agreement import Agreement
from sacrerouge_litepyramid.statistics.resampling import concatenate, mean_over_folds
from sacrerouge_litepyramid.statistics.rounding import ROUNDING, scale_by_power_of_two
from sacrerouge_litepyramid.statistics.swapping import correlate_swapped

#: the swaps that are drawn at a time, a byte each
MAX_SWAPS = 200_000_000
SWAPS = ("documents", "systems", "both")


class ComparedScores(NamedTuple):
    """Two metrics' and people's scores of the same summaries: matrices (systems, documents), NaN for none."""

    ours: np.ndarray
    baseline: np.ndarray
    people: np.ndarray


class Difference(NamedTuple):
    """The first metric's agreement less the baseline's, and its two-sided p-value; NaN where there is none."""

    observed: dict[str, float]
    p: dict[str, float]


def permutation_test(
    folds: Sequence[ComparedScores], permutations: int = 1000, seed: int = 0, swap: str = "both", constant: str = "drop"
) -> Difference:
    """Test whether the difference in agreement, averaged over folds, exceeds that of scores swapped at random.

    ``swap``: the scores of a summary alone ("both"), of a document, or of a system. The metrics are
    standardised first; a cell that one matrix lacks is left out of all. p counts the observed difference as one of the
    permutations, so it is at least 1 / (permutations + 1). Raises ValueError for an unknown ``swap``.
    """
    if swap not in SWAPS:
        raise ValueError(f"swap must be one of {', '.join(SWAPS)}, not {swap!r}")
    if permutations < 1:
        raise ValueError(f"permutations must be at least 1, not {permutations}")
    generator = np.random.default_rng(seed)
    folds = [standardise(fold) for fold in folds]
    kept = mean_over_folds([_differences(fold, np.zeros((1, 1, 1), dtype=bool), constant) for fold in folds])
    swapped = mean_over_folds([_permute(fold, permutations, generator, swap, constant) for fold in folds])
    observed = {name: float(getattr(kept, name)[0]) for name in kept._fields}
    return Difference(observed, {name: _p_value(observed[name], getattr(swapped, name)) for name in kept._fields})


def standardise(fold: ComparedScores) -> ComparedScores:
    """Mask the cells that one matrix lacks, and bring the metrics to mean 0 and, unless constant, deviation 1."""
    missing = np.isnan(fold.ours) | np.isnan(fold.baseline) | np.isnan(fold.people)
    if missing.all():
        raise ValueError("no summary has a score of both metrics and of people")
    ours, baseline, people = (np.where(missing, np.nan, matrix) for matrix in fold)
    return ComparedScores(_standardise_matrix(ours), _standardise_matrix(baseline), people)


def _standardise_matrix(matrix: np.ndarray) -> np.ndarray:
    matrix = scale_by_power_of_two(matrix.reshape(1, -1)).reshape(matrix.shape)
    deviation = np.nanstd(matrix)
    return (matrix - np.nanmean(matrix)) / (deviation if deviation > 0 else 1.0)


def _permute(
    fold: ComparedScores, permutations: int, generator: np.random.Generator, swap: str, constant: str
) -> Agreement:
    systems, documents = fold.people.shape
    shape = (1 if swap == "documents" else systems, 1 if swap == "systems" else documents)
    step = max(1, MAX_SWAPS // (shape[0] * shape[1]))
    parts = []
    for start in range(0, permutations, step):
        swapped = np.empty((shape[1], min(step, permutations - start), shape[0]), dtype=bool)
        for place in range(swapped.shape[1]):
            swapped[:, place] = generator.random(shape).T < 0.5
        parts.append(_differences(fold, swapped, constant))
    return concatenate(parts)


def _differences(fold: ComparedScores, swapped: np.ndarray, constant: str) -> Agreement:
    """Return our agreement less the baseline's; ``swapped``: (documents or 1, permutations, systems or 1)."""
    ours, baseline = correlate_swapped(fold.ours, fold.baseline, fold.people, swapped, constant)
    return Agreement(*(first - second for first, second in zip(ours, baseline, strict=True)))


def _p_value(observed: float, permuted: np.ndarray) -> float:
    """Return the two-sided p, NaN without an observed difference; a permutation without one counts as larger."""
    if np.isnan(observed):
        return float("nan")
    smaller = np.abs(permuted) < abs(observed) - ROUNDING
    return float((1 + (~smaller).sum()) / (1 + len(permuted)))
