"""Pairwise accuracy with calibrated ties against all pairs and all thresholds written out, and by hand."""

import itertools

import numpy as np
import pytest

from sacrerouge_litepyramid.statistics.pairwise_accuracy import measure_accuracy, rank_tied


def make_scores(shape=(5, 7), tenths=False):
    generator = np.random.default_rng(0)
    human = generator.integers(0, 4, shape) / 3
    ours = generator.integers(0, 12, shape) / 10 if tenths else human + generator.normal(0, 0.4, shape)
    ours[0, 0] = np.nan
    return ours, human


def list_pairs(ours, human):
    """Return, by document, the pairs' differences of our scores and of human scores."""
    by_document = []
    for one, other in zip(ours.T, human.T, strict=True):
        places = np.flatnonzero(~np.isnan(one + other))
        first, second = np.array([*itertools.combinations(places, 2)]).T
        by_document.append((one[first] - one[second], other[first] - other[second]))
    return by_document


def average(by_document, epsilon):
    """Return the mean accuracy of documents."""
    means = []
    for difference, human in by_document:
        signs = np.sign(np.where(np.abs(difference) > epsilon + 1e-12, difference, 0))
        means.append((signs == np.sign(human)).mean())
    return np.mean(means)


def find_best(by_document):
    """Return the least of the best thresholds among all differences, and its accuracy."""
    thresholds = np.unique(np.append(0.0, np.abs(np.concatenate([ours for ours, _ in by_document]))))
    found = [average(by_document, threshold) for threshold in thresholds]
    return thresholds[int(np.argmax(np.round(found, 9)))], max(found)


@pytest.mark.parametrize("tenths", [False, True])
def test_the_best_of_all_thresholds(tenths):
    ours, human = make_scores(tenths=tenths)
    by_document = list_pairs(ours, human)
    threshold, best = find_best(by_document)
    found = measure_accuracy(ours, human)
    assert found.value == pytest.approx(best, abs=1e-9)
    assert found.value == pytest.approx(average(by_document, found.epsilons[0])) and found.epsilons[0] > threshold
    assert found.ties == pytest.approx(np.mean([np.mean(human == 0) for _, human in by_document]))


def test_folds_are_judged_by_the_others():
    ours, human = make_scores()
    folds = np.arange(7) % 3
    pairs = list_pairs(ours, human)
    found = measure_accuracy(ours, human, folds)
    assert set(found.epsilons) == {0, 1, 2}
    for fold, epsilon in found.epsilons.items():
        others = [pairs[document] for document in range(7) if folds[document] != fold]
        assert average(others, epsilon) == pytest.approx(find_best(others)[1], abs=1e-9)
    expected = [average([pairs[document]], found.epsilons[folds[document]]) for document in range(7)]
    assert found.by_document == pytest.approx(expected) and found.value == pytest.approx(np.mean(expected))


def test_by_hand():
    """Three systems, two documents, of which annotators tie the second, and one with a single summary."""
    human = np.array([[0.0, 0.5, 1.0], [0.5, 0.5, np.nan], [0.5, 0.5, np.nan]])
    ours = np.array([[0.1, 0.4, 0.2], [0.6, 0.5, 0.3], [0.7, 0.45, 0.4]])
    found = measure_accuracy(ours, human)
    # Differences .5, .6, .1 of the first, .1, .05, .05 of the second: all that annotators tie are within .1.
    assert (found.value, found.ties) == pytest.approx((1, (1 / 3 + 1) / 2))
    assert found.epsilons[0] == pytest.approx((0.1 + 0.5) / 2)
    assert found.by_document == pytest.approx([1.0, 1.0, np.nan], nan_ok=True) and found.items == 2


def test_all_ties_reward_a_constant_metric():
    found = measure_accuracy(np.zeros((3, 4)), np.zeros((3, 4)), folds=np.arange(4) % 2)
    assert found.value == 1 and set(found.epsilons.values()) == {0.0}


def test_equal_steps_that_differ_by_rounding_are_one_threshold():
    human = np.array([[0.0, 0.0], [0.0, 0.0], [1.0, 1.0]])
    ours = np.array([[0.1, 0.6], [0.2, 0.7], [0.4, 1.0]])
    found = measure_accuracy(ours, human)
    assert found.epsilons[0] == pytest.approx(0.15) and found.value == pytest.approx(1)


def test_nothing_to_compare():
    one = np.array([[0.5, np.nan]])
    found = measure_accuracy(one, one)
    assert np.isnan(found.value) and found.items == 0
    two = np.array([[0.5, 0.1], [0.2, 0.3]])
    # No second fold is left to choose on.
    assert np.isnan(measure_accuracy(two, two, np.array([0, 0])).value)
    assert measure_accuracy(two, two, np.array([0, 1])).value == 1


def test_values_that_differ_by_rounding_share_a_rank():
    assert rank_tied(np.array([0.3, 0.1 + 0.2, -1.0, 0.3000001])).tolist() == [1, 1, 0, 2]
