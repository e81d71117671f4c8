"""Max-T by hand, against scipy's permutation test and the procedure written out, and its
coverage.
"""

import numpy as np
import pytest
from scipy import stats

from sacrerouge_litepyramid.statistics import max_t
from sacrerouge_litepyramid.statistics.max_t import draw_signs, flip_signs
from sacrerouge_litepyramid.statistics.significance import pair_indices


def test_all_ways_or_as_many_as_asked_for():
    assert len({tuple(row) for row in draw_signs(3, 8, 0)}) == 8
    assert draw_signs(3, 7, 0).shape == (7, 3) and set(draw_signs(9, 20, 0).ravel()) == {-1, 1}


def test_the_exact_p_is_scipys():
    generator = np.random.default_rng(0)
    first, second = generator.integers(0, 5, (2, 4, 9)) / 4
    found = flip_signs(first - second, permutations=512, seed=0)
    for row in range(4):
        expected = stats.permutation_test(
            (first[row], second[row]), lambda x, y, axis: np.mean(x - y, axis=axis), permutation_type="samples",
            n_resamples=np.inf, vectorized=True,
        )  # fmt: skip
        assert found.p[row] == pytest.approx(expected.pvalue, abs=1e-9)


def measure_statistics(differences, signs):
    return np.abs(differences @ signs.T) / np.sqrt((differences**2).sum(axis=1))[:, None]


def step_down(differences, signs, counted):
    """The step-down max-T p of pairs, by loops: without the pairs of the steps before."""
    observed = measure_statistics(differences, np.ones((1, differences.shape[1])))[:, 0]
    adjusted, worst, order = np.zeros(len(observed)), 0.0, np.argsort(-observed)
    for step, place in enumerate(order):
        largest = measure_statistics(differences[order[step:]], signs).max(axis=0)
        reached = (largest >= observed[place] - 1e-9).sum()
        worst = adjusted[place] = max(worst, (counted + reached) / (counted + len(signs)))
    return adjusted


@pytest.mark.parametrize(("documents", "permutations", "counted"), [(7, 128, 0), (12, 90, 1)])
def test_adjusted_p_are_those_of_the_step_down_procedure(
    documents, permutations, counted, monkeypatch
):
    scores = np.random.default_rng(documents).normal(size=(4, documents)) + np.array(
        [[1.5], [0.4], [0.2], [0.0]]
    )
    first, second = pair_indices(4)
    differences = scores[first] - scores[second]
    found = flip_signs(differences, permutations, 0)
    expected = step_down(differences, draw_signs(documents, permutations, 0), counted)
    assert found.adjusted_p == pytest.approx(expected)
    assert any(found.p < found.adjusted_p)
    # in parts of a few flips
    monkeypatch.setattr(max_t, "FLIPS", 40)
    parts = flip_signs(differences, permutations, 0)
    np.testing.assert_allclose(parts.difference[:3], found.difference[:3])
    assert parts.adjusted_p == pytest.approx(expected)


def test_an_interval_ends_at_the_smallest_statistic_that_the_test_rejects():
    generator = np.random.default_rng(7)
    differences = generator.normal(0.3, 1, (3, 25)) * np.array([[1.0], [100.0], [1e-3]])
    signs = draw_signs(25, 999, 0)
    residuals = differences - differences.mean(axis=1, keepdims=True)
    # 50 of the 1,000 flips, the data among them, may reach it.
    critical = max(
        np.sort(measure_statistics(each, signs).max(axis=0))[-49]
        for each in (differences, residuals)
    )
    found = flip_signs(differences, 999, 0).difference
    assert found.method == "simultaneous permutation"
    for end in (found.low, found.high):
        reached = measure_statistics(differences - end[:, None], np.ones((1, 25)))
        assert reached == pytest.approx(np.full((3, 1), critical))


def test_intervals_cover_jointly_and_errors_keep_their_level():
    """Of 400 samples the bounds lie 3 standard errors from 95%.

    The first three of six systems are better.
    """
    generator, (first, second) = np.random.default_rng(1), pair_indices(6)
    true = np.repeat([0.5, 0.0], 3)
    differences = true[first] - true[second]
    wrong = missed = 0
    for _ in range(400):
        scores = generator.normal(size=24) + generator.exponential(size=(6, 24)) + true[:, None]
        found = flip_signs(scores[first] - scores[second], 300, 0)
        low, high, is_apart = found.difference.low, found.difference.high, found.adjusted_p <= 0.05
        wrong += (is_apart & (differences == 0)).any()
        missed += ((differences < low) | (differences > high)).any()
        assert ((low >= 0) | (high <= 0))[is_apart].all()
        assert not ((low > 0) | (high < 0))[~is_apart].any() and not is_apart.all()
    assert wrong <= 0.083 * 400 and missed <= 0.083 * 400


@pytest.mark.parametrize("differing", [0, 5, 6])
@pytest.mark.filterwarnings("error")
def test_fewer_than_six_documents_that_differ_give_no_interval(differing):
    differences = np.zeros((1, 12))
    differences[0, :differing] = np.tile([0.3, -0.1], 3)[:differing]
    found = flip_signs(differences, 5000, 0)
    assert found.difference.at(0).has_interval == (differing >= 6) and found.p[0] > 0.05
    assert not flip_signs(differences[:, :5] + 1, 100, 0).difference.at(0).has_interval
    assert not flip_signs(differences + np.arange(12), 10, 0).difference.at(0).has_interval, (
        "too few permutations"
    )
