"""Human scores of several raters: what is averaged, and what is a question first."""

import re

import pytest

from sacrerouge_litepyramid.io.tables import list_rows
from sacrerouge_litepyramid.verdict.tables.table_data_set import build_data_set

FIVE = [1, 2, 3, 4, 5, 3]


def rate(ratings, scale=(), **more):
    rows = [
        {"id": str(number), "system": "s", "summary": "x", **dict(zip(ratings, cells, strict=True))}
        for number, cells in enumerate(zip(*ratings.values(), strict=True))
    ]
    data = build_data_set(list_rows(rows, "t"), {"human": list(ratings), "human_scale": scale})
    return [row.human for row in data.rows], data.notices


def test_raters_of_one_scale_are_averaged():
    scores, notices = rate({"ann": FIVE, "bob": [1, 2, 3, 4, 4, None]})
    assert scores == [1, 2, 3, 4, 4.5, 3]
    assert "human scores: mean of 2 raters" in notices


ASKED = {
    "t: the columns of human scores have different ranges (ann 1 to 5, bob 10 to 100); standardise "
    "them within raters: human_scale='z'; if they share one scale, name it: human_scale='1:100'": {
        "ann": FIVE,
        "bob": [10, 40, 50, 80, 100, 60],
    },
    "(ann 1 to 5, bob 0.1 to 0.9)": {"ann": FIVE, "bob": [0.1, 0.2, 0.5, 0.7, 0.9, 0.5]},
    "t: 1 of 6 numbers in 'bob' are -1, the others 2 to 5; if -1 means a missing rating, name the "
    "range of the scale: human_scale='2:5'; if it is a rating: human_scale='-1:5'": {
        "ann": FIVE,
        "bob": [-1, 2, 3, 4, 5, 3],
    },
    "2 of 6 numbers in 'ann' are 999, the others 1 to 4": {"ann": [1, 2, 999, 4, 3, 999]},
}


@pytest.mark.parametrize("message", ASKED)
def test_ratings_that_cannot_be_averaged_are_a_question(message):
    with pytest.raises(ValueError, match=re.escape(message)):
        rate(ASKED[message])


@pytest.mark.parametrize(
    "numbers", [[-1, 0, 1, 0, 1, -1], [90, 95, 99, 80, 70, 60], [-2, -1, 1, 2, 0, -1]]
)
def test_numbers_of_the_scale_are_no_codes(numbers):
    assert rate({"ann": numbers})[0] == numbers


def test_the_answers_to_the_question_are_applied_and_noted():
    scores, notices = rate({"ann": [1, 2, 999, 4, 3, 999]}, "1:5")
    assert scores == [1, 2, None, 4, 3, None]
    assert "human scores: 2 numbers outside 1 to 5" in notices
    scores, notices = rate({"ann": FIVE, "bob": [20 * number for number in FIVE]}, "z")
    assert scores[0] == pytest.approx(-1.549, abs=1e-3) and sum(scores) == pytest.approx(0)
    assert "human scores: standardised within raters (z), mean of 2 raters" in notices
    both, _ = rate({"ann": FIVE, "bob": [20, 40, 999, 80, 100, 60]}, ["0:100", "z"])
    assert both[2] == 0


@pytest.mark.parametrize("scale", ["5:1", "1-5", "mean"])
def test_another_scale_is_refused(scale):
    with pytest.raises(ValueError, match="human_scale must be z, .*or a range such as 1:5"):
        rate({"ann": FIVE}, scale)
