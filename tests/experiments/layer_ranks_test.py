import numpy as np
import pytest

from sacrerouge_litepyramid.experiments.layer_ranks import rank_layers


def test_ranks_by_hand():
    found = rank_layers(np.array([[0.5, 0.7, 0.6], [0.4, 0.1, 0.3]]))
    np.testing.assert_array_equal(found.ranks, [[3, 1, 2], [1, 3, 2]])
    np.testing.assert_array_equal(found.average, [2, 2, 2])
    # All ranks are 2 on average; the means are .45, .4 and .45, and the first of these is the shallower.
    assert found.best == 0


def test_the_smallest_average_rank_is_not_the_largest_mean():
    found = rank_layers(np.array([[0.9, 0.5, 0.1], [0.1, 0.2, 0.15], [0.1, 0.2, 0.15]]))
    np.testing.assert_allclose(found.average, [(1 + 3 + 3) / 3, (2 + 1 + 1) / 3, (3 + 2 + 2) / 3])
    assert found.best == 1


def test_equal_correlations_share_their_ranks():
    np.testing.assert_array_equal(rank_layers(np.array([[0.3, 0.5, 0.5, 0.1]])).ranks, [[3, 1.5, 1.5, 4]])


def test_a_layer_without_a_correlation_comes_last():
    found = rank_layers(np.array([[np.nan, -0.9, np.nan], [0.9, 0.1, 0.5]]))
    np.testing.assert_array_equal(found.ranks, [[2.5, 1, 2.5], [1, 3, 2]])
    np.testing.assert_array_equal(found.average, [1.75, 2, 2.25])
    assert found.best == 0
    assert rank_layers(np.array([[np.nan, -0.9]])).best == 1


def test_a_missing_correlation_is_worse_than_a_negative_one():
    np.testing.assert_array_equal(rank_layers(np.array([[-0.5, 0.0, np.nan]])).ranks, [[2, 1, 3]])


def test_one_layer():
    found = rank_layers(np.array([[0.2], [0.3]]))
    assert found.best == 0 and found.average.tolist() == [1]


@pytest.mark.parametrize("shape", [(0, 3), (2, 0), (3,)])
def test_no_table(shape):
    with pytest.raises(ValueError, match=r"of shape \(data sets, layers\) were expected"):
        rank_layers(np.zeros(shape))
