"""Pairs of systems by hand, and against permutations written out."""

import itertools

import numpy as np
import pytest

from sacrerouge_litepyramid.statistics.system_pairs import compare_means, normal_soft_accuracy, soft_accuracy


def make_scores(shape=(4, 6), seed=0, missing=False):
    generator = np.random.default_rng(seed)
    human = generator.integers(0, 4, shape) / 3
    ours = human + generator.normal(0, 0.5, shape)
    if missing:
        ours[0, 0] = human[1, 2] = np.nan
    return ours, human


def test_means_by_hand():
    human = np.array([[0.1, 0.2, 0.3, 0.3]])
    assert compare_means(human, human).tolist() == [1.0]
    # Of six pairs the last is tied by human scores alone; the metric ties the first two.
    assert compare_means(np.array([[5.0, 5.0, 7.0, 6.0]]), human).tolist() == [4 / 6]
    assert compare_means(-human, human).tolist() == [1 / 6]
    assert compare_means(np.array([[5.0, np.nan, 7.0, 6.0]]), np.array([[0.1, np.nan, 0.3, 0.2]])).tolist() == [1.0]
    assert np.isnan(compare_means(np.array([[5.0, np.nan]]), np.array([[1.0, np.nan]])))[0]


def find_p(first, second):
    """Return the share of all swaps that give a higher mean difference, equal ones by half."""
    known = ~np.isnan(first + second)
    differences = (first - second)[known]
    means = [np.dot(signs, differences) for signs in itertools.product([1, -1], repeat=len(differences))]
    steps = np.array(means) - differences.sum()
    return np.mean((steps > 1e-9) + 0.5 * (np.abs(steps) <= 1e-9))


@pytest.mark.parametrize("missing", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_soft_accuracy_over_all_swaps(seed, missing):
    ours, human = make_scores(seed=seed, missing=missing)
    kept = [np.where(np.isnan(ours + human), np.nan, each) for each in (ours, human)]
    p = [[find_p(side[a], side[b]) for a, b in itertools.combinations(range(4), 2)] for side in kept]
    distances = np.abs(np.subtract(*p))
    assert soft_accuracy(ours, human, permutations=64) == pytest.approx(1 - np.mean(distances))


def test_soft_accuracy_by_hand():
    """Two systems, two documents: differences .2, .4 by annotators, .2, −.4 by the metric."""
    human = np.array([[0.5, 0.9], [0.3, 0.5]])
    ours = np.array([[0.5, 0.1], [0.3, 0.5]])
    # Sums .6, .2, −.2, −.6: p is .5/4 by annotators and (2 + .5)/4 by the metric.
    assert soft_accuracy(ours, human) == pytest.approx(1 - (2.5 / 4 - 0.5 / 4))


def test_the_order_of_systems_does_not_matter_and_the_reverse_is_the_complement():
    ours, human = make_scores((6, 30))
    assert soft_accuracy(ours[::-1], human[::-1]) == pytest.approx(soft_accuracy(ours, human))
    assert soft_accuracy(human, human) == 1 and soft_accuracy(2 * human, human) == 1
    equal = np.tile(human[0], (6, 1))
    # p of equal systems is .5; reversed scores have p of 1 − p.
    assert soft_accuracy(ours, equal) == pytest.approx(soft_accuracy(-ours, equal))
    apart = human + 9 * np.arange(6)[:, None]
    assert soft_accuracy(-apart, apart) == 0


@pytest.mark.parametrize("missing", [False, True])
def test_the_normal_p_is_near_that_of_permutations(missing):
    ours, human = make_scores((6, 60), missing=missing)
    kept = [np.where(np.isnan(ours + human), np.nan, each) for each in (ours, human)]
    assert normal_soft_accuracy(*kept) == pytest.approx(soft_accuracy(ours, human, 5000), abs=0.01)


def test_nothing_to_compare():
    apart = np.array([[0.5, np.nan], [np.nan, 0.3]])
    assert np.isnan(soft_accuracy(apart, apart)) and np.isnan(normal_soft_accuracy(apart, apart))
