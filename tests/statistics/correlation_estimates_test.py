"""Correlations with intervals against scipy's and against resamples written out."""

import numpy as np
import pytest
from scipy import stats

from sacrerouge_litepyramid.statistics.agreement import bootstrap, correlate_scores
from sacrerouge_litepyramid.statistics.correlation_estimates import (
    LEVELS,
    Resampling,
    ScorePair,
    count_items,
    estimate_correlations,
    estimate_difference,
)
from sacrerouge_litepyramid.statistics.correlations import correlate_all


def make_pair(seed=0, systems=7, documents=12, noise=0.5):
    human = np.random.default_rng(9).random((systems, documents))
    human += np.linspace(0, 0.5, systems)[:, None]
    return ScorePair(human + np.random.default_rng(seed).normal(0, noise, human.shape), human, seed)


def test_the_values_are_those_of_the_matrices():
    pair = make_pair()
    found = estimate_correlations([pair], Resampling(resamples=0), LEVELS)
    whole = correlate_all(pair.ours, pair.human)._asdict()
    expected = correlate_scores(pair.ours, pair.human)._asdict() | {f"global_{name}": whole[name] for name in whole}
    assert {name: estimate.value for name, estimate in found.items()} == pytest.approx(
        {name: values[0] for name, values in expected.items()}
    )
    assert not any(estimate.has_interval for estimate in found.values())


def test_the_items_of_each_level():
    human = np.array([[0.0, 1.0, 1.0], [1.0, 2.0, 1.0], [2.0, 0.0, 1.0], [1.0, np.nan, np.nan]])
    ours = human + np.array([[0.0, 0.1, 0.3]])
    ours[0, 1] = np.nan
    # the second document has two systems with both scores, the third is constant
    assert count_items(ScorePair(ours, human), "drop") == {"system": 4, "summary": 1, "global": 9}
    assert count_items(ScorePair(ours, human), "zero") == {"system": 4, "summary": 2, "global": 9}


def test_two_systems_have_no_correlation_but_over_all_summaries():
    found = estimate_correlations([make_pair(systems=2)], Resampling(resamples=5), LEVELS)
    assert [name for name, estimate in found.items() if not np.isnan(estimate.value)] == [
        "global_pearson", "global_spearman", "global_kendall"
    ]  # fmt: skip


def test_a_difference_is_that_of_the_metrics_and_their_resamples():
    first, second = make_pair(), make_pair(noise=1.5)
    settings = Resampling(200)
    found, resampled = estimate_difference(first, second, settings)
    ours, baseline = (estimate_correlations([pair], settings) for pair in (first, second))
    drawn, subtracted = (bootstrap(pair.ours, pair.human, 200)._asdict() for pair in (first, second))
    for name, estimate in found.items():
        assert estimate.value == pytest.approx(ours[name].value - baseline[name].value, abs=1e-12)
        assert resampled[name] == pytest.approx(drawn[name] - subtracted[name], nan_ok=True)
    assert found["system_pearson"].has_interval and found["summary_pearson"].has_interval
    assert estimate_difference(first, second, Resampling(0))[1] == {}


def test_a_difference_has_no_interval_that_reaches_its_bound_or_has_no_width():
    first, second = make_pair(systems=3, documents=2), make_pair(seed=1, systems=3, documents=2)
    wide, _ = estimate_difference(first, second, Resampling(200))
    assert not wide["system_pearson"].has_interval and not np.isnan(wide["system_pearson"].value)
    itself, _ = estimate_difference(make_pair(), make_pair(), Resampling(20))
    assert not itself["summary_pearson"].has_interval and itself["summary_pearson"].value == 0


def test_an_interval_holds_its_value_and_lies_within_1():
    for seed in range(6):
        pair = make_pair(seed, systems=3 + seed % 5, documents=3 + 2 * seed, noise=(0.01, 0.5, 3.0)[seed % 3])
        if seed % 2:
            pair.ours[0, 1:] = pair.human[2, 0] = np.nan
        other = pair._replace(ours=np.where(np.isnan(pair.ours), np.nan, make_pair(seed + 50, *pair.ours.shape).ours))
        found = estimate_correlations([pair], settings, LEVELS)
        differences, _ = estimate_difference(pair, other, settings)
        for name, each in [*found.items(), *differences.items()]:
            assert each.low <= each.value <= each.high or np.isnan([each.low, each.high]).all(), (seed, name)
        assert all(each.low >= -1 and each.high <= 1 for each in found.values() if not np.isnan(each.low))


def test_the_global_level_leaves_out_each_document():
    """Pearson's r of three documents by hand: the jackknife's standard error, on Fisher's scale."""
    human = np.array([[0.0, 2.0, 1.0], [1.0, 3.0, 4.0]])
    ours = np.array([[0.0, 1.0, 2.0], [2.0, 2.0, 3.0]])
    r = stats.pearsonr(ours.ravel(), human.ravel())[0]
    others = [[1, 2], [0, 2], [0, 1]]
    left_out = [stats.pearsonr(ours[:, kept].ravel(), human[:, kept].ravel())[0] for kept in others]
    margin = stats.t.ppf(0.975, 2) * np.sqrt(2) * np.std(left_out) / (1 - r**2)
    found = estimate_correlations([ScorePair(ours, human)], Resampling(1), ["global"])["global_pearson"]
    assert found[:3] == pytest.approx((r, np.tanh(np.arctanh(r) - margin), np.tanh(np.arctanh(r) + margin)))
    # a document without scores changes nothing
    padded = [np.column_stack([side, [np.nan, np.nan]]) for side in (ours, human)]
    again = estimate_correlations([ScorePair(*padded)], Resampling(1), ["global"])["global_pearson"]
    assert again[:3] == pytest.approx(found[:3])


def test_the_summary_level_is_students():
    pair = make_pair()
    values = [stats.pearsonr(x, y)[0] for x, y in zip(pair.ours.T, pair.human.T, strict=True)]
    found = estimate_correlations([pair], Resampling(10))["summary_pearson"]
    assert (found.low, found.high) == pytest.approx(stats.t.interval(0.95, 11, np.mean(values), stats.sem(values)))


def test_folds_of_different_documents_are_compared_with_each_other():
    folds = [make_pair(seed) for seed in range(4)]
    values = [stats.kendalltau(fold.ours.mean(axis=1), fold.human.mean(axis=1))[0] for fold in folds]
    found = estimate_correlations(folds, Resampling(10))["system_kendall"]
    low, high = stats.t.interval(0.95, 3, np.mean(values), stats.sem(values))
    assert (found.low, found.high) == pytest.approx((max(low, -1), min(high, 1)))


def test_folds_of_different_systems_are_drawn_together():
    whole = make_pair(systems=12)
    folds = [ScorePair(whole.ours[part], whole.human[part]) for part in (slice(0, 6), slice(6, 12))]
    apart = [estimate_correlations([fold], Resampling(400))["system_pearson"] for fold in folds]
    found = estimate_correlations(folds, Resampling(400))["system_pearson"]
    assert found.value == pytest.approx(np.mean([fold.value for fold in apart]))
    assert found.high - found.low < max(fold.high - fold.low for fold in apart)


def test_a_single_document_has_no_interval():
    found = estimate_correlations([make_pair(documents=1)], Resampling(20), LEVELS)
    assert not any(estimate.has_interval for estimate in found.values())
