"""Pairs of systems by hand and against permutations written out, and the tests of two metrics' pairs."""

import itertools

import numpy as np
import pytest

from sacrerouge_litepyramid.statistics.pairwise_accuracy import measure_accuracy
from sacrerouge_litepyramid.statistics.permutation import SWAPS, ComparedScores
from sacrerouge_litepyramid.statistics.system_pairs import (
    compare_means,
    compare_pair_accuracies,
    normal_soft_accuracy,
    soft_accuracy,
)

FOLDS = np.arange(20) % 5


def make_scores(seed=0, noise=(0.1, 0.8), shape=(6, 20)):
    generator = np.random.default_rng(seed)
    human = generator.integers(0, 6, shape) / 5 + generator.normal(0, 0.2, (shape[0], 1))
    return ComparedScores(*(human + generator.normal(0, deviation, shape) for deviation in noise), human)


def test_means_by_hand():
    human = np.array([[0.1, 0.2, 0.3, 0.3]])
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


def test_soft_accuracy_over_all_swaps():
    ours, _, human = make_scores(noise=(0.5, 1.0), shape=(4, 6))
    ours[0, 0] = human[1, 2] = np.nan
    distances = []
    for first, second in itertools.combinations(range(4), 2):
        known = ~np.isnan(ours + human)[[first, second]].any(axis=0)
        p, human_p = (find_p(side[first, known], side[second, known]) for side in (ours, human))
        distances.append(abs(p - human_p))
    assert soft_accuracy(ours, human, permutations=64) == pytest.approx(1 - np.mean(distances))


def test_the_normal_p_is_near_that_of_permutations():
    ours, _, human = make_scores(noise=(0.5, 1.0), shape=(6, 60)).keep_common()
    ours[0, 0] = human[0, 0] = np.nan
    assert normal_soft_accuracy(ours, human) == pytest.approx(soft_accuracy(ours, human, 5000), abs=0.01)


def test_nothing_to_compare():
    apart = np.array([[0.5, np.nan], [np.nan, 0.3]])
    assert np.isnan(soft_accuracy(apart, apart)) and np.isnan(normal_soft_accuracy(apart, apart))


def test_differences_are_those_of_the_figures():
    scores = make_scores()
    scores.baseline[0, 0] = np.nan
    found = compare_pair_accuracies(scores, FOLDS, 50)
    ours, baseline, human = scores.keep_common()
    means = [np.nanmean(side, axis=1)[None] for side in (ours, baseline, human)]
    accuracy = compare_means(means[0], means[2]) - compare_means(means[1], means[2])
    spa = soft_accuracy(ours, human, 50) - soft_accuracy(baseline, human, 50)
    acc_eq = measure_accuracy(ours, human, FOLDS).value - measure_accuracy(baseline, human, FOLDS).value
    expected = {"system_pairwise_accuracy": accuracy[0], "system_spa": spa, "summary_acc_eq": acc_eq}
    assert {name: difference.value for name, difference in found.items()} == pytest.approx(expected)
    assert found["summary_acc_eq"].p < 0.05
    reverse = compare_pair_accuracies(ComparedScores(baseline, ours, human), FOLDS, 50)
    assert [difference.p for difference in reverse.values()] == [difference.p for difference in found.values()]


@pytest.mark.parametrize("swap", SWAPS)
def test_a_metric_and_itself_do_not_differ(swap):
    scores = make_scores()
    found = compare_pair_accuracies(scores._replace(baseline=scores.ours), FOLDS, 20, swap=swap)
    assert {(difference.value, difference.p) for difference in found.values()} == {(0.0, 1.0)}


def test_without_a_true_difference_p_is_seldom_small():
    found = [compare_pair_accuracies(make_scores(seed, (0.4, 0.4)), FOLDS, 20) for seed in range(20)]
    for name in found[0]:
        p = np.array([differences[name].p for differences in found])
        assert 0.3 < p.mean() < 0.85 and (p <= 0.1).mean() <= 0.25
