"""The judge beside the majority baseline, its calibration, and thirds of the summaries, by hand."""

import numpy as np
import pytest

from sacrerouge_litepyramid.core.words import list_bigrams, measure_copying
from sacrerouge_litepyramid.report.inputs import read_inputs
from sacrerouge_litepyramid.report.judge_quality import measure_judges
from sacrerouge_litepyramid.statistics.judge_quality import calibration_bins


def measured(data, scores, evidence, signatures=()):
    return measure_judges(read_inputs(data, [scores], [evidence]), signatures, resamples=20, seed=0)


def test_the_judge_and_the_majority_by_hand(data, scores, evidence):
    (judge,) = measured(data, scores, evidence())
    # labels 1 1 0 0 | 1 1 0 0 0 0 against .9 .2 .7 .1 | 1 .5 .4996 0 0 0
    assert (judge["name"], judge["measure"], judge["units"], judge["stated"]) == ("lite2pyramid", "p2c", 10, 0.4)
    assert judge["model"]["accuracy"][0] == 0.8 and judge["majority"]["accuracy"][0] == 0.6
    assert judge["majority"]["kappa"][0] == 0.0 and judge["majority"]["ece"][0] == 0.0
    # of 24 pairs of a present and an absent unit, .2 is below .7 and .4996, .5 below .7
    assert judge["model"]["auc"][0] == pytest.approx(21 / 24, abs=1e-5)
    assert judge["range"] is None


def test_the_floor_and_the_ceiling_are_the_signatures(data, scores, evidence):
    known = {"floor": 0.1, "ceiling": 0.9, "source": "x"}
    (judge,) = measured(data, scores, evidence(), [{"metric": "lite2pyramid", "range": known}])
    assert judge["range"] == known


def test_thirds_of_the_summaries(data, scores, evidence):
    (judge,) = measured(data, scores, evidence())
    assert [part["title"] for part in judge["parts"]] == ["length in words", "mean probability of its units"]
    lengths = judge["parts"][0]["rows"]
    # lengths 0 | 2 | 5 and 6 words; 3, 2 and 2 + 3 labelled units
    assert [row[:5] for row in lengths] == [
        ["lowest third", 0.0, 0.0, 1, 3],
        ["middle third", 2.0, 2.0, 1, 2],
        ["highest third", 5.0, 6.0, 2, 5],
    ]
    assert lengths[2][-2:] == [pytest.approx(0.61992), 0.8]


def test_evidence_without_labels_has_no_judge(data, scores, evidence):
    (data / "labels.jsonl").unlink()
    assert measured(data, scores, evidence()) == []


def test_bins_of_a_calibration_curve():
    found = calibration_bins(np.array([0.05, 0.01, 0.95, 1.0]), np.array([0, 1, 1, 1]))
    assert found == [pytest.approx((0.03, 0.5, 2)), pytest.approx((0.975, 1.0, 2))]


def test_the_copied_share():
    known = frozenset(list_bigrams(["The cat sat. On the mat."]))
    assert ("sat", "on") not in known
    assert measure_copying("the cat ran", known) == 0.5
    assert measure_copying("cat", known) is None
