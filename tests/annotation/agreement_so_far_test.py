"""The agreement of votes that come in bit by bit."""

import numpy as np
import pytest

from sacrerouge_litepyramid.annotation.annotators import describe_agreement_so_far, measure_agreement_so_far


def test_units_of_one_vote_are_no_agreement():
    measured = measure_agreement_so_far(np.array([[1, 0], [0, 1], [0, 0]]))
    assert measured == (2, 0, None, None)
    assert describe_agreement_so_far(measured, 3) == (
        "Votes so far: on 2 of 3 units, two or more on 0; no agreement to measure yet"
    )


def test_two_and_three_votes_a_unit():
    # shares of equal pairs 1, 0, 1/3; of 7 votes 3 are 0: alpha = 1 - 6 * (2 + 2) / (49 - 9 - 16)
    measured = measure_agreement_so_far(np.array([[0, 2], [1, 1], [2, 1], [0, 0], [1, 0]]))
    assert (measured.voted, measured.units) == (4, 3)
    assert measured.share == pytest.approx(4 / 9) and measured.alpha == pytest.approx(0)
    assert describe_agreement_so_far(measured, 5).endswith("44.4% of pairs of votes agree, Krippendorff's alpha 0.000")


def test_equal_votes_have_no_alpha():
    measured = measure_agreement_so_far(np.array([[0, 2], [0, 3]]))
    assert (measured.alpha, measured.share) == (None, 1)
    assert "alpha undefined, all votes are equal" in describe_agreement_so_far(measured, 2)
