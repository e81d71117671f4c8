"""Influences are the derivatives of the weighted correlations."""

import numpy as np
import pytest

from sacrerouge_litepyramid.statistics.correlations import Correlations, correlate_weighted
from sacrerouge_litepyramid.statistics.spread import measure_influences


@pytest.mark.parametrize("steps", [4, 1000], ids=["ties", "no ties"])
def test_derivatives_by_small_steps(steps):
    generator = np.random.default_rng(1)
    first = generator.integers(0, steps, 30) / steps
    second = first + generator.integers(0, steps, 30) / steps
    found = measure_influences(first, second)
    step = 1e-5
    up, down = (correlate_weighted(first, second, 1 + sign * step * np.eye(30)) for sign in (1, -1))
    for name in Correlations._fields:
        slopes = (getattr(up, name) - getattr(down, name)) / (2 * step)
        np.testing.assert_allclose(getattr(found, name), slopes, atol=1e-8)
        assert getattr(found, name).sum() == pytest.approx(0, abs=1e-12)


def test_a_constant_side_has_none():
    assert np.isnan(measure_influences(np.ones(4), np.arange(4.0))).all()
