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
    student_interval,
    student_p,
)


def ends(found):
    return (found.low, found.high)


def test_percentiles():
    found = percentile_interval(50.0, np.arange(101.0))
    assert (found.value, *ends(found)) == pytest.approx(
        (50.0, 2.5, 97.5)
    ) and found.method == "percentile"
    assert ends(percentile_interval(2.0, np.array([np.nan, 2.0]))) == (2.0, 2.0)


@pytest.mark.parametrize(
    ("value", "resampled"),
    [(np.nan, np.arange(5.0)), (0.5, []), (0.5, [np.nan]), (1.0, [2.0, 3.0])],
)
def test_an_unknown_value_no_resamples_and_a_value_outside_them_have_no_interval(value, resampled):
    assert not percentile_interval(value, np.array(resampled)).has_interval


def test_an_interval_is_cut_to_what_is_possible():
    interval = Estimate(0.9, 0.7, 1.1)
    assert ends(clip_interval(interval, -1, 1)) == (0.7, 1) and ends(
        clip_interval(interval, -2, 2)
    ) == (0.7, 1.1)
    assert not clip_interval(interval._replace(low=np.nan), -1, 1).has_interval


MANY = 1e9


@pytest.mark.parametrize(("found", "draws"), [(1, 40), (20, 40), (39, 40)])
def test_of_a_binomial_share_it_is_wilsons(found, draws):
    share = np.array([found / draws])
    interval = share_interval(share, share * (1 - share) / draws, np.array([MANY]))
    expected = stats.binomtest(found, draws).proportion_ci(method="wilson")
    assert (interval.low[0], interval.high[0]) == pytest.approx(
        (expected.low, expected.high), abs=1e-7
    )


def test_fewer_degrees_of_freedom_widen_it():
    found = share_interval(np.full(2, 0.3), np.full(2, 0.004), np.array([5.0, MANY]))
    assert found.low[0] < found.low[1] and found.high[0] > found.high[1]


def test_outside_0_to_1_students_is_cut():
    found = share_interval(
        np.array([-0.01, 1.02]), np.array([0.0004, 0.0004]), np.array([MANY, MANY])
    )
    assert found.low.tolist() == [0, pytest.approx(1.02 - 1.959964 * 0.02)]
    assert found.high.tolist() == [pytest.approx(-0.01 + 1.959964 * 0.02), 1]


def test_without_variance_an_interval_has_no_width():
    for interval in (share_interval, sample_interval):
        found = interval(np.array([0.25]), np.array([0.0]), np.array([0.0]))
        assert (found.low[0], found.high[0]) == (0.25, 0.25)


def test_students_interval_and_test_are_scipys():
    values = np.random.default_rng(0).normal(0.4, 1, 9)
    mean, variance = np.array([values.mean()]), np.array([values.var(ddof=1) / 9])
    expected = stats.ttest_1samp(values, 0)
    found = sample_interval(mean, variance, np.array([8.0]))
    assert (found.low[0], found.high[0]) == pytest.approx(
        tuple(expected.confidence_interval()), abs=1e-12
    )
    assert student_p(mean, variance, np.array([8.0]))[0] == pytest.approx(expected.pvalue)
    assert (
        not student_interval(0.5, np.nan, 9).has_interval
        and not student_interval(0.5, 0.1, 0).has_interval
    )


def test_a_difference_that_is_certain():
    zero = np.zeros(2)
    assert student_p(np.array([0.1, 0.0]), zero, zero).tolist() == [0, 1]
