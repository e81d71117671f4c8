"""Pairwise accuracy with calibrated ties against all pairs and all thresholds written out, and by hand."""

import itertools

import numpy as np
import pytest

from sacrerouge_litepyramid.statistics import pairwise_accuracy
from sacrerouge_litepyramid.statistics.pairwise_accuracy import count_correct, measure_accuracy, rank_tied


def make_scores(seed, shape=None, tenths=False):
    generator = np.random.default_rng(seed)
    shape = shape or generator.integers(2, 7, 2)
    human = generator.integers(0, 4, shape) / 3
    ours = generator.integers(0, 12, shape) / 10 if tenths else human + generator.normal(0, 0.4, shape)
    if seed % 3 == 0:
        ours[0, 0] = np.nan
    return ours, human


def list_groups(ours, human):
    """Return the pairs of each document: the differences of our scores and of human scores, and the document."""
    groups = []
    for document, (one, other) in enumerate(zip(ours.T, human.T, strict=True)):
        pairs = [*itertools.combinations(np.flatnonzero(~np.isnan(one + other)), 2)]
        if pairs:
            first, second = np.array(pairs).T
            groups.append((one[first] - one[second], other[first] - other[second], document))
    return groups


def average(groups, epsilon):
    """Return the mean accuracy of documents."""
    means = []
    for difference, human, _ in groups:
        signs = np.sign(np.where(np.abs(difference) > epsilon + 1e-12, difference, 0))
        means.append((signs == np.sign(human)).mean())
    return np.mean(means)


def find_best(groups):
    """Return the least of the best thresholds among all differences, and its accuracy."""
    thresholds = np.unique(np.append(0.0, np.abs(np.concatenate([group[0] for group in groups]))))
    found = [average(groups, threshold) for threshold in thresholds]
    return thresholds[int(np.argmax(np.round(found, 9)))], max(found)


@pytest.mark.parametrize("tenths", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_the_best_of_all_thresholds(seed, tenths):
    ours, human = make_scores(seed, tenths=tenths)
    groups = list_groups(ours, human)
    threshold, best = find_best(groups)
    found = measure_accuracy(ours, human)
    assert found.value == pytest.approx(best, abs=1e-9)
    assert found.epsilons[0] == 0 if threshold == 0 else found.epsilons[0] > threshold
    tied = [np.mean(group[1] == 0) for group in groups]
    assert found.ties == pytest.approx(np.mean(tied))


@pytest.mark.parametrize("seed", range(4))
def test_folds_are_judged_by_the_others(seed):
    ours, human = make_scores(seed, (3, 7))
    folds = np.arange(7) % 3
    groups = list_groups(ours, human)
    found = measure_accuracy(ours, human, folds)
    by_document = []
    for fold, epsilon in found.epsilons.items():
        others = [group for group in groups if folds[group[2]] != fold]
        assert average(others, epsilon) == pytest.approx(find_best(others)[1], abs=1e-9)
        by_document += [average([group], epsilon) for group in groups if folds[group[2]] == fold]
    assert found.value == pytest.approx(np.mean(by_document), abs=1e-9)


def test_by_hand():
    """Three systems, two documents, of which annotators tie the second."""
    human = np.array([[0.0, 0.5], [0.5, 0.5], [0.5, 0.5]])
    ours = np.array([[0.1, 0.4], [0.6, 0.5], [0.7, 0.45]])
    found = measure_accuracy(ours, human)
    # Differences .5, .6, .1 of the first, .1, .05, .05 of the second: all that annotators tie are within .1.
    assert (found.value, found.ties) == pytest.approx((1, (1 / 3 + 1) / 2))
    assert found.epsilons[0] == pytest.approx((0.1 + 0.5) / 2)
    assert found.by_document.tolist() == [1.0, 1.0] and found.items == 2


def test_equal_orders_agree_and_reversed_ones_do_not():
    human = np.random.default_rng(1).random((4, 5))
    assert measure_accuracy(3 * human + 1, human).value == pytest.approx(1)
    # No pair is tied by human scores, so that the best ε is 0.
    assert measure_accuracy(-human, human).value == 0
    ours = np.random.default_rng(2).random((4, 5))
    reverse = measure_accuracy(-ours, human).value
    assert measure_accuracy(ours, human).value == pytest.approx(1 - reverse)


def test_all_ties_reward_a_constant_metric():
    found = measure_accuracy(np.zeros((3, 4)), np.zeros((3, 4)), folds=np.arange(4) % 2)
    assert found.value == 1 and set(found.epsilons.values()) == {0.0}


def test_equal_steps_that_differ_by_rounding_are_one_threshold():
    human = np.array([[0.0, 0.0], [0.0, 0.0], [1.0, 1.0]])
    ours = np.array([[0.1, 0.6], [0.2, 0.7], [0.4, 1.0]])
    assert measure_accuracy(ours, human).epsilons[0] == pytest.approx(0.15)
    assert measure_accuracy(ours, human).value == pytest.approx(1)


def test_drawn_pairs_choose_nearly_as_well_as_all(monkeypatch):
    ours, human = make_scores(1, (12, 20))
    best = measure_accuracy(ours, human).value
    monkeypatch.setattr(pairwise_accuracy, "MAX_PAIRS", 1000)
    found = measure_accuracy(ours, human, seed=3)
    assert best - 0.02 < found.value <= best
    assert found.value == pytest.approx(average(list_groups(ours, human), found.epsilons[0]))


def test_nothing_to_compare():
    one = np.array([[0.5, np.nan]])
    found = measure_accuracy(one, one)
    assert np.isnan(found.value) and found.items == 0
    two = np.array([[0.5, 0.1], [0.2, 0.3]])
    # No second fold is left to choose on.
    assert np.isnan(measure_accuracy(two, two, np.array([0, 0])).value)
    assert measure_accuracy(two, two, np.array([0, 1])).value == 1


@pytest.mark.parametrize("size", [0, 1, 2, 17, 60])
@pytest.mark.parametrize("epsilon", [0.0, 0.15, 2.0])
def test_all_pairs_written_out(size, epsilon):
    generator = np.random.default_rng(size)
    ours, ranks, groups = generator.random(size), generator.integers(0, 5, size), generator.integers(0, 3, size)
    difference = ours[:, None] - ours[None, :]
    signs = np.sign(np.where(np.abs(difference) > epsilon, difference, 0))
    is_pair = (groups[:, None] == groups[None, :]) & ~np.eye(size, dtype=bool)
    expected = (is_pair & (signs == np.sign(ranks[:, None] - ranks[None, :]))).sum(axis=1)
    assert count_correct(ours, ranks, groups, epsilon).tolist() == expected.tolist()


def test_values_that_differ_by_rounding_share_a_rank():
    assert rank_tied(np.array([0.3, 0.1 + 0.2, -1.0, 0.3000001])).tolist() == [1, 1, 0, 2]
