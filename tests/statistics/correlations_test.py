"""Correlations of rows and of whole matrices, and Williams' test: by hand, and scipy's."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from sacrerouge_litepyramid.statistics.correlations import (
    correlate_all,
    kendall,
    pearson,
    spearman,
    williams_test,
)

ROWS = {"pearson": pearson, "spearman": spearman, "kendall": kendall}
SCIPY = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}
NAN = math.nan
vectors = st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=3, max_size=12)


@given(vectors)
def test_rows_and_matrices_are_scipys_or_nan(pairs):
    x, y = np.array(pairs, dtype=float).T
    is_constant = len(set(x)) == 1 or len(set(y)) == 1
    over_cells = correlate_all(x.reshape(-1, 1), y.reshape(-1, 1))._asdict()
    for name, correlate in ROWS.items():
        expected = NAN if is_constant else SCIPY[name](x, y)[0]
        row = correlate(x[None], y[None])
        assert row == pytest.approx(expected, abs=1e-12, nan_ok=True)
        assert over_cells[name] == pytest.approx(expected, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("name", ROWS)
def test_missing_cells_are_ignored_and_one_row_serves_all(name):
    rows = np.array([[1.0, NAN, 3.0, 2.0], [2.0, NAN, 1.0, 5.0]])
    one = np.array([[1.0, NAN, 2.0, 3.0]])
    expected = [SCIPY[name](row[[0, 2, 3]], [1, 2, 3])[0] for row in rows]
    assert ROWS[name](rows, one) == pytest.approx(expected)
    over_cells = correlate_all(rows[:1], one)
    assert getattr(over_cells, name) == pytest.approx(expected[:1])


@pytest.mark.parametrize("values", [[], [1.0, 2.0], [0.1, 0.1, 0.1], [1.0, 2.0, NAN]], ids=str)
def test_matrices_without_a_correlation(values):
    matrix = np.array([values])
    correlations = correlate_all(matrix, np.arange(matrix.size)[None])
    assert np.isnan(np.array(correlations)).all()


def test_values_that_differ_by_rounding_have_no_pearson():
    equal = np.array([[0.1 + 0.2, 0.3, 0.3]])
    assert np.isnan(pearson(equal, np.array([[1.0, 2.0, 4.0]]))[0])


def test_williams_by_hand():
    # The determinant is .75, so the denominator is 2 * .75 * 4 / 2 + .25**2 = 49 / 16, and t = .5 *
    # sqrt(4 * 16 / 49) = 4 / 7. With two degrees of freedom, P(T > t) = 1/2 - t / (2 sqrt(2 +
    # t**2)).
    t = 4 / 7
    above = 0.5 - t / (2 * math.sqrt(2 + t**2))
    assert williams_test(0.5, 0.0, 0.0, 5, two_tailed=False) == pytest.approx(above)
    assert williams_test(0.0, 0.5, 0.0, 5, two_tailed=False) == pytest.approx(1 - above)
    assert williams_test(0.0, 0.5, 0.0, 5, two_tailed=True) == pytest.approx(2 * above)


def test_metrics_that_correlate_negatively_keep_the_sign():
    # The determinant is 1 - .25 - .09 - .04 - .06 = .56, so the denominator is 2 * .56 * 9 / 7 +
    # .16 * 1.2**3.
    t = 0.2 * math.sqrt(9 * 0.8 / 1.71648)
    assert williams_test(0.5, 0.3, -0.2, 10, two_tailed=True) == pytest.approx(2 * stats.t.sf(t, 7))


def test_williams_without_an_answer_is_nan():
    assert math.isnan(williams_test(1.0, 1.0, 1.0, 10, two_tailed=True))
