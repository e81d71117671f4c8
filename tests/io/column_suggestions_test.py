"""Suggestions for unknown column names, and which columns of numbers are metrics."""

import json
import logging
import re

import pytest

from sacrerouge_litepyramid import agreement, compare
from sacrerouge_litepyramid.io.column_suggestions import check_summaries_column
from sacrerouge_litepyramid.io.table_columns import find_columns
from sacrerouge_litepyramid.io.table_data_set import build_data_set
from sacrerouge_litepyramid.io.tables import list_rows

ANSWERS = [
    "The refund takes five working days.",
    "Please restart the router and wait.",
    "Your parcel left the depot on Monday.",
    "We closed the account as you asked.",
]
#: a column by its heading, each with a value for each of four rows
TEXTS = {
    "Ticket No": ["Ticket 4711", "Ticket 4712", "Ticket 4713", "Ticket 4714"],
    "opened": [
        "Mon, 5 Jan 2026 10:00 AM UTC",
        "6 January 2026",
        "7 January 2026",
        "8 January 2026 at 9:30",
    ],
    "page": [f"https://example.org/help/how-to/{n}" for n in range(4)],
    "queue": [
        "billing and late refunds",
        "billing and late refunds",
        "technical support team",
        "technical support team",
    ],
    "engine": ["model-a", "model-b", "model-a", "model-b"],
    "asked": ["Where is my money?", "Where is my money?", "Why is it slow?", "Why is it slow?"],
    "answer": ANSWERS,
}
NUMBERS = {
    "latency_s": [1, 2, 3, 2],
    "CostUSD": [0.5, 0.25, 0.5, 1],
    "completion tokens": [5, 7, 9, 4],
    "cosine": [0.813, 0.744, 0.691, 0.77],
    "score": [1, 4, 5, 3.33],
}


def rows_of(columns):
    return [dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=True)]


def suggest_summary(columns):
    with pytest.raises(ValueError, match="no column was recognised as the summary") as error:
        check_summaries_column(list_rows(rows_of(columns)), {})
    return re.search(r"\{'summary': '(.*?)'\}", str(error.value))[1]


@pytest.mark.parametrize("heading", TEXTS)
def test_only_sentences_that_vary_are_suggested_as_summaries(heading):
    alone = {heading: TEXTS[heading], **NUMBERS}
    assert suggest_summary(alone) == ("answer" if heading == "answer" else "NAME")


def test_the_answer_is_suggested_among_many_columns():
    assert suggest_summary({**TEXTS, **NUMBERS}) == "answer"
    assert (
        suggest_summary({**TEXTS, "key_points": ANSWERS[::-1], "reply": ANSWERS[::-1]}) == "NAME"
    ), "two or more may be"


UNITS = ["A fire closed the harbour.", "Nobody was hurt."]
CELLS = {
    "a list": UNITS,
    "objects": [{"text": text} for text in UNITS],
    "JSON": json.dumps(UNITS),
    "JSON of objects": json.dumps([{"text": text} for text in UNITS]),
    "lines": "\n".join(UNITS),
    "bullets": "Facts:\r\n- " + "\r\n- ".join(UNITS) + "\r\n",
    "numbers": f"1. {UNITS[0]}\n\n2) {UNITS[1]}",
}


@pytest.mark.parametrize("cell", CELLS)
def test_a_cell_of_units_may_be_written_in_several_ways(cell):
    data = build_data_set(list_rows([{"output": "A fire.", "Key Points": CELLS[cell]}]))
    assert [unit.text for unit in data.units["0"]] == UNITS and data.columns[
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
    "output": ANSWERS,
    "source_words": [310, 310, 250, 250],
    "rougeL": [0.1, 0.3, 0.2, 0.2],
}


def test_a_metric_must_vary_with_the_system_or_be_named(caplog):
    caplog.set_level(logging.INFO)
    assert build_data_set(list_rows(rows_of(SYSTEMS))).metrics().keys() == {"rougeL"}
    assert caplog.messages[1:] == [
        "metrics of the table: rougeL; if one of them is the human score: human='NAME'; not "
        "source_words, equal for all systems of a document; to use them: columns={'metrics': "
        "['source_words']}"
    ]
    for named in ("source_words", ["source_words"]):
        data = build_data_set(list_rows(rows_of(SYSTEMS)), {"metrics": named})
        assert data.metrics().keys() == {"rougeL", "source_words"}
    one = {**SYSTEMS, "doc": list("abcd"), "model": list("ssss")}
    assert build_data_set(list_rows(rows_of(one))).metrics().keys() == {"rougeL", "source_words"}, (
        "nothing to vary with"
    )


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
