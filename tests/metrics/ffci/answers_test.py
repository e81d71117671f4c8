"""Agreement of answers by hand."""

import math

import pytest

from sacrerouge_litepyramid.metrics.ffci.qags import answer_agreement, answer_f1


@pytest.mark.parametrize(
    "expected, found, score",
    [
        ("The U.S. mayor", "a us mayor", 1.0),
        ("nine million euros", "nine euros", 2 * 1 * (2 / 3) / (1 + 2 / 3)),
        ("Monday", "", 0.0),
        ("the", "an", 1.0),
        ("Monday", "Tuesday", 0.0),
    ],
)
def test_words_count_without_case_marks_and_articles(expected, found, score):
    assert answer_f1(expected, found) == answer_f1(found, expected) == pytest.approx(score)


def test_questions_without_an_answer_of_their_own_are_dropped():
    assert answer_agreement([("Monday", "on Monday"), ("", "x"), ("mayor", "")]) == pytest.approx((2 / 3 + 0) / 2)
    assert math.isnan(answer_agreement([("", "x")])) and math.isnan(answer_agreement([]))
