"""Means over all documents and close pairs, beside naive computations and by hand."""

import itertools

import numpy as np
import pytest
from scipy import stats

from sacrerouge_litepyramid.statistics.all_documents import correlate_all_documents, match_cells, measure_close_pairs
from sacrerouge_litepyramid.statistics.correlation_estimates import Resampling, ScorePair, estimate_correlations
from sacrerouge_litepyramid.statistics.two_way import measure_moments


def made_up(systems=9, documents=30, labelled=12, seed=0):
    """Scores with ties between systems and documents; human ones of the first documents."""
    generator = np.random.default_rng(seed)
    effects = generator.integers(0, 5, (systems, 1))
    human = (effects + generator.integers(0, 4, (systems, documents))).astype(float)
    ours = human + generator.integers(-2, 3, human.shape)
    human[:, labelled:] = np.nan
    return ours, human


def naive_close_pairs(ours, human, share):
    """Section 5 of the paper, pair by pair: means first, the closest pairs, then those ordered alike and otherwise."""
    metric = [np.mean(row) for row in ours]
    human_means = [np.mean([value for value in row if not np.isnan(value)]) for row in human]
    pairs = sorted(itertools.combinations(range(len(ours)), 2), key=lambda pair: abs(metric[pair[0]] - metric[pair[1]]))
    kept = pairs[: round(len(pairs) * share / 100)]
    products = [(metric[i] - metric[j]) * (human_means[i] - human_means[j]) for i, j in kept]
    return (sum(product > 1e-12 for product in products) - sum(product < -1e-12 for product in products)) / len(kept)


@pytest.mark.parametrize("seed", range(5))
def test_correlations_are_those_of_means_over_all_documents(seed):
    ours, human = made_up(seed=seed)
    found = correlate_all_documents(ours, human, 0, "documents")
    metric, annotators = ours.mean(axis=1), np.nanmean(human, axis=1)
    for name, scipys in (("pearson", stats.pearsonr), ("spearman", stats.spearmanr), ("kendall", stats.kendalltau)):
        assert found[name].value == pytest.approx(scipys(metric, annotators)[0])
        assert not found[name].has_interval


@pytest.mark.parametrize("over", ["documents", "systems", "both"])
def test_without_unlabelled_documents_they_are_the_system_level(over):
    ours, human = made_up(labelled=30)
    human[0, 0] = ours[1, 1] = np.nan
    expected = estimate_correlations([ScorePair(ours, human, 3)], Resampling(200, over), ["system"])
    for name, found in correlate_all_documents(ours, human, 200, over, seed=3).items():
        assert found[:3] == pytest.approx(expected[f"system_{name}"][:3], abs=1e-9), name


def test_the_order_of_systems_and_scale_change_nothing():
    ours, human = made_up()
    order = np.random.default_rng(1).permutation(len(ours))
    expected = correlate_all_documents(ours, human, 0, "documents")["kendall"].value
    for one, other in ((ours[order], human[order]), (8 * ours, 4 * human)):
        assert correlate_all_documents(one, other, 0, "documents")["kendall"].value == pytest.approx(expected)


def test_more_documents_have_less_noise():
    ours, human = made_up(documents=60, labelled=10)
    noise = measure_moments(match_cells(ours, human).scores, has_own_cells=True).noise
    labelled = measure_moments(match_cells(ours[:, :10], human[:, :10]).scores, has_own_cells=True)
    relative = noise.diagonal() / labelled.noise.diagonal()
    norms = [np.ptp(match_cells(*each).means, axis=1) for each in ((ours, human), (ours[:, :10], human[:, :10]))]
    assert relative[0] == pytest.approx(1) and norms[0][0] == norms[1][0]
    assert relative[1] < 0.5


def test_close_pairs_by_hand():
    """Eight systems, of which human scores swap the two that are closest: one of the six closest pairs is wrong."""
    ours = np.array([[0.0], [1.0], [2.1], [3.3], [4.6], [6.0], [7.5], [9.1]])
    human = ours[[1, 0, 2, 3, 4, 5, 6, 7]]
    closest, *_, whole = measure_close_pairs(ours, human, 0)
    assert (closest.share, closest.pairs, closest.kendall.value) == (20, 6, pytest.approx(4 / 6))
    assert (whole.share, whole.pairs, whole.kendall.value) == (100, 28, pytest.approx(26 / 28))


@pytest.mark.parametrize("seed", range(5))
def test_close_pairs_are_those_of_the_paper(seed):
    ours, human = made_up(seed=seed)
    ours = ours + np.linspace(0, 0.001, len(ours))[:, None]  # no two pairs equally close
    for each in measure_close_pairs(ours, human, 0):
        assert each.kendall.value == pytest.approx(naive_close_pairs(ours, human, each.share))


def test_a_reversed_metric_has_the_opposite_sign_and_a_perfect_one_1():
    ours, human = made_up(labelled=30)
    for one, other in zip(measure_close_pairs(ours, human, 0), measure_close_pairs(-ours, human, 0), strict=True):
        assert one.kendall.value == pytest.approx(-other.kendall.value)
    untied = np.random.default_rng(0).random((9, 4))
    assert {each.kendall.value for each in measure_close_pairs(untied, 2 * untied, 0)} == {1.0}


def test_intervals_hold_their_values_and_few_systems_have_no_windows():
    ours, human = made_up()
    for each in measure_close_pairs(ours, human, 200):
        assert each.kendall.has_interval and each.kendall.low <= each.kendall.value <= each.kendall.high
    assert measure_close_pairs(ours[:7], human[:7], 200) == []


def test_systems_without_any_score_are_left_out():
    ours, human = made_up()
    human[3] = np.nan
    rest = np.delete(np.arange(9), 3)
    found = correlate_all_documents(ours, human, 0, "documents")
    assert found == correlate_all_documents(ours[rest], human[rest], 0, "documents")
