"""The number of judgements that reaches a width or a power."""

import pytest

from helpers.made_up_evidence import make_frame
from sacrerouge_litepyramid.annotation.sampling.calibration import CALIBRATED
from sacrerouge_litepyramid.annotation.sampling.designs import Budget, make_design
from sacrerouge_litepyramid.annotation.sampling.projected_errors import Goal, find_budget, promise_errors


@pytest.fixture
def frame(tmp_path):
    """Two systems, twelve documents of three units."""
    return make_frame(tmp_path)


@pytest.mark.parametrize(
    ("design", "goal"),
    [
        ("active", Goal(width=0.3)),
        ("documents", Goal(width=0.3)),
        ("summaries", Goal(width=0.3)),
        ("paired", Goal(width=0.3, compared=True)),
        ("paired", Goal(power=0.8, difference=0.2)),
    ],
)
def test_the_budget_is_the_smallest_that_reaches_the_goal(frame, design, goal):
    found = find_budget(frame, design, goal, CALIBRATED)
    reached = [
        goal.is_reached(promise_errors(frame, make_design(frame, design, Budget(total=total)), CALIBRATED))
        for total in (found - 2, found)
    ]
    whole = design in ("documents", "summaries")
    assert 4 < found < 72 and reached == [reached[0] if whole else False, True]


@pytest.mark.parametrize(
    ("goal", "message"),
    [
        (Goal(), "one of a width and a power"),
        (Goal(width=0.0), "width must be above 0, not 0.0"),
        (Goal(power=1.0, difference=0.1), "power must be between 0 and 1, not 1.0"),
        (Goal(power=0.8), "up to 1 and not 0, not None"),
    ],
)
def test_a_goal_within_bounds(frame, goal, message):
    with pytest.raises(ValueError, match=message):
        find_budget(frame, "active", goal, CALIBRATED)


def test_a_goal_that_documents_like_these_put_out_of_reach(frame):
    with pytest.raises(ValueError, match="all 72 judgements that are left do not reach the goal"):
        find_budget(frame, "active", Goal(width=0.01), CALIBRATED, "like-these")
