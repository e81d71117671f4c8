import json
import re

import pytest

from helpers.support import read_lines
from sacrerouge_litepyramid.io.labels import read_labelled_folder
from sacrerouge_litepyramid.io.table_data_set import FILES, build_data_set, write_data_set, write_table_metrics
from sacrerouge_litepyramid.io.tables import list_rows

UNITS = ["One.", {"text": "Two.", "weight": 3}]
ROWS = [
    {"id": "a", "system": "s", "summary": "x", "units": UNITS, "labels": "[1, 0]"},
    {"id": "a", "system": "t", "summary": "y", "labels": [0, 1]},
]


def build(rows, columns=None):
    return build_data_set(list_rows(rows, "t"), columns)


def test_labels_become_a_labelled_data_set(tmp_path):
    data = build(ROWS)
    write_data_set(data, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(data.list_files())
    assert set(FILES) == {*data.list_files(), "scores.jsonl"}
    labelled = read_labelled_folder(tmp_path)
    assert [each.labels for each in labelled] == [(1, 0), (0, 1)] and labelled == list(data.labelled)
    people = [line["metrics"]["litepyramid_recall"] for line in read_lines(tmp_path / "metrics.jsonl")]
    assert people == [0.25, 0.75]
    assert data.describe_human().endswith(": the share of units labelled 1")


def test_a_column_of_human_scores_takes_precedence_over_labels():
    data = build([{**row, "human": 0.5} for row in ROWS])
    assert list(data.human_scores().values()) == [0.5, 0.5] and data.describe_human().endswith("the column 'human'")


def test_without_human_scores_and_labels_only_summaries_are_written(tmp_path):
    data = build([{"id": "a", "summary": "x", "human": ""}])
    write_data_set(data, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == data.list_files() == ["summaries.jsonl"]
    assert data.describe_human() == ""


def test_every_column_of_numbers_is_a_metric_and_the_human_score_keeps_its_name(tmp_path, caplog):
    caplog.set_level("INFO")
    first = {"id": "a", "summary": "x", "coverage": 1, "rougeL": 0.5, "seed": 3, "fluency": "n/a", "kept": True}
    rows = [first, {"id": "b", "summary": "x", "rougeL": "nan", "fluency": "4", "lang": "1b"}]
    data = build(rows)
    write_data_set(data, tmp_path)
    write_table_metrics(data, tmp_path)
    assert data.human == "coverage" and sorted(data.list_files()) == [
        "metrics.jsonl",
        "scores.jsonl",
        "summaries.jsonl",
    ]
    (line,) = read_lines(tmp_path / "metrics.jsonl")
    assert line["metrics"] == {"coverage": 1}
    assert [line["metrics"] for line in read_lines(tmp_path / "scores.jsonl")] == [{"rougeL": 0.5}, {"fluency": 4}]
    assert caplog.messages[1:] == ["metrics of the table: rougeL, fluency", "columns not read: 'seed', 'kept', 'lang'"]
    assert build(rows, {"human": "fluency"}).metrics().keys() == {"coverage", "rougeL"}
    caplog.clear()
    build(rows, {"human": ""})
    said = "metrics of the table: coverage, rougeL, fluency; if one of them is the human score: human='coverage'"
    assert caplog.messages[1] == said


def test_without_instances_rows_with_the_same_references_are_joined():
    rows = [{"model": name, "summary": "x", "reference": text} for text in ("R.", "Q.") for name in "st"]
    assert [row.key for row in build(rows).rows] == [("0", "s"), ("0", "t"), ("1", "s"), ("1", "t")]
    alone = [{key: value for key, value in row.items() if key != "model"} for row in rows]
    assert [row.key.instance_id for row in build(alone).rows] == ["0", "1", "2", "3"], "of one system, each row is one"


BAD = {
    "t, row 2, instance 'a': a second summary, but no column was recognised as the system; name it: columns={'summ": [
        {"id": "a", "summary": "x"},
        {"id": "a", "summary": "y"},
    ],
    "t, row 2, instance 'a': system 's' already has a summary (t, row 1); remove one of them": [
        ROWS[0],
        {**ROWS[0], "summary": "y"},
    ],
    "t, row 2, instance 'a': system 's' already has this summary with other values (t, row 1); keep one row": [
        ROWS[0],
        {**ROWS[0], "human": 1},
    ],
    "t, row 1, instance '0': summarizer_type must be peer or reference, not 'x'": [
        {"summary": "x", "summarizer_type": "x"}
    ],
    "t, row 1, instance '0': labels without units; add a column of units": [{"summary": "x", "labels": "[1]"}],
    "t, row 1, instance '0': 1 label for 2 units of the column of units": [
        {"summary": "x", "units": UNITS, "labels": "[1]"}
    ],
    "t, row 1, instance '0': a label must be a number from 0 to 1, not 2": [
        {"summary": "x", "units": json.dumps(UNITS), "labels": "[2, 0]"}
    ],
}


@pytest.mark.parametrize("message", BAD)
def test_contradictions_are_refused(message):
    with pytest.raises(ValueError, match=re.escape(message)):
        build(BAD[message])
