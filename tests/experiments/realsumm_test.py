"""REALSumm's experiments: numbers by hand, subsets, tables and figures."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from helpers.support import without_padding
from sacrerouge_litepyramid.experiments.realsumm import (
    compute_williams_matrix,
    decide_pairs,
    drop_unscored_systems,
    list_top_sizes,
    measure_correlations,
    measure_pairs,
    measure_top_k,
    weighted_f1,
    win_shares,
)
from sacrerouge_litepyramid.experiments.realsumm_report import (
    analyse,
    render_realsumm,
)
from sacrerouge_litepyramid.meta_evaluation.agreement_statistics import Statistics, williams
from sacrerouge_litepyramid.meta_evaluation.scores import Scores
from sacrerouge_litepyramid.statistics.estimate import Estimate

FEW = Statistics(resamples=40)
#: three systems by two documents, and draws of the documents
SCORES = np.array([[1.0, 0.0], [0.0, 0.4], [0.0, 0.4]])
DRAWS = np.array([[2, 0], [1, 1], [0, 2], [0, 2]])


def table(seed=0, systems=7, documents=12):
    generator = np.random.default_rng(seed)
    people = generator.random((systems, documents)) + np.linspace(0, 1, systems)[:, None]
    metrics = {
        "near": people + generator.normal(0, 0.1, people.shape),
        "far": people + generator.normal(0, 1.5, people.shape),
        "copy": people.copy(),
    }
    names = tuple(f"{'abs' if place % 2 else 'ext'}_{place}" for place in range(systems))
    return Scores(names, tuple(f"d{place}" for place in range(documents)), people, metrics)


def test_levels_difference_and_global_are_scipys():
    scores = table()
    measured = measure_correlations(scores, FEW)["far"]
    ours, people = scores.metrics["far"], scores.human
    for name, function in (
        ("pearson", stats.pearsonr),
        ("spearman", stats.spearmanr),
        ("kendall", stats.kendalltau),
    ):
        system = function(ours.mean(axis=1), people.mean(axis=1))[0]
        summary = np.mean([function(x, y)[0] for x, y in zip(ours.T, people.T, strict=True)])
        assert measured["system"][name]["value"] == pytest.approx(system)
        assert measured["summary"][name]["value"] == pytest.approx(summary)
        assert measured["difference"][name]["value"] == pytest.approx(system - summary)
        assert measured["global"][name] == pytest.approx(function(ours.ravel(), people.ravel())[0])
    assert measured["documents"] == 12
    assert (
        measured["summary"]["pearson"]["low"]
        < measured["summary"]["pearson"]["value"]
        < measured["summary"]["pearson"]["high"]
    )


def test_intervals_are_seeded():
    scores = table()
    first = measure_correlations(scores, FEW)
    assert first == measure_correlations(scores, FEW)
    assert first != measure_correlations(scores, replace(FEW, seed=1))


def test_constant_documents_are_dropped():
    scores = table()
    scores.human[:, 3] = 0.5
    dropped = measure_correlations(scores, FEW)["near"]
    nudged = measure_correlations(scores, replace(FEW, constant="epsilon"))["near"]
    assert (dropped["documents"], nudged["documents"]) == (11, 12)
    # Nudged, the first system is people's best of that document, and the others tie.
    people = np.eye(7)[0]
    extra = stats.pearsonr(scores.metrics["near"][:, 3], people)[0]
    expected = (11 * dropped["summary"]["pearson"]["value"] + extra) / 12
    assert nudged["summary"]["pearson"]["value"] == pytest.approx(expected)


def test_without_resamples_there_are_no_intervals():
    measured = measure_correlations(table(), Statistics(resamples=0))["near"]["system"]["pearson"]
    assert measured["low"] is None and measured["value"] > 0.9


def test_the_best_systems():
    scores = table()
    measured = measure_top_k(scores, [3, 7], FEW)["far"]
    best = sorted(range(7), key=lambda system: -scores.human[system].mean())[:3]
    means = scores.metrics["far"].mean(axis=1)[best], scores.human.mean(axis=1)[best]
    assert measured["3"]["pearson"]["value"] == pytest.approx(stats.pearsonr(*means)[0])
    assert measured["7"] == measure_correlations(scores, FEW)["far"]["system"]
    assert list_top_sizes(11) == [4, 6, 8, 10, 11] and list_top_sizes(4) == [4]


def test_shares_of_wins_by_hand():
    # The first system wins the draws with its document; the other two tie in each.
    assert win_shares(SCORES, DRAWS).tolist() == [0.5, 0.5, 0.5]
    assert win_shares(SCORES, DRAWS[:2]).tolist() == [1.0, 1.0, 0.5]


def test_a_missing_score_is_left_out_of_a_mean():
    scores = np.array([[1.0, np.nan], [0.5, 0.9]])
    assert win_shares(scores, np.array([[1, 1]])).tolist() == [1.0]
    assert np.isnan(win_shares(np.array([[np.nan, np.nan], [1.0, 1.0]]), DRAWS)).all()


def test_means_that_differ_by_rounding_are_equal():
    scores = np.array([[0.1, 0.2, 0.3], [0.3, 0.2, 0.1]])
    assert win_shares(scores, np.array([[1, 1, 1], [2, 2, 2]])).tolist() == [0.5]


def test_verdicts_at_the_bounds():
    assert decide_pairs(np.array([1.0, 0.95, 0.949, 0.5, 0.051, 0.05, 0.0])).tolist() == [
        1,
        1,
        0,
        0,
        0,
        -1,
        -1,
    ]
    assert decide_pairs(np.array([np.nan])).tolist() == [0]


def test_weighted_f1_by_hand():
    truth, verdicts = np.array([1, 1, 1, 0, -1]), np.array([1, 1, 0, 0, 0])
    # F1: 2*2/(3+2) for the first, 2*1/(1+3) for undecided, 0 for the second.
    assert weighted_f1(truth, verdicts) == pytest.approx((3 * 4 / 5 + 1 * 1 / 2 + 0) / 5)
    assert weighted_f1(truth, truth) == 1.0
    assert np.isnan(weighted_f1(np.array([]), np.array([])))


def test_pairwise_verdicts():
    measured = measure_pairs(table(), FEW)
    assert list(measured) == ["human", "near", "far", "copy"]
    assert measured["copy"] == measured["human"]
    assert measured["near"]["f1"] > measured["far"]["f1"]
    assert measured == measure_pairs(table(), FEW)
    # Each run, and people and metric, draw documents of their own.
    close = Scores(("x", "y", "z"), tuple("abcdefgh"), np.random.default_rng(0).random((3, 8)), {})
    people = measure_pairs(close, Statistics(resamples=5))["human"]
    assert people["f1"] < 1 and people["deviation"] > 0.01


def test_a_system_that_a_metric_lacks_is_left_out_and_named():
    scores = table()
    scores.metrics["far"][2] = np.nan
    scores.metrics["near"][3, 0] = np.nan
    kept, left_out = drop_unscored_systems(scores)
    assert left_out == ["ext_2"] and len(kept.systems) == 6
    report = analyse(scores, FEW)
    assert report["excluded"] == ["ext_2"] and report["systems"] == 6
    scores.metrics["far"][1:] = np.nan
    with pytest.raises(
        ValueError, match="systems with scores of all metrics: 1; agreement needs two"
    ):
        analyse(scores, FEW)


def test_williams_keeps_the_signs_of_correlations():
    """A metric that is reliably wrong agrees less than one that is vaguely right."""
    scores = table()
    scores.metrics["near"] *= -1
    assert williams(scores.select_pair("far", "near"), two_tailed=False) < 0.5
    assert williams(scores.select_pair("near", "far"), two_tailed=False) is None


def test_williams_has_no_test_against_a_better_metric_itself_or_with_three_systems():
    matrix = compute_williams_matrix(table())
    assert (
        matrix["near"]["near"] is None
        and matrix["far"]["near"] is None
        and matrix["near"]["far"] is not None
    )
    three = table().part("systems", ["ext_0", "abs_1", "ext_2"])
    assert all(p is None for row in compute_williams_matrix(three).values() for p in row.values())
    constant = table()
    constant.metrics["far"][:] = 1.0
    assert compute_williams_matrix(constant)["near"]["far"] is None


def test_markdown():
    part = analyse(table(), FEW)
    report = {"human_metric": "people", **FEW.to_dict(), **part}
    lines = without_padding(render_realsumm(report)).splitlines()
    assert "7 systems, 12 documents" in lines
    value = Estimate(**part["correlations"]["near"]["system"]["pearson"])
    row = next(line for line in lines if line.startswith("| near | system |"))
    assert row.startswith(f"| near | system | {value} |")
    williams_row = lines[lines.index("| metric | near | far | copy |") + 2]
    assert williams_row.split("|")[2].strip() == "none"
    for title in (
        "I. All systems",
        "II. System-level Pearson",
        "III. Verdicts",
        "IV. System",
        "Williams",
    ):
        assert any(line.startswith(f"## {title}") for line in lines)
