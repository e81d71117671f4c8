"""Inclusion probabilities by hand, sizes of samples, and variances of estimated totals."""

import numpy as np
import pytest

from sacrerouge_litepyramid.verdict.labels.sampling.unequal_probabilities import (
    Covariance,
    draw_systematic,
    estimate_covariance,
    spread_probabilities,
)


def test_probabilities_are_proportional_to_sizes():
    assert spread_probabilities(np.array([1.0, 2.0, 3.0, 4.0]), 2) == pytest.approx(
        [0.2, 0.4, 0.6, 0.8]
    )


def test_what_would_be_above_1_is_1_and_the_rest_is_redistributed():
    # 10 takes one of the three draws; of the rest 6 would have 1.2, and so the others share one
    # draw
    assert spread_probabilities(np.array([10.0, 6.0, 3.0, 1.0]), 3) == pytest.approx(
        [1, 1, 0.75, 0.25]
    )
    assert spread_probabilities(np.array([1.0, 5.0]), 9).tolist() == [1, 1]


def test_a_size_of_0_is_refused():
    with pytest.raises(ValueError, match="every element needs a chance"):
        spread_probabilities(np.array([1.0, 0.0]), 1)


def test_samples_have_the_size_and_the_frequencies():
    probabilities = spread_probabilities(np.arange(1.0, 13.0), 5)
    drawn = draw_systematic(probabilities, 20_000, np.random.default_rng(0))
    assert (drawn.sum(axis=1) == 5).all()
    assert drawn.mean(axis=0) == pytest.approx(probabilities, abs=0.015)


def test_elements_of_one_place_are_not_drawn_together():
    places, probabilities = np.repeat([0, 1, 2, 3], 3), np.full(12, 1 / 3)
    drawn = draw_systematic(probabilities, 2000, np.random.default_rng(0), places)
    assert all(np.bincount(places[sample]).max() <= 2 for sample in drawn)
    together = (drawn[:, 0] & drawn[:, 1]).mean()
    alone = draw_systematic(probabilities, 2000, np.random.default_rng(0))
    assert together < 0.02 < (alone[:, 0] & alone[:, 1]).mean()
    assert drawn.mean(axis=0) == pytest.approx(probabilities, abs=0.05)


def test_of_a_simple_sample_it_is_the_textbooks():
    values, units = np.array([[1.0, 2.0], [4.0, 1.0], [3.0, 5.0], [0.0, 2.0]]), 10
    covariance = estimate_covariance(values, np.full(4, 4 / units), np.zeros(4))
    assert covariance.parts[0] == pytest.approx(units**2 * (1 - 4 / units) / 4 * np.cov(values.T))
    assert covariance.degrees.tolist() == [3]


def test_strata_add_up_and_what_is_drawn_for_certain_adds_nothing():
    values = np.array([[1.0], [3.0], [7.0], [2.0], [6.0]])
    inclusion, strata = np.array([0.5, 0.5, 1.0, 0.25, 0.25]), np.array([0, 0, 0, 1, 1])
    covariance = estimate_covariance(values, inclusion, strata)
    assert covariance.parts[:, 0, 0] == pytest.approx(
        [2 * 0.5 * (2**2 + 2**2), 2 * 0.75 * (8**2 + 8**2)]
    )
    assert covariance.variances()[0] == pytest.approx([covariance.parts.sum()])


def test_the_variance_of_a_difference_is_that_of_the_values_differences():
    values = np.random.default_rng(0).normal(size=(12, 2))
    inclusion = spread_probabilities(np.arange(1.0, 13.0), 12 * 0.999)
    joint = estimate_covariance(values, inclusion, np.zeros(12))
    alone = estimate_covariance(values[:, :1] - values[:, 1:], inclusion, np.zeros(12))
    variance, degrees = joint.of_differences(np.array([0]), np.array([1]))
    expected_variance, expected_degrees = alone.variances()
    assert variance == pytest.approx(expected_variance)
    assert degrees == pytest.approx(expected_degrees)


def test_a_difference_without_scatter_has_no_variance():
    values = np.random.default_rng(0).normal(size=(9, 1)) + 0.1
    covariance = estimate_covariance(np.hstack([values, values]), np.full(9, 0.3), np.zeros(9))
    assert covariance.of_differences(np.array([0]), np.array([1]))[0].tolist() == [0]


def test_degrees_of_freedom_are_satterthwaites():
    parts = np.array([[[4.0]], [[1.0]]])
    variance, degrees = Covariance(parts, np.array([3.0, 9.0])).variances()
    assert variance.tolist() == [5] and degrees == pytest.approx([25 / (16 / 3 + 1 / 9)])
    assert Covariance(np.zeros((1, 1, 1)), np.ones(1)).variances()[1].tolist() == [0]


def test_a_census_has_no_variance():
    assert estimate_covariance(
        np.array([[1.0], [2.0]]), np.ones(2), np.zeros(2)
    ).parts.tolist() == [[[0]]]
