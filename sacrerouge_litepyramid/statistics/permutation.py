"""A permutation test of which of two metrics agrees better with human scores (Deutsch et al., TACL 2021).

In a document, the order of two systems after a swap depends on which of the two were swapped. Rank sums and Kendall's
numerator are therefore quadratic forms of the swaps, whose coefficients are computed once per document: a swap costs
a product of matrices instead of a comparison of all pairs."""

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
from sacrerouge_litepyramid.statistics.rounding import ROUNDING, average, divide, scale_by_power_of_two

#: the largest number of systems whose counts of pairs are exact in single precision
MAX_SINGLE = 1000


class SwappedPair(NamedTuple):
    """The agreement of the first and of the second metric after swaps, each (swaps,)."""

    first: Agreement
    second: Agreement


def correlate_swapped(
    first: np.ndarray, second: np.ndarray, human: np.ndarray, swapped: np.ndarray, constant: str = "drop"
) -> SwappedPair:
    """Return the agreement with human scores, (systems, documents), of two metrics with swapped scores.

    All three must have NaN in the same cells. ``swapped``: whether a score is swapped, (documents or 1, swaps, systems
    or 1); ``constant``: one of statistics.agreement's CONSTANT_RULES.
    """
    systems, documents = human.shape
    shape = (swapped.shape[1], systems)
    sums = np.zeros((2, *shape))
    correlations = np.full((2, len(Correlations._fields), documents, shape[0]), np.nan)
    for document in range(documents):
        rows = ~np.isnan(human[:, document])
        document_swaps = np.broadcast_to(swapped[document if len(swapped) > 1 else 0], shape)[:, rows]
        one, other = first[rows, document], second[rows, document]
        sides = np.where(document_swaps, other, one), np.where(document_swaps, one, other)
        for side in range(2):
            sums[side][:, rows] += sides[side]
        if rows.sum() >= MIN_SYSTEMS:
            correlated = _correlate_document(one, other, human[rows, document], sides, document_swaps, constant)
            correlations[:, :, document] = correlated
    means = divide(sums, (~np.isnan(human)).sum(axis=1))
    human_means = np.broadcast_to(average(human, axis=1), shape)
    agreements = (
        Agreement(*correlate_means(means[side], human_means, constant), *average(correlations[side], axis=1))
        for side in range(2)
    )
    return SwappedPair(*agreements)


def _correlate_document(
    first: np.ndarray,
    second: np.ndarray,
    human: np.ndarray,
    sides: tuple[np.ndarray, np.ndarray],
    swapped: np.ndarray,
    constant: str,
) -> np.ndarray:
    """Return the correlations of both metrics in a document, (2, coefficients, swaps).

    ``first``, ``second``, ``human``: (systems,); ``sides``: the metrics after the swaps, (swaps, systems).
    """
    human = replace_constant_rows(human[None], constant)
    correlations = np.empty((2, len(Correlations._fields), len(swapped)))
    ranked = _correlate_ranks(first, second, human[0], swapped)
    for side, values in enumerate(sides):
        correlations[side] = _correlate_values(values, human[0]), *ranked[side]
        rows = find_constant_rows(values)
        if rows.any():
            of_human = np.broadcast_to(human, values[rows].shape)
            correlations[side][:, rows] = correlate_rows(values[rows], of_human, constant)
    return np.nan_to_num(correlations) if constant == "zero" else correlations


def _correlate_values(values: np.ndarray, human: np.ndarray) -> np.ndarray:
    """Return Pearson's r of each row of (swaps, systems) with human scores, (systems,)."""
    centred = values - values.mean(axis=1, keepdims=True)
    target = human - human.mean()
    return _divide(centred @ target, np.einsum("ps,ps->p", centred, centred), target @ target)


def _correlate_ranks(
    first: np.ndarray, second: np.ndarray, human: np.ndarray, swapped: np.ndarray
) -> tuple[tuple[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]:
    """Return Spearman's ρ and Kendall's τ-b of the first and of the second metric after the swaps, each (swaps,)."""
    kind = np.float32 if len(human) <= MAX_SINGLE else np.float64
    signs = _compare(first, first, kind), _compare(first, second, kind), _compare(second, second, kind)
    of_human = _compare(human, human, kind)
    swaps = swapped.astype(kind)
    rank_sums = _sum_ranks(signs, swapped, swaps)
    agreeing = _sum_pairs([of_human * sign for sign in signs], swaps)
    untied = _sum_pairs([np.abs(sign) for sign in signs], swaps)
    target = of_human.sum(axis=1).astype(np.float64)
    sides = []
    for side in range(2):
        ranks = rank_sums[side].astype(np.float64)
        spearman = _divide(ranks @ target, np.einsum("ps,ps->p", ranks, ranks), target @ target)
        sides.append((spearman, _divide(agreeing[side], untied[side], float(np.abs(of_human).sum()))))
    return sides[0], sides[1]


def _compare(values: np.ndarray, others: np.ndarray, kind: type) -> np.ndarray:
    """Return 1 where a value is higher than another, -1 where it is lower, 0 where they are equal: (values, others)."""
    return np.sign(values[:, None] - others[None, :]).astype(kind)


def _sum_ranks(
    signs: tuple[np.ndarray, np.ndarray, np.ndarray], swapped: np.ndarray, swaps: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return, for each system, the number of systems below minus those above it, (swaps, systems), in both metrics.

    ``signs``: comparisons of the first metric with itself, of the first with the second, and of the second with itself.
    """
    first, mixed, second = signs
    of_first, of_second = swaps @ (mixed - first).T, swaps @ (second + mixed.T).T
    kept = first.sum(axis=1) + of_first, mixed.sum(axis=1) - of_first
    changed = -mixed.sum(axis=0) + of_second, second.sum(axis=1) - of_second
    return np.where(swapped, changed[0], kept[0]), np.where(swapped, kept[1], changed[1])


def _sum_pairs(weights: list[np.ndarray], swaps: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the sum over all pairs of systems of weights that depend on the swaps of both, (swaps,), in both metrics.

    ``weights``: those if neither is swapped, if only the other is, and if both are. A pair and its reverse weigh the
    same.
    """
    neither, one, both = weights
    squares = neither - one - one.T + both
    slopes = 2 * (one.sum(axis=0) - neither.sum(axis=1))
    products = swaps @ squares
    first = neither.sum() + swaps @ slopes + np.einsum("ps,ps->p", products, swaps)
    remaining = 1 - swaps
    ends = squares.sum() - 2 * products.sum(axis=1) + np.einsum("ps,ps->p", products, swaps)
    return first, neither.sum() + remaining @ slopes + ends


def _divide(sums: np.ndarray, squares: np.ndarray, of_human: float) -> np.ndarray:
    """Return correlations: the numerator over the root of the product of two factors; NaN for a factor of 0."""
    return np.clip(divide(sums, np.sqrt(squares.astype(np.float64) * of_human)), -1.0, 1.0)


#: the largest number of swaps that are drawn at a time, of one byte each
MAX_SWAPS = 200_000_000
SWAPS = ("documents", "systems", "both")


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
    folds = [standardise(fold) for fold in folds]
    kept = _average_folds([_differences(fold, np.zeros((1, 1, 1), dtype=bool), constant) for fold in folds])
    swapped = _average_folds([_permute(fold, permutations, generator, swap, constant) for fold in folds])
    return {name: build_difference(float(getattr(kept, name)[0]), getattr(swapped, name)) for name in kept._fields}


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
    matrix = scale_by_power_of_two(matrix.reshape(1, -1)).reshape(matrix.shape)
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
    smaller = np.abs(permuted) < abs(observed) - ROUNDING
    return Difference(Estimate(observed), p=float((1 + (~smaller).sum()) / (1 + len(permuted))))
