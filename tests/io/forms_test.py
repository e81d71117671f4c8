"""Problems in files that annotators filled in."""

import pytest

from sacrerouge_litepyramid.io.forms import Problem, refuse_problems


def test_problems_of_one_kind_share_a_line_with_their_places():
    problems = [
        Problem(f"a.csv, row {row}", f"the task 't{row}' is of another plan", "ask")
        for row in (2, 3, 4)
    ]
    with pytest.raises(ValueError, match="4 problems, listed above") as error:
        refuse_problems([*problems, Problem("a.csv, row 9", "no vote", "label it")])
    assert error.value.problems == [
        "a.csv, row 2: the task 't2' is of another plan; ask (and 2 more like it: a.csv, row 3, "
        "a.csv, row 4)",
        "a.csv, row 9: no vote; label it",
    ]


def test_a_long_list_of_problems_is_truncated():
    with pytest.raises(ValueError, match="60 problems, listed above") as error:
        refuse_problems([f"problem {number}" for number in range(60)])
    assert len(error.value.problems) == 51 and error.value.problems[50] == "… and 10 more"
