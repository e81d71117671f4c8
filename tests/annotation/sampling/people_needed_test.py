"""How many judgements people alone would have needed."""

import numpy as np
import pytest

from helpers.labelled_frames import make_labelled
from sacrerouge_litepyramid.annotation.sampling.designs import Budget, draw_sample, make_design
from sacrerouge_litepyramid.annotation.sampling.estimation import count_people_needed
from sacrerouge_litepyramid.annotation.sampling.sample import Sample, exact_labels

DATA = make_labelled(documents=60)


def needed(labels, judge_weight, name="chance"):
    design = make_design(DATA.frame, name, Budget(90))
    drawn = draw_sample(design, 0)
    sample = Sample(DATA.frame, design, exact_labels(np.where(drawn, labels, np.nan)))
    return count_people_needed(sample, np.full(len(labels), judge_weight))


def test_without_the_judge_they_need_what_they_gave():
    assert needed(DATA.labels, 0.0) == pytest.approx([90] * 3, rel=0.02)


def test_with_the_judge_they_would_need_more_and_never_more_than_all():
    found = needed(DATA.labels, 0.7)
    assert (found > 95).all() and (found < 300).all()
    assert needed(DATA.frame.probability, 1.0) == pytest.approx([300] * 3)


def test_equal_labels_give_no_number():
    assert np.isnan(needed(np.zeros(len(DATA.labels)), 0.0)).all()
