import math

import numpy as np
import pytest

from sacrerouge_litepyramid.core.judgements import weighted_mean


def test_weights_count():
    assert weighted_mean(np.array([1.0, 0.0, 0.5]), [4, 2, 2]) == pytest.approx(5 / 8)


def test_without_unit_or_weight_there_is_no_score():
    assert math.isnan(weighted_mean(np.array([]), []))
    assert math.isnan(weighted_mean(np.array([1.0, 0.0]), [0, 0]))


def test_a_unit_without_weight_does_not_count():
    assert weighted_mean(np.array([1.0, 0.0]), [1, 0]) == 1.0


def test_lengths_must_agree():
    with pytest.raises(ValueError, match="2 values but 1 weights"):
        weighted_mean(np.array([1.0, 0.0]), [1])
