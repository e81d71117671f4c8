"""Files of label plans and of planned labels."""

import pytest

from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.verdict.labels.label_plans import (
    LabelPlan,
    PlanHead,
    PlannedSummary,
    PlannedUnit,
    join_votes,
    read_label_plan,
    read_planned_labels,
    write_label_plan,
    write_planned_labels,
)

HEAD = PlanHead("active", 3, 7, ("good", "poor"), "lite2pyramid", "p2c", "0123")
PLAN = LabelPlan(
    HEAD,
    (
        PlannedSummary(
            "a",
            "good",
            "it\nrained =1+1",
            (PlannedUnit(0, "rain", 0.5), PlannedUnit(4, "snow", 1.0)),
        ),
        PlannedSummary("a", "poor", "", (PlannedUnit(0, "rain", 0.25),)),
    ),
)


@pytest.fixture
def plan_file(tmp_path):
    write_label_plan(tmp_path / "plan.jsonl", PLAN)
    return tmp_path / "plan.jsonl"


def test_a_plan_is_read_as_written(plan_file):
    assert read_label_plan(plan_file) == PLAN
    assert PLAN.count_labels() == 3


def test_labels_are_read_as_written_and_missing_ones_counted(tmp_path):
    votes = {
        (SummaryKey("a", "good"), 4): {"ann": 1, "bob": 0},
        (SummaryKey("a", "poor"), 0): {"ann": 0},
    }
    labels = join_votes(PLAN, votes)
    write_planned_labels(tmp_path / "planned_labels.jsonl", labels)
    assert read_planned_labels(tmp_path / "planned_labels.jsonl") == labels
    assert labels.plan == PLAN.identity() and labels.head == HEAD
    assert labels.count_missing() == {"good": 1, "poor": 0}
    assert [unit.votes for unit in labels.summaries[0].units] == [{}, {"ann": 1, "bob": 0}]


def test_a_pilots_votes_are_in_the_plan_and_in_the_labels(tmp_path):
    known = PlannedUnit(2, "hail", 1.0, {"cem": 1}, known=True)
    first, second = PLAN.summaries
    plan = LabelPlan(
        HEAD, (first._replace(units=(*first.units, known)), second._replace(units=(known,)))
    )
    write_label_plan(tmp_path / "plan.jsonl", plan)
    assert read_label_plan(tmp_path / "plan.jsonl") == plan
    assert plan.count_labels() == 2
    labels = join_votes(plan, {})
    write_planned_labels(tmp_path / "planned_labels.jsonl", labels)
    assert read_planned_labels(tmp_path / "planned_labels.jsonl") == labels
    assert labels.count_missing() == {"good": 2, "poor": 0}
    assert [(unit.votes, unit.known) for unit in labels.summaries[0].units] == [
        *(({}, False), ({}, False), ({"cem": 1}, True))
    ]


def test_the_hash_of_a_plan_is_that_of_earlier_releases():
    assert PLAN.identity() == "80ead0c7452e"


def change(path, line, **fields):
    lines = read_lines(path)
    lines[line].update(fields)
    write_lines(
        path, [{name: value for name, value in line.items() if value is not None} for line in lines]
    )


@pytest.mark.parametrize(
    ("line", "fields", "reason"),
    [
        (0, {"format": "other"}, "its format is 'other', version 1"),
        (0, {"version": 2}, "its format is 'litepyramid label plan', version 2"),
        (0, {"budget": None}, "no field 'budget'"),
        (0, {"seed": 8}, "its lines were changed"),
        (1, {"summary": "it snowed"}, "its lines were changed"),
        (2, {"units": ["rain"]}, "'str' object has no attribute 'get'"),
    ],
)
def test_an_edited_plan_is_refused(plan_file, line, fields, reason):
    change(plan_file, line, **fields)
    with pytest.raises(ValueError) as caught:
        read_label_plan(plan_file)
    remedy = "use the original file"
    assert (
        str(caught.value)
        == f"{plan_file}: not a label plan as plan-labels wrote it ({reason}); {remedy}"
    )


def test_edited_labels_are_refused(tmp_path):
    path = tmp_path / "j.jsonl"
    write_planned_labels(path, join_votes(PLAN, {}))
    change(
        path,
        2,
        units=[
            {"unit": 0, "text": "rain", "probability": 0.25, "votes": {"ann": 2}, "known": False}
        ],
    )
    with pytest.raises(ValueError, match="as import-labels wrote it .its lines were changed.; use"):
        read_planned_labels(path)
