import functools

import numpy as np
import pytest
from sacrerouge.stats import system_level_corr, williams_diff_test
from scipy.stats import pearsonr

from helpers.support import without_padding
from sacrerouge_litepyramid.experiments.fold_agreement import measure_folds, render_folds
from sacrerouge_litepyramid.meta_evaluation.agreement_statistics import Statistics, williams
from sacrerouge_litepyramid.meta_evaluation.scores import Scores, split_by_folds
from sacrerouge_litepyramid.statistics.correlation_estimates import (
    Resampling,
    ScorePair,
    correlate_summary_level,
    correlate_system_level,
)
from sacrerouge_litepyramid.statistics.permutation import ComparedScores, permutation_test


def scores(systems=6, documents=8, seed=0, noise=(0.2, 0.6)):
    generator = np.random.default_rng(seed)
    human = generator.random((systems, documents))
    metrics = {
        name: human + generator.normal(0, spread, human.shape)
        for name, spread in zip("mn", noise, strict=True)
    }
    return Scores(
        tuple(f"s{place}" for place in range(systems)),
        tuple(f"d{place}" for place in range(documents)),
        human,
        metrics,
    )


SETTINGS = Statistics(resamples=40, permutations=20, seed=3)


def test_one_whole_set_by_hand():
    human = np.array([[0.0, 1.0], [1.0, 0.0], [2.0, 0.0]])
    ours = np.array([[1.0, 1.0], [2.0, 2.0], [1.0, 1.0]])
    whole = Scores(("x", "y", "z"), ("a", "b"), human, {"m": ours})
    measured = measure_folds([whole], Statistics(resamples=0))
    assert (measured["systems"], measured["documents"], measured["missing"]) == (3, 2, {})
    mean = measured["metrics"]["m"]["mean"]
    assert mean["system_pearson"] == {"value": pytest.approx(-0.5), "low": None, "high": None}
    assert mean["summary_pearson"]["value"] == pytest.approx(-0.25)
    assert mean["summary_kendall"]["value"] == pytest.approx(-0.25)
    assert "against" not in measured["metrics"]["m"]


@pytest.mark.parametrize(
    ("by", "parts", "seeds"),
    [
        ("documents", [["d0", "d1", "d2", "d3"], ["d4", "d5", "d6", "d7"]], (3, 4)),
        ("systems", [["s0", "s1", "s2"], ["s3", "s4", "s5"]], (3, 3)),
    ],
)
def test_the_means_over_folds_and_their_intervals(by, parts, seeds):
    folds = split_by_folds(scores(), parts, by)
    measured = measure_folds(folds, SETTINGS)["metrics"]["m"]
    pairs = [
        ScorePair(fold.metrics["m"], fold.human, seed)
        for fold, seed in zip(folds, seeds, strict=True)
    ]
    system = correlate_system_level(pairs, Resampling(40))
    summary = correlate_summary_level(pairs, Resampling(40))
    assert measured["mean"]["system_pearson"] == system.pearson.to_dict()
    assert measured["mean"]["summary_kendall"] == summary.kendall.to_dict()
    for name in ("system_kendall", "summary_pearson"):
        value = measured["mean"][name]["value"]
        assert value == pytest.approx(np.mean([fold[name] for fold in measured["folds"]]))


def test_a_fold_without_a_correlation_leaves_no_mean():
    folds = split_by_folds(scores(systems=3), [["s0"], ["s1", "s2"]], "systems")
    measured = measure_folds(folds, SETTINGS)["metrics"]["m"]
    assert measured["folds"][0]["system_pearson"] is None
    assert measured["mean"]["system_pearson"] == {"value": None, "low": None, "high": None}


def test_against_the_baseline():
    whole = scores()
    measured = measure_folds(
        [whole], Statistics(resamples=0, permutations=20, seed=3, baseline="n")
    )["metrics"]
    assert "against" not in measured["n"]
    test = permutation_test([whole.select_pair("m", "n")], 20, seed=3)
    against = measured["m"]["against"]
    assert against["baseline"] == "n"
    assert against["difference"] == pytest.approx(
        {name: difference.value for name, difference in test.items()}
    )
    assert against["permutation_p"] == pytest.approx(
        {name: difference.p for name, difference in test.items()}
    )
    assert against["williams_p"] == pytest.approx(
        williams(whole.select_pair("m", "n"), two_tailed=True)
    )


def test_williams_is_sacrerouges_on_the_cells_that_all_have():
    whole = scores(systems=9)
    whole.human[0] = np.nan
    kept = [matrix[1:] for matrix in whole.select_pair("m", "n")]
    expected = williams_diff_test(
        functools.partial(system_level_corr, pearsonr), *kept, two_tailed=True
    )
    assert williams(whole.select_pair("m", "n"), two_tailed=True) == pytest.approx(expected)


@pytest.mark.parametrize(
    "compared",
    [
        scores(systems=3).select_pair("m", "n"),
        scores().select_pair("m", "m"),
        scores().select_pair("m", "n")._replace(baseline=np.ones((6, 8))),
        ComparedScores(*(np.full((6, 8), np.nan) for _ in range(3))),
    ],
    ids=["three systems", "the same metric", "constant", "empty"],
)
def test_where_williams_has_no_answer(compared):
    assert williams(compared, two_tailed=True) is None


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Statistics(resamples=-1), "resamples must be 0 or more, not -1"),
        (lambda: Statistics(seed=-1), "seed must be 0 or more, not -1"),
        (lambda: Statistics(permutations=-2), "permutations must be 0 or more, not -2"),
        (
            lambda: measure_folds([scores()], Statistics(baseline="q")),
            "the baseline 'q' is not one of the metrics; the metrics are: m, n",
        ),
    ],
)
def test_wrong_arguments(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_the_table_reports_missing_and_constant_values():
    whole = scores(noise=(0.0, 0.9))
    for matrix in (whole.human, *whole.metrics.values()):
        matrix += 0.5 * np.arange(6.0)[:, None]
    whole.metrics["n"][0, 0] = np.nan
    whole.human[:, 1] = 0.5
    lines = without_padding(
        render_folds(measure_folds([whole], Statistics(20, 20, baseline="n")), "Set")
    ).splitlines()
    assert lines[0] == "## Set"
    assert lines[2].startswith(
        "6 systems × 8 documents; documents where one side is constant are excluded"
    )
    assert ": 1 (12" in lines[2]
    assert "noise, 20 draws, seed 0; n lacks 1 summary; " in lines[2]
    assert lines[4].startswith("Warning: 8 documents: with fewer than 20")
    assert (
        lines[6]
        == "| metric | system r | system ρ | system τ | summary r | summary ρ | summary τ |"
    )
    assert lines[8].startswith("| m | ") and "1.000 [1.000, 1.000]" in lines[8]
    assert "20 permutations that swap the scores of single summaries" in lines[11]
    assert lines[13].startswith("| − n | system r") and lines[15].startswith("| m | +")


def test_tables_of_folds_by_the_authors_rule_and_without_a_correlation():
    folds = split_by_folds(scores(systems=3), [["s0"], ["s1", "s2"]], "systems")
    table = render_folds(measure_folds(folds, Statistics(resamples=0, constant="epsilon")), "Folds")
    assert "mean of 2 folds; 1e-10 on the first value" in table
    assert "| m | none | none | none | none | none | none |" in without_padding(table)
