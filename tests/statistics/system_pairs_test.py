"""Pairs of systems by hand and against permutations written out."""

import itertools

import numpy as np
import pytest

from sacrerouge_litepyramid.statistics.system_pairs import compare_means, soft_accuracy


def test_means_by_hand():
    human = np.array([0.1, 0.2, 0.3, 0.1 + 0.2])
    # Of six pairs the last is tied by human scores alone; the metric ties the first two.
    assert compare_means(np.array([5.0, 5.0, 7.0, 6.0]), human) == pytest.approx(4 / 6)
    assert compare_means(-human, human) == pytest.approx(1 / 6)


def find_p(first, second):
    """Return the share of all swaps that give a higher mean difference, equal ones by half."""
    known = ~np.isnan(first + second)
    differences = (first - second)[known]
    means = [
        np.dot(signs, differences) for signs in itertools.product([1, -1], repeat=len(differences))
    ]
    steps = np.array(means) - differences.sum()
    return np.mean((steps > 1e-9) + 0.5 * (np.abs(steps) <= 1e-9))


def test_soft_accuracy_over_all_swaps():
    generator = np.random.default_rng(0)
    human = generator.integers(0, 6, (4, 6)) / 5
    ours = human + generator.normal(0, 0.5, (4, 6))
    ours[0, 0] = human[1, 2] = np.nan
    distances = []
    for first, second in itertools.combinations(range(4), 2):
        known = ~np.isnan(ours + human)[[first, second]].any(axis=0)
        p, human_p = (find_p(side[first, known], side[second, known]) for side in (ours, human))
        distances.append(abs(p - human_p))
    assert soft_accuracy(ours, human, permutations=64) == pytest.approx(1 - np.mean(distances))


def test_nothing_to_compare():
    apart = np.array([[0.5, np.nan], [np.nan, 0.3]])
    assert np.isnan(soft_accuracy(apart, apart)) and np.isnan(
        compare_means(np.array([1.0]), np.array([2.0]))
    )
