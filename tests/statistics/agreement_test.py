"""Correlations at the system and at the summary level: by hand, SacreROUGE's, and in resamples."""

import numpy as np
import pytest
from sacrerouge.stats import summary_level_corr, system_level_corr
from scipy import stats

from sacrerouge_litepyramid.statistics.agreement import (
    correlate_scores,
    count_constant_documents,
    count_incomplete_documents,
    draw_documents,
)


def make_scores(shape=(6, 15), missing=0.0):
    generator = np.random.default_rng(0)
    human = generator.integers(0, 5, shape) / 4
    ours = human + generator.normal(0, 0.5, shape)
    ours[generator.random(shape) < missing] = np.nan
    return ours, human


@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_as_sacrerouge_has_it(missing):
    ours, human = make_scores(missing=missing)
    masked = np.where(np.isnan(ours), np.nan, human)
    agreement = correlate_scores(ours, human)
    for name, function in (
        ("pearson", stats.pearsonr),
        ("spearman", stats.spearmanr),
        ("kendall", stats.kendalltau),
    ):
        assert getattr(agreement, f"system_{name}")[0] == pytest.approx(
            system_level_corr(function, ours, masked)
        )
        expected = summary_level_corr(function, ours, masked, silent=True)
        assert getattr(agreement, f"summary_{name}")[0] == pytest.approx(expected)


@pytest.mark.parametrize(
    ("ours", "human"),
    [
        pytest.param([[1.0, 2.0], [2.0, 1.5]], [[1.0, 2.0], [2.0, 0.0]], id="two systems"),
        pytest.param([[1.0], [1.0], [1.0]], [[1.0], [2.0], [3.0]], id="constant"),
        pytest.param([[np.nan], [1.0], [2.0]], [[1.0], [2.0], [3.0]], id="two scores"),
    ],
)
def test_where_there_is_no_correlation_it_is_nan(ours, human):
    assert np.isnan(correlate_scores(np.array(ours), np.array(human))).all()


def test_a_resample_is_the_agreement_of_the_documents_drawn():
    ours, human = make_scores(missing=0.1)
    draws = draw_documents(15, 20, seed=3)
    assert draws.shape == (20, 15) and (draws.sum(axis=1) == 15).all()
    found = np.array(correlate_scores(ours, human, draws))
    for place, times in enumerate(draws):
        columns = np.repeat(np.arange(15), times)
        expected = np.array(correlate_scores(ours[:, columns], human[:, columns]))[:, 0]
        assert found[:, place] == pytest.approx(expected)


def test_an_unknown_rule():
    with pytest.raises(ValueError, match="drop, epsilon, zero, not 'one'"):
        correlate_scores(np.zeros((2, 3)), np.zeros((2, 3)), constant="one")


def test_constant_documents_are_dropped_or_count_as_0():
    ours, human = make_scores()
    ours[:, 3], human[:, 5] = 0.5, 0.0
    ours[2:, 6] = np.nan
    dropped, zero = (correlate_scores(ours, human, constant=rule) for rule in ("drop", "zero"))
    others = np.delete(np.arange(15), [3, 5, 6])
    expected = correlate_scores(ours[:, others], human[:, others])
    for name in ("summary_pearson", "summary_spearman", "summary_kendall"):
        assert getattr(dropped, name) == pytest.approx(getattr(expected, name))
        assert getattr(zero, name) == pytest.approx(getattr(expected, name) * 12 / 14)
    assert zero.system_pearson == dropped.system_pearson
    assert (count_constant_documents(ours, human), count_incomplete_documents(ours, human)) == (
        2,
        1,
    )


def test_epsilon_raises_the_first_value_of_a_constant_vector():
    human = np.array([[0.5, 1.0], [0.5, 0.0], [0.5, 0.5]])
    ours = np.array([[3.0, 3.0], [2.0, 1.0], [1.0, 2.0]])
    dropped, raised = (
        correlate_scores(ours, human),
        correlate_scores(ours, human, constant="epsilon"),
    )
    assert dropped.summary_pearson[0] == pytest.approx(1.0)
    # (2, -1, -1) / 3 against (1, 0, -1): 3 / sqrt(6 · 2); ranks 3, 1.5, 1.5; two untied pairs of
    # three.
    assert raised.summary_pearson[0] == pytest.approx((1.0 + np.sqrt(0.75)) / 2)
    assert raised.summary_spearman[0] == pytest.approx((1.0 + np.sqrt(0.75)) / 2)
    assert raised.summary_kendall[0] == pytest.approx((1.0 + 2 / np.sqrt(6)) / 2)
    assert raised.system_pearson[0] == pytest.approx(dropped.system_pearson[0])


def test_a_document_that_is_constant_but_for_rounding_is_so_for_all_coefficients():
    human = np.array([[2.0], [1.0], [3.0]])
    ours = np.array([[0.3], [0.1 + 0.2], [0.3]])
    assert np.isnan(correlate_scores(ours, human)).all()


def test_systems_whose_means_differ_by_rounding_are_tied():
    ours = np.array([[0.1, 0.2, 0.3], [0.3, 0.2, 0.1], [0.3, 0.3, 0.3]])
    assert len(set(ours.mean(axis=1))) == 3
    human = np.array([[1.0] * 3, [2.0] * 3, [3.0] * 3])
    assert correlate_scores(ours, human).system_spearman[0] == pytest.approx(np.sqrt(0.75))
    assert correlate_scores(ours, human).system_kendall[0] == pytest.approx(2 / np.sqrt(6))
