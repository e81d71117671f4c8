"""`import-table` and `export-table`, end to end."""

import json

import pytest

from helpers.support import read_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.io.tables import read_table
from sacrerouge_litepyramid.verdict.tables.files import write_table

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


def test_a_table_is_scored_and_its_scores_are_a_table(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    write_table("in.csv", ROWS)
    assert import_table(tmp_path, "--columns", "summary=out") == 0
    printed = capsys.readouterr().out
    assert printed.startswith("2 summaries, 2 units of 1 document\nhuman score: 'human'")
    for name, expected in (("metrics", {"human": 0.5}), ("scores", {"rouge": 0.1})):
        assert read_lines(tmp_path / f"data/{name}.jsonl")[0]["metrics"] == expected
    files = "--input-files data/summaries.jsonl data/scus.jsonl"
    score = f"lite2pyramid score --dataset-reader units-based {files} --output-jsonl s.jsonl"
    assert main([*score.split(), "--evidence_output", "e.jsonl"]) == 0

    export = ["export-table", "--scores", "s.jsonl", "data/scores.jsonl", "--output", "s.csv"]
    assert main(export) == 0
    first = read_table("s.csv")[0].data
    expected = read_lines(tmp_path / "s.jsonl")[0]["metrics"]["lite2pyramid"]["p2c"]
    assert (float(first["lite2pyramid_p2c"]), first["rouge"]) == (expected, "0.1")

    assert main(["export-table", "--evidence", "e.jsonl", "--output", "e.parquet"]) == 0
    units = [line.data for line in read_table("e.parquet")]
    assert [(row["summarizer_id"], row["unit"], row["text"]) for row in units[:3]] == [
        ("one", 0, "A fire closed the harbour."),
        ("one", 1, "Nobody was hurt."),
        ("two", 0, "A fire closed the harbour."),
    ]
    assert units[0]["p2c"] > 0.5 > units[1]["p2c"]


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


@pytest.mark.parametrize(
    ("form", "cell"),
    [
        ("markdown", "| **0.736 [0.650, 0.821] a** |"),
        ("latex", r"& \textbf{0.736 [0.650, 0.821] a} &"),
    ],
)
def test_means_by_all_metrics_are_a_table_for_a_paper(demo_folder, here, form, cell):
    words = ["export-table", str(demo_folder), "--format", form, "--output", "t"]
    assert main(words) == 0
    assert cell in (here / "t").read_text("utf-8")
