import json

import numpy as np
import pytest

from helpers.corpus_lines import SAMPLE
from helpers.support import read_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.io.units import read_units
from sacrerouge_litepyramid.judges.lexical import LexicalJudge
from sacrerouge_litepyramid.meta_evaluation.judges import describe_limits
from sacrerouge_litepyramid.signature import digest_units


@pytest.fixture
def train(data, tmp_path, monkeypatch):
    """Runs the command on the small data set, with more arguments; the exit status."""
    monkeypatch.chdir(tmp_path)
    return lambda *more: main(["train", "judge", "--output", "out/weights.json", str(data), *more])


def read_provenance(path):
    return json.loads(path.read_text("utf-8"))["provenance"]


def test_weights_and_report(train, data, tmp_path, capsys):
    settings = '{"source": "made up", "licence": "CC0"}'
    assert train("--settings", settings, "--test", str(data)) == 0
    identity = LexicalJudge(str(tmp_path / "out/weights.json")).identity()
    assert identity.items() >= {"type": "lexical", "model": "made up"}.items()
    training = read_provenance(tmp_path / "out/weights.json")
    known = {"source": "made up", "licence": "CC0", "labels": 10, "idf": "summaries"}
    assert training.items() >= known.items()
    units = [unit for item in read_units(data / "scus.jsonl").values() for unit in item.units]
    assert training["data"] == [
        {"name": data.name, "units": digest_units(units)["sha256"], "documents": 2}
        | {"summaries": 4, "labels": 10, "scores": 0}
    ]
    assert 0 < training["range"]["floor"] < 0.5 < training["range"]["ceiling"] < 1
    _, training_row, test_row, warning, *_ = capsys.readouterr().out.splitlines()
    assert training_row.split() == ["training", "set", data.name] + ["none"] * 6
    assert test_row.split() == ["test", "set"] + ["none"] * 6
    assert warning.startswith(f"Warning: training set {data.name}: 2 systems: no correlation")


def test_the_agreement_on_other_data_is_kept_in_the_weights(train, tmp_path):
    assert train("--test", str(SAMPLE)) == 0
    (measured,) = LexicalJudge("out/weights.json").agreement
    assert (
        measured[:2] == ("sample", "written")
        and 0 < measured.system < 1
        and 0 < measured.summary < 1
    )
    own = LexicalJudge("out/weights.json")
    said = describe_limits(
        {"judge": own.identity(), "units": {"distinct": {"scu": 1}}}, own.agreement
    )
    assert "on sample, which it was not fitted to, r with human scores" in said
    assert f" by annotators' units is {measured.system:.3f} over systems" in said


@pytest.fixture
def scored(tmp_path):
    """The sample without its labels."""
    folder = tmp_path / "scored"
    folder.mkdir()
    for name in ("summaries.jsonl", "scus.jsonl", "metrics.jsonl"):
        (folder / name).write_bytes((SAMPLE / name).read_bytes())
    return folder


def test_labels_of_one_folder_and_human_scores_of_another(train, data, scored, tmp_path):
    assert train(str(scored)) == 0
    training = read_provenance(tmp_path / "out/weights.json")
    sets = [(part["name"], part["labels"] > 0, part["scores"] > 0) for part in training["data"]]
    assert sets == [(data.name, True, False), ("scored", False, True)]
    assert training["scores"]["weight"] == 4


def test_human_scores_alone_with_folds_and_a_test_set(scored, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    more = ["--folds", str(SAMPLE / "folds.json"), "--judge", '{"contrast": 0}']
    words = ["train", "judge", str(scored), *more, "--test", str(scored)]
    assert main([*words, "--output", "w.json"]) == 0
    assert read_provenance(tmp_path / "w.json")["labels"] == 0
    _, training, folds, test, *_ = capsys.readouterr().out.splitlines()
    assert test.split()[2:] == training.split()[3:]
    summary_pearson = float(folds.removeprefix("held-out folds, mean").split()[3])
    assert 0.3 < summary_pearson < float(test.split()[5])


def test_evidence_is_of_one_folder(train, data, scored, capsys):
    assert train(str(scored), "--evidence", str(data / "labels.jsonl")) == 1
    assert "--evidence replaces the labels of one FOLDER, not of 2" in capsys.readouterr().err


def test_evidence_takes_the_place_of_labels(train, data, tmp_path):
    """The evidence of one model, written by `score`, is what another is trained on."""
    files = ["--input-files", str(data / "summaries.jsonl"), str(data / "scus.jsonl")]
    outputs = ["--output-jsonl", "scores.jsonl", "--evidence_output", "evidence.jsonl"]
    assert main(["lite2pyramid", "score", "--dataset-reader", "units-based", *files, *outputs]) == 0
    (data / "labels.jsonl").unlink()
    assert train("--evidence", "evidence.jsonl", "--judge", '{"contrast": 0}') == 0
    taught = LexicalJudge("out/weights.json")
    groups = [Group(line["summary"]["text"], tuple(unit["text"] for unit in units["units"]))
              for units in read_lines(data / "scus.jsonl")
              for line in read_lines(data / "summaries.jsonl")]  # fmt: skip
    odds = [
        np.concatenate([logits[:, 0] for logits in model.predict(groups)])
        for model in (taught, LexicalJudge())
    ]
    assert np.corrcoef(odds)[0, 1] > 0.8, "it says what the other judge says"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            ["--judge", '{"encoder": "char-ngram"}'],
            "the trainable judge 'lexical': the argument 'encoder' is unknown",
        ),
        (["--judge", '{"contrast": -1}'], "contrast must be 0 or more, not -1"),
        (
            ["--judge", '{"type": "embedding", "encoder": "nothing"}'],
            "the encoder 'nothing' is unknown",
        ),
        (
            ["--judge", "nli"],
            "--judge: 'nli' has no file of weights to fit; `train nli` finetunes an NLI model",
        ),
        (
            ["--settings", '{"sauce": "x"}'],
            "--settings: the key 'sauce' is unknown; did you mean 'source'?",
        ),
    ],
)
def test_wrong_options(train, capsys, options, message):
    assert train(*options) == 1
    assert message in capsys.readouterr().err
