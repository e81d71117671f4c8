"""A difference seen from either side, written, and printed."""

import pytest

from sacrerouge_litepyramid.statistics.difference import Difference, render_differences
from sacrerouge_litepyramid.statistics.estimate import Estimate

FOUND = Difference(
    Estimate(-0.25, -0.5, -0.125),
    "a",
    "b",
    p=0.01,
    adjusted_p=0.03,
    wins=1,
    ties=0,
    losses=4,
    better="b",
)
NONE = Difference(Estimate(float("nan")), "a", "c")


def test_seen_from_either_side():
    assert FOUND.seen_from("a") == FOUND.difference and FOUND.seen_from("b")[:3] == (
        0.25,
        0.125,
        0.5,
    )
    assert (FOUND.value, FOUND.worse, NONE.value, NONE.worse) == (-0.25, "a", None, None)


def test_written_under_the_names_that_are_given():
    assert FOUND.to_dict({"metric": "first", "difference": "difference", "permutation_p": "p"}) == {
        "metric": "a", "difference": -0.25, "low": -0.5, "high": -0.125, "permutation_p": 0.01,
    }  # fmt: skip
    assert NONE.to_dict({"difference": "value"}) == {"difference": None}


@pytest.mark.parametrize(
    ("found", "sentence", "row"),
    [
        (
            FOUND,
            "b scores significantly higher than a.",
            "a − b -0.250 [-0.500, -0.125] .030 1/0/4 none b",
        ),
        (NONE, "a and c do not differ significantly.", "a − c none none not significant"),
    ],
)
def test_printed(found, sentence, row):
    assert found.describe() == sentence
    columns = ["pair", "difference", "adjusted p", "wins/ties/losses", "d_z", "better"]
    assert render_differences([found], columns).splitlines()[1].split() == row.split()
    assert str(FOUND) == "a − b: -0.2500 [-0.5000, -0.1250]"
