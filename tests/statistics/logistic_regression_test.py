import numpy as np
import pytest
from scipy.optimize import approx_fprime

from sacrerouge_litepyramid.statistics.logistic_regression import (
    SummedRows,
    logistic_regression,
    logistic_regression_on_sums,
    sum_losses,
)

NO_FEATURES, NO_LABELS = np.zeros((0, 2)), np.zeros(0)


def draw(groups):
    """Return the labels of rows, drawn from known log-odds, and the rows with their groups' sums."""
    generator = np.random.default_rng(5)
    size = 6
    features = generator.normal(size=(groups * size, 2)) * [1.0, 3.0] + [0.0, 2.0]
    odds = features @ [1.5, -0.4] + 0.5
    probabilities = 1 / (1 + np.exp(-odds))
    labels = (generator.random(len(odds)) < probabilities).astype(float)
    places = np.repeat(np.arange(groups), size)
    sums = np.bincount(places, labels)
    return labels, SummedRows(features, np.ones(len(labels)), places, sums)


def test_the_loss_of_a_sum_by_hand():
    """Two rows of probability 1/2: mean 1, variance 1/2 + 1/4.

    A group without rows has variance 1/4.
    """
    summed = SummedRows(np.zeros((2, 1)), np.ones(2), np.array([0, 0]), np.array([2.0, 0.0]))
    losses, _ = sum_losses(np.zeros(2), summed)
    assert losses == pytest.approx([1 / 1.5 + np.log(0.75) / 2, np.log(0.25) / 2])
    weighted = SummedRows(np.zeros((2, 1)), np.array([0.5, 1.5]), np.array([0, 0]), np.array([1.5]))
    losses, _ = sum_losses(np.zeros(2), weighted)
    variance = (0.25 + 2.25) / 4 + 0.25
    assert losses == pytest.approx([0.25 / (2 * variance) + np.log(variance) / 2])


def test_the_derivative_is_that_of_finite_differences():
    generator = np.random.default_rng(1)
    groups = np.array([0, 0, 0, 1, 1, 2])
    weights = generator.uniform(0.5, 2, 6)
    summed = SummedRows(np.zeros((6, 1)), weights, groups, np.array([2.5, 0.0, 1.0]))
    odds = generator.normal(size=6) * 2
    expected = approx_fprime(odds, lambda given: sum_losses(given, summed)[0].sum(), 1e-7)
    _, derivative = sum_losses(odds, summed)
    np.testing.assert_allclose(derivative, expected, atol=1e-6)


def test_sums_alone_show_the_coefficients():
    """Up to a factor, as the variance that is added makes the rows look surer than they are."""
    _, summed = draw(groups=1000)
    fit = logistic_regression_on_sums(NO_FEATURES, NO_LABELS, NO_LABELS, summed, 1.0, l2=1e-3)
    first, second = fit.coefficients
    assert 1.5 < first < 2
    assert 0 < fit.intercept < 1
    assert second / first == pytest.approx(-0.4 / 1.5, abs=0.02)


def test_sums_of_no_weight_change_nothing():
    labels, summed = draw(groups=40)
    features, weights = summed.features, summed.weights
    fit = logistic_regression_on_sums(features, labels, weights, summed, 0.0)
    expected = logistic_regression(features, labels)
    np.testing.assert_allclose(fit.coefficients, expected.coefficients, rtol=1e-5)
