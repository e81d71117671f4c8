import json

import pytest

pytest.importorskip("accelerate", reason="needs torch, transformers and accelerate")

from helpers import miniature
from helpers.killed import killed_in_step
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.core.pairs import Pair
from sacrerouge_litepyramid.judges.nli import NliJudge


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    return miniature.save_roberta(tmp_path_factory.mktemp("start") / "mini")


@pytest.fixture
def train(data, model, tmp_path, monkeypatch):
    """Runs the command on the small data set, with more options and settings; the exit status."""
    monkeypatch.chdir(tmp_path)
    words = ["train", "nli", str(data), "--model", str(model), "--output-dir", "model"]

    def run(*more, **settings):
        return main(
            [
                *words,
                *more,
                "--settings",
                json.dumps({"device": "cpu", "batch_size": 2, **settings}),
            ]
        )

    return run


def test_killed_continued_and_used(train, data, tmp_path, capsys):
    (data / "folds.json").write_text(json.dumps({"by_systems": [["good"], ["poor"]]}), "utf-8")
    folds = ["--folds", str(data / "folds.json"), "--fold", "2", "--by", "systems"]
    with killed_in_step(2):
        train(*folds, source="made up")
    assert not (tmp_path / "model" / "config.json").exists()
    assert train(*folds, source="made up") == 0
    printed = capsys.readouterr().out
    assert printed.endswith("model: finished\n")
    card = (tmp_path / "model" / "README.md").read_text("utf-8")
    assert "- held out: fold 2 by systems of folds.json" in card and "- source: made up" in card
    assert "5 pairs of 1 systems and 2 documents" in card and "5 pairs of 1 systems" in printed
    found = json.loads((tmp_path / "model" / "finetuning.json").read_text("utf-8"))
    assert (found["settings"]["learning_rate"], found["settings"]["epochs"]) == (1e-5, 2)
    assert NliJudge("model", device="cpu").predict_pairs([Pair("a cat", "cat")]).shape == (1, 3)


@pytest.mark.parametrize(
    ("more", "settings", "message"),
    [
        (["--fold", "1"], {}, "--folds and --fold need each other"),
        (["--folds", "folds.json"], {}, "--folds and --fold need each other"),
        (["--folds", "f", "--fold", "1"], {}, "f: no such file"),
        ([], {"epochs": 0}, "epochs must be at least 1, not 0"),
        ([], {"labels": ["entailment"]}, "labels has 1 names, but the model has 3 outputs"),
        ([], {"seed": "any"}, "--settings: seed must be int, not 'any'"),
        ([], {"model": "x"}, "--settings: the key 'model' is unknown"),
        ([], {"batch": 3}, "--settings: the key 'batch' is unknown; did you mean 'batch_size'?"),
    ],
)
def test_wrong_arguments_leave_nothing_behind(train, tmp_path, capsys, more, settings, message):
    assert train(*more, **settings) == 1
    assert message in capsys.readouterr().err
    assert not (tmp_path / "model").exists()
