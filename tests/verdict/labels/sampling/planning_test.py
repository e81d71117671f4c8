"""`plan_labels` and `estimate` from Python: their sources, and what is refused."""

import json

import pandas
import pytest

from helpers.made_up_evidence import list_evidence
from helpers.support import write_lines
from sacrerouge_litepyramid import agreement, estimate, evaluate_table, plan_labels
from sacrerouge_litepyramid.verdict.labels.label_plans import (
    join_votes,
    read_label_plan,
    write_planned_labels,
)

LINES = list_evidence(documents=20)
UNITS = [
    {
        "doc": line["instance_id"],
        "system": line["summarizer_id"],
        "summary": line["summary"],
        **unit,
    }
    for line in LINES
    for unit in line["units"]
]


def vote(row):
    """Return a made-up vote: the first system states facts 0 and 1, the other one fact 0."""
    return int(int(row["text"].split()[1]) < (2 if row["summary"].endswith("by 0") else 1))


@pytest.fixture
def folder(tmp_path):
    write_lines(tmp_path / "evidence.jsonl", LINES)
    write_lines(
        tmp_path / "scores.jsonl",
        [{**{name: line[name] for name in ("instance_id", "summarizer_id")}, "summarizer_type": "peer",
          "metrics": {"lite2pyramid": {"p2c": 0.5}}} for line in LINES],
    )  # fmt: skip
    return tmp_path


def test_every_source_gives_the_same_plan(folder):
    expected = plan_labels(folder / "evidence.jsonl", budget=40)
    named = [{"metric": "lite2pyramid", **row} for row in UNITS]
    for source in (str(folder), folder, pandas.DataFrame(named), named):
        result = plan_labels(source, budget=40)
        assert result.plan == expected.plan and str(result) == str(expected)
    assert len(expected) == 40 and expected.plan.count_labels() == 40
    assert set(expected[0]) == {
        "instance_id",
        "summarizer_id",
        "summary",
        "unit",
        "text",
        "probability",
    }
    expected.write(folder / "plan.jsonl")
    assert read_label_plan(folder / "plan.jsonl") == expected.plan
    assert json.loads(json.dumps(expected.to_dict()))["labels"] == 40


def test_a_larger_budget_projects_smaller_errors():
    errors = plan_labels(UNITS, budget=60).to_pandas("errors")
    assert list(errors.columns) == ["system", "judge", "standard_error", "margin"]
    assert list(errors["system"]) == ["good", "poor"] and errors["judge"][0] == pytest.approx(0.49)
    assert (errors["margin"] > 2 * errors["standard_error"]).all()
    more = plan_labels(UNITS, budget=100).to_pandas("errors")
    assert (more["margin"] < errors["margin"]).all() and (more["judge"] == errors["judge"]).all()
    chance = plan_labels(UNITS, budget=60, design="chance")
    assert (
        set(chance["probability"]) == {0.5}
        and (errors["margin"] < chance.to_pandas("errors")["margin"]).all()
    )


def test_a_budget_is_kept_to_the_label():
    for budget in (5, 41):
        assert plan_labels(UNITS, budget=budget).plan.count_labels() == budget


def test_a_precision_gets_the_smallest_budget_that_reaches_it():
    planned = plan_labels(UNITS, precision=0.1)
    budget = planned.plan.head.budget
    assert planned.to_pandas("errors")["margin"].max() <= 0.1
    assert plan_labels(UNITS, budget=budget - 1).to_pandas("errors")["margin"].max() > 0.1
    assert plan_labels(UNITS, budget=budget).plan == planned.plan
    assert f"{budget} is the smallest budget with 95% intervals of all systems within ±0.1" in str(
        planned
    )


@pytest.mark.parametrize(
    "given, message",
    [
        ({}, "pass either budget or precision"),
        ({"budget": 9, "precision": 0.1}, "pass either budget or precision"),
        ({"precision": 0}, "precision must be above 0, not 0"),
    ],
)
def test_either_a_budget_or_a_precision_is_named(given, message):
    with pytest.raises(ValueError, match=message):
        plan_labels(UNITS, **given)


def test_a_table_with_labels_is_estimated_by_the_plan_that_chose_them():
    table = pandas.DataFrame(UNITS)
    plan = plan_labels(table, budget=60)
    labels = plan.to_pandas()
    labels["label"] = labels.apply(vote, axis=1)
    labels = labels.rename(columns={"instance_id": "doc", "summarizer_id": "system"})
    labelled = table.merge(labels[["doc", "system", "text", "label"]], how="left")
    assert labelled["label"].isna().sum() == 60
    result = estimate(labelled, plan=plan)
    assert (result.labels, result.units, result.design) == (60, 120, "active")
    assert result[0]["system"] == "good" and result.pairs[0].better == "good"
    with pytest.raises(ValueError, match="unit 2 was not planned"):
        estimate([{**row, "label": 1} for row in UNITS], plan=plan)


def test_the_rows_of_a_plan_are_labelled_and_given_back(folder):
    plan = plan_labels(folder, budget=60)
    rows = plan.to_pandas()
    rows["label"] = rows.apply(vote, axis=1)
    result = estimate(folder, rows, plan=plan)
    assert result.labels == 60 and result.pairs[0].better == "good" and result.design == "active"
    table = estimate(UNITS, rows, plan=plan_labels(UNITS, budget=60))
    assert table["combined"] == result["combined"]
    with pytest.raises(
        ValueError, match="table, row 1: the evidence has no unit 3 of 'd00' by '(good|poor)'"
    ):
        estimate(
            folder, [{**rows.to_dict("records")[0], "instance_id": "d00", "unit": 3}], plan=plan
        )
    with pytest.raises(ValueError, match="no column 'label'"):
        estimate(folder, plan.to_pandas(), plan=plan)


def test_a_whole_table_of_labels_needs_no_plan():
    result = estimate([{**row, "label": vote(row)} for row in UNITS])
    assert result.labels == 120 and result["human"] == pytest.approx([2 / 3, 1 / 3])


def test_a_folder_holds_the_labels_of_its_plan(folder):
    plan = plan_labels(folder, budget=60)
    votes = {
        (summary.key, unit.unit): {"ann": vote({"summary": summary.summary, "text": unit.text})}
        for summary in plan.plan.summaries
        for unit in summary.units
    }
    with pytest.raises(ValueError, match=r"no unit has a label; pass labels \(labels\)"):
        estimate(folder)
    write_planned_labels(folder / "planned_labels.jsonl", join_votes(plan.plan, votes))
    result = estimate(folder)
    assert (
        result.to_dict()
        == estimate(folder / "evidence.jsonl", folder / "planned_labels.jsonl").to_dict()
    )
    assert result.labels == 60 and result.name == "lite2pyramid_p2c"
    with pytest.raises(
        ValueError,
        match="labels of a plan, from which .* are estimated: sacrerouge-litepyramid estimate ",
    ):
        agreement(folder)
    more = plan_labels(folder, budget=20)
    assert (more.known, more.total, more.plan.count_labels()) == (60, 120, 20)
    assert "calibrated by the pilot" in str(more) and "rarely calibrated" not in str(more)
    assert "plan more than the pilot has" in str(more) and "plan more" not in str(
        plan_labels(folder, budget=60)
    )
    assert "which assumes a calibrated judge" in str(plan) and "label a small plan first" in str(
        plan
    )


def test_labels_of_an_evaluated_table_are_estimated_from(tmp_path):
    stated = {"all": [1, 1, 1], "some": [1, 0, 0]}
    texts = {
        "all": "A fire closed the harbour. Nobody was hurt.",
        "some": "A fire closed the harbour.",
    }
    rows = [
        {"id": f"d{number}", "system": name, "summary": text, "units": ["A fire.", "Nobody was "
                                                                                   "hurt.", "Rain."],
         "labels": stated[name]}
        for number in range(5)
        for name, text in texts.items()
    ]  # fmt: skip
    evaluate_table(rows, output_dir=tmp_path / "out")
    estimated = estimate(tmp_path / "out")
    assert estimated["human"] == pytest.approx([1, 1 / 3]) and estimated.labels == 30


MISTAKES = {
    "budget: 0 labels are fewer than 2 for each of the 2 systems, which a standard error needs; "
    "plan at least 4": {"budget": 0},
    "no evidence of the system 'bad'; known: good, poor": {"budget": 9, "systems": ["bad"]},
    "no evidence of 'rouge'; metrics with evidence: lite2pyramid": {"budget": 9, "metric": "rouge"},
    "no column 'p3c'; the columns are: ": {"budget": 9, "metric": "lite2pyramid_p3c"},
    "design: 'paired' is unknown; known: active, chance": {"budget": 9, "design": "paired"},
}


@pytest.mark.parametrize("message", MISTAKES)
def test_mistakes_are_named_as_in_python(message):
    rows = [{**row, "metric": "lite2pyramid"} for row in UNITS]
    with pytest.raises(ValueError, match=message):
        plan_labels(rows, **MISTAKES[message])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"doc": None}, "no column was recognised as the instance_id; rename"),
        ({"text": None}, "no column 'text'"),
        ({"p2c": 2.0}, "'p2c' must be a number from 0 to 1, not 2.0"),
        (
            {"label": "yes"},
            "a label must be a number from 0 to 1, or null if nobody labelled the unit, not 'yes'",
        ),
    ],
)
def test_damaged_tables_of_units_are_refused(change, message):
    with pytest.raises(ValueError, match=f"^table, row 1.*{message}"):
        estimate(
            [
                {name: value for name, value in {**row, **change}.items() if value is not None}
                for row in UNITS
            ]
        )
    with pytest.raises(
        ValueError, match="the table has no rows; pass one for each unit of each summary"
    ):
        estimate([])


def test_a_folder_without_evidence_is_named(tmp_path):
    with pytest.raises(
        ValueError, match=r"no evidence.jsonl; score its summaries with evidence .*\(evidence\)"
    ):
        estimate(tmp_path)
