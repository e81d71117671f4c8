"""`experiment effort` from the command line, on the sample."""

import json
import shutil

import pytest

from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.demo import SAMPLE
from sacrerouge_litepyramid.experiments import effort_report

FILES = ("summaries", "scus", "stus", "labels")
QUICK = ["--draws", "5", "--stus", str(SAMPLE / "stus.jsonl")]


@pytest.fixture(autouse=True)
def few_choices(monkeypatch):
    monkeypatch.setattr(effort_report, "RANDOM_CHOICES", 2)


def write_part(folder, instances):
    """The sample's first instances."""
    folder.mkdir()
    kept = [line["instance_id"] for line in read_lines(SAMPLE / "scus.jsonl")][:instances]
    for name in FILES:
        lines = [line for line in read_lines(SAMPLE / f"{name}.jsonl") if line["instance_id"] in kept]
        write_lines(folder / f"{name}.jsonl", lines)


def test_rows_table_and_figure(here, capsys):
    write_part(here / "data", 5)
    files = ["data", "--stus", "data/stus.jsonl", "--minutes", "40", "9999"]
    assert main(["--debug", "experiment", "effort", *files, "--draws", "5", "--output-dir", "out"]) == 0
    report = json.loads((here / "out/effort.json").read_text("utf-8"))
    assert report["version"] and report["writing"] == 3 and report["regressor"]["source"]
    rows = report["rows"]
    lite2x = [row["sentences"] for row in rows if row["method"] == "lite2xpyramid-random"]
    assert lite2x == sorted(lite2x) and len(lite2x) == 3
    some, whole = (row for row in rows if row["method"] == "human")
    assert some["rmse"] > whole["rmse"] == pytest.approx(0) and some["minutes"] <= 40 < whole["minutes"]
    assert "| lite3pyramid " in capsys.readouterr().out and "<svg" in (here / "out/effort.svg").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--minutes", "-3"], "minutes must be numbers above 0, not [-3.0]"),
        (["--regressor", "r.json", "--folds", "f.json"], "--regressor and --folds exclude each other"),
    ],
)
def test_wrong_options(here, words, message, capsys):
    for name in ("r.json", "f.json"):
        (here / name).write_text("{}", "utf-8")
    assert main(["experiment", "effort", str(SAMPLE), *QUICK, *words]) == 1
    assert message in capsys.readouterr().err


def test_a_document_without_labels_is_named(here, capsys):
    shutil.copytree(SAMPLE, here / "data")
    lines = read_lines(SAMPLE / "labels.jsonl")
    lost = lines[0]["instance_id"]
    write_lines(here / "data/labels.jsonl", [line for line in lines if line["instance_id"] != lost])
    assert main(["experiment", "effort", "data", *QUICK]) == 1
    assert f"1 documents have no labels ({lost})" in capsys.readouterr().err
