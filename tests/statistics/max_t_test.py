"""Max-T against scipy's permutation test and the procedure written out."""

import numpy as np
import pytest
from scipy import stats

from sacrerouge_litepyramid.statistics import max_t
from sacrerouge_litepyramid.statistics.max_t import draw_signs, flip_signs
from sacrerouge_litepyramid.statistics.significance import pair_indices


def draw_all(documents, permutations, seed=0):
    return np.concatenate(list(draw_signs(documents, permutations, seed, part=7)))


def test_all_combinations_of_signs_or_as_many_as_the_permutations():
    assert len(np.unique(draw_all(3, 8), axis=0)) == 8
    assert draw_all(3, 7).shape == (7, 3)
    assert set(draw_all(9, 20).ravel()) == {-1, 1}


@pytest.mark.parametrize(("documents", "permutations"), [(3, 8), (7, 90)])
def test_the_size_of_the_parts_does_not_change_the_signs(documents, permutations):
    (whole,) = draw_signs(documents, permutations, 5, part=permutations)
    parts = list(draw_signs(documents, permutations, 5, part=7))
    assert (np.concatenate(parts) == whole).all()


def test_the_exact_p_is_scipys():
    generator = np.random.default_rng(0)
    first, second = generator.integers(0, 5, (2, 4, 9)) / 4
    test = flip_signs(first - second, permutations=512, seed=0)
    for row in range(4):
        expected = stats.permutation_test(
            (first[row], second[row]), lambda x, y, axis: np.mean(x - y, axis=axis), permutation_type="samples",
            n_resamples=np.inf, vectorized=True,
        )  # fmt: skip
        assert test.p[row] == pytest.approx(expected.pvalue, abs=1e-9)


def measure_statistics(differences, signs):
    return np.abs(differences @ signs.T) / np.sqrt((differences**2).sum(axis=1))[:, None]


def step_down(differences, signs, counted):
    """Return the step-down max-T p of pairs, by loops: without the pairs of the steps before."""
    unflipped = np.ones((1, differences.shape[1]))
    observed = measure_statistics(differences, unflipped)[:, 0]
    order = np.argsort(-observed)
    adjusted = np.zeros(len(observed))
    worst = 0.0
    for step, place in enumerate(order):
        largest = measure_statistics(differences[order[step:]], signs).max(axis=0)
        reached = (largest >= observed[place] - 1e-9).sum()
        worst = max(worst, (counted + reached) / (counted + len(signs)))
        adjusted[place] = worst
    return adjusted


@pytest.mark.parametrize(("documents", "permutations", "counted"), [(7, 128, 0), (12, 90, 1)])
def test_adjusted_p_are_those_of_the_step_down_procedure(
    documents, permutations, counted, monkeypatch
):
    scores = np.random.default_rng(documents).normal(size=(4, documents))
    scores += np.array([[1.5], [0.4], [0.2], [0.0]])
    first, second = pair_indices(4)
    differences = scores[first] - scores[second]
    test = flip_signs(differences, permutations, 0)
    expected = step_down(differences, draw_all(documents, permutations), counted)
    assert test.adjusted_p == pytest.approx(expected)
    assert any(test.p < test.adjusted_p)
    # in parts of a few flips
    monkeypatch.setattr(max_t, "FLIPS", 40)
    in_parts = flip_signs(differences, permutations, 0)
    np.testing.assert_allclose(in_parts.difference[:3], test.difference[:3])
    assert in_parts.adjusted_p == pytest.approx(expected)


def test_an_interval_ends_at_the_smallest_statistic_that_the_test_rejects():
    generator = np.random.default_rng(7)
    differences = generator.normal(0.3, 1, (3, 25)) * np.array([[1.0], [100.0], [1e-3]])
    signs = draw_all(25, 999)
    residuals = differences - differences.mean(axis=1, keepdims=True)
    critical = 0.0
    for values in (differences, residuals):
        largest = np.sort(measure_statistics(values, signs).max(axis=0))
        # 50 of the 1,000 flips, the data among them, may reach the critical value.
        critical = max(critical, largest[-49])
    estimate = flip_signs(differences, 999, 0).difference
    assert estimate.is_simultaneous
    for end in (estimate.low, estimate.high):
        reached = measure_statistics(differences - end[:, None], np.ones((1, 25)))
        assert reached == pytest.approx(np.full((3, 1), critical))


@pytest.mark.parametrize("differing", [0, 5, 6])
@pytest.mark.filterwarnings("error")
def test_fewer_than_six_documents_that_differ_give_no_interval(differing):
    differences = np.zeros((1, 12))
    differences[0, :differing] = np.tile([0.3, -0.1], 3)[:differing]
    test = flip_signs(differences, 5000, 0)
    assert test.difference.at(0).has_interval == (differing >= 6)
    assert test.p[0] > 0.05


@pytest.mark.parametrize(
    ("differences", "permutations"), [(np.ones((1, 5)), 100), (np.arange(12.0)[None], 10)]
)
def test_too_few_documents_or_permutations_give_no_interval(differences, permutations):
    test = flip_signs(differences, permutations, 0)
    assert not test.difference.at(0).has_interval
