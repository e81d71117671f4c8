"""Pairs of metrics against human scores: tests, Holm's correction, and which is better."""

import json

import numpy as np
import pytest
from scipy import stats

from sacrerouge_litepyramid.meta_evaluation.agreement_statistics import (
    Statistics,
    compare_agreement,
)
from sacrerouge_litepyramid.meta_evaluation.records import GLOBAL, SUMMARY, SYSTEM
from sacrerouge_litepyramid.meta_evaluation.scores import Scores
from sacrerouge_litepyramid.statistics.significance import adjust_holm
from sacrerouge_litepyramid.verdict.comparison.metric_comparison import compare_metric_pairs

SETTINGS = Statistics(resamples=30, permutations=30, seed=2)
#: scores of the first 12 of 25 documents
FIRST_HALF = np.where(np.arange(25) < 12, 1.0, np.nan) * np.ones((6, 1))


def make_scores(noise=(0.1, 0.8, 0.9), human=None, generator=None):
    generator = generator or np.random.default_rng(0)
    human = generator.random((6, 25)) if human is None else human
    systems, documents = (tuple(map(str, range(size))) for size in human.shape)
    metrics = {
        f"m{place}": human + generator.normal(0, scale, human.shape)
        for place, scale in enumerate(noise)
    }
    return Scores(systems, documents, human, metrics)


def test_a_pair_has_the_test_of_its_correlations():
    scores = make_scores((0.1, 0.8))
    (pair,) = compare_metric_pairs(scores, "human", SETTINGS).pairs
    against = compare_agreement([scores], "m0", "m1", SETTINGS)
    for level in (SYSTEM, SUMMARY):
        for compared, test in zip(pair.by_level[level], against.by_level[level], strict=True):
            assert (compared.first, compared.second) == ("m0", "m1")
            assert compared.difference.value == pytest.approx(test.value, abs=1e-9)
            assert (compared.p, compared.williams_p) == (test.p, test.williams_p)
    assert pair.system.pearson.adjusted_p == pair.system.pearson.p


def test_holms_correction_is_over_the_pairs_of_a_level_and_coefficient():
    found = compare_metric_pairs(make_scores(), "human", SETTINGS)
    assert [(pair.first, pair.second) for pair in found.pairs] == [
        ("m0", "m1"),
        ("m0", "m2"),
        ("m1", "m2"),
    ]
    for level in (SYSTEM, SUMMARY):
        pairs = [pair.by_level[level].kendall for pair in found.pairs]
        expected = adjust_holm(np.array([pair.p for pair in pairs]))
        assert [pair.adjusted_p for pair in pairs] == pytest.approx(expected)


def test_two_systems_are_compared_over_summaries():
    scores = make_scores((0.1, 0.8)).part("systems", ["0", "1"])
    found = compare_metric_pairs(scores, "human", SETTINGS)
    (compared,) = found.pairs
    assert set(compared.by_level) == {GLOBAL}
    r = [
        stats.pearsonr(matrix.ravel(), scores.human.ravel())[0]
        for matrix in scores.metrics.values()
    ]
    pair = compared.by_level[GLOBAL].pearson
    assert pair.difference.value == pytest.approx(r[0] - r[1]) and pair.difference.low > 0
    assert pair.p == 1 / 31 and pair.better == "m0"
    assert found.headline().startswith(
        "m0 is significantly better than m1 in agreement with human over summaries: r over "
        "summaries +"
    )
    assert "none" not in found.details()


def test_the_summary_level_compares_document_correlations():
    scores = make_scores((0.1, 0.8))
    scores.metrics["m1"][0, :3] = np.nan
    (compared,) = compare_metric_pairs(scores, "human", SETTINGS).pairs
    pair = compared.by_level[SUMMARY].spearman
    differences = []
    for place, human in enumerate(scores.human.T):
        first, second = scores.metrics["m0"][:, place], scores.metrics["m1"][:, place]
        rows = ~np.isnan(second)
        ours = stats.spearmanr(first[rows], human[rows])[0]
        differences.append(ours - stats.spearmanr(second[rows], human[rows])[0])
    assert pair.difference.value == pytest.approx(np.mean(differences), abs=1e-9)
    assert pair.better == "m0"


def test_text_and_json():
    found = compare_metric_pairs(make_scores(), "human", SETTINGS)
    text = found.details()
    assert (
        "m0 − m1" in text
        and "Williams' test on signed correlations" in text
        and "not significant" in text
    )
    written = json.loads(json.dumps(found.to_dict()))
    assert len(written["pairs"]) == 18 and len(written["rows"]) == 39


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        (make_scores((0.1,)), "a comparison needs two metrics or more, not m0"),
        (
            make_scores().with_metrics({"m0": FIRST_HALF, "m1": 1 - FIRST_HALF[:, ::-1]}),
            "no summary has scores of 'm0', 'm1' and annotators; score the same",
        ),
    ],
)
def test_wrong_arguments(scores, message):
    with pytest.raises(ValueError, match=message):
        compare_metric_pairs(scores, "human", SETTINGS)


def test_no_metric_is_better_if_the_interval_includes_0():
    generator = np.random.default_rng(5)
    scores = make_scores(
        (0.4, 0.9), generator.normal(0, 0.7, (10, 1)) + generator.random((10, 25)), generator
    )
    found = compare_metric_pairs(scores, "human", Statistics(resamples=100, permutations=100))
    (pair,) = found.pairs
    system = pair.system.pearson
    limit = system.difference.limit
    assert limit.low < 0 < limit.high and system.adjusted_p < 0.05
    assert (system.better, pair.by_level[SUMMARY].pearson.better) == (None, "m0")
    assert "(not significant); r within documents +" in found.headline()
