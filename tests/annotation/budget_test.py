"""Budgets: how many sentences each of the three ways pays for, and what is refused."""

import pytest

from sacrerouge_litepyramid.annotation.plan import Budget, compute_hours, count_affordable


@pytest.mark.parametrize(
    ("budget", "total", "expected"),
    [
        (Budget(percentage=50), 34, 17),
        (Budget(percentage=50), 35, 18),  # 17 of 35 have STUs, as in a mix of 50%
        (Budget(percentage=29), 100, 29),
        (Budget(percentage=0.1), 100, 1),
        (Budget(percentage=100), 7, 7),
        (Budget(sentences=5), 34, 5),
        (Budget(sentences=99), 34, 34),
        (Budget(hours=2.2, pace=50), 1000, 110),
        (Budget(hours=0.99, pace=10), 1000, 9),
        (Budget(hours=9, pace=10), 34, 34),
        (Budget(percentage=50), 0, 0),
    ],
)
def test_what_a_budget_pays_for(budget, total, expected):
    assert count_affordable(budget, total) == expected


@pytest.mark.parametrize(
    ("budget", "message"),
    [
        (Budget(), "one of percentage, sentences and hours is needed, not 0 of them"),
        (Budget(percentage=50, sentences=3), "one of percentage, sentences and hours is needed, not 2 of them"),
        (Budget(percentage=0), "percentage must be above 0, not 0"),
        (Budget(percentage=101), "percentage must be at most 100, not 101"),
        (Budget(sentences=-1), "sentences must be above 0, not -1"),
        (Budget(hours=3), "hours need a pace, in sentences an hour"),
        (Budget(hours=float("nan"), pace=3), "hours must be above 0, not nan"),
        (Budget(hours=3, pace=float("inf")), "pace must be above 0, not inf"),
        (Budget(hours=0.1, pace=9), "a budget of 0.1 hours at 9 sentences an hour pays for no sentence"),
    ],
)
def test_what_is_no_budget(budget, message):
    with pytest.raises(ValueError, match=message):
        count_affordable(budget, 10)


def test_hours_of_a_number_of_sentences():
    assert compute_hours(30, 20) == 1.5
