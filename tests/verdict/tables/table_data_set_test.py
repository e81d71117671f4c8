import json
import logging
import re

import pytest

from helpers.support import read_lines
from sacrerouge_litepyramid import agreement, compare
from sacrerouge_litepyramid.io.labels import read_labelled_folder
from sacrerouge_litepyramid.io.table_columns import find_columns
from sacrerouge_litepyramid.io.tables import list_rows
from sacrerouge_litepyramid.verdict.tables.table_data_set import (
    TABLE_FILES,
    build_data_set,
    write_table_data,
    write_table_metrics,
)

UNITS = ["One.", {"text": "Two.", "weight": 3}]
ROWS = [
    {"id": "a", "system": "s", "summary": "x", "units": UNITS, "labels": "[1, 0]"},
    {"id": "a", "system": "t", "summary": "y", "labels": [0, 1]},
]


def build(rows, columns=None):
    return build_data_set(list_rows(rows, "t"), columns)


def test_labels_become_a_labelled_data_set(tmp_path):
    data = build(ROWS)
    write_table_data(data, tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(data.list_files())
    assert set(TABLE_FILES) == {*data.list_files(), "scores.jsonl"}
    labelled = read_labelled_folder(tmp_path)
    assert [item.labels for item in labelled] == [(1, 0), (0, 1)] and labelled == list(
        data.labelled
    )
    people = [
        line["metrics"]["litepyramid_recall"] for line in read_lines(tmp_path / "metrics.jsonl")
    ]
    assert people == [0.25, 0.75]
    assert data.describe_human().endswith(": the share of units labelled 1")


def test_a_column_of_human_scores_takes_precedence_over_labels():
    data = build([{**row, "human": 0.5} for row in ROWS])
    assert list(data.human_scores().values()) == [0.5, 0.5] and data.describe_human().endswith(
        "'human'"
    )


def test_without_human_scores_and_labels_only_summaries_are_written(tmp_path):
    data = build([{"id": "a", "summary": "x", "human": ""}])
    write_table_data(data, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == data.list_files() == ["summaries.jsonl"]
    assert data.describe_human() == ""


def test_every_score_is_a_metric_and_the_human_score_keeps_its_name(tmp_path):
    first = {
        "id": "a",
        "summary": "x",
        "coverage": 1,
        "rougeL": 0.5,
        "seed": 3,
        "fluency": "n/a",
        "kept": True,
    }
    rows = [first, {"id": "b", "summary": "x", "rougeL": "nan", "fluency": "4", "lang": "1b"}]
    data = build(rows)
    write_table_data(data, tmp_path)
    write_table_metrics(data, tmp_path)
    assert data.human == "coverage" and sorted(data.list_files()) == [
        "metrics.jsonl",
        "scores.jsonl",
        "summaries.jsonl",
    ]
    (line,) = read_lines(tmp_path / "metrics.jsonl")
    assert line["metrics"] == {"coverage": 1}
    assert [line["metrics"] for line in read_lines(tmp_path / "scores.jsonl")] == [
        {"rougeL": 0.5},
        {"fluency": 4},
    ]
    assert data.notices == (
        "columns: instance_id=id, summary=summary, human=coverage",
        "metrics of the table: rougeL, fluency",
        "columns not read: 'seed', 'kept', 'lang'",
        "summaries without a human score: 1 of 2 (row 2)",
    )
    assert build(rows, {"human": "fluency"}).metrics().keys() == {"coverage", "rougeL"}


def test_without_instances_rows_with_the_same_references_are_joined():
    rows = [
        {"model": name, "summary": "x", "reference": text} for text in ("R.", "Q.") for name in "st"
    ]
    assert [row.key for row in build(rows).rows] == [("0", "s"), ("0", "t"), ("1", "s"), ("1", "t")]
    assert build(rows).notices[-1] == (
        "4 rows joined as 2 documents, by the same references or units"
    )


BAD = {
    "no column was recognised as the system; name it: columns={'summarizer_id': 'NAME'}; or use "
    "the last of them: k": [
        {"id": "a", "summary": "x"},
        {"id": "a", "summary": "y"},
    ],
    "t, row 2, instance 'a': system 's' already has a summary (t, row 1); rows that repeat a "
    "document and system: 1 of 3 (row 2); use the last of them: keep='last'": [
        ROWS[0],
        {**ROWS[0], "summary": "y", "time": "later"},
        {**ROWS[1]},
    ],
    "1 of 3 (row 2); keep one row of each summary, with the mean of its scores; or use the last of "
    "them: keep='last'": [
        {**ROWS[0], "worker": "u"},
        {**ROWS[0], "worker": "v", "human": 1},
        {**ROWS[1], "worker": "u"},
    ],
    "rows that repeat a document and system: 4 of 8 (row 2, row 4, row 6 and 1 other); id alone "
    "does not identify the rows, topic does too; name both: columns={'instance_id': ['id', "
    "'topic']}; or use the last of them": [
        {
            "time": f"{document}{system}{topic}",
            "id": document,
            "system": system,
            "topic": topic,
            "summary": topic,
        }
        for document in "ab"
        for system in "st"
        for topic in "xy"
    ],
    "t, row 1, instance '0': summarizer_type must be peer or reference, not 'x'": [
        {"summary": "x", "summarizer_type": "x"}
    ],
    "t, row 1, instance '0': labels without units; add a column of units": [
        {"summary": "x", "labels": "[1]"}
    ],
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


def test_the_last_of_rows_that_repeat_a_summary_may_be_kept():
    rows = [{"id": name, "system": "s", "summary": text} for name, text in ("ax", "bx", "ay")]
    data = build_data_set(list_rows(rows), keep="last")
    assert {row.key.instance_id: row.text for row in data.rows} == {"a": "y", "b": "x"}
    assert data.notices[-1] == (
        "1 of 3 rows have a later row of the same document and system and were dropped"
    )


def test_several_columns_of_a_field_are_used():
    row = {
        "doc": "a",
        "topic": 1,
        "output": "x",
        "r1": "One.",
        "r2": '["Two.", "Three."]',
        "r3": "",
        "h1": 1,
        "h2": "4",
    }
    row |= {"fact": "A. B.", "more": "- C.\n- D.", "h3": "", "rouge": 5}
    given = {
        "references": ["r1", "r2", "r3"],
        "human": ["h1", "h2", "h3"],
        "units": ["fact", "more"],
    }
    data = build(
        [row, {**row, "topic": 2, "h1": "", "h2": ""}], {**given, "instance_id": ["doc", "topic"]}
    )
    first, second = data.rows
    assert (first.key.instance_id, second.key.instance_id) == ("a / 1", "a / 2")
    assert first.references == ["One.", "Two.", "Three."] and (first.human, second.human) == (
        2.5,
        None,
    )
    assert [unit.text for unit in data.units["a / 1"]] == ["A. B.", "C.", "D."]
    assert (
        data.describe_human() == "human score: 'mean of h1, h2, h3'"
        and data.metrics().keys() == {"rouge"}
    )
    with pytest.raises(
        ValueError, match="row 1, instance 'a': the score 'h2' must be a number, not 'good'"
    ):
        build([{**row, "h2": "good"}], {"human": ["h1", "h2"]})


def test_nested_numbers_are_metrics_or_human_scores():
    rows = [
        {
            "id": "a",
            "system": system,
            "output": "x",
            "scores": {"overall": score, "by": {"style": score}},
            "note": "n",
        }
        for system, score in (("s", 4), ("t", 2))
    ]
    data = build(rows, {"human": "scores.overall"})
    assert list(data.human_scores().values()) == [4, 2] and data.metrics().keys() == {
        "scores.by.style"
    }
    assert data.notices[-1] == "columns not read: 'note'"


QUESTIONS = [(question, system) for question in ("Who?", "Where?") for system in "st"]


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (lambda question, system: question, "0011"),
        (lambda *_: "Sum it up:", "0000"),
        (lambda _, system: system, "0000"),
    ],
)
def test_a_question_identifies_the_document_unless_it_is_a_prompt(asked, expected):
    rows = [
        {"question": asked(*row), "model": row[1], "answer": "x", "reference": "Yes."}
        for row in QUESTIONS
    ]
    rows = rows if expected == "0011" else rows[:2]
    joined = build(rows).rows
    assert "".join(row.key.instance_id for row in joined) == expected[: len(joined)]
    assert [row.summary.question for row in joined] == [row["question"] for row in rows]


def test_a_system_whose_summaries_are_mostly_one_text_is_named():
    texts = ["Error: no answer."] * 3 + ["x", "y"]
    rows = [
        {"id": str(number), "system": "s", "summary": text} for number, text in enumerate(texts)
    ]
    message = "3 of 5 summaries of 's' are the same text: 'Error: no answer.'"
    assert build(rows).notices[-1] == message
    assert len(build([*rows, {"id": "5", "system": "s", "summary": "z"}]).notices) == 1


FACTS = ["A fire closed the harbour.", "Nobody was hurt."]
CELLS = {
    "a list": FACTS,
    "objects": [{"text": text} for text in FACTS],
    "JSON": json.dumps(FACTS),
    "JSON of objects": json.dumps([{"text": text} for text in FACTS]),
    "lines": "\n".join(FACTS),
    "bullets": "Facts:\r\n- " + "\r\n- ".join(FACTS) + "\r\n",
    "numbers": f"1. {FACTS[0]}\n\n2) {FACTS[1]}",
}


@pytest.mark.parametrize("cell", CELLS)
def test_a_cell_of_units_may_be_written_in_several_ways(cell):
    data = build_data_set(list_rows([{"output": "A fire.", "Key Points": CELLS[cell]}]))
    assert [unit.text for unit in data.units["0"]] == FACTS and data.columns[
        "units"
    ] == "Key Points"


def test_a_weaker_name_of_units_neither_replaces_units_nor_takes_numbers_or_categories():
    row = {"units": "x", "claims": "It is so.", "insights": 3, "criteria": "fluency"}
    assert find_columns(list_rows([row]), {})["units"] == "units"
    del row["units"]
    assert find_columns(list_rows([row]), {})["units"] == "claims"
    del row["claims"]
    assert "units" not in find_columns(list_rows([row]), {})


SYSTEMS = {
    "doc": list("aabb"),
    "model": list("stst"),
    "output": ["x"] * 4,
    "source_words": [310, 310, 250, 250],
    "rougeL": [0.1, 0.3, 0.2, 0.2],
}


def rows_of(columns):
    return [dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=True)]


def test_a_metric_must_vary_with_the_system_or_be_named():
    table = {**SYSTEMS, "source_quality": SYSTEMS["source_words"]}
    data = build_data_set(list_rows(rows_of(table)))
    assert data.metrics().keys() == {"rougeL"}
    assert data.notices[1:] == (
        "metrics of the table: rougeL, source_quality",
        "numbers not read, as they have no name of a score: source_words "
        "(columns={'metrics': 'source_words'})",
        "no human scores; to name their column: human='NAME'",
        "not used as metrics, as all systems of a document are equal: source_quality",
    )
    for named in ("source_quality", ["source_quality"]):
        data = build_data_set(list_rows(rows_of(table)), {"metrics": named})
        assert data.metrics().keys() == {"rougeL", "source_quality"}
    one = {**table, "doc": list("abcd"), "model": list("ssss")}
    metrics = build_data_set(list_rows(rows_of(one))).metrics()
    assert metrics.keys() == {"rougeL", "source_quality"}, "nothing to vary with"


def test_the_default_metric_of_a_table_is_the_first_that_varies(caplog):
    caplog.set_level(logging.INFO)
    scores = {name: cells for name, cells in SYSTEMS.items() if name != "output"}
    assert compare(scores, permutations=20).metric == "rougeL"
    assert (
        caplog.messages[0]
        == "columns not used as metrics, as all systems of a document are equal: source_words"
    )
    assert compare(scores, metric="source_words", permutations=20).metric == "source_words"
    report = agreement({**scores, "human": [1, 2, 1, 3]}, resamples=0)
    assert set(report["metric"]) == {"rougeL"}
