"""A permutation test of which of two metrics agrees better with human scores (Deutsch et al., TACL 2021)."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.agreement import (
    MIN_SYSTEMS,
    Agreement,
    concatenate,
    correlate_means,
    correlate_rows,
    find_constant_rows,
    replace_constant_rows,
)
from sacrerouge_litepyramid.statistics.correlations import Correlations, correlate_sides
from sacrerouge_litepyramid.statistics.difference import Difference
from sacrerouge_litepyramid.statistics.estimate import Estimate
from sacrerouge_litepyramid.statistics.rounding import ROUNDING, average, count_documents, divide

#: what a permutation swaps: the two metrics' scores of single summaries, of whole documents or of whole systems
SWAPS = ("documents", "systems", "both")
#: the largest number of scores that are swapped at a time
MAX_SWAPPED = 50_000_000


class ComparedScores(NamedTuple):
    """Two metrics' and human scores of the same summaries: matrices (systems, documents), NaN if missing."""

    ours: np.ndarray
    baseline: np.ndarray
    human: np.ndarray

    def keep_common(self) -> "ComparedScores":
        """Return the scores with NaN in the cells that one of the three lacks."""
        missing = np.isnan(np.stack(self)).any(axis=0)
        return ComparedScores(*(np.where(missing, np.nan, matrix) for matrix in self))


def permutation_test(
    folds: Sequence[ComparedScores], permutations: int = 1000, seed: int = 0, swap: str = "both", constant: str = "drop"
) -> dict[str, Difference]:
    """Return, by statistic, our agreement − the baseline's, averaged over folds, tested by scores swapped at random.

    ``swap``: swaps are drawn for each summary ("both"), for all scores of a document ("documents"), or for all scores
    of a system ("systems"). The metrics are standardised first; a cell that one matrix lacks is ignored in all. p
    counts the observed difference as one of the permutations, so it is at least 1 / (permutations + 1). Raises
    ValueError if ``swap`` is unknown.
    """
    if swap not in SWAPS:
        raise ValueError(f"swap must be one of {', '.join(SWAPS)}, not {swap!r}")
    generator = np.random.default_rng(seed)
    by_fold = [_permute(standardise(fold), permutations, generator, swap, constant) for fold in folds]
    rows = np.mean(by_fold, axis=0)
    return {name: build_difference(float(row[0]), row[1:]) for name, row in zip(Agreement._fields, rows, strict=True)}


def compare_over_summaries(scores: ComparedScores, permutations: int, seed: int = 0) -> dict[str, Difference]:
    """Return, by coefficient, our correlation over all summaries minus the baseline's, tested by swapped scores.

    All scores of a document are swapped together, as the summaries of a document are not independent.
    """
    scores = standardise(scores)
    permuted = measure_permuted(scores, correlate_sides, permutations, seed, "documents")
    columns = zip(Correlations._fields, correlate_sides(*scores), permuted, strict=True)
    return {name: build_difference(float(value), drawn) for name, value, drawn in columns}


def _average_folds(folds: Sequence[Agreement]) -> Agreement:
    """Return the mean of each statistic, swap by swap; NaN if it is undefined in a fold."""
    return Agreement(*(np.mean(values, axis=0) for values in zip(*folds, strict=True)))


def standardise(fold: ComparedScores) -> ComparedScores:
    """Mask the cells that one matrix lacks; scale metrics to mean 0 and, unless constant, standard deviation 1."""
    ours, baseline, human = fold.keep_common()
    if np.isnan(human).all():
        raise ValueError("no summary has scores of both metrics and a human score; check that ids are the same")
    return ComparedScores(_standardise_matrix(ours), _standardise_matrix(baseline), human)


def _standardise_matrix(matrix: np.ndarray) -> np.ndarray:
    deviation = np.nanstd(matrix)
    return (matrix - np.nanmean(matrix)) / (deviation if deviation > 0 else 1.0)


def _permute(
    fold: ComparedScores, permutations: int, generator: np.random.Generator, swap: str, constant: str
) -> Agreement:
    shape = _swap_shape(fold.human.shape, swap)
    step = max(1, MAX_SWAPS // (shape[0] * shape[1]))
    parts = []
    for start in range(0, permutations, step):
        swapped = np.empty((shape[1], min(step, permutations - start), shape[0]), dtype=bool)
        for place in range(swapped.shape[1]):
            swapped[:, place] = generator.random(shape).T < 0.5
        parts.append(_differences(fold, swapped, constant))
    return concatenate(parts)


def measure_permuted(
    scores: ComparedScores,
    measure: Callable[[np.ndarray, np.ndarray, np.ndarray], Sequence[float] | np.ndarray],
    permutations: int,
    seed: int,
    swap: str,
) -> np.ndarray:
    """Return what ``measure`` gives for the scores after each permutation, (statistics, permutations)."""
    generator = np.random.default_rng(seed)
    ours, baseline, human = scores
    permuted = []
    for _ in range(permutations):
        swapped = generator.random(_swap_shape(human.shape, swap)) < 0.5
        permuted.append(measure(np.where(swapped, baseline, ours), np.where(swapped, ours, baseline), human))
    return np.array(permuted).T


def _swap_shape(shape: tuple[int, ...], swap: str) -> tuple[int, int]:
    return 1 if swap == "documents" else shape[0], 1 if swap == "systems" else shape[1]


def _differences(fold: ComparedScores, swapped: np.ndarray, constant: str) -> Agreement:
    """Return our agreement minus the baseline's; ``swapped``: (documents or 1, permutations, systems or 1)."""
    ours, baseline = correlate_swapped(fold.ours, fold.baseline, fold.human, swapped, constant)
    return Agreement(*(first - second for first, second in zip(ours, baseline, strict=True)))


def build_difference(observed: float, permuted: np.ndarray) -> Difference:
    """Return a difference with its two-sided p from permuted ones, of which undefined ones count as larger."""
    if np.isnan(observed):
        return Difference(Estimate(observed))
    is_smaller = np.abs(permuted) < abs(observed) - ROUNDING
    reached = 1 + (~is_smaller).sum()
    return Difference(Estimate(observed), p=float(reached / (1 + len(permuted))))
