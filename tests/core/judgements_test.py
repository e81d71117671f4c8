import math

import numpy as np
import pytest

from sacrerouge_litepyramid.core.judgements import (
    Judgement,
    judge_measures,
    other_probabilities,
    weighted_mean,
)
from sacrerouge_litepyramid.core.units import Unit


def test_three_classes_by_hand():
    measures = judge_measures(np.array([[1.0, 0.0, 0.0], [0.0, 1.0, -1.0], [1.0, 0.9, 0.2]]))
    e = math.e
    np.testing.assert_allclose(measures["p3c"][0], e / (e + 2))
    np.testing.assert_allclose(measures["p2c"][0], e / (e + 1))
    # The logits of neutral and contradiction are added: 1 - 1 = 0 against 0 is a draw, which counts
    # as present.
    np.testing.assert_allclose(measures["p2c"][1], 0.5)
    assert measures["l2c"].tolist() == [1, 1, 0]
    assert measures["l3c"].tolist() == [1, 0, 1]


def test_two_classes_have_no_three_class_measures():
    measures = judge_measures(np.array([[0.0, 0.0], [3.0, 1.0]]))
    assert set(measures) == {"p2c", "l2c"}
    np.testing.assert_allclose(measures["p2c"], [0.5, 1 / (1 + math.exp(-2))])


def test_extreme_logits_neither_overflow_nor_warn():
    with np.errstate(all="raise", under="ignore"):
        measures = judge_measures(
            np.array([[700.0, -700.0, -700.0], [-3000.0, 1000.0, 1000.0]], dtype=np.float32)
        )
    assert measures["p2c"].tolist() == [1.0, 0.0]


@pytest.mark.parametrize("logits", [np.zeros((2, 4)), np.zeros(3), np.zeros((2, 1))])
def test_another_number_of_classes_is_refused(logits):
    with pytest.raises(ValueError, match="logits must have shape"):
        judge_measures(logits)


def test_logits_that_are_not_finite_are_refused():
    with pytest.raises(ValueError, match="not finite; try precision fp32"):
        judge_measures(np.array([[np.nan, 0.0, 0.0]]))


def test_the_other_probabilities_of_three_classes():
    logits = np.array([[2.0, 0.0, 1.0], [1000.0, 0.0, -1000.0]])
    others = other_probabilities(logits)
    total = math.exp(2) + 1 + math.e
    np.testing.assert_allclose(others["neutral"], [1 / total, 0], atol=1e-12)
    np.testing.assert_allclose(others["contradiction"], [math.e / total, 0], atol=1e-12)
    np.testing.assert_allclose(
        judge_measures(logits)["p3c"] + others["neutral"] + others["contradiction"], 1
    )


@pytest.mark.parametrize(
    ("values", "weights", "mean"),
    [
        ([1.0, 0.0, 0.5], [4, 2, 2], 5 / 8),
        ([1.0, math.nan, 0.0], [3, 5, 1], 3 / 4),
        ([math.nan, 1.0], [1, 0], math.nan),
        ([1.0, 0.0], [0, 0], math.nan),
        ([], [], math.nan),
    ],
)
def test_a_mean_is_weighted_and_ignores_missing_values(values, weights, mean):
    assert weighted_mean(np.array(values), weights) == pytest.approx(mean, nan_ok=True)


def test_lengths_must_agree():
    with pytest.raises(ValueError, match="2 values but 1 weights"):
        weighted_mean(np.array([1.0, 0.0]), [1])


def test_a_unit_without_an_answer_has_no_measure():
    measures = judge_measures(np.array([[np.nan] * 3, [2.0, 0.0, 0.0]]))
    assert {name: np.isnan(values).tolist() for name, values in measures.items()} == {
        name: [True, False] for name in ("p2c", "l2c", "p3c", "l3c")
    }
    assert measures["l2c"][1] == measures["l3c"][1] == 1


def test_a_reference_is_scored_by_the_units_of_the_others():
    units = (Unit("one"), Unit("two", references=(1,)), Unit("both", weight=2, references=(0, 1)))
    judgement = Judgement("x", units, {"p2c": np.array([1.0, 0.25, 0.5])})
    assert judgement.leave_references_out({0}).scores() == {
        "p2c": pytest.approx((0.25 + 2 * 0.5) / 3)
    }
    assert math.isnan(judgement.leave_references_out({0, 1}).scores()["p2c"])


def test_answers_are_counted_by_weight_without_the_units_that_are_left_out():
    units = (Unit("one", weight=3), Unit("two", weight=1, references=(1,)), Unit("none", weight=0))
    values = np.array([0.5, np.nan, np.nan])
    judgement = Judgement("x", units, {"p2c": values}, has_unanswered=True)
    scores = judgement.scores()
    assert scores == {"p2c": 0.5, "units": 2, "answered": 1, "answeredweight": 0.75}
    # That reference states its own units, which is no missing answer.
    assert judgement.leave_references_out({1}).scores() == {
        "p2c": 0.5, "units": 1, "answered": 1, "answeredweight": 1.0
    }  # fmt: skip
    assert judgement._replace(has_unanswered=False).scores() == {"p2c": 0.5}
