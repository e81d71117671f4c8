"""Paired comparisons by hand, and against scipy's permutation test, t interval and bootstrap."""

import numpy as np
import pytest
from scipy import stats

from sacrerouge_litepyramid.statistics.agreement import draw_documents
from sacrerouge_litepyramid.statistics.estimate import Estimate
from sacrerouge_litepyramid.statistics.paired import (
    MAX_DOCUMENTS,
    compare_pairs,
    compute_power,
    count_documents_needed,
    draw_signs,
    estimate_means,
    measure_skewness,
)


def test_by_hand():
    first, second = np.array([[3.0, 2.0, 5.0, 1.0, np.nan]]), np.array([[1.0, 2.0, 2.0, 2.0, 9.0]])
    (found,) = compare_pairs(first, second, permutations=100, resamples=0)
    # differences 2, 0, 3, -1: of the 16 ways to swap, the sum is 4 or more in 2 * 2 and -4 or less in as many
    assert found.value == 1.0 and found.documents == 4
    assert (found.wins, found.ties, found.losses) == (2, 1, 1)
    assert found.p == pytest.approx(8 / 16)
    assert found.effect_size == pytest.approx(1 / np.sqrt(10 / 3))
    assert found.bootstrap_p is None


@pytest.mark.parametrize("seed", range(3))
def test_the_exact_permutation_test_is_scipys(seed):
    generator = np.random.default_rng(seed)
    first, second = generator.integers(0, 5, (2, 4, 9)) / 4
    found = compare_pairs(first, second, permutations=512, resamples=0)
    for row in range(4):
        expected = stats.permutation_test(
            (first[row], second[row]), lambda x, y, axis: np.mean(x - y, axis=axis), permutation_type="samples",
            n_resamples=np.inf, vectorized=True,
        )  # fmt: skip
        assert found[row].p == pytest.approx(expected.pvalue, abs=1e-9)


def test_a_drawn_permutation_test_is_close_to_the_exact_one_and_counts_itself():
    generator = np.random.default_rng(0)
    first, second = generator.normal(0.4, 1, (1, 12)), generator.normal(0, 1, (1, 12))
    exact = compare_pairs(first, second, permutations=4096, resamples=0)[0].p
    drawn = compare_pairs(first, second, permutations=4000, resamples=0)[0].p
    assert drawn != exact and drawn == pytest.approx(exact, abs=0.03)
    (apart,) = compare_pairs(first + 99, second, permutations=10, resamples=0)
    assert apart.p == pytest.approx(1 / 11)


def test_the_interval_is_scipys():
    values = np.random.default_rng(1).normal(size=(3, 7))
    found = estimate_means(values)
    for row in range(3):
        interval = stats.ttest_1samp(values[row], 0).confidence_interval(0.95)
        assert (found.low[row], found.high[row]) == pytest.approx(tuple(interval), abs=1e-9)


def test_the_bootstraps_p_counts_resampled_means_by_their_side():
    generator = np.random.default_rng(2)
    first, second = generator.random((2, 1, 10))
    (found,) = compare_pairs(first, second, permutations=0, resamples=200, seed=4)
    means = draw_documents(10, 200, 4) @ (first - second)[0] / 10
    expected = 2 * (1 + min((means <= 0).sum(), (means >= 0).sum())) / 201
    assert found.bootstrap_p == pytest.approx(min(expected, 1.0), abs=1e-9)
    assert found.p is None


def test_many_pairs_are_each_as_if_alone():
    first, second = np.random.default_rng(3).random((2, 300, 15))
    first[7, 3] = np.nan
    together = compare_pairs(first, second, 100, 100, seed=1)
    for place in (0, 7, 256, 299):
        (alone,) = compare_pairs(first[place : place + 1], second[place : place + 1], 100, 100, seed=1)
        assert together[place].holm_p >= alone.holm_p and together[place].bootstrap_holm_p >= alone.bootstrap_holm_p
        for name in ("value", "p", "bootstrap_p", "wins", "ties", "losses", "effect_size", "documents"):
            assert getattr(together[place], name) == pytest.approx(getattr(alone, name))


@pytest.mark.parametrize("permutations", [1024, 300])
def test_the_interval_holds_what_the_test_does_not_reject(permutations):
    scores = np.random.default_rng(7).normal(0.3, 1, (1, 10))
    difference = compare_pairs(scores, np.zeros((1, 10)), permutations, 0)[0].difference
    assert difference.method == "permutation"
    for end, inwards in ((difference.low, 1e-6), (difference.high, -1e-6)):
        inside, outside = (
            compare_pairs(scores, np.full((1, 10), value), permutations, 0)[0].p
            for value in (end + inwards, end - inwards)
        )
        assert outside <= 0.05 < inside


def test_several_intervals_are_bonferronis_and_that_of_a_holm_step_is_narrower():
    generator = np.random.default_rng(0)
    scores = generator.normal(size=(3, 40))
    scores = (scores - scores.mean(axis=1, keepdims=True)) / scores.std(axis=1, keepdims=True)
    scores += np.array([[1.0], [0.39], [0.0]])
    found = compare_pairs(scores, np.zeros((3, 40)), 4000, 0)
    assert found[0].p < 0.05 / 3 < found[1].p <= 0.05 / 2 and found[2].p > 0.05
    assert found[1].difference.low > 0 and found[2].difference.low < 0 < found[2].difference.high
    for place, level in enumerate((0.05 / 3, 0.05 / 2, 0.05 / 3)):
        for end, inwards in ((found[place].difference.low, 1e-6), (found[place].difference.high, -1e-6)):
            shifted = [
                compare_pairs(scores[[place]], np.full((1, 40), end + each), 4000, 0) for each in (inwards, -inwards)
            ]
            assert shifted[1][0].p <= level < shifted[0][0].p


def test_documents_too_few_to_differ_significantly_give_no_interval():
    (found,) = compare_pairs(np.arange(5.0)[None] + 1, np.zeros((1, 5)), 100, 0)
    assert found.p == 2 / 32 and not found.difference.has_interval


def test_equal_systems_one_document_and_none():
    scores = np.array([[0.1 + 0.2, 0.5], [0.4, np.nan], [np.nan, 1.0]])
    other = np.array([[0.3, 0.5], [0.1, 0.3], [2.0, np.nan]])
    equal, single, none = found = compare_pairs(scores, other, 100, 100)
    assert (equal.value, equal.p, equal.ties) == (0.0, 1.0, 2)
    assert [each.effect_size for each in found] == [None] * 3
    assert single.value == pytest.approx(0.3) and not single.difference.has_interval
    assert [each.documents for each in found] == [2, 1, 0]
    assert none.value is none.p is none.bootstrap_p is None


def test_all_ways_or_as_many_as_asked_for():
    assert len({tuple(row) for row in draw_signs(3, 8, 0)}) == 8
    assert draw_signs(3, 7, 0).shape == (7, 3)


#: ± Student's quantile of 9 degrees of freedom times a standard error of .1: a standard deviation of .1 √10
DIFFERENCE = Estimate(0.2, 0.2 - 2.26216 * 0.1, 0.2 + 2.26216 * 0.1)


def test_the_number_is_that_of_the_literature():
    """An effect of .5 needs 34 pairs for 80% (Cohen 1988, paired t test, two-sided 5%); .2/.316 needs 22."""
    assert compute_power(33, 0.5) < 0.8 <= compute_power(34, 0.5)
    assert count_documents_needed(DIFFERENCE, documents=10) == 22
    assert count_documents_needed(Estimate(-0.2, -DIFFERENCE.high, -DIFFERENCE.low), documents=10) == 22


def test_more_power_and_a_stricter_level_need_more():
    assert count_documents_needed(DIFFERENCE, documents=10, power=0.95) > 30
    assert count_documents_needed(DIFFERENCE, documents=10, alpha=0.05 / 3) > 25


def test_as_many_documents_have_the_power():
    """Of 4,000 samples of that size 80% are significant by Student's test."""
    count = count_documents_needed(DIFFERENCE, documents=10)
    samples = np.random.default_rng(0).normal(0.2, 0.1 * np.sqrt(10), (4000, count))
    assert np.mean(stats.ttest_1samp(samples, 0, axis=1).pvalue <= 0.05) == pytest.approx(0.81, abs=0.02)


def test_the_edges():
    assert count_documents_needed(DIFFERENCE._replace(value=0.0), documents=10) is None
    assert count_documents_needed(DIFFERENCE._replace(value=1e-9), documents=10) is None
    assert count_documents_needed(Estimate(0.2, 0.2, 0.2), documents=10) == 2
    assert count_documents_needed(Estimate(0.2, 0.19999, 0.20001), documents=10) == 2
    assert MAX_DOCUMENTS // 2 < count_documents_needed(DIFFERENCE._replace(value=0.001), documents=10) <= MAX_DOCUMENTS


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"documents": 10, "power": 1.0}, "power must be between 0 and 1, not 1.0"),
        ({"documents": 10, "alpha": 0.0}, "alpha must be between 0 and 1, not 0.0"),
    ],
)
def test_wrong_arguments(arguments, message):
    with pytest.raises(ValueError, match=message):
        count_documents_needed(DIFFERENCE, **arguments)


@pytest.mark.parametrize("factor", [1e200, 1e-200])
@pytest.mark.filterwarnings("error")
def test_no_scale_loses_the_interval(factor):
    values = np.random.default_rng(0).random((3, 9))
    for one, scaled in zip(estimate_means(values)[:3], estimate_means(values * factor)[:3], strict=True):
        assert scaled / factor == pytest.approx(one)


@pytest.mark.parametrize("differing", [0, 5, 6, 8])
def test_documents_that_do_not_differ_give_no_interval(differing):
    first = np.zeros((1, 12))
    first[0, :differing] = np.tile([0.3, -0.1], 4)[:differing]
    (found,) = compare_pairs(first, np.zeros((1, 12)), 5000, 0)
    assert found.difference.has_interval == (differing >= 6) and found.p > 0.05


def test_skewness_is_that_of_scipy_without_missing_differences():
    rows = np.array([[0.0, 0.0, 0.0, 1.0, np.nan], [-2.0, 0.5, 0.25, 0.0, 0.125], [3.0, 3.0, 3.0, 3.0, 3.0]])
    expected = [stats.skew(row[~np.isnan(row)]) for row in rows[:2]]
    assert measure_skewness(rows) == pytest.approx([*expected, 0.0], abs=1e-12)
