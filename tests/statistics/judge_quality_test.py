"""The statistics of labels by hand, pair by pair, and in resamples."""

import numpy as np
import pytest

from sacrerouge_litepyramid.statistics.judge_quality import (
    bootstrap_grade_quality,
    bootstrap_judge_quality,
    has_grades,
    measure_judge,
    predict_base_rate,
)


def test_by_hand():
    probabilities, labels = np.array([0.9, 0.6, 0.6, 0.2]), np.array([1, 0, 1, 0])
    found = {
        name: values[0] for name, values in measure_judge(probabilities, labels)._asdict().items()
    }
    # of the four pairs three are in order and one is tied; three claims, of which two are right
    assert found["auc"] == pytest.approx(3.5 / 4)
    assert (found["precision"], found["recall"], found["f1"]) == pytest.approx((2 / 3, 1.0, 0.8))
    # agreement .75, by chance .75 * .5 + .25 * .5
    assert (found["accuracy"], found["kappa"]) == pytest.approx((0.75, 0.5))
    # the bins of .2, .6 (twice) and .9
    assert found["ece"] == pytest.approx((0.2 + 0.2 + 0.1) / 4)
    assert found["brier"] == pytest.approx((0.01 + 0.36 + 0.16 + 0.04) / 4)


def test_the_majority_baseline():
    labels = np.array([1, 0, 0, 0])
    found = measure_judge(predict_base_rate(labels), labels)
    assert np.array(found)[:, 0] == pytest.approx(
        [0.5, 0, 0.75, np.nan, 0, 0, 0, 3 / 16], nan_ok=True
    )


def test_resamples_repeat_the_units_of_documents():
    probabilities, labels = np.array([0.9, 0.1, 0.7, 0.4]), np.array([1, 1, 0, 1])
    documents, draws = np.array([0, 0, 1, 1]), np.array([[2, 0], [1, 1]])
    found = bootstrap_judge_quality(probabilities, labels, documents, draws)
    twice = [0, 1, 0, 1]
    expected = (
        measure_judge(probabilities[twice], labels[twice]),
        measure_judge(probabilities, labels),
    )
    for name in found._fields:
        values = [getattr(each, name)[0] for each in expected]
        assert getattr(found, name) == pytest.approx(values, nan_ok=True)


def test_labels_of_one_kind_have_no_auc():
    assert np.isnan(measure_judge(np.array([0.2, 0.7]), np.array([1, 1])).auc[0])


PROBABILITIES, GRADES = np.array([0.9, 0.6, 0.4, 0.2]), np.array([1, 0.5, 0.5, 0])


def test_grades_by_hand():
    found = {
        name: values[0] for name, values in measure_judge(PROBABILITIES, GRADES)._asdict().items()
    }
    # Only the first unit is wholly present, and it is above the others.
    assert found["auc"] == 1
    # Two claims, of which one and a half are right, of two present in all.
    assert (found["precision"], found["recall"], found["f1"]) == pytest.approx((0.75, 0.75, 0.75))
    # Verdicts differ from the grades by 0, .5, .5, 0; by chance by .5, as half of the verdicts and
    # of the grades are 1.
    assert (found["accuracy"], found["kappa"]) == pytest.approx((0.75, 0.5))
    assert found["brier"] == pytest.approx((0.01 + 0.01 + 0.01 + 0.04) / 4)


def test_the_correlation_of_grades_and_the_auc_of_any():
    documents, draws = np.array([0, 0, 1, 1]), np.array([[1, 1], [2, 0]])
    found = bootstrap_grade_quality(PROBABILITIES, np.array([1, 0, 0.5, 0]), documents, draws)
    # Of the four pairs of a unit that is present at all and one that is not, .4 and .6 are out of
    # order.
    assert found.auc_any == pytest.approx([3 / 4, 1])
    assert found.r == pytest.approx([np.corrcoef(PROBABILITIES, [1, 0, 0.5, 0])[0, 1], 1])


@pytest.mark.parametrize(("labels", "expected"), [([0, 1], False), ([0, 0.5], True), ([], False)])
def test_has_grades(labels, expected):
    assert has_grades(np.array(labels)) is expected
