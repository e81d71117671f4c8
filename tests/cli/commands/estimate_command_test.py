"""`estimate` from the command line and from Python, on the sample."""

import json

import sacrerouge_litepyramid
from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.demo import SAMPLE


def write_labels(path, keep=lambda place, unit: (place + unit) % 2 == 0):
    """The sample's labels, null where they are not kept."""
    lines = read_lines(SAMPLE / "labels.jsonl")
    for place, line in enumerate(lines):
        line["labels"] = [
            label if keep(place, unit) else None for unit, label in enumerate(line["labels"])
        ]
    write_lines(path, lines)
    return str(path)


def test_labels_by_chance(evidence, here, capsys):
    labels = write_labels(here / "labels.jsonl")
    assert main(["estimate", "--evidence", evidence, "--labels", labels, "--output", "e.json"]) == 0
    report = json.loads((here / "e.json").read_text("utf-8"))
    assert report["version"] and report["design"] == "chance" and len(report["pairs"]) == 10
    best = report["systems"][0]
    combined = best["combined"]
    shown = f"{combined['score']:.3f} [{combined['low']:.3f}"
    printed = capsys.readouterr().out
    assert f"{best['system']} " in printed and shown in printed
    found = sacrerouge_litepyramid.estimate(evidence, labels)
    assert found.to_dict() == {name: report[name] for name in found.to_dict()}


def test_mistakes(evidence, here, capsys):
    labels = write_labels(here / "labels.jsonl")
    assert main(["estimate", "--evidence", evidence, "--labels", labels, "--metrics", "rouge"]) == 1
    assert (
        "no evidence of 'rouge'; metrics with evidence: lite2pyramid (--metrics)"
        in capsys.readouterr().err
    )
