"""Correlations with intervals against scipy's and against resamples written out."""

import numpy as np
import pytest
from scipy import stats

from sacrerouge_litepyramid.statistics.correlation_estimates import (
    LEVELS,
    Resampling,
    ScorePair,
    count_items,
    estimate_correlations,
    estimate_difference,
)
from sacrerouge_litepyramid.statistics.resampling import bootstrap_global, draw_counts, draw_places

SCIPY = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}


def made_up(seed=0, noise=0.4, shape=(6, 9)):
    generator = np.random.default_rng(seed)
    human = np.random.default_rng(9).integers(0, 7, shape) / 6
    return ScorePair(human + generator.normal(0, noise, shape), human)


def test_the_values_are_scipys():
    pair = made_up()
    found = estimate_correlations([pair], Resampling(resamples=0), LEVELS)
    for name, correlate in SCIPY.items():
        system = correlate(pair.ours.mean(axis=1), pair.human.mean(axis=1))[0]
        summary = np.mean([correlate(x, y)[0] for x, y in zip(pair.ours.T, pair.human.T, strict=True)])
        whole = correlate(pair.ours.ravel(), pair.human.ravel())[0]
        for level, expected in zip(LEVELS, (system, summary, whole), strict=True):
            assert found[f"{level}_{name}"].value == pytest.approx(expected, abs=1e-9)
            assert np.isnan(found[f"{level}_{name}"].low)


@pytest.mark.parametrize("over", ["documents", "systems", "both"])
def test_global_resamples_written_out(over):
    pair = made_up()
    pair.ours[2, 3] = np.nan
    found = bootstrap_global(pair.ours, pair.human, 5, 1, over)
    systems, documents = (each.astype(int) for each in draw_counts(6, 9, 5, 1, over))
    for row in range(5):
        cells = np.ix_(np.repeat(np.arange(6), systems[row]), np.repeat(np.arange(9), documents[row]))
        x, y = pair.ours[cells].ravel(), pair.human[cells].ravel()
        known = ~np.isnan(x)
        for name, correlate in SCIPY.items():
            assert getattr(found, name)[row] == pytest.approx(correlate(x[known], y[known])[0], abs=1e-9)


def test_counts_are_those_of_the_places():
    places, (systems, documents) = draw_places(4, 3, 6, 2, "both"), draw_counts(4, 3, 6, 2, "both")
    for row in range(6):
        assert systems[row].tolist() == [(places.systems[row] == each).sum() for each in range(4)]
        assert documents[row].tolist() == [(places.documents[row] == each).sum() for each in range(3)]


def test_the_items_of_each_level():
    human = np.array([[0.0, 1.0, 1.0], [1.0, 2.0, 1.0], [2.0, 0.0, 1.0], [1.0, np.nan, np.nan]])
    ours = human + np.array([[0.0, 0.1, 0.3]])
    ours[0, 1] = np.nan
    # the second document has two systems with both scores, the third is constant
    assert count_items(ScorePair(ours, human), "drop") == {"system": 4, "summary": 1, "global": 9}
    assert count_items(ScorePair(ours, human), "epsilon") == {"system": 4, "summary": 2, "global": 9}


def test_two_systems_have_no_correlation_but_over_all_summaries():
    found = estimate_correlations([made_up(shape=(2, 9))], Resampling(resamples=5), LEVELS)
    for name, each in found.items():
        assert np.isnan(each.value) != name.startswith("global")


@pytest.mark.parametrize("method", ["two-way", "percentile"])
@pytest.mark.parametrize("shape", [(3, 2), (4, 10)])
def test_a_difference_has_no_interval_that_reaches_its_bound_or_has_no_width(shape, method):
    found = []
    for seed in range(4):
        generator = np.random.default_rng(seed)
        human = generator.random(shape)
        sides = human + generator.random(shape) * 0.3, human * 0.3 + generator.random(shape)
        pairs = [[ScorePair(side, human)] for side in sides]
        found += estimate_difference(*pairs, Resampling(200, method=method))[0].values()
    assert all(-2 < each.low < each.high < 2 for each in found if each.has_interval)
    assert any(not each.has_interval and not np.isnan(each.value) for each in found)


def test_a_metric_less_itself_and_less_another():
    first, second = made_up(), made_up(seed=3, noise=1.5)
    itself, _ = estimate_difference([first], [first], Resampling(20))
    assert all(each.value == 0 for each in itself.values())
    assert all(each[1:3] == pytest.approx((0.0, 0.0), abs=1e-3) for each in itself.values() if each.has_interval)
    settings = Resampling(200, method="percentile")
    found, resampled = estimate_difference([first], [second], settings)
    apart = [estimate_correlations([each], settings) for each in (first, second)]
    for name, each in found.items():
        assert each.value == pytest.approx(apart[0][name].value - apart[1][name].value, abs=1e-12)
        assert each.low == pytest.approx(np.quantile(resampled[name], 0.025))
