"""The tests of two metrics' pairs: what is compared, that they find a difference, and how often one without any."""

import numpy as np
import pytest

from sacrerouge_litepyramid.statistics.pairwise_accuracy import measure_accuracy
from sacrerouge_litepyramid.statistics.permutation import SWAPS, ComparedScores
from sacrerouge_litepyramid.statistics.system_pairs import compare_means, compare_pair_accuracies, soft_accuracy

FOLDS = np.arange(20) % 5


def make_scores(seed=0, noise=(0.1, 0.8)):
    generator = np.random.default_rng(seed)
    human = generator.integers(0, 6, (6, 20)) / 5 + generator.normal(0, 0.2, (6, 1))
    return ComparedScores(*(human + generator.normal(0, each, human.shape) for each in noise), human)


def test_differences_are_those_of_the_figures():
    scores = make_scores()
    found = compare_pair_accuracies(scores, FOLDS, 50)
    sides = scores.ours, scores.baseline
    means = [score.mean(axis=1)[None] for score in scores]
    expected = {
        "system_pairwise_accuracy": float((compare_means(means[0], means[2]) - compare_means(means[1], means[2]))[0]),
        "system_spa": soft_accuracy(sides[0], scores.human, 50) - soft_accuracy(sides[1], scores.human, 50),
        "summary_acc_eq": np.subtract(*(measure_accuracy(side, scores.human, folds=FOLDS).value for side in sides)),
    }
    assert {name: each.value for name, each in found.items()} == pytest.approx(expected)
    assert found["summary_acc_eq"].p < 0.05


def test_the_reverse_has_the_same_p():
    scores = make_scores()
    one = compare_pair_accuracies(scores, FOLDS, 200)
    other = compare_pair_accuracies(ComparedScores(scores.baseline, scores.ours, scores.human), FOLDS, 200)
    for name in one:
        assert (other[name].value, other[name].p) == pytest.approx((-one[name].value, one[name].p), abs=1e-9)


@pytest.mark.parametrize("swap", SWAPS)
def test_a_metric_and_itself_do_not_differ(swap):
    scores = make_scores()
    found = compare_pair_accuracies(scores._replace(baseline=scores.ours), FOLDS, 20, swap=swap)
    assert {(each.value, each.p) for each in found.values()} == {(0.0, 1.0)}


def test_without_a_true_difference_p_is_seldom_small():
    found = [compare_pair_accuracies(make_scores(seed, (0.4, 0.4)), FOLDS, 20) for seed in range(20)]
    for name in found[0]:
        assert 0.3 < np.mean([each[name].p for each in found]) < 0.85
        assert np.mean([each[name].p <= 0.1 for each in found]) <= 0.25


def test_missing_scores_are_left_out_of_all():
    scores = make_scores()
    scores.baseline[0, 0] = np.nan
    alike = ComparedScores(*(np.where(np.isnan(scores.baseline), np.nan, score) for score in scores))
    assert compare_pair_accuracies(scores, FOLDS, 20) == compare_pair_accuracies(alike, FOLDS, 20)
