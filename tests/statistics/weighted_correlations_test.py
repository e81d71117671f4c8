"""Weighted correlations against scipy's on repeated values, by hand, and where there is none."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from sacrerouge_litepyramid.statistics.correlations import correlate_weighted

SCIPY = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}


@pytest.mark.parametrize("seed", range(3))
def test_a_weight_is_a_number_of_copies(seed):
    generator = np.random.default_rng(seed)
    x = generator.integers(0, 9, 40) / 8
    y = np.round(x + generator.normal(0, 0.4, 40), 1)
    weights = generator.integers(0, 4, (3, 40))
    found = correlate_weighted(x, y, weights)
    for row, counts in enumerate(weights):
        copies = np.repeat(x, counts), np.repeat(y, counts)
        for name, correlate in SCIPY.items():
            assert getattr(found, name)[row] == pytest.approx(correlate(*copies)[0], abs=1e-12)


def test_by_hand():
    # pairs of the four values: (1,2) tied in x, (3,4) tied in y; of the other four, three agree and one does not
    x, y = np.array([1.0, 1.0, 2.0, 3.0]), np.array([1.0, 3.0, 2.0, 2.0])
    found = correlate_weighted(x, y, np.ones((1, 4)))
    assert found.kendall[0] == pytest.approx(0.0)
    assert found.spearman[0] == pytest.approx(0.0)
    doubled = correlate_weighted(x, y, np.array([[2.0, 1.0, 1.0, 1.0]]))
    # twice the first: 4 agreeing and 2 disagreeing pairs; untied 7 of 10 in x and 8 of 10 in y
    assert doubled.kendall[0] == pytest.approx(2 / np.sqrt(7 * 8))


@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=2, max_size=12))
def test_small_integers_are_scipys_or_nan(pairs):
    x, y = np.array(pairs, dtype=float).T
    found = correlate_weighted(x, y, np.ones((1, len(x))))
    constant = len(set(x)) == 1 or len(set(y)) == 1
    for name, correlate in SCIPY.items():
        value = getattr(found, name)[0]
        assert np.isnan(value) if constant else value == pytest.approx(correlate(x, y)[0], abs=1e-12)


@pytest.mark.parametrize("values", [[], [1.0], [0.1, 0.1, 0.1]])
def test_without_a_correlation(values):
    x = np.array(values)
    assert all(np.isnan(each).all() for each in correlate_weighted(x, x, np.ones((2, len(x)))))
    y = np.arange(3.0)
    assert all(np.isnan(each).all() for each in correlate_weighted(y, y, np.array([[5.0, 0.0, 0.0]])))
