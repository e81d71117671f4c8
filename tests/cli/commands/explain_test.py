"""`explain` of an evaluation by clauses, from a table to the terminal and JSON."""

import csv
import json

import pytest

from sacrerouge_litepyramid.__main__ import main

REFERENCE = "* The **port** was closed on Monday because a ship had burned."
SUMMARY = "The *port* was closed."


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    pytest.importorskip("spacy")
    folder = tmp_path_factory.mktemp("explain")
    with (folder / "table.csv").open("w", newline="") as out:
        rows = csv.writer(out)
        rows.writerow(["doc_id", "model", "output", "reference"])
        rows.writerows([("a", "good", SUMMARY, REFERENCE), ("a", "poor", "Snow fell.", REFERENCE)])
    assert (
        main(["evaluate-table", str(folder / "table.csv"), "--output-dir", str(folder / "out")])
        == 0
    )
    return folder / "out"


def test_a_clause_with_its_runs(folder, capsys):
    assert main(["explain", str(folder), "a", "good"]) == 0
    title, summary, reference, sentence, first, second = (
        capsys.readouterr().out.strip().split("\n\n")
    )
    assert title.startswith("a, good: lite3pyramid p2c ")
    assert summary == SUMMARY
    assert reference.split("\n") == [
        "Reference ([[…]] is missing in the summary):",
        "The port was closed [[on Monday because a ship had burned]].",
    ]
    assert sentence == "0 of 2 clauses stated, 1 in part, weighted by words; none is doubtful."
    lines = first.split("\n")
    assert "%  partly stated  The port was closed on Monday (weight 3)" in lines[0]
    assert lines[1:3] == ["      stated: “The port was closed”", "      missing: “on Monday”"]
    assert "%  not stated     because a ship had burned (weight 3)" in second
    assert "stated:" not in second


def test_the_same_as_json(folder, capsys):
    assert main(["explain", str(folder), "a", "good", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["references"] == ["The port was closed [[on Monday because a ship had burned]]."]
    first, second = found["units"]
    assert (first["verdict"], second["verdict"]) == ("partly stated", "not stated")
    assert [run["text"] for run in first["runs"]] == ["The port was closed", "on Monday"]
