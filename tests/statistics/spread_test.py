"""Variances over documents, by hand."""

import numpy as np
import pytest
from scipy import stats

from sacrerouge_litepyramid.statistics.spread import combine_folds, measure_influences


def test_a_mean_of_documents_has_its_standard_error():
    values = np.array([0.2, np.nan, 0.5])
    found = combine_folds([measure_influences(values)], has_same_documents=True)
    assert found.value == pytest.approx(stats.sem([0.2, 0.5]) ** 2)
    assert found.freedom == 1


def test_folds_add_influences_of_the_same_documents_and_variances_of_different_ones():
    first, second = np.array([0.1, -0.1, 0.0]), np.array([-0.1, 0.1, 0.0])
    assert combine_folds([first, second], has_same_documents=True) == (0, 2)
    assert combine_folds([first, np.append(second[:2], np.nan)], has_same_documents=True) == (0, 2)
    found = combine_folds([first, second], has_same_documents=False)
    assert found.value == pytest.approx(2 * 3 / 2 * 0.02 / 4) and found.freedom == 4


def test_a_single_document_has_no_variance():
    found = combine_folds([measure_influences(np.array([0.5, np.nan]))], has_same_documents=True)
    assert np.isnan(found.value) and found.freedom == 0
