import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from sacrerouge_litepyramid.statistics.correlations import kendall

vectors = st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=6, max_size=6)


def test_by_hand():
    # Pairs: 1-2 concordant, 1-3 tied in the second, 2-3 discordant.
    assert kendall(np.array([[1.0, 2.0, 3.0]]), np.array([[1.0, 2.0, 1.0]]))[0] == 0
    assert kendall(np.array([[1.0, 2.0], [1.0, 2.0]]), np.array([[3.0, 4.0], [4.0, 3.0]])).tolist() == [1.0, -1.0]


@pytest.mark.parametrize("values", [[[]], [[1.0]], [[2.0, 2.0]], [[np.nan, 1.0]]], ids=str)
def test_none(values):
    assert np.isnan(kendall(np.array(values), np.array(values))[0])


def test_missing_cells_are_left_out():
    first, second = [1.0, np.nan, 3.0, 2.0], [1.0, np.nan, 2.0, 3.0]
    assert kendall(np.array([first]), np.array([second]))[0] == pytest.approx(1 / 3)


@given(vectors, vectors)
def test_scipys(first, second):
    found = kendall(np.array([first]), np.array([second]))[0]
    if len(set(first)) == 1 or len(set(second)) == 1:
        assert np.isnan(found)
    else:
        assert found == pytest.approx(stats.kendalltau(first, second)[0])
