"""Pairwise accuracy with calibrated ties against all pairs and all thresholds written out, and by hand."""

import itertools

import numpy as np
import pytest

from sacrerouge_litepyramid.statistics import pairwise_accuracy
from sacrerouge_litepyramid.statistics.pairwise_accuracy import (
    GROUPINGS,
    accuracy_at,
    count_correct,
    measure_accuracy,
    rank_tied,
)
from sacrerouge_litepyramid.statistics.spread import combine_spreads


def make_scores(seed, shape=None, tenths=False):
    generator = np.random.default_rng(seed)
    shape = shape or generator.integers(2, 7, 2)
    human = generator.integers(0, 4, shape) / 3
    ours = generator.integers(0, 12, shape) / 10 if tenths else human + generator.normal(0, 0.4, shape)
    if seed % 3 == 0:
        ours[0, 0] = np.nan
    return ours, human


def list_groups(ours, human, grouping):
    """Return the pairs of each group: the differences of our scores and of human scores, and the two documents."""
    groups = {}
    for place in zip(*np.nonzero(~np.isnan(ours + human)), strict=True):
        groups.setdefault({"summary": place[1], "by-system": place[0], "global": 0}[grouping], []).append(place)
    pairs = [list(itertools.combinations(group, 2)) for group in groups.values() if len(group) > 1]
    return [np.array([(ours[a] - ours[b], human[a] - human[b], a[1], b[1]) for a, b in group]).T for group in pairs]


def average(groups, epsilon, is_chosen=lambda documents: True):
    """Return the accuracy over pairs of chosen documents, (2, pairs), as a part of that of all: the mean of groups."""
    means = []
    for difference, human, *documents in groups:
        signs = np.sign(np.where(np.abs(difference) > epsilon + 1e-12, difference, 0))
        means.append(((signs == np.sign(human)) & is_chosen(np.array(documents, dtype=int))).mean())
    return np.mean(means)


def find_best(groups, is_chosen=lambda documents: True):
    """Return the least of the best thresholds among all differences, and its accuracy."""
    thresholds = np.unique(np.append(0.0, np.abs(np.concatenate([group[0] for group in groups]))))
    found = [average(groups, threshold, is_chosen) for threshold in thresholds]
    return thresholds[int(np.argmax(np.round(found, 9)))], max(found)


@pytest.mark.parametrize("grouping", GROUPINGS)
@pytest.mark.parametrize("tenths", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_the_best_of_all_thresholds(seed, tenths, grouping):
    ours, human = make_scores(seed, tenths=tenths)
    groups = list_groups(ours, human, grouping)
    threshold, best = find_best(groups)
    found = measure_accuracy(ours, human, grouping)
    assert found.value == pytest.approx(best, abs=1e-9)
    assert accuracy_at(ours, human, grouping, threshold) == pytest.approx(best, abs=1e-9)
    assert found.epsilons[0,] == 0 if threshold == 0 else found.epsilons[0,] > threshold
    assert found.choice == 0
    tied = [np.mean(group[1] == 0) for group in groups]
    assert found.ties == pytest.approx(np.mean(tied))


@pytest.mark.parametrize("grouping", GROUPINGS)
@pytest.mark.parametrize("seed", range(4))
def test_pairs_of_folds_are_judged_by_the_others(seed, grouping):
    ours, human = make_scores(seed, (3, 7))
    folds = np.arange(7) % 3
    groups = list_groups(ours, human, grouping)
    found = measure_accuracy(ours, human, grouping, folds)
    total = 0.0
    for part, epsilon in found.epsilons.items():

        def is_in(documents, part=frozenset(part)):
            return np.array([set(pair) == part for pair in folds[documents].T])

        def is_outside(documents, part=frozenset(part)):
            return np.array([not set(pair) & part for pair in folds[documents].T])

        assert average(groups, epsilon, is_outside) == pytest.approx(find_best(groups, is_outside)[1], abs=1e-9)
        total += average(groups, epsilon, is_in)
    assert found.value == pytest.approx(total, abs=1e-9)
    best = find_best(groups)[1]
    losses = [best - average(groups, found.epsilons[fold,]) for fold in range(3)]
    assert found.choice == pytest.approx(2 / 3 * sum(loss**2 for loss in losses))


def test_by_hand():
    """Three systems, two documents, of which annotators tie the second."""
    human = np.array([[0.0, 0.5], [0.5, 0.5], [0.5, 0.5]])
    ours = np.array([[0.1, 0.4], [0.6, 0.5], [0.7, 0.45]])
    found = measure_accuracy(ours, human)
    # Differences .5, .6, .1 of the first, .1, .05, .05 of the second: all that annotators tie are within .1.
    assert (found.value, found.ties) == pytest.approx((1, (1 / 3 + 1) / 2))
    assert found.epsilons[0,] == pytest.approx((0.1 + 0.5) / 2)
    assert found.by_document.tolist() == [1.0, 1.0] and found.items == 2
    assert accuracy_at(ours, human, "summary", 0.0) == pytest.approx((2 / 3 + 0) / 2)
    assert accuracy_at(ours, human, "summary", 0.07) == pytest.approx((2 / 3 + 2 / 3) / 2)


@pytest.mark.parametrize("grouping", GROUPINGS)
def test_equal_orders_agree_and_reversed_ones_do_not(grouping):
    human = np.random.default_rng(1).random((4, 5))
    assert accuracy_at(3 * human + 1, human, grouping, 0.0) == pytest.approx(1)
    assert accuracy_at(-human, human, grouping, 0.0) == 0
    ours = np.random.default_rng(2).random((4, 5))
    reverse = accuracy_at(-ours, human, grouping, 0.0)
    assert accuracy_at(ours, human, grouping, 0.0) == pytest.approx(1 - reverse)


def test_all_ties_reward_a_constant_metric():
    found = measure_accuracy(np.zeros((3, 4)), np.zeros((3, 4)), folds=np.arange(4) % 2)
    assert found.value == 1 and set(found.epsilons.values()) == {0.0}


def test_equal_steps_that_differ_by_rounding_are_one_threshold():
    human = np.array([[0.0, 0.0], [0.0, 0.0], [1.0, 1.0]])
    ours = np.array([[0.1, 0.6], [0.2, 0.7], [0.4, 1.0]])
    assert measure_accuracy(ours, human).epsilons[0,] == pytest.approx(0.15)
    assert measure_accuracy(ours, human).value == pytest.approx(1)


@pytest.mark.parametrize("grouping", GROUPINGS)
def test_drawn_pairs_choose_nearly_as_well_as_all(grouping, monkeypatch):
    ours, human = make_scores(1, (12, 20))
    best = measure_accuracy(ours, human, grouping).value
    monkeypatch.setattr(pairwise_accuracy, "MAX_PAIRS", 1000)
    found = measure_accuracy(ours, human, grouping, seed=3)
    assert best - 0.02 < found.value <= best
    assert found.value == pytest.approx(accuracy_at(ours, human, grouping, found.epsilons[0,]))


def test_variances_are_those_of_the_means_that_an_accuracy_is():
    ours, human = make_scores(1, (5, 8))
    found = measure_accuracy(ours, human)
    by_document = found.by_document
    variance = combine_spreads([found.spread], "documents", has_same_documents=True)
    assert variance.value == pytest.approx(by_document.var(ddof=1) / 8) and variance.freedom == 7
    found = measure_accuracy(ours, human, "by-system")
    each = [accuracy_at(ours[[row]], human[[row]], "by-system", found.epsilons[0,]) for row in range(5)]
    variance = combine_spreads([found.spread], "systems", has_same_documents=True)
    assert np.mean(each) == pytest.approx(found.value)
    assert variance.value == pytest.approx(np.var(each, ddof=1) / 5) and variance.freedom == 4


def test_nothing_to_compare():
    one = np.array([[0.5, np.nan]])
    for grouping in GROUPINGS:
        found = measure_accuracy(one, one, grouping)
        assert np.isnan(found.value) and found.items == 0
    two = np.array([[0.5, 0.1], [0.2, 0.3]])
    # no third fold is left to choose on for a pair of two
    assert np.isnan(measure_accuracy(two, two, "by-system", np.array([0, 1])).value)
    assert measure_accuracy(two, two, "summary", np.array([0, 1])).value == 1


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
