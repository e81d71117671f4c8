"""InfoLossQA's and ArgKP's layouts with made-up texts."""

import json

import pytest

from helpers.support import read_lines
from sacrerouge_litepyramid.corpora.argkp import ArgKP
from sacrerouge_litepyramid.corpora.infolossqa import InfoLossQA

PAIR = {
    "document": 7,
    "system": "m",
    "reference_question": "Who took part?",
    "reference_answer": "Ten nurses took part.",
    "question": "How many nurses?",
    "answer": "There were ten.",
    "ratings": ["aligned", "partial"],
}
ARGUMENT = {
    "id": "a1",
    "topic": "We should ban cars",
    "stance": 1,
    "argument": "Cars make noise.",
    "key_points": [{"text": "Cars are loud", "label": 1}],
}


def set_up(data_set, tmp_path, *records):
    source = tmp_path / "released.jsonl"
    source.write_text("\n".join(map(json.dumps, records)), "utf-8")
    return data_set().setup(tmp_path, source=source)


def test_ratings_become_labels_and_votes(tmp_path):
    other = {**PAIR, "reference_answer": "It lasted a year.", "answer": "One year."}
    counts = set_up(InfoLossQA, tmp_path, PAIR, other)
    assert counts == {"dataset": "InfoLossQA", "instances": 1, "systems": 2, "labels": 2}
    labels = read_lines(tmp_path / "labels.jsonl")
    assert [line["labels"] for line in labels] == [[0.75, None], [None, 0.75]]
    assert read_lines(tmp_path / "votes.jsonl")[0]["votes"] == [[1, None], [0.5, None]]


def test_key_points_of_a_topic_and_stance_are_units(tmp_path):
    point = {"text": "Cars are dear", "label": 0}
    other = {**ARGUMENT, "id": "a2", "key_points": [point]}
    against = {**ARGUMENT, "id": "a3", "stance": -1}
    counts = set_up(ArgKP, tmp_path, ARGUMENT, other, against)
    assert counts == {"dataset": "ArgKP", "instances": 2, "systems": 3, "labels": 3}
    labels = read_lines(tmp_path / "labels.jsonl")
    assert [line["labels"] for line in labels] == [[1, None], [None, 0], [1]]


@pytest.mark.parametrize(
    ("data_set", "record", "message"),
    [
        (InfoLossQA, {**PAIR, "ratings": ["aligned"]}, "1 ratings instead of 2"),
        (InfoLossQA, {**PAIR, "ratings": ["yes", "no"]}, "no field 'yes'"),
        (ArgKP, {**ARGUMENT, "stance": 0}, "as ArgKP wrote it"),
    ],
)
def test_another_layout_is_refused(tmp_path, data_set, record, message):
    with pytest.raises(ValueError, match=message):
        set_up(data_set, tmp_path, record)
