"""Intervals from resamples and from a variance, against scipy's."""

import numpy as np
import pytest
from scipy import stats

from sacrerouge_litepyramid.statistics.estimate import Estimate
from sacrerouge_litepyramid.statistics.intervals import (
    clip_interval,
    percentile_interval,
    sample_interval,
    share_interval,
    student_p,
)


def ends(found):
    return (found.low, found.high)


def test_percentiles():
    estimate = percentile_interval(50.0, np.arange(101.0))
    assert (estimate.value, *ends(estimate)) == pytest.approx((50.0, 2.5, 97.5))
    assert ends(percentile_interval(2.0, np.array([np.nan, 2.0]))) == (2.0, 2.0)


@pytest.mark.parametrize(
    ("value", "resampled"),
    [(np.nan, np.arange(5.0)), (0.5, []), (0.5, [np.nan]), (1.0, [2.0, 3.0])],
)
def test_an_unknown_value_no_resamples_and_a_value_outside_them_have_no_interval(value, resampled):
    assert not percentile_interval(value, np.array(resampled)).has_interval


def test_an_interval_is_cut_to_what_is_possible():
    interval = Estimate(0.9, 0.7, 1.1)
    assert ends(clip_interval(interval, -1, 1)) == (0.7, 1)
    assert ends(clip_interval(interval, -2, 2)) == (0.7, 1.1)
    assert not clip_interval(interval._replace(low=np.nan), -1, 1).has_interval


MANY = 1e9


@pytest.mark.parametrize("hits", [1, 20, 39])
def test_the_interval_of_a_binomial_share_is_wilsons(hits):
    draws = 40
    share = np.array([hits / draws])
    interval = share_interval(share, share * (1 - share) / draws, np.array([MANY]))
    expected = stats.binomtest(hits, draws).proportion_ci(method="wilson")
    assert interval.low == pytest.approx(expected.low, abs=1e-7)
    assert interval.high == pytest.approx(expected.high, abs=1e-7)


def test_outside_0_to_1_students_is_cut():
    interval = share_interval(np.array([-0.01, 1.02]), np.full(2, 0.02**2), np.full(2, MANY))
    margin = 1.959964 * 0.02
    assert interval.low == pytest.approx([0, 1.02 - margin])
    assert interval.high == pytest.approx([-0.01 + margin, 1])


def test_without_variance_an_interval_has_no_width():
    for find_interval in (share_interval, sample_interval):
        estimate = find_interval(np.array([0.25]), np.zeros(1), np.zeros(1))
        assert ends(estimate) == (0.25, 0.25)


def test_students_interval_and_test_are_scipys():
    values = np.random.default_rng(0).normal(0.4, 1, 9)
    mean = np.array([values.mean()])
    variance = np.array([values.var(ddof=1) / 9])
    degrees = np.array([8.0])
    expected = stats.ttest_1samp(values, 0)
    interval = sample_interval(mean, variance, degrees).at(0)
    assert ends(interval) == pytest.approx(expected.confidence_interval(), abs=1e-12)
    assert student_p(mean, variance, degrees) == pytest.approx(expected.pvalue)


def test_a_difference_that_is_certain():
    zero = np.zeros(2)
    assert student_p(np.array([0.1, 0.0]), zero, zero).tolist() == [0, 1]
