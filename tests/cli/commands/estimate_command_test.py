"""`estimate` from the command line and from Python, on the sample."""

import json

import pytest

import sacrerouge_litepyramid
from helpers.planned_sample import LABELS, write_planned
from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.demo import SAMPLE


def write_labels(path, is_kept):
    """Write the sample's labels, null where ``is_kept(place, unit)`` is false."""
    lines = read_lines(SAMPLE / "labels.jsonl")
    for place, line in enumerate(lines):
        for unit in range(len(line["labels"])):
            if not is_kept(place, unit):
                line["labels"][unit] = None
    write_lines(path, lines)
    return str(path)


def test_labels_by_chance(evidence, here, capsys):
    labels = write_labels(here / "labels.jsonl", lambda place, unit: (place + unit) % 2 == 0)
    words = ["estimate", "--evidence", evidence, "--labels", labels]
    assert main([*words, "--output", "e.json"]) == 0
    printed = capsys.readouterr().out
    report = json.loads((here / "e.json").read_text("utf-8"))
    assert report["design"] == "chance" and len(report["pairs"]) == 10
    best = report["systems"][0]
    combined = best["combined"]
    assert best["system"] in printed
    assert f"{combined['score']:.3f} [{combined['low']:.3f}" in printed
    # Python gives the same.
    estimated = sacrerouge_litepyramid.estimate(evidence, labels).to_dict()
    assert report == {**estimated, "version": report["version"]}


def test_labels_are_read_with_the_file_of_their_plan(evidence, here):
    write_planned(here, evidence)
    _, *planned_lines = read_lines(here / "plan.jsonl")
    chosen = set()
    for line in planned_lines:
        place = list(LABELS).index((line["instance_id"], line["summarizer_id"]))
        chosen.update((place, unit["unit"]) for unit in line["units"])
    labels = write_labels(here / "labels.jsonl", lambda place, unit: (place, unit) in chosen)
    planned = sacrerouge_litepyramid.estimate(evidence, "planned_labels.jsonl")
    assert sacrerouge_litepyramid.estimate(evidence, labels, plan="plan.jsonl") == planned
    with pytest.raises(ValueError, match="the file contains the plan of its labels; leave out"):
        sacrerouge_litepyramid.estimate(evidence, "planned_labels.jsonl", plan="plan.jsonl")
