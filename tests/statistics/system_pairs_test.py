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
    differences = first - second
    signs = np.array(list(itertools.product([1, -1], repeat=len(differences))))
    steps = signs @ differences - differences.sum()
    is_equal = np.abs(steps) <= 1e-9
    return np.mean((steps > 1e-9) + 0.5 * is_equal)


def test_soft_accuracy_over_all_swaps():
    generator = np.random.default_rng(0)
    human = generator.integers(0, 6, (4, 6)) / 5
    ours = human + generator.normal(0, 0.5, (4, 6))
    ours[0, 0] = human[1, 2] = np.nan
    distances = []
    known = ~np.isnan(ours + human)
    for first, second in itertools.combinations(range(4), 2):
        shared = known[first] & known[second]
        p = find_p(ours[first, shared], ours[second, shared])
        human_p = find_p(human[first, shared], human[second, shared])
        distances.append(abs(p - human_p))
    assert soft_accuracy(ours, human, permutations=64) == pytest.approx(1 - np.mean(distances))


def test_systems_without_a_shared_document_or_a_single_one_have_no_accuracy():
    apart = np.array([[0.5, np.nan], [np.nan, 0.3]])
    assert np.isnan(soft_accuracy(apart, apart))
    assert np.isnan(compare_means(np.array([1.0]), np.array([2.0])))
