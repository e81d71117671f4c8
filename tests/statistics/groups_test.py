"""Groups of systems that do not differ significantly, by hand and by definition."""

import numpy as np
import pytest

from sacrerouge_litepyramid.statistics.significance import assign_tiers, group_undecided


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
    # the middle one is told apart from the best, though the last is not
    assert group_undecided(matrix(3, (0, 1))) == [[0, 2], [1, 2]]


@pytest.mark.parametrize("seed", range(5))
def test_two_share_a_group_exactly_where_they_are_not_told_apart(seed):
    drawn = np.triu(np.random.default_rng(seed).random((8, 8)) < 0.4, k=1)
    apart = drawn | drawn.T
    groups = group_undecided(apart)
    for first in range(8):
        for second in range(8):
            shared = any(first in group and second in group for group in groups)
            assert shared == (not apart[first, second])
    assert not any(set(a) <= set(b) for a in groups for b in groups if a is not b)


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
