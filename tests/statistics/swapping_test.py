"""Correlations after swaps against the swapped matrices themselves."""

import numpy as np
import pytest

from sacrerouge_litepyramid.statistics.agreement import stacked_agreement
from sacrerouge_litepyramid.statistics.permutation import correlate_swapped


@pytest.mark.parametrize("constant", ["drop", "epsilon"])
@pytest.mark.parametrize("shape", [(9, 6), (1, 6), (9, 1)], ids=["both", "systems", "documents"])
def test_against_the_swapped_matrices(constant, shape):
    generator = np.random.default_rng(0)
    human = generator.integers(0, 4, (6, 9)) / 3
    first, second = (human + generator.integers(-spread, spread + 1, human.shape) / 3 for spread in (2, 3))
    human[:, 1] = 0.5
    first[:, 2] = second[:, 2] = 1.0
    first[:, 3] = 0.0
    for side in (first, second, human):
        side[2:, 4] = side[0, 5] = np.nan
    swapped = generator.random((shape[0], 20, shape[1])) < 0.5
    stacked = np.broadcast_to(swapped.transpose(1, 2, 0), (20, 6, 9))
    found = correlate_swapped(first, second, human, swapped, constant)
    sides = np.where(stacked, second, first), np.where(stacked, first, second)
    for own, values in zip(found, sides, strict=True):
        expected = stacked_agreement(values, np.broadcast_to(human, values.shape), constant)
        for one, other in zip(own, expected, strict=True):
            np.testing.assert_allclose(one, other, atol=1e-12)
