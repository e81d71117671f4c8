"""Correlations of rows and of vectors, and Williams' test: by hand, scipy's, SacreROUGE's."""

import math
from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from sacrerouge_litepyramid.statistics.correlations import (
    correlate_all,
    kendall,
    measure_concordance,
    williams_t,
    williams_test,
)

vectors = st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=6, max_size=6)


def test_kendall_by_hand():
    # Pairs: 1-2 concordant, 1-3 tied in the second, 2-3 discordant.
    assert kendall(np.array([[1.0, 2.0, 3.0]]), np.array([[1.0, 2.0, 1.0]]))[0] == 0
    assert kendall(np.array([[1.0, 2.0], [1.0, 2.0]]), np.array([[3.0, 4.0], [4.0, 3.0]])).tolist() == [1.0, -1.0]


@pytest.mark.parametrize("values", [[[]], [[1.0]], [[2.0, 2.0]], [[np.nan, 1.0]]], ids=str)
def test_kendall_without_a_value(values):
    assert np.isnan(kendall(np.array(values), np.array(values))[0])


def test_kendall_leaves_missing_cells_out():
    first, second = [1.0, np.nan, 3.0, 2.0], [1.0, np.nan, 2.0, 3.0]
    assert kendall(np.array([first]), np.array([second]))[0] == pytest.approx(1 / 3)


@given(vectors, vectors)
def test_kendall_is_scipys(first, second):
    found = kendall(np.array([first]), np.array([second]))[0]
    if len(set(first)) == 1 or len(set(second)) == 1:
        assert np.isnan(found)
    else:
        assert found == pytest.approx(stats.kendalltau(first, second)[0])


SCIPY = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}


def correlate_all_as_dict(x, y):
    return {name: each[0] for name, each in correlate_all(np.array(x)[None], np.array(y)[None])._asdict().items()}


def test_vectors_by_hand():
    # pairs of the four values: (1,2) tied in x, (3,4) tied in y; of the other four, two agree and two do not
    found = correlate_all_as_dict([1.0, 1.0, 2.0, 3.0], [1.0, 3.0, 2.0, 2.0])
    assert (found["kendall"], found["spearman"]) == (pytest.approx(0.0), pytest.approx(0.0))


@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=3, max_size=12))
def test_vectors_are_scipys_or_nan(pairs):
    x, y = np.array(pairs, dtype=float).T
    constant = len(set(x)) == 1 or len(set(y)) == 1
    for name, value in correlate_all_as_dict(x, y).items():
        assert np.isnan(value) if constant else value == pytest.approx(SCIPY[name](x, y)[0], abs=1e-12)


@pytest.mark.parametrize("values", [[], [1.0, 2.0], [0.1, 0.1, 0.1], [1.0, 2.0, np.nan]])
def test_vectors_without_a_correlation(values):
    assert np.isnan([*correlate_all_as_dict(values, range(len(values))).values()]).all()


def test_a_vector_that_is_constant_but_for_rounding_has_no_pearson():
    assert np.isnan(correlate_all_as_dict([0.1 + 0.2, 0.3, 0.3], [1.0, 2.0, 4.0])["pearson"])


@pytest.mark.parametrize("size", [1, 2, 3, 17, 40])
def test_all_pairs_written_out(size):
    generator = np.random.default_rng(size)
    first, second = generator.integers(0, 9, (2, size)) / 3
    signs = [np.sign(each[:, None] - each[None, :]) for each in (first, second)]
    found = measure_concordance(first, second)
    np.testing.assert_array_equal(found.agreeing, (signs[0] * signs[1]).sum(axis=1))
    np.testing.assert_array_equal(found.untied, np.abs(signs[0]).sum(axis=1))
    np.testing.assert_array_equal(found.other_untied, np.abs(signs[1]).sum(axis=1))


def test_williams_statistic_by_hand():
    # determinant .75, so the denominator is 2 * .75 * 4 / 2 + .25**2 = 49 / 16, and t = .5 * sqrt(4 * 16 / 49)
    assert williams_t(0.5, 0.0, 0.0, items=5) == pytest.approx(4 / 7)


def test_williams_probability_by_hand():
    # the distribution of t with two degrees of freedom: P(T > t) = 1/2 - t / (2 sqrt(2 + t**2))
    above = 0.5 - (4 / 7) / (2 * math.sqrt(2 + 16 / 49))
    assert williams_test(0.5, 0.0, 0.0, 5, two_tailed=False) == pytest.approx(above)
    assert williams_test(0.0, 0.5, 0.0, 5, two_tailed=False) == pytest.approx(1 - above)
    for pair in ((0.5, 0.0), (0.0, 0.5)):
        assert williams_test(*pair, 0.0, 5, two_tailed=True) == pytest.approx(2 * above)


def test_equal_correlations_do_not_differ():
    assert williams_test(0.6, 0.6, 0.3, 20, two_tailed=True) == 1.0


def test_human_scores_with_the_other_sign_give_the_same_two_sided_test():
    assert williams_t(-0.7, -0.4, 0.5, 12) == pytest.approx(-williams_t(0.7, 0.4, 0.5, 12))
    both = [williams_test(sign * 0.7, sign * 0.4, 0.5, 12, two_tailed=True) for sign in (1, -1)]
    assert both[0] == pytest.approx(both[1])


def test_metrics_that_correlate_negatively_keep_the_sign():
    # determinant 1 - .25 - .09 - .04 - .06 = .56, so the denominator is 2 * .56 * 9 / 7 + .16 * 1.2**3 = 1.71648
    t = 0.2 * math.sqrt(9 * 0.8 / 1.71648)
    assert williams_t(0.5, 0.3, -0.2, items=10) == pytest.approx(t)
    absolute = williams_t(0.5, 0.3, 0.2, items=10)
    assert absolute > 1.18 * t


def test_williams_without_an_answer_is_nan():
    assert math.isnan(williams_t(1.0, 1.0, 1.0, 10))
    assert math.isnan(williams_test(1.0, 1.0, 1.0, 10, two_tailed=True))


@pytest.mark.parametrize("two_tailed", [True, False])
@pytest.mark.parametrize("seed", range(5))
def test_williams_is_sacrerouges_where_all_correlations_are_positive(seed, two_tailed):
    stats = pytest.importorskip("sacrerouge.stats", reason="compared with SacreROUGE's")
    from scipy.stats import pearsonr

    generator = np.random.default_rng(seed)
    human = generator.normal(size=(12, 6))
    ours, other = (human + generator.normal(size=human.shape) * scale for scale in (0.8, 1.5))
    correlate = partial(stats.system_level_corr, pearsonr)
    expected = stats.williams_diff_test(correlate, ours, other, human, two_tailed=two_tailed)
    correlations = correlate(ours, human), correlate(other, human), correlate(ours, other)
    assert min(correlations) > 0
    assert williams_test(*correlations, 12, two_tailed=two_tailed) == pytest.approx(expected)
