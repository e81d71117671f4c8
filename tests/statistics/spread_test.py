"""Variances over documents, systems and both, by hand; concordance against a comparison of all pairs."""

import numpy as np
import pytest
from scipy import stats

from sacrerouge_litepyramid.statistics.spread import (
    Spread,
    combine_spreads,
    measure_concordance,
    spread_of_cells,
    spread_of_mean,
)


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


def test_over_both_independent_summaries_count_once():
    generator = np.random.default_rng(0)
    cells = generator.normal(size=(6, 8))
    cells -= cells.mean()
    spread = spread_of_cells(cells)
    by = {over: combine_spreads([spread], over, has_same_documents=True) for over in ("documents", "systems", "both")}
    assert by["documents"].value == pytest.approx(8 / 7 * (cells.sum(axis=0) ** 2).sum())
    assert by["systems"].value == pytest.approx(6 / 5 * (cells.sum(axis=1) ** 2).sum())
    expected = by["documents"].value + by["systems"].value - (cells**2).sum()
    assert by["both"].value == pytest.approx(max(expected, by["documents"].value, by["systems"].value))
    assert by["both"].freedom == 5


def test_folds_add_influences_of_the_same_documents_and_variances_of_different_ones():
    first, second = Spread(np.array([0.1, -0.1, 0.0]), np.zeros(0)), Spread(np.array([-0.1, 0.1, 0.0]), np.zeros(0))
    assert combine_spreads([first, second], "documents", has_same_documents=True).value == 0
    found = combine_spreads([first, second], "documents", has_same_documents=False)
    assert found.value == pytest.approx(2 * 3 / 2 * 0.02 / 4) and found.freedom == 4


def test_a_single_document_has_no_variance():
    found = combine_spreads([spread_of_mean(np.array([0.5, np.nan]))], "documents", has_same_documents=True)
    assert np.isnan(found.value) and found.freedom == 0


@pytest.mark.parametrize("size", [1, 2, 3, 17, 40])
def test_all_pairs_written_out(size):
    generator = np.random.default_rng(size)
    first, second = generator.integers(0, 9, (2, size)) / 3
    signs = [np.sign(each[:, None] - each[None, :]) for each in (first, second)]
    found = measure_concordance(first, second)
    np.testing.assert_array_equal(found.agreeing, (signs[0] * signs[1]).sum(axis=1))
    np.testing.assert_array_equal(found.untied, np.abs(signs[0]).sum(axis=1))
    np.testing.assert_array_equal(found.other_untied, np.abs(signs[1]).sum(axis=1))
