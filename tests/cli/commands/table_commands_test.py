"""`import-table`, end to end."""

import json

from helpers.support import read_lines, write_table
from sacrerouge_litepyramid.__main__ import main

FACTS = json.dumps(["A fire closed the harbour.", "Nobody was hurt."])
ROWS = [
    {
        "doc": "a",
        "model": "one",
        "out": "A fire closed the harbour.",
        "facts": FACTS,
        "human": 0.5,
        "rouge": 0.1,
    },
    {
        "doc": "a",
        "model": "two",
        "out": "Nobody was hurt.",
        "facts": FACTS,
        "human": 0.25,
        "rouge": 0.2,
    },
]


def import_table(folder, *more):
    """Imports in.csv of a folder."""
    return main(
        ["import-table", str(folder / "in.csv"), "--output-dir", str(folder / "data"), *more]
    )


def test_an_imported_table_is_scored(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    write_table(tmp_path / "in.csv", ROWS)
    assert import_table(tmp_path, "--columns", "summary=out") == 0
    printed = capsys.readouterr().out
    assert printed.startswith("2 summaries, 2 units of 1 document\nhuman score: 'human'")
    for name, expected in (("metrics", {"human": 0.5}), ("scores", {"rouge": 0.1})):
        assert read_lines(tmp_path / f"data/{name}.jsonl")[0]["metrics"] == expected
    files = "--input-files data/summaries.jsonl data/scus.jsonl"
    score = f"lite2pyramid score --dataset-reader units-based {files} --output-jsonl s.jsonl"
    assert main([*score.split(), "--evidence_output", "e.jsonl"]) == 0

    units = [
        (line["summarizer_id"], unit["text"], unit["p2c"] > 0.5)
        for line in read_lines(tmp_path / "e.jsonl")
        for unit in line["units"]
    ]
    assert units == [
        ("one", "A fire closed the harbour.", True),
        ("one", "Nobody was hurt.", False),
        ("two", "A fire closed the harbour.", False),
        ("two", "Nobody was hurt.", True),
    ]


def test_what_an_earlier_import_left_is_not_mixed_with_another(tmp_path, capsys):
    columns = ["--columns", "instance_id=doc", "summary=out"]
    write_table(tmp_path / "in.csv", ROWS)
    assert import_table(tmp_path, *columns) == import_table(tmp_path, *columns) == 0
    assert import_table(tmp_path, *columns, "human=") == 1
    said = capsys.readouterr().err
    assert (
        "data: it contains other data (" in said
        and "metrics.jsonl, scores.jsonl), which would be" in said
    )
    assert import_table(tmp_path, *columns, "human=", "--overwrite") == 0
    assert "metrics.jsonl" not in {path.name for path in (tmp_path / "data").iterdir()}
