"""Significance by hand and by definition: groups of systems, tiers, corrected p-values."""

import numpy as np
import pytest

from sacrerouge_litepyramid.statistics.significance import (
    adjust_holm,
    assign_tiers,
    find_holm_factors,
    group_undecided,
)


def matrix(systems, *pairs):
    apart = np.zeros((systems, systems), dtype=bool)
    for first, second in pairs:
        apart[first, second] = apart[second, first] = True
    return apart


def test_by_hand():
    assert group_undecided(matrix(0)) == []
    assert group_undecided(matrix(3)) == [[0, 1, 2]]
    assert group_undecided(matrix(3, (0, 1), (0, 2), (1, 2))) == [[0], [1], [2]]
    assert group_undecided(matrix(3, (0, 2))) == [[0, 1], [1, 2]]
    # the middle one differs from the best, though the last is not
    assert group_undecided(matrix(3, (0, 1))) == [[0, 2], [1, 2]]


def test_two_share_a_group_exactly_where_they_do_not_differ_significantly():
    drawn = np.triu(np.random.default_rng(0).random((20, 20)) < 0.4, k=1)
    apart = drawn | drawn.T
    groups = group_undecided(apart)
    is_member = np.array([[place in group for place in range(20)] for group in groups]).astype(int)
    np.testing.assert_array_equal(is_member.T @ is_member > 0, ~apart)
    within = is_member @ is_member.T == is_member.sum(axis=1)
    assert within.sum() == len(groups), "no group is within another"


@pytest.mark.parametrize(
    ("better", "tiers"),
    [
        ([], []),
        ([[0]], [1]),
        # the first beats the third alone
        ([[0, 0, 1], [0, 0, 0], [0, 0, 0]], [1, 1, 1]),
        # both of the first two beat the third
        ([[0, 0, 1], [0, 0, 1], [0, 0, 0]], [1, 1, 2]),
        ([[0, 1, 1], [0, 0, 0], [0, 0, 0]], [1, 2, 2]),
    ],
)
def test_tiers_part_where_all_above_beat_all_below(better, tiers):
    assert assign_tiers(np.array(better, dtype=bool).reshape(len(better), len(better))) == tiers


def test_holm_by_hand():
    found = adjust_holm(np.array([0.01, 0.04, 0.03, np.nan, 0.005]))
    # in order: .005 * 4, .01 * 3, .03 * 2, and .04 * 1, which is below the one before
    assert found == pytest.approx([0.03, 0.06, 0.06, np.nan, 0.02], nan_ok=True)
    assert adjust_holm(np.array([0.6, 0.7])).tolist() == [1.0, 1.0]
    assert adjust_holm(np.array([])).tolist() == []


def test_holms_factors_by_hand():
    # .02 * 4 is too much, .02 * 3, the factor of the second step, is too; .016 * 3 is not
    p = np.array([0.016, 0.2, 0.01, np.nan, 0.9])
    assert find_holm_factors(p, 0.05) == pytest.approx([3, 4, 4, np.nan, 4], nan_ok=True)
