"""A permutation test of which of two metrics agrees better with human scores.

Source: Deutsch, Dror and Roth, TACL 2021.
"""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.agreement import Agreement, correlate_means, correlate_rows
from sacrerouge_litepyramid.statistics.correlations import Correlations, subtract_correlations
from sacrerouge_litepyramid.statistics.difference import Difference
from sacrerouge_litepyramid.statistics.estimate import Estimate
from sacrerouge_litepyramid.statistics.rounding import ROUNDING, average, count_documents, divide

#: the largest number of scores that are swapped at a time
MAX_SWAPPED = 10_000_000


class ComparedScores(NamedTuple):
    """Two metrics' and human scores of summaries, matrices (systems, documents), NaN if missing."""

    ours: np.ndarray
    baseline: np.ndarray
    human: np.ndarray

    def keep_common(self) -> "ComparedScores":
        """Return the scores with NaN in the cells that one of the three lacks."""
        missing = np.isnan(np.stack(self)).any(axis=0)
        common = [np.where(missing, np.nan, matrix) for matrix in self]
        return ComparedScores(*common)


def permutation_test(
    folds: Sequence[ComparedScores], permutations: int = 1000, seed: int = 0, constant: str = "drop"
) -> dict[str, Difference]:
    """Return, by statistic, our agreement minus the baseline's, tested by swapped scores.

    Differences are averaged over folds. The metrics are standardised first; a cell that one matrix
    lacks is ignored in all. A permutation swaps the two metrics' scores of random summaries. p
    counts the observed difference as one of the permutations, so it is at least 1 / (permutations
    + 1); there is none without permutations.
    """
    generator = np.random.default_rng(seed)
    by_fold = [_permute(standardise(fold), permutations, generator, constant) for fold in folds]
    return _test_differences(Agreement._fields, np.mean(by_fold, axis=0))


def _permute(
    scores: ComparedScores, permutations: int, generator: np.random.Generator, constant: str
) -> np.ndarray:
    """Return our agreement minus the baseline's, (statistics, 1 + permutations).

    The first is that of the data, the others are those after random swaps.
    """
    ours, baseline, human = scores
    parts = []
    for swapped in _draw_swaps(human.shape, permutations, generator):
        first = correlate_swapped(ours, baseline, human, swapped, constant)
        second = correlate_swapped(baseline, ours, human, swapped, constant)
        parts.append(np.array(first) - np.array(second))
    return np.concatenate(parts, axis=1)


def _draw_swaps(
    shape: tuple[int, ...], permutations: int, generator: np.random.Generator
) -> Iterator[np.ndarray]:
    """Yield which scores are swapped, (swaps, systems, documents): first none, then random ones.

    The parts have at most MAX_SWAPPED scores, or a single swap, to save memory.
    """
    yield np.zeros((1, *shape), dtype=bool)
    largest = max(1, MAX_SWAPPED // math.prod(shape))
    for start in range(0, permutations, largest):
        size = min(largest, permutations - start)
        yield generator.random((size, *shape)) < 0.5


def correlate_swapped(
    metric: np.ndarray, other: np.ndarray, human: np.ndarray, swapped: np.ndarray, constant: str
) -> Agreement:
    """Return the agreement, (swaps,), of a metric that has another's scores where swapped.

    The metrics' and human scores are (systems, documents), with NaN in the same cells; ``swapped``:
    (swaps, systems, documents).
    """
    swaps, systems, documents = swapped.shape
    sums = np.zeros((swaps, systems))
    by_document = np.empty((len(Correlations._fields), swaps, documents))
    for document in range(documents):
        is_swapped = swapped[:, :, document]
        values = np.where(is_swapped, other[:, document], metric[:, document])
        sums += np.nan_to_num(values)
        by_document[:, :, document] = correlate_rows(values, human[None, :, document], constant)
    means = divide(sums, count_documents(human))
    human_means = average(human, axis=1)
    system_level = correlate_means(means, human_means[None], constant)
    return Agreement(*system_level, *average(by_document, axis=2))


def compare_over_summaries(
    scores: ComparedScores, permutations: int, seed: int = 0
) -> dict[str, Difference]:
    """Return, by statistic, our correlation over all summaries minus the baseline's, with its p.

    The test is that of `permutation_test`, but all scores of a document are swapped together, as
    the summaries of a document are not independent.
    """
    ours, baseline, human = standardise(scores)
    differences = [subtract_correlations([ours, baseline], human)]
    generator = np.random.default_rng(seed)
    for _ in range(permutations):
        swapped = generator.random(human.shape[1]) < 0.5
        first = np.where(swapped, baseline, ours)
        second = np.where(swapped, ours, baseline)
        differences.append(subtract_correlations([first, second], human))
    names = [f"global_{name}" for name in Correlations._fields]
    return _test_differences(names, np.transpose(differences))


def standardise(fold: ComparedScores) -> ComparedScores:
    """Mask the cells that one matrix lacks, and scale the metrics.

    Their mean becomes 0 and, unless they are constant, their standard deviation 1.
    """
    ours, baseline, human = fold.keep_common()
    if np.isnan(human).all():
        raise ValueError(
            "no summary has scores of both metrics and a human score; check that ids are the same"
        )
    return ComparedScores(_standardise_matrix(ours), _standardise_matrix(baseline), human)


def _standardise_matrix(matrix: np.ndarray) -> np.ndarray:
    deviation = np.nanstd(matrix)
    scale = deviation if deviation > 0 else 1.0
    return (matrix - np.nanmean(matrix)) / scale


def _test_differences(names: Sequence[str], differences: np.ndarray) -> dict[str, Difference]:
    """Return, by name, differences with their two-sided p.

    ``differences``: (names, 1 + permutations), first those of the data. An undefined permuted
    difference counts as larger than the observed one.
    """
    tests = {}
    for name, row in zip(names, differences, strict=True):
        observed = float(row[0])
        permuted = row[1:]
        is_smaller = np.abs(permuted) < abs(observed) - ROUNDING
        p = (len(row) - is_smaller.sum()) / len(row)
        has_test = len(permuted) > 0 and not np.isnan(observed)
        tests[name] = Difference(Estimate(observed), p=float(p) if has_test else None)
    return tests
