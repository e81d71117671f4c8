"""The command `report` from the command line, away from the repository: on the sample, and on all
of REALSumm.
"""

import base64
import json
import re
import shutil
import zlib

import pytest

from helpers.planned_sample import write_planned
from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid.__main__ import main

LARGEST = 2 * 2**20
EVIDENCE = "demo/lite2pyramid.evidence.jsonl"


@pytest.fixture
def demo(demo_folder, tmp_path, monkeypatch):
    """The demo in the working directory, with a file of evidence for each metric."""
    monkeypatch.chdir(tmp_path)
    folder = shutil.copytree(demo_folder, tmp_path / "demo")
    lines = read_lines(folder / "evidence.jsonl")
    for metric in ("lite2pyramid", "lite3pyramid"):
        own = [line for line in lines if line["metric"] == metric]
        write_lines(folder / f"{metric}.evidence.jsonl", own)
    (folder / "evidence.jsonl").unlink()
    return tmp_path


def embedded(path):
    """The data of a page, the packed part unpacked."""
    data = json.loads(re.search(r'id="data">(.*?)</script>', path.read_text("utf-8"), re.DOTALL)[1])
    return {**data, **json.loads(zlib.decompress(base64.b64decode(data["packed"])))}


def report(*more):
    return main(["report", "demo", "--output", "out/report.html", *more])


def test_the_sample(demo, capsys):
    assert report("--evidence", EVIDENCE, "demo/lite3pyramid.evidence.jsonl") == 0
    said = capsys.readouterr().out
    assert "5 systems × 10 documents, scores: 5, unit sets: 2" in said and "note" not in said
    data = embedded(demo / "out/report.html")
    names = [(layer["name"], layer["labelled"]) for layer in data["layers"]]
    assert names == [("lite2pyramid", True), ("lite3pyramid", False)]
    assert [metric["name"] for metric in data["metrics"]][:2] == [
        "litepyramid_recall",
        "lite2pyramid_p2c",
    ]
    assert len(data["signatures"]) == 2
    # the verdict on the score that the page shows first
    assert " ".join(data["metrics"][1]["verdict"]["leaders"]) in said
    assert "Warning: 10 documents" in said
    # `agreement demo` prints the same correlation
    shown = data["metrics"][1]["agreement"]["system_pearson"]
    assert (round(shown["value"], 3), shown["limit"]) == (0.653, "0.244 to 0.919")


def test_what_is_missing_is_printed_too(demo, capsys):
    lines = read_lines(demo / "demo/scores.jsonl")
    write_lines(demo / "demo/scores.jsonl", lines[:10])
    assert report() == 0
    said = capsys.readouterr().err
    assert "note: No evidence was given" in said
    assert "note: lite2pyramid_p2c has no score of 40 of 50 summaries." in said


def test_labels_of_a_plan_are_estimated_as_by_estimate(demo, capsys):
    """The plan's evidence is found among several files."""
    more = ["--labels", str(write_planned(demo, EVIDENCE)), "--target", "like-these"]
    assert main(["estimate", "--evidence", EVIDENCE, *more, "--output", "estimate.json"]) == 0
    assert report("--evidence", "demo/lite3pyramid.evidence.jsonl", EVIDENCE, *more) == 0
    expected = json.loads((demo / "estimate.json").read_text("utf-8"))
    judged = embedded(demo / "out/report.html")["judged"]
    assert judged["sentence"] in capsys.readouterr().out and judged["name"] == "lite2pyramid_p2c"
    assert judged["systems"] == expected["systems"] and len(judged["systems"]) == 5
    assert judged["warnings"] == expected["warnings"]


def test_labels_of_other_evidence_are_refused(demo, capsys):
    labels = str(write_planned(demo, EVIDENCE))
    for more, message in (
        ([], "labels cannot be used without the judge's probabilities; pass the evidence"),
        (
            ["--evidence", "demo/lite3pyramid.evidence.jsonl"],
            "a plan made from other evidence of ",
        ),
    ):
        assert report("--labels", labels, *more) == 1
        assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--scores", "missing.jsonl"], "missing.jsonl: no such file"),
        (["--evidence", "demo/scus.jsonl"], "demo/scus.jsonl, line 1, instance 'harbour-fire': the "
                                            "field"),
        (["--evidence", EVIDENCE, "--metrics", "lite2pyramid_p3c"], "no metric 'lite2pyramid_p3c'"),
        (["--output", "demo"], "demo: --output and FOLDER name the same file"),
    ],
)  # fmt: skip
def test_errors_are_one_line(demo, capsys, more, message):
    assert report(*more) == 1
    assert message in capsys.readouterr().err
    assert not (demo / "out/report.html").exists()
