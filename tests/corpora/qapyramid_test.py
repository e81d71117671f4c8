"""QAPyramid's layout with made-up texts, and the released file: units and labels of questions."""

import json

import numpy as np
import pytest

from helpers.support import read_lines
from sacrerouge_litepyramid.corpora.qapyramid import QAPyramid

QUESTIONS = {
    "d1_0": {"What closed? the harbour .": [["w1", 1], ["w2", 0], ["w3", 1]]},
    "d1_2": {
        "Who was hurt? nobody": [["w1", 1], ["w4", 0]],
        "What closed? the harbour .": [["w1", 0]],
    },
}
PRESENCE = {"bart": {"d1": QUESTIONS}, "GPT4": {"d1": dict(reversed(QUESTIONS.items()))}}
RECORD = {
    "example_id": "0a1b",
    "source": "The harbour burned on Monday.",
    "reference": "A fire closed the harbour .\nNobody was hurt .",
    "system_outputs": {"bart": "A fire closed the harbour.", "GPT4": None},
    "annotations": {"bart": {"acu_labels": [1, 0], "acu": 0.25}, "GPT4": None},
}
OTHER = {**RECORD, "example_id": "2c3d", "reference": "The ferry was late ."}


def setup(tmp_path, presence=PRESENCE, texts=(OTHER, RECORD)):
    (tmp_path / "presence.json").write_text(json.dumps(presence), "utf-8")
    (tmp_path / "texts.json").write_text(json.dumps(texts), "utf-8")
    return QAPyramid().setup(
        tmp_path / "data", source=tmp_path / "presence.json", texts=tmp_path / "texts.json"
    )


def test_questions_become_labelled_units_of_the_text_that_has_the_answers(tmp_path):
    counts = {
        "dataset": "QAPyramid",
        "instances": 1,
        "systems": 1,
        "labels": 3,
    }
    assert setup(tmp_path) == counts
    (labels,) = read_lines(tmp_path / "data/labels.jsonl")
    assert labels == {"instance_id": "d1", "summarizer_id": "bart", "labels": [1, 0, 0]}
    (scores,) = read_lines(tmp_path / "data/metrics.jsonl")
    assert scores["metrics"] == {"litepyramid_recall": pytest.approx(1 / 3), "acu": 0.25}
    (units,) = read_lines(tmp_path / "data/scus.jsonl")
    expected = ["What closed? the harbour .", "Who was hurt? nobody", "What closed? the harbour ."]
    assert [unit["text"] for unit in units["units"]] == expected
    (summary,) = read_lines(tmp_path / "data/summaries.jsonl")
    assert summary["references"] == [{"text": RECORD["reference"]}] and summary["documents"]


def test_systems_may_list_the_questions_in_another_order(tmp_path):
    texts = {**RECORD, "system_outputs": {"GPT4": "Nobody was hurt."}}
    setup(tmp_path, {"x": PRESENCE["bart"], "GPT4": PRESENCE["GPT4"]}, [texts])
    assert read_lines(tmp_path / "data/labels.jsonl")[0]["labels"] == [1, 0, 0]


@pytest.mark.parametrize("vote", [2, ["w1", 1, 1], {}])
def test_another_vote_is_refused(tmp_path, vote):
    with pytest.raises(
        ValueError, match="presence.json, system 'bart', document 'd1': unknown layout"
    ):
        setup(tmp_path, {"bart": {"d1": {"d1_0": {"Who? nobody": [vote]}}}})


@pytest.mark.parametrize(
    ("presence", "texts", "message"),
    [
        ([], [RECORD], "presence.json: unknown layout"),
        (
            {"bart": {"d1": QUESTIONS}, "GPT4": {"d1": {}}},
            [RECORD],
            "'GPT4', document 'd1': the questions must be",
        ),
        (
            PRESENCE,
            [OTHER],
            "no reference has the answers of document 'd1'; the closest, .*row 1, has 1 of their 3",
        ),
        (
            {"bart": {"d1": QUESTIONS, "d2": QUESTIONS}},
            [RECORD],
            "no reference has the answers of document 'd2'",
        ),
        (
            {"t5": {"d1": QUESTIONS}},
            [RECORD],
            "no summaries of the systems in .*presence.json \\(t5\\)",
        ),
    ],
)
def test_what_does_not_fit_is_named(tmp_path, presence, texts, message):
    with pytest.raises(ValueError, match=message):
        setup(tmp_path, presence, texts)
    assert not (tmp_path / "data").exists()


def test_released_votes_have_the_published_means(shared, tmp_path):
    """Origin: the paper's tables, by the README beside the data."""
    folder = shared / "data/qapyramid"
    counts = QAPyramid().setup(
        tmp_path, source=folder / "presence.json", texts=folder / "documents.jsonl"
    )
    assert (counts["instances"], counts["systems"], counts["labels"]) == (50, 5, 5 * 891)
    human: dict[str, list[float]] = {}
    for line in read_lines(tmp_path / "metrics.jsonl"):
        score = line["metrics"]["litepyramid_recall"]
        human.setdefault(line["summarizer_id"], []).append(score)
    means = {system: np.mean(scores) for system, scores in human.items()}
    published = {"bart": 0.51, "pegasus": 0.46, "brio": 0.56, "brio-ext": 0.55, "matchsum": 0.50}
    assert means == {system: pytest.approx(mean, abs=0.006) for system, mean in published.items()}
