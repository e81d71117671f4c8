"""The statistics of labels by hand, pair by pair, and in resamples."""

import numpy as np
import pytest

from sacrerouge_litepyramid.statistics.judge_quality import (
    JudgeQuality,
    bootstrap_judge_quality,
    bootstrap_pearson,
    measure_judge,
    predict_base_rate,
)


def measure(probabilities, labels):
    """Return the statistics as numbers."""
    quality = measure_judge(np.array(probabilities), np.array(labels))
    return JudgeQuality(*(values.item() for values in quality))


def test_by_hand():
    quality = measure([0.9, 0.6, 0.6, 0.2], [1, 0, 1, 0])
    # of the four pairs three are in order and one is tied
    assert quality.auc == pytest.approx(3.5 / 4)
    # three claims, of which two are right
    assert (quality.precision, quality.recall, quality.f1) == pytest.approx((2 / 3, 1.0, 0.8))
    # agreement .75, by chance .75 * .5 + .25 * .5
    assert (quality.accuracy, quality.kappa) == pytest.approx((0.75, 0.5))
    # the bins of .2, .6 (twice) and .9
    assert quality.ece == pytest.approx((0.2 + 0.2 + 0.1) / 4)
    assert quality.brier == pytest.approx((0.01 + 0.36 + 0.16 + 0.04) / 4)


def test_the_majority_baseline():
    labels = np.array([1, 0, 0, 0])
    quality = measure(predict_base_rate(labels), labels)
    expected = JudgeQuality(0.5, 0, 0.75, np.nan, 0, 0, ece=0, brier=3 / 16)
    assert quality == pytest.approx(expected, nan_ok=True)


def test_resamples_repeat_the_units_of_documents():
    probabilities = np.array([0.9, 0.1, 0.7, 0.4])
    labels = np.array([1, 1, 0, 1])
    documents = np.array([0, 0, 1, 1])
    draws = np.array([[2, 0], [1, 1]])
    quality = bootstrap_judge_quality(probabilities, labels, documents, draws)
    twice = [0, 1, 0, 1]
    expected = [measure(probabilities[twice], labels[twice]), measure(probabilities, labels)]
    assert np.transpose(quality) == pytest.approx(np.array(expected), nan_ok=True)


def test_labels_of_one_kind_have_no_auc():
    assert np.isnan(measure([0.2, 0.7], [1, 1]).auc)


PROBABILITIES = np.array([0.9, 0.6, 0.4, 0.2])


def test_grades_by_hand():
    quality = measure(PROBABILITIES, [1, 0.5, 0.5, 0])
    # Only the first unit is wholly present, and it is above the others.
    assert quality.auc == 1
    # Two claims, of which one and a half are right, of two present in all.
    assert (quality.precision, quality.recall, quality.f1) == pytest.approx((0.75, 0.75, 0.75))
    # Verdicts differ from the grades by 0, .5, .5, 0; by chance by .5, as half of the verdicts and
    # of the grades are 1.
    assert (quality.accuracy, quality.kappa) == pytest.approx((0.75, 0.5))
    assert quality.brier == pytest.approx((0.01 + 0.01 + 0.01 + 0.04) / 4)


def test_the_correlation_of_grades():
    grades = np.array([1, 0, 0.5, 0])
    documents = np.array([0, 0, 1, 1])
    r = bootstrap_pearson(PROBABILITIES, grades, documents, np.array([[1, 1], [2, 0]]))
    assert r == pytest.approx([np.corrcoef(PROBABILITIES, grades)[0, 1], 1])
