"""`experiment contrast-test` from files to table."""

import json

import pytest

pytest.importorskip("spacy", reason="needs spaCy")
pytest.importorskip("lemminflect", reason="needs lemminflect")

from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid.__main__ import main


@pytest.fixture
def files(tmp_path, monkeypatch):
    """The options of a small data set in the current folder."""
    monkeypatch.chdir(tmp_path)
    summary = {"text": "The harbour was closed on Monday. Seven people died."}
    lines = {
        "summaries": {
            "instance_id": "a",
            "summarizer_id": "x",
            "summarizer_type": "peer",
            "summary": summary,
        },
        "scus": {
            "instance_id": "a",
            "units": ["The harbour was closed.", "Seven people died.", "It rained."],
        },
        "labels": {"instance_id": "a", "summarizer_id": "x", "labels": [1, 1, 0]},
    }
    for name, line in lines.items():
        write_lines(tmp_path / f"{name}.jsonl", [line])
    return ["."]


def test_the_table_its_json_and_the_pairs(files, tmp_path, capsys):
    assert main(["experiment", "contrast-test", *files, "--output-dir", "out"]) == 0
    printed = [line.split()[:3] for line in capsys.readouterr().out.splitlines()]
    assert ["negation", "unit", "1"] in printed
    table = json.loads((tmp_path / "out/contrast.json").read_text("utf-8"))
    assert table["judge"]["type"] == "lexical"
    rows = {(row["kind"], row["side"]): row for row in table["rows"]}
    assert rows["negation", "unit"]["after"] < rows["negation", "unit"]["before"]
    edited = [pair["edited"] for pair in read_lines(tmp_path / "out/pairs.jsonl")]
    assert {"The harbour was not closed.", "The harbour wasnt closed."} <= {*edited}
    assert rows["didnt", "unit"]["after"] == rows["negation", "unit"]["after"]
    assert ["injection", "summary", "1"] in printed


def test_nothing_to_edit(files, tmp_path, capsys):
    line = {"instance_id": "a", "summarizer_id": "x", "labels": [0, 0, 0]}
    write_lines(tmp_path / "labels.jsonl", [line])
    assert main(["experiment", "contrast-test", *files]) == 1
    assert "labels.jsonl: no unit labelled 1 can be edited" in capsys.readouterr().err
