"""`experiment contrast-test` from files to table."""

import json

import pytest

pytest.importorskip("spacy", reason="needs spaCy")
pytest.importorskip("lemminflect", reason="needs lemminflect")

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
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(line), "utf-8")
    return ["."]


def test_the_table_its_json_and_the_pairs(files, tmp_path, capsys):
    assert main(["experiment", "contrast-test", *files, "--output-dir", "out"]) == 0
    printed = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["negation", "unit", "1"] in [line[:3] for line in printed]
    table = json.loads((tmp_path / "out" / "contrast.json").read_text("utf-8"))
    assert table["judge"]["type"] == "lexical"
    rows = {(row["kind"], row["side"]): row for row in table["rows"]}
    assert rows["negation", "unit"]["after"] < rows["negation", "unit"]["before"]
    assert rows["negation", "summary"]["falls"] == 1.0
    pairs = [
        json.loads(line)
        for line in (tmp_path / "out" / "pairs.jsonl").read_text("utf-8").splitlines()
    ]
    edited = {
        (pair["kind"], pair["side"]): pair
        for pair in pairs
        if pair["unit"] == "The harbour was closed."
    }
    assert edited["negation", "unit"]["edited"] == "The harbour was not closed."
    assert edited["negation", "summary"]["edited"].startswith(
        "The harbour was not closed on Monday."
    )


def test_injections_need_no_parser_and_a_unit_that_is_absent(files, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(
        "sacrerouge_litepyramid.training.contrast.sentences.find_spec", lambda name: None
    )
    command = ["experiment", "contrast-test", *files, "--kinds", "injection", "--output-dir"]
    assert main([*command, "out"]) == 0
    rows = [line.split()[:3] for line in capsys.readouterr().out.splitlines()[1:]]
    assert rows == [["injection", "unit", "1"], ["injection", "summary", "1"]]
    pairs = [
        json.loads(line)
        for line in (tmp_path / "out" / "pairs.jsonl").read_text("utf-8").splitlines()
    ]
    assert [pair["unit"] for pair in pairs] == ["It rained."] * 2
    (tmp_path / "labels.jsonl").write_text(
        '{"instance_id": "a", "summarizer_id": "x", "labels": [1, 1, 1]}', "utf-8"
    )
    assert main([*command, "other"]) == 1
    assert (
        "labels.jsonl: no unit is labelled 0; injections need absent units"
        in capsys.readouterr().err
    )
