"""Pairwise accuracy with calibrated ties, against all pairs and thresholds, and by hand."""

import numpy as np
import pytest

from sacrerouge_litepyramid.statistics.pairwise_accuracy import measure_accuracy


def make_scores(tenths=False):
    generator = np.random.default_rng(0)
    human = generator.integers(0, 4, (5, 7)) / 3
    ours = (
        generator.integers(0, 12, (5, 7)) / 10
        if tenths
        else human + generator.normal(0, 0.4, (5, 7))
    )
    ours[0, 0] = np.nan
    return ours, human


def measure_documents(ours, human, epsilon):
    """Return the accuracy in each document, (documents,), with pairs of systems written out."""
    first, second = np.triu_indices(len(ours), k=1)
    difference = ours[first] - ours[second]
    is_tied = np.abs(difference) <= epsilon + 1e-12
    order = np.where(is_tied, 0, np.sign(difference))
    agrees = order == np.sign(human[first] - human[second])
    return np.nanmean(np.where(np.isnan(difference), np.nan, agrees), axis=0)


def find_best(ours, human):
    """Return ε, midway from the least of the best thresholds to the next, and the accuracy."""
    thresholds = np.unique(np.round(np.abs(ours[:, None] - ours), 9))
    thresholds = thresholds[~np.isnan(thresholds)]
    means = [measure_documents(ours, human, epsilon).mean() for epsilon in thresholds]
    best = np.argmax(np.round(means, 9))
    return thresholds[best : best + 2].mean() if best else 0.0, max(means)


@pytest.mark.parametrize("tenths", [False, True])
def test_the_best_of_all_thresholds(tenths):
    ours, human = make_scores(tenths)
    epsilon, best = find_best(ours, human)
    accuracy = measure_accuracy(ours, human)
    assert (accuracy.acc_eq, accuracy.epsilon) == pytest.approx((best, epsilon), abs=1e-9)


def test_folds_are_judged_by_the_others():
    ours, human = make_scores()
    folds = np.arange(7) % 3
    accuracies = []
    for fold in range(3):
        is_other = folds != fold
        epsilon, _ = find_best(ours[:, is_other], human[:, is_other])
        accuracies.extend(measure_documents(ours, human, epsilon)[~is_other])
    cross_fitted = measure_accuracy(ours, human, folds)
    assert cross_fitted.acc_eq == pytest.approx(np.mean(accuracies))
    assert cross_fitted.acc_eq_in_sample == measure_accuracy(ours, human).acc_eq


def test_by_hand():
    """Three systems and two documents, of which humans tie the second, and one without pairs."""
    human = np.array([[0.0, 0.5, 1.0], [0.5, 0.5, np.nan], [0.5, 0.5, np.nan]])
    ours = np.array([[0.1, 0.4, 0.2], [0.6, 0.5, 0.3], [0.7, 0.45, 0.4]])
    accuracy = measure_accuracy(ours, human)
    # Differences .5, .6, .1 of the first, .1, .05, .05 of the second: all that annotators tie are
    # within .1.
    assert (accuracy.acc_eq, accuracy.ties) == pytest.approx((1, (1 / 3 + 1) / 2))
    assert accuracy.epsilon == pytest.approx((0.1 + 0.5) / 2)
    assert accuracy.documents == 2


@pytest.mark.parametrize(
    ("scores", "epsilon"),
    [
        pytest.param([0.3, 0.1 + 0.2, 0.3], 0.0, id="a metric that is constant but for rounding"),
        pytest.param([0.0, 4.0, 1.0], 4.0, id="every difference is a tie"),
    ],
)
def test_human_ties_alone(scores, epsilon):
    ours = np.tile(np.array(scores)[:, None], 4)
    accuracy = measure_accuracy(ours, np.zeros((3, 4)), folds=np.arange(4) % 2)
    assert (accuracy.acc_eq, accuracy.ties) == (1, 1)
    assert accuracy.epsilon == pytest.approx(epsilon)


def test_equal_steps_that_differ_by_rounding_are_one_threshold():
    human = np.array([[0.0, 0.0], [0.0, 0.0], [1.0, 1.0]])
    ours = np.array([[0.1, 0.6], [0.2, 0.7], [0.4, 1.0]])
    accuracy = measure_accuracy(ours, human)
    assert (accuracy.epsilon, accuracy.acc_eq) == pytest.approx((0.15, 1))


def test_nothing_to_compare():
    one = np.array([[0.5, np.nan]])
    assert measure_accuracy(one, one) is None
    two = np.array([[0.5, 0.1], [0.2, 0.3]])
    # No second fold is left to choose on.
    assert np.isnan(measure_accuracy(two, two, np.array([0, 0])).acc_eq)
    assert measure_accuracy(two, two, np.array([0, 1])).acc_eq == 1
