"""Problems in files that annotators filled in."""

import pytest

from sacrerouge_litepyramid.io.problems import refuse_problems


def test_a_long_list_of_problems_is_truncated():
    with pytest.raises(ValueError, match="60 problems, listed above") as error:
        refuse_problems([f"problem {number}" for number in range(60)])
    assert len(error.value.problems) == 51 and error.value.problems[50] == "… and 10 more"
