"""lite3pyramid straight from references gives what extracting first and scoring then gives."""

from pathlib import Path

import pytest

import sacrerouge_litepyramid
from helpers.fakes import AllWords
from helpers.plugin_metrics import Lite3Pyramid
from helpers.support import read_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.extraction.extractor import SentenceExtractor

SUMMARIES = Path(sacrerouge_litepyramid.__file__).parent / "sample" / "summaries.jsonl"


def score(folder: Path, name: str, *arguments: str) -> list:
    outputs = [
        "--output-jsonl",
        str(folder / f"{name}.jsonl"),
        "--evidence-output",
        str(folder / f"{name}.evidence.jsonl"),
    ]
    assert main(["lite3pyramid", "score", *arguments, *outputs, "--silent"]) == 0
    return read_lines(folder / f"{name}.jsonl")


@pytest.mark.parametrize("extractor", ["sentence", '{"type": "dependency", "coreference": true}'])
def test_one_step_equals_two_steps(extractor, tmp_path, monkeypatch):
    if extractor != "sentence":
        pytest.importorskip("spacy")
    monkeypatch.setenv("LITEPYRAMID_CACHE", str(tmp_path / "cache"))
    stus = str(tmp_path / "stus.jsonl")
    assert main(["extract-units", "--references", str(SUMMARIES), "--output", stus, "--extractor", extractor]) == 0
    reading = ["--dataset-reader", "units-based", "--input-files", str(SUMMARIES), stus]
    two_steps = score(tmp_path, "two", *reading)
    one_step = score(tmp_path, "one", *reading, "--extractor", extractor)
    assert one_step == two_steps
    assert "lite3pyramid_jk" in two_steps[-1]["metrics"] or any(
        "lite3pyramid_jk" in line["metrics"] for line in two_steps
    )
    assert read_lines(tmp_path / "one.evidence.jsonl") == read_lines(tmp_path / "two.evidence.jsonl")


def test_the_union_over_references_keeps_duplicates():
    metric = Lite3Pyramid(judge=AllWords(), extractor=SentenceExtractor())
    references = ["A cat. A dog.", "A cat."]
    score = metric.score("a cat .", references)["lite3pyramid"]
    assert score["l2c"] == 0
    score = metric.score("a cat.", references)["lite3pyramid"]
    assert score["l2c"] == pytest.approx(2 / 3)


def test_the_signature_names_the_extractor(caplog):
    caplog.set_level("INFO")
    Lite3Pyramid(judge=AllWords(), extractor="sentence").score("a", ["a"])
    assert "|extractor.type:sentence" in caplog.text
