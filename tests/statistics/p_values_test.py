"""Holm's correction by hand and against its definition, and the bootstrap's p by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sacrerouge_litepyramid.statistics.significance import adjust_holm, bootstrap_p


def test_holm_by_hand():
    found = adjust_holm(np.array([0.01, 0.04, 0.03, np.nan, 0.005]))
    # in order: .005 * 4, .01 * 3, .03 * 2, and .04 * 1, which is below the one before
    assert found == pytest.approx([0.03, 0.06, 0.06, np.nan, 0.02], nan_ok=True)
    assert adjust_holm(np.array([0.6, 0.7])).tolist() == [1.0, 1.0]
    assert adjust_holm(np.array([])).tolist() == []


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_holm_rejects_what_stepping_down_rejects(values):
    p, alpha = np.array(values), 0.05
    rejected = set()
    for step, place in enumerate(np.argsort(p, kind="stable")):
        if p[place] * (len(p) - step) > alpha:
            break
        rejected.add(int(place))
    assert set(np.flatnonzero(adjust_holm(p) <= alpha)) == rejected


def test_the_bootstraps_p_by_hand():
    resampled = np.array([[0.1, -1.0, np.nan], [0.2, 1.0, np.nan], [0.3, 0.0, np.nan]])
    assert bootstrap_p(resampled) == pytest.approx([2 / 4, 1.0, np.nan], nan_ok=True)
