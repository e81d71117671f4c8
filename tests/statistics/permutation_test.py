"""The permutation test by SacreROUGE's, and swapped correlations by swapped matrices."""

import numpy as np
import pytest
from sacrerouge.stats import permutation_diff_test, permute_both

from sacrerouge_litepyramid.statistics import permutation
from sacrerouge_litepyramid.statistics.agreement import correlate_scores
from sacrerouge_litepyramid.statistics.permutation import (
    ComparedScores,
    correlate_swapped,
    permutation_test,
    standardise,
)


def make_scores(seed=0, noise=(0.2, 0.5), shape=(6, 12)):
    generator = np.random.default_rng(seed)
    human = generator.random(shape)
    return ComparedScores(
        *(human + generator.normal(0, deviation, shape) for deviation in noise), human
    )


def test_the_difference_is_that_of_the_agreements_averaged_over_folds():
    folds = [make_scores(seed) for seed in (1, 2)]
    test = permutation_test(folds, 40, seed=3)
    for name, difference in test.items():
        expected = [
            getattr(correlate_scores(fold.ours, fold.human), name)
            - getattr(correlate_scores(fold.baseline, fold.human), name)
            for fold in folds
        ]
        assert difference.value == pytest.approx(np.mean(expected))
    assert permutation_test(folds, 40, seed=3) == test != permutation_test(folds, 40, seed=4)


def test_a_metrics_scale_does_not_matter():
    scores = make_scores()
    expected = {
        name: (pytest.approx(row.value), row.p)
        for name, row in permutation_test([scores], 50).items()
    }
    test = permutation_test([scores._replace(baseline=100 * scores.baseline - 3)], 50)
    assert {name: (row.value, row.p) for name, row in test.items()} == expected
    test = permutation_test([scores._replace(baseline=scores.ours)], 50)
    assert {(row.value, row.p) for row in test.values()} == {(0, 1)}
    assert {row.p for row in permutation_test([scores], 0).values()} == {None}


def mean_pearson(scores, human):
    """SacreROUGE's summary-level Pearson correlation for matrices without gaps, over all documents
    at once.
    """
    ours, theirs = (matrix - matrix.mean(axis=0) for matrix in (scores, human))
    norms = np.sqrt((ours**2).sum(axis=0) * (theirs**2).sum(axis=0))
    return ((ours * theirs).sum(axis=0) / norms).mean()


def test_sacrerouges_p_within_sampling_error(monkeypatch):
    scores = make_scores(noise=(0.25, 0.3))
    np.random.seed(0)
    expected = permutation_diff_test(
        mean_pearson, *scores, permute_both, two_tailed=True, num_permutations=400
    )
    found = permutation_test([scores], 400)["summary_pearson"].p
    assert found == pytest.approx(expected, abs=0.08)
    monkeypatch.setattr(permutation, "MAX_SWAPPED", 7 * scores.human.size)
    assert permutation_test([scores], 400)["summary_pearson"].p == found, "in parts of seven swaps"


def test_a_clear_difference_has_the_smallest_p_there_is():
    test = permutation_test([make_scores(noise=(0.01, 2.0), shape=(8, 60))], 99)
    assert test["summary_pearson"].p == pytest.approx(1 / 100)


def test_cells_that_one_lacks_are_left_out_of_all():
    scores = make_scores()
    scores.ours[0, 0] = scores.human[1, 1] = np.nan
    missing = [np.argwhere(np.isnan(matrix)).tolist() for matrix in standardise(scores)]
    assert missing == [[[0, 0], [1, 1]]] * 3


@pytest.mark.parametrize(
    "change", [{"ours": np.ones((6, 12))}, {"human": np.ones((6, 12))}], ids=str
)
def test_a_constant_side_has_neither_difference_nor_p(change):
    test = permutation_test([make_scores()._replace(**change)], 5)
    assert {(difference.value, difference.p) for difference in test.values()} == {(None, None)}


def test_metrics_without_a_common_summary():
    scores = make_scores()
    with pytest.raises(
        ValueError, match="no summary has scores of both metrics and a human score; check"
    ):
        permutation_test([scores._replace(ours=np.full_like(scores.ours, np.nan))])


@pytest.mark.parametrize("constant", ["drop", "epsilon", "zero"])
def test_against_the_swapped_matrices(constant):
    generator = np.random.default_rng(0)
    human = generator.integers(0, 4, (6, 9)) / 3
    first, second = (
        human + generator.integers(-spread, spread + 1, human.shape) / 3 for spread in (2, 3)
    )
    human[:, 1] = 0.5
    first[:, 2] = second[:, 2] = 1.0
    first[:, 3] = 0.0
    for side in (first, second, human):
        side[2:, 4] = side[0, 5] = np.nan
    swapped = generator.random((20, 6, 9)) < 0.5
    found = np.array(correlate_swapped(first, second, human, swapped, constant))
    for place, matrix in enumerate(np.where(swapped, second, first)):
        expected = np.array(correlate_scores(matrix, human, constant=constant))[:, 0]
        np.testing.assert_allclose(found[:, place], expected, atol=1e-12)
