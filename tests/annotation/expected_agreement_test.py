"""What other data sets say of agreement at a share of STUs."""

import json

import pytest

from sacrerouge_litepyramid.annotation.expected_agreement import (
    SHIPPED,
    Point,
    describe_expectation,
    find_neighbours,
    read_curve,
)
from sacrerouge_litepyramid.statistics.estimate import Estimate

SELECTIONS = ("regressor", "random", "shortest")


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
@pytest.mark.parametrize("selection", SELECTIONS)
def test_the_shipped_curves_are_whole(path, selection):
    curve = read_curve(path, selection)
    assert [point.percentage for point in curve.points] == list(range(0, 101, 10))
    for each in (each for point in curve.points for each in point.estimates):
        assert each.low < each.high and 0 < each.value < 1
    assert curve.documents == 100
    command = json.loads(path.read_text("utf-8"))["command"]
    assert command.startswith(f"sacrerouge-litepyramid experiment curve {curve.data} ")
    assert command.endswith(f"--seed 0 --output-dir curve-{curve.data}")


def test_the_ends_do_not_depend_on_the_selection():
    for path in SHIPPED:
        curves = [read_curve(path, selection) for selection in SELECTIONS]
        for end in (0, -1):
            assert len({curve.points[end] for curve in curves}) == 1


def test_only_the_judges_own_training_data_is_called_optimistic():
    assert {curve.data: curve.optimistic for curve in (read_curve(path, "random") for path in SHIPPED)} == {
        "realsumm": True,
        "pyrxsum": False,
    }


POINTS = [Point(x, (Estimate(1 - x / 1000),) * 2) for x in (0, 50, 100)]


@pytest.mark.parametrize(("percentage", "expected"), [(0, [0]), (50, [50]), (51, [50, 100]), (100, [100])])
def test_nothing_is_interpolated(percentage, expected):
    assert [point.percentage for point in find_neighbours(POINTS, percentage)] == expected


def test_the_lines_name_the_data_and_mark_the_nearest_points():
    lines = list(describe_expectation([read_curve(SHIPPED[1], "regressor")], "regressor", 47.0))
    assert lines[1] == "  pyrxsum, 10 systems, 100 documents"
    assert [line[4:].split("%")[0] for line in lines[2:6]] == ["  0", "> 40", "> 50", "  100"]
    assert "so may the agreement" in lines[6] and "did not beat a random one" in lines[7]
    assert "may differ" in list(describe_expectation([], "random", 47.0))[-1]


@pytest.mark.parametrize("content", ["{", '{"curves": {"p2c": {}}}', '{"curves": {"p2c": {"random": [3]}}}'])
def test_what_is_no_curve(tmp_path, content):
    (tmp_path / "c.json").write_text(content, "utf-8")
    with pytest.raises(ValueError, match="c.json: not a file of curves as experiment curve wrote it"):
        read_curve(tmp_path / "c.json", "random")
