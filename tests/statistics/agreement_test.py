import numpy as np
import pytest
from sacrerouge.stats import summary_level_corr, system_level_corr
from scipy import stats

from sacrerouge_litepyramid.statistics.agreement import (
    bootstrap,
    correlate_scores,
    count_constant_documents,
    draw_documents,
)


def matrices(seed=0, shape=(6, 15), missing=0.0):
    generator = np.random.default_rng(seed)
    human = generator.integers(0, 5, shape) / 4
    ours = human + generator.normal(0, 0.5, shape)
    ours[generator.random(shape) < missing] = np.nan
    return ours, human


def test_by_hand():
    human = np.array([[0.0, 1.0], [1.0, 0.0], [2.0, 0.0]])
    result = correlate_scores(human * 2 + 1, human)
    assert [float(each[0]) for each in result] == pytest.approx([1.0] * 6)
    # Means 1/2, 1/2, 1 against 1, 2, 1: deviations (-1, -1, 2) and (-1, 2, -1).
    ours = np.array([[1.0, 1.0], [2.0, 2.0], [1.0, 1.0]])
    result = correlate_scores(ours, human)
    assert result.system_pearson[0] == pytest.approx(-0.5)
    assert result.system_spearman[0] == pytest.approx(-0.5)
    # One pair of three is tied in each, the third is discordant: -1 / sqrt(2 · 2).
    assert result.system_kendall[0] == pytest.approx(-0.5)
    assert result.summary_pearson[0] == pytest.approx((0.0 - 0.5) / 2)


@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_as_sacrerouge_has_it(missing):
    ours, human = matrices(missing=missing)
    masked = np.where(np.isnan(ours), np.nan, human)
    result = correlate_scores(ours, human)
    for name, function in (("pearson", stats.pearsonr), ("spearman", stats.spearmanr), ("kendall", stats.kendalltau)):
        assert getattr(result, f"system_{name}")[0] == pytest.approx(system_level_corr(function, ours, masked))
        expected = summary_level_corr(function, ours, masked, silent=True)
        assert getattr(result, f"summary_{name}")[0] == pytest.approx(expected)


def test_a_document_in_which_one_side_is_constant_is_left_out():
    ours, human = matrices(shape=(4, 3))
    human[:, 1] = 0.7
    assert correlate_scores(ours, human).summary_pearson[0] == pytest.approx(
        correlate_scores(ours[:, [0, 2]], human[:, [0, 2]]).summary_pearson[0]
    )


@pytest.mark.parametrize(
    "ours, human",
    [
        ([[1.0, 2.0]], [[1.0, 2.0]]),
        ([[1.0], [1.0]], [[1.0], [2.0]]),
        ([[np.nan], [1.0]], [[1.0], [2.0]]),
    ],
    ids=["one system", "constant", "one score"],
)
def test_where_there_is_no_correlation_it_is_nan(ours, human):
    assert all(np.isnan(each[0]) for each in correlate_scores(np.array(ours), np.array(human)))


def test_a_resample_is_the_agreement_of_the_documents_drawn():
    ours, human = matrices(missing=0.1)
    draws = draw_documents(15, 20, seed=3)
    assert draws.shape == (20, 15) and (draws.sum(axis=1) == 15).all()
    resampled = correlate_scores(ours, human, draws)
    for index, times in enumerate(draws):
        columns = np.repeat(np.arange(15), times)
        expected = correlate_scores(ours[:, columns], human[:, columns])
        for name in expected._fields:
            assert getattr(resampled, name)[index] == pytest.approx(getattr(expected, name)[0])


def test_a_single_document_cannot_be_drawn_anew():
    ours, human = matrices(shape=(6, 1))
    assert not np.isnan(correlate_scores(ours, human)).any()
    assert np.isnan(correlate_scores(ours, human, draw_documents(1, 3))).all()


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("factor", [2.0**-990, 2.0**900], ids=["tiny", "huge"])
@pytest.mark.parametrize("constant", ["drop", "epsilon"])
def test_agreement_does_not_depend_on_the_scale(factor, constant):
    ours, human = matrices(missing=0.2)
    ours[:, 3] = 0.5
    expected = correlate_scores(ours, human, constant=constant)
    for found in (
        correlate_scores(ours * factor, human, constant=constant),
        correlate_scores(ours, human * factor, None, constant),
    ):
        np.testing.assert_array_equal(found, expected)


def test_draws_are_seeded():
    assert (draw_documents(9, 5, seed=1) == draw_documents(9, 5, seed=1)).all()
    assert (draw_documents(9, 5, seed=1) != draw_documents(9, 5, seed=2)).any()


def test_an_unknown_rule():
    with pytest.raises(ValueError, match="drop, epsilon, zero, not 'one'"):
        correlate_scores(np.zeros((2, 3)), np.zeros((2, 3)), constant="one")


def test_a_constant_document_counts_as_0():
    ours, human = matrices()
    ours[:, 3], human[:, 5] = 0.5, 0.0
    ours[2:, 6] = np.nan
    dropped, zero = (correlate_scores(ours, human, constant=rule) for rule in ("drop", "zero"))
    defined = ours.shape[1] - 3
    for name in ("summary_pearson", "summary_spearman", "summary_kendall"):
        assert getattr(zero, name) == pytest.approx(getattr(dropped, name) * defined / (defined + 2))
    assert zero.system_pearson == dropped.system_pearson


def test_epsilon_nudges_the_first_value_of_a_constant_vector():
    human = np.array([[0.5, 1.0], [0.5, 0.0], [0.5, 0.5]])
    ours = np.array([[3.0, 3.0], [2.0, 1.0], [1.0, 2.0]])
    dropped, nudged = correlate_scores(ours, human), correlate_scores(ours, human, constant="epsilon")
    assert dropped.summary_pearson[0] == pytest.approx(1.0)
    # (2, -1, -1) / 3 against (1, 0, -1): 3 / sqrt(6 · 2); ranks 3, 1.5, 1.5; two untied pairs of three.
    assert nudged.summary_pearson[0] == pytest.approx((1.0 + np.sqrt(0.75)) / 2)
    assert nudged.summary_spearman[0] == pytest.approx((1.0 + np.sqrt(0.75)) / 2)
    assert nudged.summary_kendall[0] == pytest.approx((1.0 + 2 / np.sqrt(6)) / 2)
    assert nudged.system_pearson[0] == pytest.approx(dropped.system_pearson[0])
    assert count_constant_documents(ours, human) == 1


def test_epsilon_serves_for_values_beside_which_1e_10_is_rounding():
    human = np.array([[1.0], [0.0], [0.5]])
    assert correlate_scores(np.full((3, 1), 250.0), human, constant="epsilon").summary_pearson[0] == pytest.approx(
        np.corrcoef([1, 0, 0], human[:, 0])[0, 1]
    )


def test_epsilon_on_both_sides_is_full_agreement():
    same = np.full((3, 1), 0.7)
    assert correlate_scores(same, same, constant="epsilon").summary_pearson[0] == pytest.approx(1.0)
    assert np.isnan(correlate_scores(same, same).summary_pearson[0])


@pytest.mark.parametrize("constant", ["drop", "epsilon"])
def test_a_document_that_is_constant_but_for_rounding_is_so_for_all_coefficients(constant):
    human = np.array([[2.0], [1.0], [3.0]])
    noisy, flat = (
        correlate_scores(np.array(each), human, constant=constant)
        for each in ([[0.3], [0.1 + 0.2], [0.3]], [[0.3]] * 3)
    )
    np.testing.assert_array_equal(noisy, flat)


def test_systems_whose_means_differ_by_rounding_are_tied():
    ours = np.array([[0.1, 0.2, 0.3], [0.3, 0.2, 0.1], [0.3, 0.3, 0.3]])
    assert len(set(ours.mean(axis=1))) == 3
    human = np.array([[1.0] * 3, [2.0] * 3, [3.0] * 3])
    assert correlate_scores(ours, human).system_spearman[0] == pytest.approx(np.sqrt(0.75))
    assert correlate_scores(ours, human).system_kendall[0] == pytest.approx(2 / np.sqrt(6))


def test_both_sides_are_drawn_alike():
    ours, _ = matrices(shape=(6, 4))
    for values in bootstrap(ours, 2 * ours, 25):
        np.testing.assert_allclose(values[~np.isnan(values)], 1.0)
        assert not np.isnan(values).all()


def test_one_system_has_no_correlation_in_any_resample():
    ours, human = matrices(shape=(1, 10))
    assert all(np.isnan(values).all() for values in bootstrap(ours, human, 5))
