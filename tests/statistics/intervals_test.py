"""Percentile intervals, and the choice of the method for a correlation."""

import numpy as np
import pytest

from sacrerouge_litepyramid.statistics.intervals import correlation_interval, percentile_interval


def test_percentiles():
    assert percentile_interval(np.arange(101.0), level=0.9) == pytest.approx((5.0, 95.0))
    assert percentile_interval(np.array([np.nan, 2.0])) == (2.0, 2.0)
    assert all(np.isnan(each) for each in percentile_interval(np.array([np.nan])))


def test_an_unknown_value_or_no_resamples_have_no_interval():
    assert all(np.isnan(each) for each in correlation_interval(np.nan, np.arange(5.0)))
    assert all(np.isnan(each) for each in correlation_interval(0.5, np.array([])))
    assert correlation_interval(50.0, np.arange(101.0)) == pytest.approx((2.5, 97.5))


def test_wrong_arguments():
    with pytest.raises(ValueError, match="level must be between 0 and 1, not 1.0"):
        percentile_interval(np.zeros(3), level=1.0)
    with pytest.raises(ValueError, match="method must be one of percentile, not 'bca'"):
        correlation_interval(0.5, np.zeros(3), "bca")
