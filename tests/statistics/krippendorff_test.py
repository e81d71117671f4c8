import numpy as np
import pytest

from sacrerouge_litepyramid.statistics.votes import binary_counts, mean_alpha, nominal_alpha, share_agreeing_pairs

# Krippendorff's own two-coder example of ten binary items: alpha 0.095.
CODERS = np.array([[0, 1, 0, 0, 0, 0, 0, 0, 1, 0], [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]])


def test_krippendorffs_example():
    assert nominal_alpha(binary_counts(CODERS)) == pytest.approx(1 - 19 * 8 / (20**2 - 14**2 - 6**2))
    assert nominal_alpha(binary_counts(CODERS)) == pytest.approx(0.095, abs=5e-4)


def test_by_hand():
    # Two agreed items and a split one: 6 votes, three each; 1 - 5 * 2 / (36 - 18).
    assert nominal_alpha(np.array([[0, 2], [2, 0], [1, 1]])) == pytest.approx(4 / 9)
    assert nominal_alpha(np.array([[2, 0, 0], [0, 3, 0], [0, 0, 2]])) == 1.0


def test_items_with_fewer_than_two_votes_say_nothing():
    counts = np.array([[0, 2], [2, 0], [1, 1]])
    assert nominal_alpha(np.vstack([counts, [[1, 0], [0, 0]]])) == nominal_alpha(counts)


@pytest.mark.parametrize("counts", [np.zeros((0, 2)), [[1, 0]], [[3, 0], [2, 0]]], ids=["none", "single", "unanimous"])
def test_where_it_is_undefined_it_is_nan(counts):
    assert np.isnan(nominal_alpha(np.array(counts)))


def test_unanimous_pages_count_as_told():
    pages = [np.array([[0, 2], [2, 0], [1, 1]]), np.array([[3, 0], [2, 0]])]
    assert mean_alpha(pages) == pytest.approx((4 / 9 + 1) / 2)
    assert mean_alpha(pages, unanimous=0.0) == pytest.approx(2 / 9)
    assert np.isnan(mean_alpha([]))


def test_pairs_of_votes_that_agree():
    # Krippendorff's two coders agree on six of ten items
    assert share_agreeing_pairs(binary_counts(CODERS)) == pytest.approx(0.6)
    # of three votes 2 : 1, one pair of three is equal; a single vote is no pair
    assert share_agreeing_pairs(np.array([[2, 1], [0, 1], [3, 0]])) == pytest.approx((1 / 3 + 1) / 2)
    assert np.isnan(share_agreeing_pairs(np.array([[1, 0]])))


def test_another_shape_is_refused():
    with pytest.raises(ValueError, match=r"\(items, values\)"):
        nominal_alpha(np.zeros(3))
