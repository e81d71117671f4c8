"""Correlations with intervals against scipy's, and the jackknife by hand."""

import numpy as np
import pytest
from scipy import stats

from sacrerouge_litepyramid.statistics.correlation_estimates import (
    Correlation,
    Resampling,
    ScorePair,
    correlate_beyond_means,
    correlate_global_level,
    correlate_summary_level,
    correlate_system_level,
)

SCIPY = Correlation(stats.pearsonr, stats.spearmanr, stats.kendalltau)
NO_INTERVALS = Resampling(0)


def make_pair(seed=0, systems=7, documents=12, noise=0.5):
    human = np.random.default_rng(9).random((systems, documents))
    human += np.linspace(0, 0.5, systems)[:, None]
    errors = np.random.default_rng(seed).normal(0, noise, human.shape)
    return ScorePair(human + errors, human, seed)


def correlate(pair, resampling):
    """Return the correlations at the three levels."""
    system = correlate_system_level([pair], resampling)
    return (
        system,
        correlate_summary_level([pair], resampling),
        correlate_global_level(pair, resampling),
    )


def test_the_values_are_scipys():
    pair = make_pair()
    system, summary, over_summaries = correlate(pair, NO_INTERVALS)
    for place, function in enumerate(SCIPY):
        of_means, _ = function(pair.ours.mean(axis=1), pair.human.mean(axis=1))
        by_document = [function(x, y)[0] for x, y in zip(pair.ours.T, pair.human.T, strict=True)]
        of_cells, _ = function(pair.ours.ravel(), pair.human.ravel())
        assert system[place].value == pytest.approx(of_means)
        assert summary[place].value == pytest.approx(np.mean(by_document))
        assert over_summaries[place].value == pytest.approx(of_cells)
        assert not system[place].has_interval
        assert system[place].limit is None


@pytest.mark.parametrize("seed", range(4))
def test_the_value_is_the_observed_one_and_its_interval_is_of_other_samples(seed):
    pair = make_pair(seed, systems=10, documents=40)
    observed = correlate_system_level([pair], NO_INTERVALS)
    drawn = correlate_system_level([pair], Resampling(200))
    for number, here in zip(drawn, observed, strict=True):
        assert number.value == here.value
        assert -1 <= number.low <= number.value <= number.high <= 1
        assert number.limit.low > number.low, "noise lowers a correlation"


def test_the_interval_covers_other_samples_of_as_many_documents():
    generator = np.random.default_rng(3)
    covered = 0
    for seed in range(60):
        effects = generator.normal(size=(8, 2)) @ np.array([[1, 0.8], [0, 0.6]])
        first, other = effects[:, None] + 3 * generator.normal(size=(2, 8, 20, 2))
        pair = ScorePair(first[..., 0], first[..., 1], seed)
        r = correlate_system_level([pair], Resampling(200)).pearson
        covered += r.low <= np.corrcoef(other.mean(axis=1).T)[0, 1] <= r.high
    assert covered >= 52


def test_a_correlation_beyond_means_ignores_the_order_of_systems_and_documents():
    pair = make_pair(systems=3, documents=30)
    systems, documents = np.arange(3.0)[:, None], np.arange(30.0)
    shifted = ScorePair(pair.ours - 7 * systems + documents, pair.human + 5 * systems - documents)
    expected = correlate_beyond_means(pair, Resampling(5)).pearson
    found = correlate_beyond_means(shifted, Resampling(5)).pearson
    assert found[:3] == pytest.approx(expected[:3])
    assert found.low < found.value < found.high


def test_two_systems_have_no_correlation_but_over_all_summaries():
    system, summary, over_summaries = correlate(make_pair(systems=2), Resampling(5))
    assert np.isnan([number.value for number in (*system, *summary)]).all()
    assert not np.isnan([number.value for number in over_summaries]).any()


def test_a_single_document_has_no_interval():
    levels = correlate(make_pair(documents=1), Resampling(20))
    assert not any(number.has_interval or number.limit for level in levels for number in level)


def test_a_difference_is_that_of_the_two_metrics():
    first, second = make_pair(), make_pair(noise=1.5)
    levels = correlate(first._replace(other=second.ours), Resampling(200))
    first_levels = correlate(first, NO_INTERVALS)
    second_levels = correlate(second, NO_INTERVALS)
    for level, one, other in zip(levels, first_levels, second_levels, strict=True):
        assert level.pearson.has_interval
        for place, number in enumerate(level):
            difference = one[place].value - other[place].value
            assert number.value == pytest.approx(difference, abs=1e-12)


def test_the_global_level_leaves_out_each_document():
    """Pearson's r of three documents by hand: the jackknife's standard error, on Fisher's scale."""
    human = np.array([[0.0, 2.0, 1.0], [1.0, 3.0, 4.0]])
    ours = np.array([[0.0, 1.0, 2.0], [2.0, 2.0, 3.0]])
    r = stats.pearsonr(ours.ravel(), human.ravel())[0]
    others = [[1, 2], [0, 2], [0, 1]]
    left_out = [stats.pearsonr(ours[:, kept].ravel(), human[:, kept].ravel())[0] for kept in others]
    margin = stats.t.ppf(0.975, 2) * np.sqrt(2) * np.std(left_out) / (1 - r**2)
    low, high = np.tanh(np.arctanh(r) + np.array([-margin, margin]))
    estimate = correlate_global_level(ScorePair(ours, human), Resampling(1)).pearson
    assert estimate[:3] == pytest.approx((r, low, high))
    # A document without scores changes nothing.
    padded = np.pad(np.stack([ours, human]), ((0, 0), (0, 0), (0, 1)), constant_values=np.nan)
    same = correlate_global_level(ScorePair(*padded), Resampling(1)).pearson
    assert same[:3] == pytest.approx(estimate[:3])


def test_the_summary_level_is_students():
    pair = make_pair()
    values = [stats.pearsonr(x, y)[0] for x, y in zip(pair.ours.T, pair.human.T, strict=True)]
    estimate = correlate_summary_level([pair], Resampling(10)).pearson
    expected = stats.t.interval(0.95, 11, np.mean(values), stats.sem(values))
    assert (estimate.low, estimate.high) == pytest.approx(expected)


def test_folds_of_different_documents_are_compared_with_each_other():
    folds = [make_pair(seed) for seed in range(4)]
    values = [
        stats.kendalltau(fold.ours.mean(axis=1), fold.human.mean(axis=1))[0] for fold in folds
    ]
    estimate = correlate_system_level(folds, Resampling(10)).kendall
    low, high = stats.t.interval(0.95, 3, np.mean(values), stats.sem(values))
    assert estimate[:3] == pytest.approx((np.mean(values), max(low, -1), min(high, 1)))
    assert estimate.limit is None


def test_folds_of_different_systems_are_drawn_together():
    whole = make_pair(systems=12)
    folds = [ScorePair(whole.ours[part], whole.human[part]) for part in (slice(0, 6), slice(6, 12))]
    apart = [correlate_system_level([fold], Resampling(400)).pearson for fold in folds]
    together = correlate_system_level(folds, Resampling(400)).pearson
    assert together.value == pytest.approx(np.mean([fold.value for fold in apart]))
    assert together.high - together.low < max(fold.high - fold.low for fold in apart)
