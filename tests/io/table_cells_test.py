"""Cells: what counts as missing, and where the text of an answer stands."""

import pytest

from sacrerouge_litepyramid.io.table_cells import find_text, parse_number
from sacrerouge_litepyramid.io.tables import list_rows
from sacrerouge_litepyramid.verdict.tables.table_data_set import build_data_set

PART = {"type": "text", "text": "It rained."}


def build(*rows, columns=None):
    return build_data_set(list_rows(rows, "t"), columns)


@pytest.mark.parametrize("text", ["nan", "NaN", "None", "null", "N/A", " n/a ", "<NA>", "#N/A"])
def test_a_text_that_means_missing_is_missing(text):
    data = build(
        {"id": "a", "system": "s", "summary": text, "reference": "A fire."},
        {"id": "b", "system": "s", "summary": "A fire.", "reference": text},
        {"id": "c", "system": "s", "summary": "A fire.", "reference": [text, "One."]},
    )
    assert [row.text for row in data.rows] == ["", "A fire.", "A fire."]
    assert [row.references for row in data.rows] == [["A fire."], [], ["One."]]
    assert data.notices[1:] == (
        "blank summaries: 1 of 3 (row 1)",
        "documents without a reference: 1 of 3 (b)",
    )
    facts = build({"id": "a", "summary": "x", "facts": [text, "One."]})
    assert [unit.text for unit in facts.units["a"]] == ["One."]


def test_an_id_of_nan_is_missing_and_a_system_of_none_is_a_name():
    rows = [{"id": "a", "system": "none", "summary": "x"}, {"id": "nan", "system": "s"}]
    assert build(rows[0]).rows[0].key.summarizer_id == "none"
    with pytest.raises(ValueError, match="row 2: the cell in the column 'id' is blank"):
        build(*rows)


ANSWERS = {
    "a message of OpenAI": {"role": "assistant", "content": "It rained."},
    "a response": {"id": "r1", "content": "It rained.", "finish_reason": "stop"},
    "choices": {"id": "c", "choices": [{"message": {"content": "It rained."}, "index": 0}]},
    "completions": {"choices": [{"text": "It rained.", "finish_reason": "stop"}]},
    "a body": {"status_code": 200, "body": {"choices": [{"message": {"content": "It rained."}}]}},
    "OpenAI's outputs": {
        "output": [
            {"type": "reasoning", "summary": []},
            {"type": "message", "content": [{"type": "output_text", "text": "It rained."}]},
        ]
    },
    "Anthropic's content": {"role": "assistant", "content": [PART]},
    "Gemini's candidates": {"candidates": [{"content": {"parts": [{"text": "It rained."}]}}]},
    "a list of one": [["It rained."]],
    "a pipeline": [{"generated_text": "It rained."}],
    "a text": "It rained.",
}


@pytest.mark.parametrize("kind", ANSWERS)
def test_the_text_of_an_answer_is_found(kind):
    data = build({"id": "a", "response": ANSWERS[kind], "reference": "Rain."})
    (text,) = [row.text if isinstance(row.text, str) else " ".join(row.text) for row in data.rows]
    assert text == "It rained." and data.rows[0].key.summarizer_id == "system"


def test_parts_of_one_text_are_its_sentences():
    assert find_text([PART, {"text": "Then it snowed.", "citations": [1]}]) == {
        "text": ["It rained.", "Then it snowed."]
    }
    assert find_text({"text": ["One.", "Two."]}) == {"text": ["One.", "Two."]}
    assert find_text({"content": None}) == ""


def test_objects_of_names_and_texts_are_a_question():
    rows = [
        {"id": name, "output": {"role": "ai", "words": "It rained all day."}, "reference": "Rain."}
        for name in "ab"
    ]
    message = (
        "t, row 1: the column 'output' has objects of role, words; if output.words is the text: "
        "columns={'summary': 'output.words'}; if all of them are systems: columns={'summary': "
        r"\['output.role', 'output.words'\]}"
    )
    with pytest.raises(ValueError, match=message):
        build(*rows)
    (first, _) = build(*rows, columns={"summary": "output.words"}).rows
    assert first.text == "It rained all day."


SAMPLES = ["It rained.", "It snowed."]


@pytest.mark.parametrize("cell", [SAMPLES, str(SAMPLES), [SAMPLES], '["It rained.", "It snowed."]'])
def test_several_answers_in_a_cell_are_a_question(cell):
    row = {"id": "a", "answers": cell, "reference": "Rain."}
    message = (
        "the column 'answers' has a list of 2 texts; if they are answers sampled by one system, "
        "score the first: columns={'summary': 'answers.0'}, or each as a system: "
        r"columns={'summary': \['answers.0', 'answers.1'\]}; if they are the sentences of one text"
    )
    with pytest.raises(ValueError, match=message):
        build(row, columns={"summary": "answers"})


def test_the_answers_to_that_question_are_read():
    row = {"id": "a", "answers": SAMPLES, "reference": "Rain."}
    assert build(row, columns={"summary": "answers.0"}).rows[0].text == "It rained."
    assert build(row, columns={"summary": "answers.sentences"}).rows[0].text == SAMPLES
    both = build(row, columns={"summary": ["answers.0", "answers.1"]}).rows
    assert [row.text for row in both] == SAMPLES
    assert {row.key.instance_id for row in both} == {"a"} and len(both) == 2


def test_one_of_several_choices_is_read():
    choices = [{"message": {"content": text}} for text in SAMPLES]
    row = {"id": "a", "response": {"choices": choices}, "reference": "Rain."}
    with pytest.raises(ValueError, match="response.0"):
        build(row)
    assert build(row, columns={"summary": "response.1"}).rows[0].text == "It snowed."


def test_an_empty_column_is_not_the_summary():
    rows = [{"id": name, "predictions": [], "summary": "x", "output": ""} for name in "ab"]
    assert [row.text for row in build(*rows).rows] == ["x", "x"]
    assert build({"id": "a", "summary": ""}).rows[0].text == ""


@pytest.mark.parametrize(
    ("value", "text"), [(12, "12"), (3.0, "3"), (0.5, "0.5"), (True, "True"), ([7], "7")]
)
def test_a_number_may_be_an_answer(value, text):
    (row,) = build({"id": 1.0, "answer": value, "expected": value}).rows
    assert (row.text, row.references, row.key.instance_id) == (text, [text], "1")


def test_names_have_one_form():
    composed, decomposed = "résumé-é", "re\u0301sume\u0301-e\u0301"
    data = build(
        {"id": composed, "model": decomposed, "output": "x"},
        {"id": decomposed, "model": "other", "output": "y"},
        {"id": "b", "model": composed, "output": "x"},
    )
    assert {row.key.instance_id for row in data.rows} == {composed, "b"}
    assert {row.key.summarizer_id for row in data.rows} == {composed, "other"}


@pytest.mark.parametrize(
    ("cell", "number"), [("85%", 0.85), (" 12.5 % ", 0.125), ("n/a", None), ("", None), (4, 4)]
)
def test_a_number_is_parsed(cell, number):
    assert parse_number(cell) == number
