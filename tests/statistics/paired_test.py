"""Paired comparisons by hand, and against scipy's t interval and skewness."""

import numpy as np
import pytest
from scipy import stats

from sacrerouge_litepyramid.statistics.paired import compare_pairs, estimate_means

NAMES = [("a", "b")]


def test_by_hand():
    first = np.array([[3.0, 2.0, 5.0, 1.0, np.nan]])
    second = np.array([[1.0, 2.0, 2.0, 2.0, 9.0]])
    (pair,) = compare_pairs(first, second, NAMES, permutations=100)
    assert (pair.value, pair.documents) == (1.0, 4)
    assert (pair.wins, pair.ties, pair.losses) == (2, 1, 1)
    # differences 2, 0, 3, -1: of the 16 ways to swap, the sum is 4 or more in 2 * 2 and -4 or less
    # in as many
    assert pair.p == pair.adjusted_p == pytest.approx(8 / 16)
    assert pair.effect_size == pytest.approx(1 / np.sqrt(10 / 3))
    assert pair.better is None


def test_without_permutations_there_is_no_p_and_no_interval():
    (pair,) = compare_pairs(np.array([[1.0, 2.0, 4.0]]), np.zeros((1, 3)), NAMES, 0)
    assert pair.p is pair.adjusted_p is None
    assert not pair.difference.has_interval


def test_equal_systems_one_document_and_none():
    scores = np.array([[0.1 + 0.2, 0.5], [0.4, np.nan], [np.nan, 1.0]])
    other = np.array([[0.3, 0.5], [0.1, 0.3], [2.0, np.nan]])
    equal, single, none = compare_pairs(scores, other, 3 * NAMES, 100)
    assert (equal.value, equal.p, equal.ties, equal.effect_size) == (0.0, 1.0, 2, None)
    assert single.documents == 1
    assert not single.difference.has_interval
    assert (none.documents, none.value, none.p) == (0, None, None)


def test_the_interval_of_a_mean_is_scipys():
    values = np.random.default_rng(1).normal(size=(2, 7))
    values[1, 3] = np.nan
    means = estimate_means(values)
    test = stats.ttest_1samp(values, 0, axis=1, nan_policy="omit")
    interval = test.confidence_interval(0.95)
    assert means.low == pytest.approx(interval.low, abs=1e-9)
    assert means.high == pytest.approx(interval.high, abs=1e-9)
