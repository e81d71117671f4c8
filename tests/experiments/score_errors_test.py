"""Errors of systems' scores: by hand, ties, rounding, and nothing to compare."""

import numpy as np
import pytest

from sacrerouge_litepyramid.experiments.effort import measure_errors

TRUTH = np.array([0.1, 0.2, 0.2, 0.4])


def test_errors_by_hand():
    # The pair of equal truth does not count; of the other five, a < d alone is kept by the first draw.
    scores = np.array([[0.3, 0.2, 0.1, 0.3], TRUTH])
    errors = measure_errors(scores, TRUTH)
    assert errors.rmse == pytest.approx(np.sqrt((0.04 + 0.01 + 0.01) / 8))
    # a > b, a > c are wrong, a = d is half wrong.
    assert errors.wrong_pairs == pytest.approx(2.5 / 10)


def test_the_reverse_order_is_all_wrong_and_a_shift_is_not():
    assert measure_errors(-TRUTH[None], TRUTH).wrong_pairs == 1
    shifted = measure_errors(TRUTH[None] + 0.5, TRUTH)
    assert shifted.wrong_pairs == 0 and shifted.rmse == pytest.approx(0.5)


def test_rounding_orders_nothing():
    truth = np.array([0.1 + 0.2, 0.3, 0.5])
    assert measure_errors(np.array([[0.2, 0.4, 0.5]]), truth).wrong_pairs == 0
    assert measure_errors(np.array([[0.5, 0.4, 0.1 + 0.4]]), np.array([0.1, 0.2, 0.3])).wrong_pairs == pytest.approx(
        0.5
    )


def test_one_system_has_no_pair():
    assert measure_errors(np.array([[0.4]]), np.array([0.5])) == (pytest.approx(0.1), 0.0)
