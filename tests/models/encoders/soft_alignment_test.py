import math

import numpy as np
import pytest

from sacrerouge_litepyramid.core.precision_recall import Alignment, f1
from sacrerouge_litepyramid.models.encoders.alignment import soft_alignment, unit_vectors

EAST, NORTH, BETWEEN = [1.0, 0.0], [0.0, 1.0], [0.6, 0.8]


def align(reference, summary, **weights):
    return soft_alignment(np.array(reference).reshape(-1, 2), np.array(summary).reshape(-1, 2), **weights)


def test_each_token_takes_its_most_similar_one():
    found = align([EAST, NORTH], [EAST, EAST, BETWEEN])
    assert found.recall == pytest.approx((1 + 0.8) / 2)
    assert found.precision == pytest.approx((1 + 1 + 0.8) / 3)
    assert found.f1 == pytest.approx(2 * found.recall * found.precision / (found.recall + found.precision))


def test_weights_count_tokens():
    found = align([EAST, NORTH], [EAST], reference_weights=np.array([3.0, 1.0]), summary_weights=np.array([2.0]))
    assert found == pytest.approx((1.0, 0.75, 2 * 0.75 / 1.75))


def test_a_text_equal_to_the_reference_aligns_in_full_whatever_the_order():
    assert align([EAST, NORTH, BETWEEN], [BETWEEN, EAST, NORTH]) == pytest.approx((1, 1, 1))


@pytest.mark.parametrize("reference, summary", [([], [EAST]), ([EAST], []), ([], []), ([EAST], [NORTH])])
def test_nothing_in_common_is_zero(reference, summary):
    assert align(reference, summary) == Alignment(0, 0, 0)


def test_weights_of_zero_are_no_division():
    assert align([EAST], [EAST], reference_weights=np.array([0.0])) == Alignment(1.0, 0.0, 0.0)


def test_f1_is_the_harmonic_mean():
    assert f1(0.5, 1.0) == pytest.approx(2 / 3)
    assert f1(0.0, 0.0) == f1(-0.5, 0.2) == 0.0
    assert math.isnan(f1(math.nan, 0.5)) and math.isnan(f1(0.5, math.nan)) and math.isnan(f1(0.0, math.nan))


def test_f1_of_opposite_signs_is_zero_and_not_beyond_one():
    assert f1(0.1, -0.09) == f1(-0.09, 0.1) == f1(-0.1, -0.1) == 0.0


def test_unit_vectors_have_length_one_or_stay_zero():
    assert unit_vectors(np.array([[3.0, 4.0], [0.0, 0.0]])) == pytest.approx(np.array([[0.6, 0.8], [0.0, 0.0]]))
