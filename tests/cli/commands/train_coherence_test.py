import json

import pytest

from helpers.support import without_padding, write_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.metrics.ffci.coherence import NextSentenceWeights

CITIES = "paris rome oslo lima cairo delhi quito tokyo bonn riga sofia".split()


@pytest.fixture
def articles(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = [
        {
            "instance_id": city,
            "sentences": [f"{word} came {city} and more" for word in "first second third".split()],
        }
        for city in CITIES
    ]
    write_lines(tmp_path / "articles.jsonl", lines)
    return tmp_path


def test_the_logistic_model_is_fitted_and_scores(articles, capsys):
    words = ["train", "coherence", "--documents", "articles.jsonl"]
    settings = '{"source": "made up", "licence": "CC0"}'
    assert main([*words, "--settings", settings, "--output", "weights.json"]) == 0
    printed = without_padding(capsys.readouterr().out)
    assert printed.startswith("| part | pairs | accuracy |")
    assert "| training | 36 |" in printed and "| validation | 4 |" in printed
    provenance = NextSentenceWeights.load("weights.json").provenance
    assert provenance["source"] == "made up" and provenance["documents"] == "articles.jsonl"
    assert (provenance["negatives"], provenance["pairs"], provenance["instances"]) == (
        "flipped=25, repetition=5, same-document=20",
        36,
        9,
    )
    summary = {"instance_id": "a", "summarizer_id": "s", "summarizer_type": "peer"}
    lines = [
        {**summary, "summary": {"text": ["first came rome and more", "second came rome and more"]}},
        {**summary, "instance_id": "b", "summary": {"text": "One sentence."}},
    ]
    write_lines(articles / "summaries.jsonl", lines)
    model = json.dumps({"type": "logistic", "weights": "weights.json"})
    words = [
        "ffci-coherence",
        "evaluate",
        "--input-files",
        "summaries.jsonl",
        "--dataset-reader",
        "summary-only",
    ]
    outputs = ["--macro-output-json", "macro.json", "--micro-output-jsonl", "micro.jsonl"]
    assert main([*words, *outputs, "--coherence", model, "--percent", "true"]) == 0
    macro = json.loads((articles / "macro.json").read_text("utf-8"))
    assert 0 < macro["metrics"]["ffci-coherence"]["mean"] < 100


def test_a_miniature_is_finetuned(articles, capsys):
    pytest.importorskip("accelerate", reason="needs torch, transformers and accelerate")
    from helpers import miniature

    start = miniature.save_bert(articles / "mini", ("LABEL_0", "LABEL_1"), "BertForPreTraining")
    words = ["train", "coherence", "--documents", "articles.jsonl", "--model", str(start)]
    words += ["--output-dir", "model"]
    settings = {
        "epochs": 2,
        "batch_size": 12,
        "device": "cpu",
        "max_length": 64,
        "source": "made up",
    }
    assert main([*words, "--settings", json.dumps(settings)]) == 0
    printed = without_padding(capsys.readouterr().out)
    assert "| test |" in printed and printed.endswith("model: finished\n")
    settings = json.loads((articles / "model/finetuning.json").read_text("utf-8"))["settings"]
    assert (settings["learning_rate"], settings["patience"], settings["labels"]) == (
        5e-5,
        5,
        ["next", "not_next"],
    )
    assert "- source: made up" in (articles / "model/README.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--documents", "nowhere"], "nowhere: no such file"),
        (["--output", "."], "cannot be written (it is a folder)"),
        (
            ["--model", "bert"],
            "pass --output to fit the logistic model, or --model and --output-dir to finetune",
        ),
    ],
)
def test_wrong_arguments(articles, capsys, more, message):
    words = ["train", "coherence", "--documents", "articles.jsonl", "--output", "weights.json"]
    assert main([*words, *more]) == 1
    assert message in capsys.readouterr().err
    assert not (articles / "weights.json").exists()


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--settings", '{"patience": 0}'], "patience must be at least 1 epoch, not 0"),
        (["--settings", '{"epochs": 0}'], "epochs must be at least 1, not 0"),
        (["--settings", '{"device": "cuda:1"}'], "device 'cuda:1': training needs cuda or cuda:0"),
        (["--documents", "nowhere"], "nowhere: no such file"),
    ],
)
def test_wrong_arguments_of_finetuning_leave_nothing_behind(articles, capsys, more, message):
    pytest.importorskip("accelerate", reason="needs torch, transformers and accelerate")
    words = [
        "train",
        "coherence",
        "--documents",
        "articles.jsonl",
        "--model",
        "mini",
        "--output-dir",
        "model",
    ]
    assert main([*words, *more]) == 1
    assert message in capsys.readouterr().err
    assert not (articles / "model").exists()
