"""Tables whose system has no known column, and headers that are renamed: no rows merge in silence."""

import random
import re

import pytest

from sacrerouge_litepyramid.io.tables import list_rows
from sacrerouge_litepyramid.verdict.tables.table_data_set import build_data_set, check_comparable

PLACES = "harbour market bridge school museum station".split()


def make_rows(documents=6, systems=3, **names):
    """Return rows with renamed columns: the reference of a document, and a text of each system."""
    rows = []
    for number in range(documents):
        for system in range(systems):
            row = {
                "doc_id": f"d{number}",
                "system": f"model {system}",
                "summary": f"The {PLACES[number % 6]} {number} burned, as {system} says.",
                "reference": f"A fire burned the {PLACES[number % 6]} {number} down.",
                "human": (7 * number + system) % 5,
            }
            renamed = {names.get(name, name): value for name, value in row.items()}
            rows.append({name: value for name, value in renamed.items() if name})
    return rows


def build(rows, columns=None):
    return build_data_set(list_rows(rows, "t"), columns)


ASKED = {
    "no system": (
        {"doc_id": "", "system": "prompt_version"},
        "t, row 1: several rows with the same references in 6 documents, but no column was "
        "recognised as the system; prompt_version tells them apart (3 values, about 6 rows for "
        "each); if it is the system: columns={'summarizer_id': 'prompt_version'}",
    ),
    "no system, ids": (
        {"system": "variant"},
        "but no column was recognised as the system; variant tells them apart (3 values",
    ),
    "no system at all": (
        {"doc_id": "", "system": ""},
        "and no column tells these rows apart; add a column with the system, or with the document",
    ),
    "a prompt": (
        {"doc_id": "", "system": "prompt"},
        "prompt tells them apart (3 values, about 6 rows for each)",
    ),
}


@pytest.mark.parametrize("kind", ASKED)
def test_documents_with_several_rows_and_no_system_are_a_question(kind):
    names, message = ASKED[kind]
    with pytest.raises(ValueError, match=re.escape(message)):
        build(make_rows(**names))


def test_documents_with_the_same_reference_are_told_apart_by_their_ids():
    rows = make_rows(system="prompt")
    for row in rows:
        row["reference"] = rows[0]["reference"] if row["doc_id"] == "d5" else row["reference"]
    with pytest.raises(ValueError, match=re.escape("columns={'summarizer_id': 'prompt'}")):
        build(rows)


def test_ids_of_rows_are_left_out_by_the_proposal():
    rows = [{**row, "id": number} for number, row in enumerate(make_rows(doc_id="", system="run"))]
    proposal = {"summarizer_id": "run", "instance_id": ""}
    with pytest.raises(ValueError, match=re.escape(f"columns={proposal}")):
        build(rows)
    data = build(rows, proposal)
    assert len({row.key.instance_id for row in data.rows}) == 6


def test_the_likeliest_column_stands_first():
    rows = make_rows(doc_id="", system="prompt")
    rows = [
        {**row, "promptId": f"9f{row['prompt'][-1]}", "prompt": {"label": row["prompt"]}}
        for row in rows
    ]
    with pytest.raises(ValueError, match=r"; prompt.label tells .*also possible: promptId\)"):
        build(rows)


def test_two_columns_may_make_up_the_system():
    rows = make_rows(system="prompt_name") + make_rows(system="prompt_name")
    rows = [{**row, "provider": f"p{number // 18}"} for number, row in enumerate(rows)]
    for row in rows[18:]:
        row["summary"] += " Truly."
    proposal = {"summarizer_id": ["provider", "prompt_name"]}
    with pytest.raises(ValueError, match=re.escape(f"columns={proposal}")):
        build(rows)
    assert len({row.key.summarizer_id for row in build(rows, proposal).rows}) == 6


def test_equal_short_answers_to_different_questions_are_documents():
    rows = [
        {"question": f"Is it {number}?", "answer": "Yes, so.", "expected": "Yes."}
        for number in range(6)
    ]
    assert len({row.key.instance_id for row in build(rows).rows}) == 6


OTHER_NAMES = {
    "doc_id": ["Doc ID", "DOCUMENT_ID", "Dokument", "文档", "id", "docId", "doc_id ", ""],
    "system": ["System", "model", "MODEL NAME", "Modell", "系统", "sistema", "provider", ""],
    "summary": ["Summary", "output", "Prediction", "Zusammenfassung", "摘要", "response"],
    "reference": ["Reference", "gold", "Referenz", "参考", "expected_output", "ground truth"],
    "human": ["Human", "rating", "Bewertung", "Human Score", "human_rating", ""],
}


def count_rows(data):
    documents = {row.key.instance_id for row in data.rows}
    systems = {row.key.summarizer_id for row in data.rows}
    return len(data.rows), len(documents), len(systems)


@pytest.mark.parametrize("seed", range(60))
def test_renamed_headers_never_merge_rows_in_silence(seed):
    rng = random.Random(seed)
    names = {name: rng.choice([name, *others]) for name, others in OTHER_NAMES.items()}
    rows = make_rows(5, 4, **names)
    if rng.random() < 0.3:
        field, doubled = rng.choice(
            [("system", "Model_ID"), ("summary", "OUTPUT"), ("doc_id", "doc")]
        )
        rows = [{doubled: row.get(names[field], "x"), **row} for row in rows]
    try:
        data = build(rows)
        check_comparable(data, "t")
    except ValueError as error:
        assert re.search("columns=|repeat|add a column|human=", str(error)), error
        return
    if "references" not in data.columns:
        return  # it is refused before it is scored
    assert count_rows(data) == (20, 5, 4), (names, data.notices)
    assert rows[0][data.columns["summary"]].startswith("The harbour 0 burned")


def test_a_column_that_numbers_the_rows_is_no_system():
    rows = [{**row, "system": f"run {number}"} for number, row in enumerate(make_rows())]
    with pytest.raises(ValueError, match="each of the 18 values of 'system' occurs in one row"):
        check_comparable(build(rows), "t")


def test_a_large_table_is_read_whole():
    assert count_rows(build(make_rows(200, 30, doc_id="Doc", system="MODEL"))) == (6000, 200, 30)
    with pytest.raises(ValueError, match="Modell tells them apart .30 values, about 200 rows"):
        build(make_rows(200, 30, doc_id="Dokument", system="Modell"))
