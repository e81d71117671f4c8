"""Intervals from resamples and from a variance."""

import numpy as np
import pytest
from scipy import stats

from sacrerouge_litepyramid.statistics.intervals import (
    check_method,
    percentile_interval,
    resampled_interval,
    student_interval,
)


def test_percentiles():
    assert percentile_interval(np.arange(101.0), level=0.9) == pytest.approx((5.0, 95.0))
    assert percentile_interval(np.array([np.nan, 2.0])) == (2.0, 2.0)
    assert all(np.isnan(each) for each in percentile_interval(np.array([np.nan])))


def test_an_unknown_value_or_no_resamples_have_no_interval():
    assert all(np.isnan(each) for each in resampled_interval(np.nan, np.arange(5.0)))
    assert all(np.isnan(each) for each in resampled_interval(0.5, np.array([])))
    assert resampled_interval(50.0, np.arange(101.0)) == pytest.approx((2.5, 97.5))


def test_students_interval_is_scipys():
    values = np.array([0.1, 0.4, 0.2, 0.7])
    found = student_interval(values.mean(), values.var(ddof=1) / 4, 3)
    assert found == pytest.approx(stats.t.interval(0.95, 3, values.mean(), stats.sem(values)))
    assert student_interval(0.5, 0.01, 9, bias=0.1) == pytest.approx(stats.t.interval(0.95, 9, 0.6, 0.1))
    assert np.isnan(student_interval(0.5, np.nan, 9)).all() and np.isnan(student_interval(0.5, 0.1, 0)).all()


def test_wrong_arguments():
    with pytest.raises(ValueError, match="level must be between 0 and 1, not 1.0"):
        percentile_interval(np.zeros(3), level=1.0)
    with pytest.raises(ValueError, match="method must be one of two-way, percentile, not 'bca'"):
        check_method("bca")
