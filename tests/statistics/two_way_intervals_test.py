"""Intervals hold their values, follow the rule for folds, and are Student's where they are of means."""

import numpy as np
import pytest
from scipy import stats

from sacrerouge_litepyramid.statistics.correlation_estimates import (
    LEVELS,
    Resampling,
    ScorePair,
    estimate_correlations,
    estimate_difference,
)
from sacrerouge_litepyramid.statistics.resampling import OVER


def made_up(seed=0, systems=7, documents=12, noise=0.5):
    generator = np.random.default_rng(seed)
    human = generator.integers(0, 6, (systems, documents)) / 5 + np.linspace(0, 0.5, systems)[:, None]
    return ScorePair(human + generator.normal(0, noise, human.shape), human, seed)


@pytest.mark.parametrize("over", OVER)
def test_an_interval_holds_its_value(over):
    settings = Resampling(resamples=30, over=over)
    for seed in range(6):
        pair = made_up(seed, systems=3 + seed % 5, documents=3 + 2 * seed, noise=(0.01, 0.5, 3.0)[seed % 3])
        if seed % 2:
            pair.ours[0, 1:] = pair.human[2, 0] = np.nan
        other = pair._replace(ours=np.where(np.isnan(pair.ours), np.nan, made_up(seed + 50, *pair.ours.shape).ours))
        found = estimate_correlations([pair], settings, LEVELS)
        differences, _ = estimate_difference([pair], [other], settings)
        for name, each in [*found.items(), *differences.items()]:
            assert each.low <= each.value <= each.high or np.isnan([each.low, each.high]).all(), (seed, name)
        assert all(each.low >= -1 and each.high <= 1 for each in found.values() if not np.isnan(each.low))


def test_the_summary_level_is_students():
    pair = made_up()
    values = [stats.pearsonr(x, y)[0] for x, y in zip(pair.ours.T, pair.human.T, strict=True)]
    found = estimate_correlations([pair], Resampling(10))["summary_pearson"]
    assert (found.low, found.high) == pytest.approx(stats.t.interval(0.95, 11, np.mean(values), stats.sem(values)))


def test_folds_of_different_documents_are_compared_with_each_other():
    folds = [made_up(seed) for seed in range(4)]
    values = [stats.kendalltau(fold.ours.mean(axis=1), fold.human.mean(axis=1))[0] for fold in folds]
    found = estimate_correlations(folds, Resampling(10))["system_kendall"]
    low, high = stats.t.interval(0.95, 3, np.mean(values), stats.sem(values))
    assert (found.low, found.high) == pytest.approx((max(low, -1), min(high, 1)))


def test_folds_of_different_systems_are_drawn_together():
    whole = made_up(systems=12)
    folds = [ScorePair(whole.ours[part], whole.human[part]) for part in (slice(0, 6), slice(6, 12))]
    apart = [estimate_correlations([fold], Resampling(400))["system_pearson"] for fold in folds]
    found = estimate_correlations(folds, Resampling(400))["system_pearson"]
    assert found.value == pytest.approx(np.mean([each.value for each in apart]))
    assert found.high - found.low < max(each.high - each.low for each in apart)


def test_an_interval_over_systems_is_wider_than_one_over_documents():
    pair = made_up(documents=60, noise=0.2)
    by = {over: estimate_correlations([pair], Resampling(300, over=over), LEVELS) for over in OVER}
    for name in by["documents"]:
        widths = {over: found[name].high - found[name].low for over, found in by.items()}
        assert widths["both"] >= widths["documents"]


def test_the_global_level_is_the_delta_method():
    pair = made_up(documents=200)
    found = estimate_correlations([pair], Resampling(400), ["global"])
    percentile = estimate_correlations([pair], Resampling(400, method="percentile"), ["global"])
    for name, each in found.items():
        assert each.low == pytest.approx(percentile[name].low, abs=0.015)
        assert each.high == pytest.approx(percentile[name].high, abs=0.015)


def test_a_single_document_has_no_interval_over_documents():
    pair = made_up(documents=1)
    for over in ("documents", "both"):
        found = estimate_correlations([pair], Resampling(20, over=over), LEVELS)
        assert all(np.isnan(each.low) for each in found.values())
