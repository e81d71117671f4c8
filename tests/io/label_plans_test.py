"""Plans of labels, and planned labels, as files."""

import json

import pytest

from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid.io.label_plans import (
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
from sacrerouge_litepyramid.io.metrics import SummaryKey

HEAD = PlanHead("active", 3, 7, ("good", "poor"), "lite2pyramid", "p2c", "0123")
PLAN = LabelPlan(
    HEAD,
    (
        PlannedSummary("a", "good", "it\nrained =1+1", (PlannedUnit(0, "rain", 0.5), PlannedUnit(4, "snow", 1.0))),
        PlannedSummary("a", "poor", "", (PlannedUnit(0, "rain", 0.25),)),
    ),
)


@pytest.fixture
def plan_file(tmp_path):
    write_label_plan(tmp_path / "plan.jsonl", PLAN)
    return tmp_path / "plan.jsonl"


def test_a_plan_comes_back(plan_file):
    assert read_label_plan(plan_file) == PLAN
    assert PLAN.count_labels() == 3 and PLAN.count_by_system() == {"good": 2, "poor": 1}


def test_labels_come_back_with_what_is_missing(tmp_path):
    votes = {(SummaryKey("a", "good"), 4): {"ann": 1, "bob": 0}, (SummaryKey("a", "poor"), 0): {"ann": 0}}
    labels = join_votes(PLAN, votes)
    write_planned_labels(tmp_path / "planned_labels.jsonl", labels)
    assert read_planned_labels(tmp_path / "planned_labels.jsonl") == labels
    assert labels.plan == PLAN.identity() and labels.head == HEAD
    assert labels.count_missing() == {"good": 1, "poor": 0}
    assert [unit.votes for unit in labels.summaries[0].units] == [{}, {"ann": 1, "bob": 0}]


def test_what_a_pilot_knew_is_in_plan_and_labels(tmp_path):
    known = PlannedUnit(2, "hail", 1.0, {"cem": 1}, known=True)
    first, second = PLAN.summaries
    plan = LabelPlan(HEAD, (first._replace(units=(*first.units, known)), second._replace(units=(known,))))
    write_label_plan(tmp_path / "plan.jsonl", plan)
    assert read_label_plan(tmp_path / "plan.jsonl") == plan
    assert plan.count_labels() == 2 and plan.count_by_system() == {"good": 2, "poor": 0}
    labels = join_votes(plan, {})
    write_planned_labels(tmp_path / "planned_labels.jsonl", labels)
    assert read_planned_labels(tmp_path / "planned_labels.jsonl") == labels
    assert labels.count_missing() == {"good": 2, "poor": 0}
    assert [(unit.votes, unit.known) for unit in labels.summaries[0].units] == [
        *(({}, False), ({}, False), ({"cem": 1}, True))
    ]


def change(path, line, **fields):
    lines = read_lines(path)
    lines[line].update(fields)
    write_lines(path, [{name: value for name, value in each.items() if value is not None} for each in lines])


UNIT = {"unit": 0, "text": "rain", "probability": 0.25}


@pytest.mark.parametrize(
    ("line", "fields", "message"),
    [
        (0, {"format": "other"}, "line 1: a file of the format 'litepyramid label plan' was expected, not 'other'"),
        (0, {"version": 2}, "line 1: its version is 2, but 1 is known"),
        (0, {"systems": ["good", "good"]}, "'systems' must be a list of different names"),
        (0, {"systems": ["good"]}, "line 3, instance 'a': the head does not name the system 'poor'"),
        (0, {"budget": 0}, "'budget' must be a number of labels, not 0"),
        (0, {"seed": 8}, "plan.jsonl: its lines are not those that were planned; give the file as it was written"),
        (1, {"summary": "it snowed"}, "its lines are not those that were planned"),
        (2, {"summarizer_id": "good"}, "line 3, instance 'a': system 'good' has a line already"),
        (2, {"units": []}, "line 3, instance 'a': no unit is planned"),
        (2, {"units": [UNIT, UNIT]}, "line 3, instance 'a': a unit comes twice"),
        (2, {"units": ["rain"]}, "line 3, instance 'a', unit 1 of the line: a unit must be an object, not str"),
        (2, {"units": [{**UNIT, "unit": -1}]}, "'unit' must be an index from 0, not -1"),
        (2, {"units": [{**UNIT, "votes": {}}]}, "a unit known from a pilot needs votes and the probability 1"),
        (2, {"units": [{**UNIT, "votes": {"ann": 1}}]}, "a unit known from a pilot needs votes and the probability 1"),
        (2, {"units": [{**UNIT, "votes": {"ann": 3}}]}, "unit 1 of the line: a vote must be 0 or 1, not 3"),
        (2, {"units": [{**UNIT, "probability": 0}]}, "'probability' must be above 0 and at most 1, not 0"),
        (2, {"units": [{**UNIT, "probability": 1.5}]}, "'probability' must be above 0 and at most 1, not 1.5"),
    ],
)
def test_a_plan_changed_by_hand(plan_file, line, fields, message):
    change(plan_file, line, **fields)
    with pytest.raises(ValueError) as caught:
        read_label_plan(plan_file)
    assert message in str(caught.value) and "plan.jsonl" in str(caught.value)


@pytest.mark.parametrize("votes", [{"ann": 2}, {"ann": True}, {"ann": None}, {"ann": "1"}])
def test_a_vote_is_0_or_1(tmp_path, votes):
    write_planned_labels(tmp_path / "j.jsonl", join_votes(PLAN, {}))
    change(tmp_path / "j.jsonl", 2, units=[{**UNIT, "votes": votes, "known": False}])
    with pytest.raises(ValueError, match="line 3, instance 'a', unit 1 of the line: a vote must be 0 or 1, not"):
        read_planned_labels(tmp_path / "j.jsonl")


def test_a_plan_is_no_file_of_labels(plan_file):
    with pytest.raises(ValueError, match="'litepyramid planned labels' was expected, not 'litepyramid label plan'"):
        read_planned_labels(plan_file)


def test_the_head_names_the_plan(plan_file):
    assert json.loads(plan_file.read_text("utf-8").splitlines()[0])["plan"] == PLAN.identity()
    assert PLAN.identity() != LabelPlan(HEAD._replace(evidence="0124"), PLAN.summaries).identity()
