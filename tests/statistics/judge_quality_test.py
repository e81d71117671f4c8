"""The statistics of labels by hand, pair by pair, and in resamples."""

import numpy as np
import pytest

from sacrerouge_litepyramid.statistics.judge_quality import bootstrap_judge_quality, measure_judge, predict_base_rate


def test_by_hand():
    probabilities, labels = np.array([0.9, 0.6, 0.6, 0.2]), np.array([1, 0, 1, 0])
    found = {name: values[0] for name, values in measure_judge(probabilities, labels)._asdict().items()}
    # of the four pairs three are in order and one is tied; three claims, of which two are right
    assert found["auc"] == pytest.approx(3.5 / 4)
    assert (found["precision"], found["recall"], found["f1"]) == pytest.approx((2 / 3, 1.0, 0.8))
    # agreement .75, by chance .75 * .5 + .25 * .5
    assert (found["accuracy"], found["kappa"]) == pytest.approx((0.75, 0.5))
    # the bins of .2, .6 (twice) and .9
    assert found["ece"] == pytest.approx((0.2 + 0.2 + 0.1) / 4)
    assert found["brier"] == pytest.approx((0.01 + 0.36 + 0.16 + 0.04) / 4)


def test_auc_is_the_share_of_pairs_in_order():
    generator = np.random.default_rng(0)
    labels = generator.integers(0, 2, 60)
    probabilities = np.round(np.clip(labels * 0.2 + generator.random(60) * 0.8, 0, 1), 1)
    pairs = [np.sign(p - q) for p in probabilities[labels == 1] for q in probabilities[labels == 0]]
    assert measure_judge(probabilities, labels).auc[0] == pytest.approx((np.mean(pairs) + 1) / 2, abs=1e-12)


def test_the_majority_baseline():
    labels = np.array([1, 0, 0, 0])
    found = measure_judge(predict_base_rate(labels), labels)
    assert found.auc[0] == 0.5 and found.kappa[0] == 0.0 and found.accuracy[0] == 0.75
    assert np.isnan(found.precision[0]) and found.recall[0] == 0.0 and found.f1[0] == 0.0
    assert found.ece[0] == pytest.approx(0.0) and found.brier[0] == pytest.approx(3 / 16)


def test_resamples_repeat_the_units_of_documents():
    probabilities, labels = np.array([0.9, 0.1, 0.7, 0.4]), np.array([1, 1, 0, 1])
    documents, draws = np.array([0, 0, 1, 1]), np.array([[2, 0], [1, 1]])
    found = bootstrap_judge_quality(probabilities, labels, documents, draws)
    twice = [0, 1, 0, 1]
    expected = measure_judge(probabilities[twice], labels[twice]), measure_judge(probabilities, labels)
    for name in found._fields:
        values = [getattr(each, name)[0] for each in expected]
        assert getattr(found, name) == pytest.approx(values, nan_ok=True)


def test_labels_of_one_kind_have_no_auc():
    assert np.isnan(measure_judge(np.array([0.2, 0.7]), np.array([1, 1])).auc[0])
