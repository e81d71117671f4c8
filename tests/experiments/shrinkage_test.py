"""Shrunk corrections: all judged, an error that all systems share, and smaller errors than without shrinking."""

import numpy as np
import pytest

from helpers.labelled_frames import make_labelled
from sacrerouge_litepyramid.annotation.sampling.designs import Budget, draw_samples, make_design
from sacrerouge_litepyramid.annotation.sampling.estimators import estimate_combined, score_by_judge
from sacrerouge_litepyramid.annotation.sampling.sample import Sample, exact_labels, sum_by_system
from sacrerouge_litepyramid.experiments.effort import estimate_shrunk, measure_errors

DATA = make_labelled(systems=8, documents=30)


def sample_of(labels, drawn, budget):
    design = make_design(DATA.frame, "documents", Budget(budget))
    return Sample(DATA.frame, design, exact_labels(np.where(drawn, labels, np.nan)))


def test_all_labels_give_peoples_scores():
    whole = sample_of(DATA.labels, np.ones(len(DATA.labels), dtype=bool), 150)
    assert estimate_shrunk(whole) == pytest.approx(DATA.score_systems())


def test_an_error_that_all_systems_share_moves_the_level_alone():
    frame = DATA.frame
    labels = frame.probability - 0.2
    drawn = draw_samples(make_design(frame, "documents", Budget(30)), 1, 3)[0]
    assert estimate_shrunk(sample_of(labels, drawn, 30)) == pytest.approx(score_by_judge(frame) - 0.2)


def test_few_documents_err_less_when_corrections_are_shrunk():
    """Where the judge errs alike on all systems, so that their own errors are those of the sample."""
    probability = DATA.frame.probability
    labels = (np.random.default_rng(4).random(len(probability)) < 0.1 + 0.7 * probability).astype(float)
    drawn = draw_samples(make_design(DATA.frame, "documents", Budget(15)), 40, 0)
    samples = [sample_of(labels, each, 15) for each in drawn]
    truth = sum_by_system(DATA.frame, DATA.frame.weight * labels)
    shrunk = measure_errors(np.array([estimate_shrunk(each) for each in samples]), truth)
    without = measure_errors(np.array([estimate_combined(each).score for each in samples]), truth)
    assert shrunk.rmse < 0.8 * without.rmse


def test_a_single_system_keeps_its_own_correction():
    data = make_labelled(systems=1, documents=20)
    design = make_design(data.frame, "documents", Budget(25))
    drawn = draw_samples(design, 1, 0)[0]
    sample = Sample(data.frame, design, exact_labels(np.where(drawn, data.labels, np.nan)))
    whole = estimate_combined(sample, judge_weights=np.ones(len(drawn)))
    assert estimate_shrunk(sample) == pytest.approx(whole.score)
