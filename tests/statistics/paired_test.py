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
from sacrerouge_litepyramid.statistics.significance import adjust_holm, pair_indices


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
        assert together[place].adjusted_p >= alone.adjusted_p == alone.p
        for name in ("value", "p", "bootstrap_p", "wins", "ties", "losses", "effect_size", "documents"):
            assert getattr(together[place], name) == pytest.approx(getattr(alone, name))


def step_down(differences, signs, counted):
    """The step-down max-T p of pairs, by loops: without the pairs of the steps before."""
    statistic = [abs(sum(row)) / np.sqrt(sum(row**2)) for row in differences]
    left, adjusted, worst = set(range(len(differences))), {}, 0.0
    for place in sorted(left, key=lambda each: -statistic[each]):
        flips = [
            max(abs(sum(sign * differences[k])) / np.sqrt(sum(differences[k] ** 2)) for k in left) for sign in signs
        ]
        reached = sum(flip >= statistic[place] - 1e-9 for flip in flips)
        worst = adjusted[place] = max(worst, (counted + reached) / (counted + len(signs)))
        left.remove(place)
    return [adjusted[place] for place in range(len(differences))]


@pytest.mark.parametrize(("documents", "permutations", "counted"), [(7, 128, 0), (12, 90, 1)])
def test_adjusted_p_are_those_of_the_step_down_procedure(documents, permutations, counted):
    scores = np.random.default_rng(documents).normal(size=(4, documents)) + np.array([[1.5], [0.4], [0.2], [0.0]])
    first, second = pair_indices(4)
    found = compare_pairs(scores[first], scores[second], permutations, 0)
    signs = draw_signs(documents, permutations, 0)
    expected = step_down(scores[first] - scores[second], signs, counted)
    assert [pair.adjusted_p for pair in found] == pytest.approx(expected)
    assert expected != pytest.approx(adjust_holm(np.array([pair.p for pair in found])))


def test_an_interval_ends_at_the_smallest_statistic_that_the_test_rejects():
    generator = np.random.default_rng(7)
    differences = generator.normal(0.3, 1, (3, 25)) * np.array([[1.0], [100.0], [1e-3]])
    signs = draw_signs(25, 999, 0)
    residuals = differences - differences.mean(axis=1, keepdims=True)
    critical = max(np.sort(_statistics(each, signs).max(axis=0))[-49] for each in (differences, residuals))
    for pair, row in zip(compare_pairs(differences, np.zeros((3, 25)), 999, 0), differences, strict=True):
        assert pair.difference.method == "simultaneous permutation" and pair.better is None
        for end in pair.difference[1:3]:
            assert _statistics((row - end)[None], np.ones((1, 25)))[0, 0] == pytest.approx(critical)


def _statistics(differences, signs):
    return np.abs(differences @ signs.T) / np.sqrt((differences**2).sum(axis=1))[:, None]


@pytest.mark.parametrize("kind", ["normal", "exponential", "binary"])
def test_intervals_cover_jointly_and_errors_keep_their_level(kind):
    """Of 400 samples the bounds lie 3 standard errors from 95%; the first three of six systems are better by one."""
    generator, (first, second) = np.random.default_rng(1), pair_indices(6)
    true = np.repeat([0.5, 0.0], 3) if kind != "binary" else np.repeat([0.3, 0.0], 3)
    wrong = missed = 0
    for _ in range(400):
        if kind == "binary":
            scores = (generator.random((6, 24)) < true[:, None] + 0.3).astype(float)
        else:
            scores = generator.normal(size=24) + getattr(generator, kind)(size=(6, 24)) + true[:, None]
        pairs = compare_pairs(scores[first], scores[second], 300, 0)
        differences = true[first] - true[second]
        wrong += any(pair.better is not None for pair, each in zip(pairs, differences, strict=True) if not each)
        ends = [(pair.difference, each) for pair, each in zip(pairs, differences, strict=True)]
        missed += any(not found.low <= each <= found.high for found, each in ends if found.has_interval)
        assert all(pair.difference.low >= 0 or pair.difference.high <= 0 for pair in pairs if pair.better is not None)
        undecided = [pair.difference for pair in pairs if pair.better is None and pair.difference.has_interval]
        assert undecided and all(each.low <= 0 <= each.high for each in undecided)
    assert wrong <= 0.083 * 400 and missed <= 0.083 * 400


def test_forty_systems_can_differ_significantly():
    """Holm's correction of 780 pairs cannot go below 780 / 10,001 by as many permutations."""
    first, second = pair_indices(40)
    scores = np.random.default_rng(0).normal(size=(40, 30)) + np.repeat([2.0, 0.0], 20)[:, None]
    better = [pair.better is not None for pair in compare_pairs(scores[first], scores[second], 10_000, 0)]
    assert np.mean(better) > 0.4


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
