"""Variances over documents, by hand."""

import numpy as np
import pytest
from scipy import stats

from sacrerouge_litepyramid.statistics.spread import combine_folds, measure_influences

NAN = np.nan
RISING = np.array([0.1, -0.1, 0.0])
FALLING = np.array([-0.1, 0.1, 0.0])


def test_a_mean_of_documents_has_its_standard_error():
    influences = measure_influences(np.array([0.2, NAN, 0.5]))
    variance = combine_folds([influences], has_same_documents=True)
    assert variance.value == pytest.approx(stats.sem([0.2, 0.5]) ** 2)
    assert variance.freedom == 1


@pytest.mark.parametrize("second", [FALLING, np.array([-0.1, 0.1, NAN])])
def test_folds_of_the_same_documents_add_their_influences(second):
    assert combine_folds([RISING, second], has_same_documents=True) == (0, 2)


def test_folds_of_different_documents_add_their_variances():
    variance = combine_folds([RISING, FALLING], has_same_documents=False)
    # The influences on the mean of two folds are halves; their squares add up to .02 / 4 in each.
    assert variance.value == pytest.approx(2 * 3 / 2 * 0.02 / 4)
    assert variance.freedom == 4


def test_a_single_document_has_no_variance():
    influences = measure_influences(np.array([0.5, NAN]))
    variance = combine_folds([influences], has_same_documents=True)
    assert np.isnan(variance.value)
    assert variance.freedom == 0
