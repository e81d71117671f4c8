"""FFCI from the command line: a run of all dimensions, and one dimension with a base metric of
one's own.
"""

import json
import logging
import shutil

import pytest

from helpers.support import ROOT, read_lines, write_lines
from sacrerouge_litepyramid.__main__ import main

SENTENCES = [
    "The mayor opened a bridge.",
    "It cost nine million euros.",
    "Critics dislike the tolls.",
]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Where a user would run the config: a summary of two sentences, one of one, and none."""
    texts = {"two": SENTENCES[:2], "one": SENTENCES[2], "none": ""}
    write_lines(
        tmp_path / "summaries.jsonl",
        [
            {
                "instance_id": "i",
                "summarizer_id": system,
                "summarizer_type": "peer",
                "summary": {"text": text},
                "reference": {"text": " ".join(SENTENCES[:2])},
                "document": {"text": SENTENCES},
            }
            for system, text in texts.items()
        ],
    )
    shutil.copy(ROOT / "configs/ffci.json", tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def scores(path):
    return {line["summarizer_id"]: line["metrics"] for line in read_lines(path)}


def test_a_dimension_with_a_base_metric_of_ones_own(folder, caplog):
    caplog.set_level(logging.INFO)
    words = ["ffci-faithfulness", "score", "--dataset-reader", "document-based"]
    words += ["--input-files", "summaries.jsonl"]
    output = ["--output-jsonl", "scores.jsonl", "--silent"]
    base = [
        "--base",
        '{"type": "bertscore", "idf": true}',
        "--supporting",
        "1",
        "--percent",
        "true",
    ]
    assert main([*words, *output, *base]) == 0
    faithfulness = scores(folder / "scores.jsonl")["one"]["ffci-faithfulness"]
    assert faithfulness["bertscore"] == pytest.approx(100)
    assert "base.idf:true|supporting:1|percent:true" in caplog.text


def test_no_metric_of_a_config_replaces_the_values_of_another(folder):
    config = json.loads((folder / "ffci.json").read_text())
    second = {"type": "ffci-focus", "base": {"type": "rouge", "kind": "rouge-2"}}
    config["metrics"] = [{"type": "ffci-focus"}, {"type": "ffci-coverage"}, second]
    (folder / "two.json").write_text(json.dumps(config))
    words = ["score", "--config", "two.json", "--silent", "--output-jsonl", "a"]
    assert main(words) == 0
    assert scores(folder / "a")["two"]["ffci-focus"].keys() == {"rouge-1", "rouge-2"}
