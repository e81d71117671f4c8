"""The judge's weight: 1 if it is right, 0 if it says nothing, and never from a unit's own document."""

import numpy as np
import pytest

from helpers.labelled_frames import make_labelled
from sacrerouge_litepyramid.annotation.sampling.designs import Budget, draw_sample, make_design
from sacrerouge_litepyramid.annotation.sampling.estimators import fit_judge_weights
from sacrerouge_litepyramid.annotation.sampling.sample import Sample, exact_labels

FRAME = make_labelled(documents=40).frame
DESIGN = make_design(FRAME, "chance", Budget(100))
DRAWN = draw_sample(DESIGN, 0)


def weights_of(labels, drawn=DRAWN):
    return fit_judge_weights(Sample(FRAME, DESIGN, exact_labels(np.where(drawn, labels, np.nan))))


def test_it_is_the_slope_of_the_labels():
    assert weights_of(FRAME.probability) == pytest.approx(np.ones(600))
    assert weights_of(0.3 + 0.5 * FRAME.probability) == pytest.approx(np.full(600, 0.5))


def test_a_judge_that_is_wrong_has_none():
    assert weights_of(1 - FRAME.probability).tolist() == [0] * 600


def test_it_never_sees_the_labels_of_its_own_document():
    labels = (np.random.default_rng(0).random(600) < FRAME.probability).astype(float)
    before = weights_of(labels)
    own = FRAME.document == 7
    after = weights_of(np.where(own, 1 - labels, labels))
    assert (after[own] == before[own]).all() and (after != before).any()


def test_with_few_labels_the_judge_counts_whole():
    assert weights_of(FRAME.probability * 0, np.arange(600) < 9).tolist() == [1] * 600
