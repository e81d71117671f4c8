"""Wilson's and Student's intervals, against scipy's."""

import numpy as np
import pytest
from scipy import stats

from sacrerouge_litepyramid.statistics.intervals import share_interval, student_ends, student_p

MANY = 1e9


@pytest.mark.parametrize(("found", "draws"), [(1, 40), (20, 40), (39, 40)])
def test_of_a_binomial_share_it_is_wilsons(found, draws):
    share = np.array([found / draws])
    ends = share_interval(share, share * (1 - share) / draws, np.array([MANY]))
    expected = stats.binomtest(found, draws).proportion_ci(method="wilson")
    assert (ends.low[0], ends.high[0]) == pytest.approx((expected.low, expected.high), abs=1e-7)


def test_fewer_degrees_of_freedom_widen_it():
    share, variance = np.array([0.3, 0.3]), np.array([0.004, 0.004])
    ends = share_interval(share, variance, np.array([5.0, MANY]))
    assert ends.low[0] < ends.low[1] and ends.high[0] > ends.high[1]


def test_outside_0_to_1_students_is_cut():
    ends = share_interval(np.array([-0.01, 1.02]), np.array([0.0004, 0.0004]), np.array([MANY, MANY]))
    assert ends.low.tolist() == [0, pytest.approx(1.02 - 1.959964 * 0.02)]
    assert ends.high.tolist() == [pytest.approx(-0.01 + 1.959964 * 0.02), 1]


def test_without_variance_an_interval_has_no_width():
    for interval in (share_interval, student_ends):
        ends = interval(np.array([0.25]), np.array([0.0]), np.array([0.0]))
        assert (ends.low[0], ends.high[0]) == (0.25, 0.25)


def test_students_interval_and_test_are_scipys():
    values = np.random.default_rng(0).normal(0.4, 1, 9)
    mean, variance = np.array([values.mean()]), np.array([values.var(ddof=1) / 9])
    expected = stats.ttest_1samp(values, 0)
    ends = student_ends(mean, variance, np.array([8.0]))
    assert (ends.low[0], ends.high[0]) == pytest.approx(tuple(expected.confidence_interval()), abs=1e-12)
    assert student_p(mean, variance, np.array([8.0]))[0] == pytest.approx(expected.pvalue)


def test_a_difference_that_is_certain():
    zero = np.zeros(2)
    assert student_p(np.array([0.1, 0.0]), zero, zero).tolist() == [0, 1]
