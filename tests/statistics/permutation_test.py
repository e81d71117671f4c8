"""The permutation test by enumeration, and correlations after swaps against the swapped matrices."""

import numpy as np
import pytest
from sacrerouge.stats import permutation_diff_test, permute_both, permute_inputs, permute_systems, summary_level_corr
from scipy.stats import pearsonr

from sacrerouge_litepyramid.statistics.agreement import concatenate, correlate_scores
from sacrerouge_litepyramid.statistics.permutation import (
    SWAPS,
    ComparedScores,
    correlate_swapped,
    permutation_test,
    standardise,
)


def compared(seed=0, noise=(0.2, 0.5), shape=(6, 12)):
    generator = np.random.default_rng(seed)
    human = generator.random(shape)
    return ComparedScores(*(human + generator.normal(0, each, shape) for each in noise), human)


def test_the_difference_is_that_of_the_agreements():
    fold = compared()
    test = permutation_test([fold], 10)
    ours, baseline = correlate_scores(fold.ours, fold.human), correlate_scores(fold.baseline, fold.human)
    for name, difference in test.items():
        assert difference.value == pytest.approx(getattr(ours, name)[0] - getattr(baseline, name)[0])


@pytest.mark.parametrize("swap", SWAPS)
def test_a_metric_against_itself_and_on_another_scale(swap):
    fold = compared()
    same = fold._replace(baseline=100 * fold.ours - 3)
    test = permutation_test([same], 50, swap=swap)
    assert all(abs(each.value) < 1e-9 and each.p == 1.0 for each in test.values())


@pytest.mark.filterwarnings("error")
def test_scales_of_any_size():
    fold = compared()
    expected = permutation_test([fold], 50)
    for factor in (2.0**-990, 2.0**900):
        assert permutation_test([fold._replace(baseline=fold.baseline * factor)], 50) == expected


def test_exact_p_of_two_documents_by_hand():
    """Both documents swapped, and none: 2 of the 4 swaps are as large; the sampled p comes near."""
    human = np.array([[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]])
    worse = np.array([[2.0, 2.0], [1.0, 1.0], [3.0, 3.0]])
    test = permutation_test([ComparedScores(human, worse, human)], 4000, swap="documents")
    assert test["summary_pearson"].value == pytest.approx(0.5)
    assert test["summary_pearson"].p == pytest.approx(0.5, abs=0.05)


def mean_pearson(scores, human):
    """SacreROUGE's summary-level Pearson correlation for matrices without gaps, over all documents at once."""
    ours, theirs = (matrix - matrix.mean(axis=0) for matrix in (scores, human))
    norms = np.sqrt((ours**2).sum(axis=0) * (theirs**2).sum(axis=0))
    return ((ours * theirs).sum(axis=0) / norms).mean()


@pytest.mark.parametrize(("swap", "function"), zip(SWAPS, (permute_inputs, permute_systems, permute_both), strict=True))
def test_sacrerouges_p_within_sampling_error(swap, function):
    fold = compared(noise=(0.25, 0.3))
    assert mean_pearson(fold.ours, fold.human) == pytest.approx(summary_level_corr(pearsonr, fold.ours, fold.human))
    np.random.seed(0)
    expected = permutation_diff_test(mean_pearson, *fold, function, two_tailed=True, num_permutations=1000)
    found = permutation_test([fold], 1000, swap=swap)["summary_pearson"].p
    assert found == pytest.approx(expected, abs=0.07)


def test_a_clear_difference_has_the_smallest_p_there_is():
    test = permutation_test([compared(noise=(0.01, 2.0), shape=(8, 60))], 99)
    assert test["summary_pearson"].p == pytest.approx(1 / 100)


def test_folds_are_averaged_and_seeded():
    folds = [compared(seed) for seed in (1, 2)]
    test = permutation_test(folds, 40, seed=3)
    single = [permutation_test([fold], 1)["summary_kendall"].value for fold in folds]
    assert test["summary_kendall"].value == pytest.approx(np.mean(single))
    assert permutation_test(folds, 40, seed=3) == test
    assert permutation_test(folds, 40, seed=4) != test


def test_cells_that_one_lacks_are_left_out_of_all():
    fold = compared()
    fold.ours[0, 0] = fold.human[1, 1] = np.nan
    missing = [np.argwhere(np.isnan(matrix)).tolist() for matrix in standardise(fold)]
    assert missing == [[[0, 0], [1, 1]]] * 3


def test_one_system_has_neither_difference_nor_p():
    test = permutation_test([compared(shape=(1, 5))], 5)
    assert all(each.value is each.p is None for each in test.values())


def test_a_constant_metric_has_neither():
    fold = compared()
    test = permutation_test([fold._replace(ours=np.ones_like(fold.human))], 5)
    assert all(each.value is each.p is None for each in test.values())


def test_wrong_arguments():
    fold = compared()
    with pytest.raises(ValueError, match="swap must be one of documents, systems, both, not 'rows'"):
        permutation_test([fold], swap="rows")
    with pytest.raises(ValueError, match="no summary has scores of both metrics and a human score; check"):
        permutation_test([fold._replace(ours=np.full_like(fold.ours, np.nan))])


@pytest.mark.parametrize("constant", ["drop", "epsilon", "zero"])
@pytest.mark.parametrize("shape", [(9, 6), (1, 6), (9, 1)], ids=["both", "systems", "documents"])
def test_against_the_swapped_matrices(constant, shape):
    generator = np.random.default_rng(0)
    human = generator.integers(0, 4, (6, 9)) / 3
    first, second = (human + generator.integers(-spread, spread + 1, human.shape) / 3 for spread in (2, 3))
    human[:, 1] = 0.5
    first[:, 2] = second[:, 2] = 1.0
    first[:, 3] = 0.0
    for side in (first, second, human):
        side[2:, 4] = side[0, 5] = np.nan
    swapped = generator.random((shape[0], 20, shape[1])) < 0.5
    stacked = np.broadcast_to(swapped.transpose(1, 2, 0), (20, 6, 9))
    found = correlate_swapped(first, second, human, swapped, constant)
    sides = np.where(stacked, second, first), np.where(stacked, first, second)
    for own, values in zip(found, sides, strict=True):
        expected = concatenate([correlate_scores(matrix, human, constant=constant) for matrix in values])
        for one, other in zip(own, expected, strict=True):
            np.testing.assert_allclose(one, other, atol=1e-12)
