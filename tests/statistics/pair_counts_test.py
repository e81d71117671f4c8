"""Correct pairs against all pairs written out."""

import numpy as np
import pytest

from sacrerouge_litepyramid.statistics.pair_counts import count_correct, rank_tied


@pytest.mark.parametrize("size", [0, 1, 2, 17, 60])
@pytest.mark.parametrize("epsilon", [0.0, 0.15, 2.0])
def test_all_pairs_written_out(size, epsilon):
    generator = np.random.default_rng(size)
    ours, ranks, groups = generator.random(size), generator.integers(0, 5, size), generator.integers(0, 3, size)
    difference = ours[:, None] - ours[None, :]
    signs = np.sign(np.where(np.abs(difference) > epsilon, difference, 0))
    is_pair = (groups[:, None] == groups[None, :]) & ~np.eye(size, dtype=bool)
    expected = (is_pair & (signs == np.sign(ranks[:, None] - ranks[None, :]))).sum(axis=1)
    assert count_correct(ours, ranks, groups, epsilon).tolist() == expected.tolist()


def test_values_that_differ_by_rounding_share_a_rank():
    assert rank_tied(np.array([0.3, 0.1 + 0.2, -1.0, 0.3000001])).tolist() == [1, 1, 0, 2]
