"""Variances over documents and systems, by hand."""

import numpy as np
import pytest
from scipy import stats

from sacrerouge_litepyramid.statistics.spread import Spread, combine_spreads, spread_of_mean


def test_a_mean_of_documents_has_its_standard_error():
    values = np.array([0.2, np.nan, 0.5, 0.9])
    found = combine_spreads([spread_of_mean(values)], "documents", has_same_documents=True)
    assert found.value == pytest.approx(stats.sem(values[[0, 2, 3]]) ** 2)
    assert found.freedom == 2 and found.bias == 0


def test_the_jackknife_over_systems():
    left_out = np.array([[0.1, 0.3], [0.3, 0.3], [0.5, 0.6]])
    found = combine_spreads([spread_of_mean(np.array([0.3, 0.5]), left_out)], "systems", has_same_documents=True)
    means = left_out.mean(axis=1)
    assert found.value == pytest.approx(2 / 3 * ((means - means.mean()) ** 2).sum())
    assert found.freedom == 2 and found.bias == pytest.approx(2 * (0.4 - means.mean()))


def test_folds_add_influences_of_the_same_documents_and_variances_of_different_ones():
    first, second = Spread(np.array([0.1, -0.1, 0.0]), np.zeros(0)), Spread(np.array([-0.1, 0.1, 0.0]), np.zeros(0))
    assert combine_spreads([first, second], "documents", has_same_documents=True).value == 0
    found = combine_spreads([first, second], "documents", has_same_documents=False)
    assert found.value == pytest.approx(2 * 3 / 2 * 0.02 / 4) and found.freedom == 4


def test_a_single_document_has_no_variance():
    found = combine_spreads([spread_of_mean(np.array([0.5, np.nan]))], "documents", has_same_documents=True)
    assert np.isnan(found.value) and found.freedom == 0
