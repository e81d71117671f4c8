"""nuggetizer's files with made-up texts: import, and the scores computed by hand."""

import math

import pytest

from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid.corpora.nuggetizer import Nuggetizer

NUGGETS = [
    ("The ferry was late.", "vital"),
    ("Two cars were damaged.", "vital"),
    ("Nobody was hurt.", "okay"),
]
FULL, PART, NONE = "support", "partial_support", "not_support"


def assignment(topic, run, *grades, nuggets=NUGGETS, text="The ferry was late. Cafe\u0301 closed."):
    graded = [
        {"text": text, "importance": importance, "assignment": grade}
        for (text, importance), grade in zip(nuggets, grades, strict=True)
    ]
    ids = {"query": f"what of {topic}?", "qid": topic, "run_id": run}
    return {**ids, "answer_text": text, "nuggets": graded}


OKAY = [("It rained.", "okay")]
ASSIGNMENTS = [
    assignment("t1", "a", FULL, PART, NONE),
    assignment("t1", "b", NONE, NONE, FULL),
    assignment("t2", "a", PART, nuggets=OKAY, text="It\nrained ."),
    assignment("t2", "b", FULL, nuggets=OKAY, text=""),
]
ANSWERS = [
    {"run_id": "c", "topic_id": "t1", "answer": [{"text": "The ferry", "citations": [0]}, {"text": "sank."}]},
    {"run_id": "c", "topic_id": "unknown", "answer": []},
]  # fmt: skip


def set_up(folder, assignments=ASSIGNMENTS, **more):
    write_lines(folder / "assignments.jsonl", assignments)
    return Nuggetizer().setup(folder / "data", assignments=[folder / "assignments.jsonl"], **more)


def test_human_scores_are_those_computed_by_hand(tmp_path):
    counts = set_up(tmp_path)
    assert counts == {
        "dataset": "nuggetizer",
        "topics": 2,
        "summaries": 4,
        "labels": 8,
        "left_out": 0,
    }
    names = ["litepyramid_recall" + form for form in ("", "_strict", "_vital", "_strict_vital")]
    scores = [
        [line["metrics"][name] for name in names]
        for line in read_lines(tmp_path / "data/metrics.jsonl")
    ]
    expected = [
        [1.5 / 3, 1 / 3, 1.5 / 2, 1 / 2],
        [1 / 3, 1 / 3, 0, 0],
        [0.5, 0, math.nan, math.nan],
        [1, 1, math.nan, math.nan],
    ]
    assert scores == [pytest.approx(row, nan_ok=True) for row in expected]


def test_answers_to_topics_with_nuggets_are_summaries(tmp_path):
    write_lines(tmp_path / "answers.jsonl", ANSWERS)
    nuggets = {
        "query": "q?",
        "qid": "t1",
        "nuggets": [{"text": text, "importance": kind} for text, kind in NUGGETS],
    }
    write_lines(tmp_path / "nuggets.jsonl", [nuggets])
    data = tmp_path / "data"
    counts = Nuggetizer().setup(
        data, nuggets=tmp_path / "nuggets.jsonl", answers=[tmp_path / "answers.jsonl"]
    )
    assert (
        counts["left_out"] == 1 and counts["labels"] == 0 and not (data / "labels.jsonl").exists()
    )
    (units,) = read_lines(data / "scus.jsonl")
    assert [(unit["text"], unit["importance"]) for unit in units["units"]] == NUGGETS
    (summary,) = read_lines(data / "summaries.jsonl")
    assert (summary["instance_id"], summary["summarizer_id"]) == ("t1", "c")
    assert summary["summary"]["text"] == "The ferry sank."


def test_answers_that_are_not_assigned_stand_beside_those_that_are(tmp_path):
    write_lines(tmp_path / "answers.jsonl", [*ANSWERS, {**ANSWERS[0], "run_id": "a"}])
    assert set_up(tmp_path, answers=[tmp_path / "answers.jsonl"])["summaries"] == 5
    texts = {
        (line["instance_id"], line["summarizer_id"]): line["summary"]["text"]
        for line in read_lines(tmp_path / "data/summaries.jsonl")
    }
    assert (
        texts["t1", "c"] == "The ferry sank." and texts["t1", "a"] == ASSIGNMENTS[0]["answer_text"]
    )


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([assignment("t", "a", FULL, FULL, "maybe")], "1: an assignment must be one of "
                                                      "not_support, .*, not 'maybe'"),
        ([ASSIGNMENTS[0]] * 2, "line 2: .*line 1 has an answer of run 'a' to 't1' already"),
        ([ASSIGNMENTS[0], assignment("t1", "b", FULL, nuggets=OKAY)], "line 2, topic 't1': the "
                                                                      "nuggets differ from"),
        ([assignment("t", "a", FULL, nuggets=[("It rained.", "good")])], "must be vital or okay, "
                                                                         "not 'good'"),
        ([{**ASSIGNMENTS[0], "nuggets": [3]}], "line 1: not a line as nuggetizer wrote it"),
        ([{**ASSIGNMENTS[0], "answer_text": None}], "'answer_text' must be a string"),
    ],
)  # fmt: skip
def test_wrong_files_are_refused(tmp_path, lines, message):
    with pytest.raises(ValueError, match=message):
        set_up(tmp_path, lines)
    assert not (tmp_path / "data").exists()


def test_files_without_summaries_are_refused(tmp_path):
    with pytest.raises(ValueError, match="no topic has nuggets and an answer"):
        Nuggetizer().setup(tmp_path / "data")


def test_topics_without_nuggets_are_noted(tmp_path, caplog):
    set_up(tmp_path, [*ASSIGNMENTS, assignment("t3", "a", nuggets=[])])
    said = (
        "topics without nuggets: 1 of 3 (t3); they are left out of all means, nuggetizer "
        "counts them as 0"
    )
    assert caplog.messages == [said]
