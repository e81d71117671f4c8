"""Verdicts on pairs of systems by a paired bootstrap, by hand."""

import numpy as np
import pytest

from sacrerouge_litepyramid.experiments.discrimination import decide_pairs, weighted_f1, win_shares

SCORES = np.array([[1.0, 0.0], [0.0, 0.4], [0.0, 0.4]])
DRAWS = np.array([[2, 0], [1, 1], [0, 2], [0, 2]])


def test_shares_of_wins_by_hand():
    # The first system wins the draws with its document; the other two tie in each.
    assert win_shares(SCORES, DRAWS).tolist() == [0.5, 0.5, 0.5]
    assert win_shares(SCORES, DRAWS[:2]).tolist() == [1.0, 1.0, 0.5]


def test_a_missing_score_is_left_out_of_a_mean():
    scores = np.array([[1.0, np.nan], [0.5, 0.9]])
    assert win_shares(scores, np.array([[1, 1]])).tolist() == [1.0]
    assert np.isnan(win_shares(np.array([[np.nan, np.nan], [1.0, 1.0]]), DRAWS)).all()


def test_means_that_differ_by_rounding_are_equal():
    scores = np.array([[0.1, 0.2, 0.3], [0.3, 0.2, 0.1]])
    assert win_shares(scores, np.array([[1, 1, 1], [2, 2, 2]])).tolist() == [0.5]


def test_verdicts_at_the_bounds():
    assert decide_pairs(np.array([1.0, 0.95, 0.949, 0.5, 0.051, 0.05, 0.0])).tolist() == [
        1,
        1,
        0,
        0,
        0,
        -1,
        -1,
    ]
    assert decide_pairs(np.array([np.nan])).tolist() == [0]


def test_weighted_f1_by_hand():
    truth, found = np.array([1, 1, 1, 0, -1]), np.array([1, 1, 0, 0, 0])
    # F1: 2*2/(3+2) for the first, 2*1/(1+3) for undecided, 0 for the second.
    assert weighted_f1(truth, found) == pytest.approx((3 * 4 / 5 + 1 * 1 / 2 + 0) / 5)
    assert weighted_f1(truth, truth) == 1.0
    assert np.isnan(weighted_f1(np.array([]), np.array([])))
