"""RAGChecker's layout with made-up texts, and the released files: preferences and scores."""

import json

import numpy as np
import pytest
from scipy.stats import pearsonr, spearmanr

from helpers.support import read_lines
from sacrerouge_litepyramid.corpora.ragchecker import RAGChecker
from sacrerouge_litepyramid.io.preferences import read_preferences
from sacrerouge_litepyramid.io.score_files import read_scores


def label(completeness, correctness=0, overall=0):
    return {
        "completeness_label": completeness,
        "correctness_label": correctness,
        "overall_label": overall,
    }


def answer(system, text, score):
    return {"model_name": system, "response": text, "ragchecker": label(score, 0.5, 1)}


PAIR = {
    "dataset": "kiwi",
    "query_id": "7",
    "gt_answer": "It burned [1][2, 3]. Nobody saw [it].",
    "model1": answer("m1", "It burned [4].", 0.25),
    "model2": answer("m2", "", 0.75),
}
OTHER = {**PAIR, "query_id": "8", "model2": answer("m3", "No.", 0)}


def setup(tmp_path, pairs=(PAIR, OTHER), labelled=None):
    given = (
        [PAIR | label(-1), PAIR | label(-2, 1), OTHER | label(0)] if labelled is None else labelled
    )
    (tmp_path / "human.json").write_text(json.dumps(given), "utf-8")
    (tmp_path / "scores.json").write_text(json.dumps(pairs), "utf-8")
    return RAGChecker().setup(
        tmp_path / "data", source=tmp_path / "human.json", scores=tmp_path / "scores.json"
    )


def test_preferences_and_published_scores(tmp_path):
    assert setup(tmp_path) == {"dataset": "RAGChecker", "instances": 2, "systems": 3, "labels": 3}
    first, second = read_preferences(tmp_path / "data/preferences.jsonl")
    assert first[:3] == ("kiwi-7", "m1", "m2") and second[:3] == ("kiwi-8", "m1", "m3")
    assert first.preferences == {"completeness": (-1, -2), "correctness": (0, 1), "overall": (0, 0)}
    scores = [line["metrics"] for line in read_lines(tmp_path / "data/metrics.jsonl")]
    assert list(scores[0])[0] == "human_completeness"
    assert [line["human_completeness"] for line in scores] == [1.5, -1.5, 0, 0]
    assert [line["ragchecker_completeness"] for line in scores] == [0.25, 0.75, 0.25, 0]
    summary, empty, *_ = read_lines(tmp_path / "data/summaries.jsonl")
    assert summary["summary"] == {"text": "It burned."} and empty["summary"] == {"text": ""}
    assert summary["references"] == [{"text": "It burned. Nobody saw [it]."}]
    assert {path.name for path in (tmp_path / "data").iterdir()} == set(RAGChecker.files)


@pytest.mark.parametrize(
    ("pairs", "labelled", "message"),
    [
        ([PAIR, OTHER], [PAIR | label(1)], "scores.json: .'kiwi-8', 'm1', 'm3'. is not in both"),
        ([PAIR], [PAIR | label("1")], "'completeness_label' must be a number, not a string"),
        (
            [PAIR | {"model2": {"model_name": "m2", "response": ""}}],
            [PAIR | label(1)],
            "row 1, model2: .*'ragchecker'",
        ),
    ],
)
def test_another_layout_is_refused(tmp_path, pairs, labelled, message):
    with pytest.raises(ValueError, match=message):
        setup(tmp_path, pairs, labelled)
    assert not (tmp_path / "data").exists()


def test_released_files_have_the_published_correlations(shared, tmp_path):
    """Over 560 labels; origin: the paper."""
    folder = shared / "data/ragchecker"
    RAGChecker().setup(
        tmp_path,
        source=folder / "human_labeled_data.json",
        scores=folder / "baseline_ragchecker.json",
    )
    pairs = read_preferences(tmp_path / "preferences.jsonl")
    labels = np.array([pair.preferences["completeness"] for pair in pairs])
    assert labels.shape == (280, 2)
    scores = read_scores([tmp_path / "metrics.jsonl"], ["ragchecker_completeness"])
    published = scores["ragchecker_completeness"]
    differences = [published[pair.keys[1]] - published[pair.keys[0]] for pair in pairs]
    for measure, expected in ((pearsonr, 60.7), (spearmanr, 58.1)):
        r, _ = measure(np.repeat(differences, 2), labels.ravel())
        assert 100 * r == pytest.approx(expected, abs=0.05)
