import json

import pytest

from helpers.ffci_archive import write_archive

pytest.importorskip("transformers", reason="needs torch and transformers")

from helpers import miniature
from helpers.support import read_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.corpora import ffci
from sacrerouge_litepyramid.corpora.ffci import read_release


@pytest.fixture
def data(tmp_path, monkeypatch):
    """The miniature of FFCI's data as setup-dataset writes it."""
    monkeypatch.setenv("LITEPYRAMID_CACHE", str(tmp_path / "cache"))
    archive = write_archive(tmp_path / "ffci.tar.gz")
    known = ffci.compute_checksums(read_release(archive))
    monkeypatch.setattr(ffci, "load_checksums", lambda name: known)
    monkeypatch.setattr(ffci, "COUNTS", dict.fromkeys(ffci.COUNTS, 3) | {"faithfulness": 4})
    ffci.Ffci().setup(tmp_path / "data", source=archive)
    return tmp_path / "data"


def search(data, model, *arguments, sets=("cnndm-pg", "xsum-bert", "faithfulness"), **settings):
    folders = [str(data / name) for name in sets]
    encoder = json.dumps({"type": "transformers", "model": str(model), **settings})
    return main(["experiment", "search-layers", "--encoder", encoder, *folders, *arguments])


def test_the_best_layers_of_a_model(data, tmp_path, capsys):
    model = miniature.save_bert(tmp_path / "bert")
    output = tmp_path / "out/layers.json"
    assert search(data, model, "--output", str(output), device="cpu") == 0
    found = json.loads(output.read_text("utf-8"))
    assert found["encoder"]["model"] == "bert" and "layer" not in found["encoder"]
    dimensions = found["dimensions"]
    assert {name: list(each["data"]) for name, each in dimensions.items()} == {
        "faithfulness": ["faithfulness"],
        "focus": ["cnndm-pg", "xsum-bert"],
        "coverage": ["cnndm-pg", "xsum-bert"],
    }
    for dimension in dimensions.values():
        assert list(dimension["average_ranks"]) == ["1", "2"]
        best = str(dimension["best_layer"])
        assert dimension["average_ranks"][best] == min(dimension["average_ranks"].values())
        for of_set in dimension["data"].values():
            assert sum(of_set["ranks"].values()) == 3
    printed = capsys.readouterr().out
    assert f"# focus: best layer {dimensions['focus']['best_layer']}" in printed


def test_the_scores_are_those_of_the_metric(data, tmp_path):
    """The correlation of layer 1 is that of a run of `score` with this layer."""
    import numpy as np

    model = miniature.save_gpt2(tmp_path / "gpt2", n_layer=3)
    output, scores = tmp_path / "layers.json", tmp_path / "scores.jsonl"
    sets = ["cnndm-pg"]
    assert search(data, model, "--layers", "1", "3", "--output", str(output), sets=sets) == 0
    base = json.dumps({"type": "bertscore", "model": str(model), "layer": 1})
    arguments = ["--input-files", str(data / "cnndm-pg/summaries.jsonl"), "--dataset-reader", "reference-based"]
    arguments += ["--base", base, "--silent"]
    assert main(["ffci-focus", "score", *arguments, "--output-jsonl", str(scores)]) == 0
    ours = [line["metrics"]["ffci-focus"]["bertscore"] for line in read_lines(scores)]
    human = [line["metrics"]["human_focus"] for line in read_lines(data / "cnndm-pg/metrics.jsonl")]
    found = json.loads(output.read_text("utf-8"))["dimensions"]["focus"]["data"]["cnndm-pg"]["correlations"]
    assert found["1"] == pytest.approx(np.corrcoef(ours, human)[0, 1], abs=1e-4)
    assert list(found) == ["1", "3"]


def test_a_model_ends_with_its_final_norm_by_default(data, tmp_path):
    model, output = miniature.save_gpt2(tmp_path / "gpt2", n_layer=2), tmp_path / "layers.json"
    ends = {}
    for settings in ({}, {"final_norm": False}):
        assert search(data, model, "--output", str(output), sets=["faithfulness"], **settings) == 0
        ends[str(settings)] = json.loads(output.read_text("utf-8"))["encoder"].get("final_norm", False)
    assert list(ends.values()) == [True, False]


def test_a_second_run_takes_what_the_first_kept(data, tmp_path, capsys, monkeypatch):
    from sacrerouge_litepyramid.models.encoders.pretrained import TransformersEncoder

    model = miniature.save_bert(tmp_path / "bert")
    assert search(data, model) == 0
    first = capsys.readouterr().out

    def encode_layers(self, texts, layers):
        raise RuntimeError("nothing is left to encode")

    monkeypatch.setattr(TransformersEncoder, "encode_layers", encode_layers)
    assert search(data, model) == 0
    assert capsys.readouterr().out == first
    assert search(data, model, "--layers", "2") == 1
    assert "nothing is left to encode" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["--human", "coherence=x"], "--human: 'coherence=x' must be one of faithfulness=NAME"),
        (
            ["--human", "coverage=human_coverage"],
            "faithfulness/metrics.jsonl: no metric human_coverage; pass",
        ),
        (["--encoder", "cpu"], "--encoder: the type 'cpu' is unknown; known: transformers"),
        (["--encoder", '{"layer": 1}'], "--encoder must not have 'layer'; --layers chooses the layers"),
        (["--encoder", '{"colour": 1}'], "--encoder: the argument 'colour' is unknown"),
        (["--layers", "7"], "layer"),
    ],
)
def test_wrong_arguments(data, tmp_path, capsys, arguments, message):
    assert search(data, miniature.save_bert(tmp_path / "bert"), *arguments) == 1
    assert message in capsys.readouterr().err


def test_two_folders_of_one_name(data, tmp_path, capsys):
    assert search(data, tmp_path, sets=("xsum-pg", "xsum-pg")) == 1
    assert "FOLDER: two folders have the same name" in capsys.readouterr().err
