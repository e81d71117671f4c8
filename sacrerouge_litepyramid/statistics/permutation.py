"""A permutation test of which of two metrics agrees better with human scores (Deutsch et al., TACL
2021).
"""

import itertools
from collections.abc import Sequence
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
    """Two metrics' and human scores of the same summaries: matrices (systems, documents), NaN if
    missing.
    """

    ours: np.ndarray
    baseline: np.ndarray
    human: np.ndarray

    def keep_common(self) -> "ComparedScores":
        """Return the scores with NaN in the cells that one of the three lacks."""
        missing = np.isnan(np.stack(self)).any(axis=0)
        return ComparedScores(*(np.where(missing, np.nan, matrix) for matrix in self))


def permutation_test(
    folds: Sequence[ComparedScores], permutations: int = 1000, seed: int = 0, constant: str = "drop"
) -> dict[str, Difference]:
    """Return, by statistic, our agreement − the baseline's, averaged over folds, tested by swapped
    scores of summaries.

    The metrics are standardised first; a cell that one matrix lacks is ignored in all. p counts the
    observed difference as one of the permutations, so it is at least 1 / (permutations + 1); there
    is none without permutations.
    """
    generator = np.random.default_rng(seed)
    by_fold = [_permute(standardise(fold), permutations, generator, constant) for fold in folds]
    return _test_differences(Agreement._fields, np.mean(by_fold, axis=0))


def _permute(
    scores: ComparedScores, permutations: int, generator: np.random.Generator, constant: str
) -> np.ndarray:
    """Return our agreement minus the baseline's without a swap and after each one, (statistics, 1 +
    permutations).
    """
    ours, baseline, human = scores
    unswapped = np.zeros((1, *human.shape), dtype=bool)
    largest = max(1, MAX_SWAPPED // human.size)
    sizes = [min(largest, permutations - start) for start in range(0, permutations, largest)]
    drawn = (generator.random((size, *human.shape)) < 0.5 for size in sizes)
    parts = []
    for swapped in itertools.chain([unswapped], drawn):
        first = correlate_swapped(ours, baseline, human, swapped, constant)
        second = correlate_swapped(baseline, ours, human, swapped, constant)
        parts.append(np.array(first) - np.array(second))
    return np.concatenate(parts, axis=1)


def correlate_swapped(
    metric: np.ndarray, other: np.ndarray, human: np.ndarray, swapped: np.ndarray, constant: str
) -> Agreement:
    """Return the agreement with human scores, (swaps,), of a metric that has another's scores where
    they are swapped.

    All three are (systems, documents), with NaN in the same cells; ``swapped``: (swaps, systems,
    documents).
    """
    swaps, systems, documents = swapped.shape
    sums = np.zeros((swaps, systems))
    by_document = np.empty((len(Correlations._fields), swaps, documents))
    for document in range(documents):
        values = np.where(swapped[:, :, document], other[:, document], metric[:, document])
        sums += np.nan_to_num(values)
        by_document[:, :, document] = correlate_rows(values, human[None, :, document], constant)
    means = divide(sums, count_documents(human))
    system_level = correlate_means(means, average(human, axis=1)[None], constant)
    return Agreement(*system_level, *average(by_document, axis=2))


def compare_over_summaries(
    scores: ComparedScores, permutations: int, seed: int = 0
) -> dict[str, Difference]:
    """Return, by statistic, our correlation over all summaries minus the baseline's, tested by
    swapped scores.

    All scores of a document are swapped together, as the summaries of a document are not
    independent.
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
    """Mask the cells that one matrix lacks.

    Scale metrics to mean 0 and, unless constant, standard deviation 1.
    """
    ours, baseline, human = fold.keep_common()
    if np.isnan(human).all():
        raise ValueError(
            "no summary has scores of both metrics and a human score; check that ids are the same"
        )
    return ComparedScores(_standardise_matrix(ours), _standardise_matrix(baseline), human)


def _standardise_matrix(matrix: np.ndarray) -> np.ndarray:
    deviation = np.nanstd(matrix)
    return (matrix - np.nanmean(matrix)) / (deviation if deviation > 0 else 1.0)


def _test_differences(names: Sequence[str], differences: np.ndarray) -> dict[str, Difference]:
    """Return, by name, differences with their two-sided p; undefined permuted ones count as larger.

    ``differences``: (names, 1 + permutations), first those of the data.
    """
    tests = {}
    for name, row in zip(names, differences, strict=True):
        observed = float(row[0])
        is_smaller = np.abs(row[1:]) < abs(observed) - ROUNDING
        p = (len(row) - is_smaller.sum()) / len(row)
        has_test = len(row) > 1 and not np.isnan(observed)
        tests[name] = Difference(Estimate(observed), p=float(p) if has_test else None)
    return tests
