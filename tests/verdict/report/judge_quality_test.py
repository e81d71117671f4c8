"""The judge beside the majority baseline, and its calibration, by hand."""

import numpy as np
import pytest

from sacrerouge_litepyramid.io.evaluation_folder import EvaluationFolder
from sacrerouge_litepyramid.meta_evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.statistics.judge_quality import calibration_bins
from sacrerouge_litepyramid.verdict.report.build import assess_inputs
from sacrerouge_litepyramid.verdict.report.inputs import read_inputs
from sacrerouge_litepyramid.verdict.report.judge_quality import describe_judges


def measured(data, scores, evidence, signatures=()):
    inputs = read_inputs(EvaluationFolder(data, [scores], [evidence]))
    return describe_judges(inputs, assess_inputs(inputs, signatures, Statistics(resamples=20)))


def test_the_judge_and_the_majority_by_hand(data, scores, evidence):
    (judge,) = measured(data, scores, evidence())
    # labels 1 1 0 0 | 1 1 0 0 0 0 against .9 .2 .7 .1 | 1 .5 .4996 0 0 0
    assert (judge["name"], judge["measure"], judge["units"], judge["stated"]) == (
        "lite2pyramid",
        "p2c",
        10,
        0.4,
    )
    assert judge["model"]["accuracy"][0] == 0.8 and judge["majority"]["accuracy"][0] == 0.6
    assert judge["majority"]["kappa"][0] == 0.0 and judge["majority"]["ece"][0] == 0.0
    # of 24 pairs of a present and an absent unit, .2 is below .7 and .4996, .5 below .7
    assert judge["model"]["auc"][0] == pytest.approx(21 / 24, abs=1e-5)
    assert judge["range"] is None
    # of the ten probabilities three are 0
    assert judge["calibration"][0] == [0.0, 0.0, 3]


def test_the_floor_and_the_ceiling_are_the_signatures(data, scores, evidence):
    known = {"floor": 0.1, "ceiling": 0.9, "source": "x"}
    (judge,) = measured(data, scores, evidence(), [{"metric": "lite2pyramid", "range": known}])
    assert judge["range"] == known


def test_evidence_without_labels_has_no_judge(data, scores, evidence):
    (data / "labels.jsonl").unlink()
    assert measured(data, scores, evidence()) == []


def test_bins_of_a_calibration_curve():
    found = calibration_bins(np.array([0.05, 0.01, 0.95, 1.0]), np.array([0, 1, 1, 1]))
    assert found == [pytest.approx((0.03, 0.5, 2)), pytest.approx((0.975, 1.0, 2))]
