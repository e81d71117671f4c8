"""`estimate` from the command line and from Python, on the sample."""

import json

import sacrerouge_litepyramid
from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.verdict.demo import SAMPLE


def test_labels_by_chance(evidence, here, capsys):
    lines = read_lines(SAMPLE / "labels.jsonl")
    # Every other unit keeps its label.
    for place, line in enumerate(lines):
        for unit in range(place % 2, len(line["labels"]), 2):
            line["labels"][unit] = None
    write_lines(here / "labels.jsonl", lines)
    words = ["estimate", "--evidence", evidence]
    words += ["--labels", "labels.jsonl", "--output", "e.json"]
    assert main(words) == 0
    printed = capsys.readouterr().out
    report = json.loads((here / "e.json").read_text("utf-8"))
    assert report["design"] == "chance"
    assert len(report["pairs"]) == 10
    best = report["systems"][0]
    combined = best["combined"]
    assert best["system"] in printed
    score, low = combined["score"], combined["low"]
    assert f"{score:.3f} [{low:.3f}" in printed
    # Python gives the same.
    estimated = sacrerouge_litepyramid.estimate(evidence, "labels.jsonl").to_dict()
    assert report == {**estimated, "version": report["version"]}
