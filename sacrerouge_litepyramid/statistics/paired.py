"""Paired comparisons of systems over the documents that both have."""

from collections.abc import Sequence

import numpy as np

from sacrerouge_litepyramid.statistics.correlations import subtract_means
from sacrerouge_litepyramid.statistics.difference import ALPHA, Difference
from sacrerouge_litepyramid.statistics.estimate import Estimate, finite_or_none
from sacrerouge_litepyramid.statistics.intervals import student_interval
from sacrerouge_litepyramid.statistics.max_t import flip_signs
from sacrerouge_litepyramid.statistics.rounding import ROUNDING, average, count_documents, divide


def compare_pairs(
    first: np.ndarray,
    second: np.ndarray,
    names: Sequence[tuple[str, str]],
    permutations: int = 10_000,
    seed: int = 0,
) -> tuple[Difference, ...]:
    """Compare pairs of systems over the documents that both of a pair have.

    ``first`` and ``second``: scores (pairs, documents), NaN if missing. The permutation test
    (`flip_signs`) swaps the two scores of documents at random, or in all 2^documents ways if these
    are at most ``permutations``. With 0 ``permutations`` there are no intervals and no p.
    ``names``: the two names of each pair.
    """
    differences = subtract_scores(first, second)
    test = flip_signs(differences, permutations, seed)
    effect_sizes = divide(test.difference.value, _measure_deviations(differences))
    pairs = []
    for place, (one, other) in enumerate(names):
        difference = test.difference.at(place)
        row = differences[place]
        wins = int(np.count_nonzero(row > 0))
        ties = int(np.count_nonzero(row == 0))
        losses = int(np.count_nonzero(row < 0))
        higher = one if difference.value > 0 else other
        pairs.append(
            Difference(
                difference=difference,
                first=one,
                second=other,
                p=finite_or_none(test.p[place]),
                adjusted_p=finite_or_none(test.adjusted_p[place]),
                wins=wins,
                ties=ties,
                losses=losses,
                effect_size=finite_or_none(effect_sizes[place]),
                documents=wins + ties + losses,
                better=higher if test.adjusted_p[place] <= ALPHA else None,
            )
        )
    return tuple(pairs)


def subtract_scores(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Subtract the second scores; differences due to rounding are 0.

    A cell that one side lacks is NaN.
    """
    differences = first - second
    largest = np.maximum(np.abs(first), np.abs(second))
    return np.where(np.abs(differences) <= ROUNDING * largest, 0.0, differences)


def estimate_means(values: np.ndarray) -> Estimate:
    """Return the mean of each row of (rows, documents) with Student's 95% interval, (rows,).

    NaN is ignored.
    """
    counts = count_documents(values)
    means = average(values, axis=1)
    errors = _measure_deviations(values) / np.sqrt(np.maximum(counts, 1))
    return student_interval(means, errors, np.maximum(counts - 1, 1))


def _measure_deviations(values: np.ndarray) -> np.ndarray:
    """Return the sample standard deviation of each row of (rows, documents), (rows,).

    It is NaN with fewer than two values, and 0 for values that are equal up to rounding.
    """
    squares = (subtract_means(values) ** 2).sum(axis=1)
    variances = divide(squares, count_documents(values) - 1)
    return np.sqrt(variances)
