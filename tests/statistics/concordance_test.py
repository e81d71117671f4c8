"""Concordance value by value against a comparison of all pairs."""

import numpy as np
import pytest

from sacrerouge_litepyramid.statistics.spread import measure_concordance


@pytest.mark.parametrize("size", [1, 2, 3, 17, 40])
def test_all_pairs_written_out(size):
    generator = np.random.default_rng(size)
    first, second = generator.integers(0, 9, (2, size)) / 3
    signs = [np.sign(each[:, None] - each[None, :]) for each in (first, second)]
    found = measure_concordance(first, second)
    np.testing.assert_array_equal(found.agreeing, (signs[0] * signs[1]).sum(axis=1))
    np.testing.assert_array_equal(found.untied, np.abs(signs[0]).sum(axis=1))
    np.testing.assert_array_equal(found.other_untied, np.abs(signs[1]).sum(axis=1))
