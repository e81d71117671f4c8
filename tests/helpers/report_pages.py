"""Reports for the browser tests, made as a user makes them."""

import shutil
from pathlib import Path
from typing import Any

from sacrerouge.metrics import Metric

from helpers.score_files import score_files
from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.demo import SAMPLE
from sacrerouge_litepyramid.plugin.readers import UnitsBasedDatasetReader

UNITS = {"lite2pyramid": "scus.jsonl", "lite3pyramid": "stus.jsonl"}
#: tags that are not removed as marks
NASTY = '<svg onload="window.hacked = 1"></svg><iframe src="data:text/html,x"></iframe>'


def scored(folder: Path) -> Path:
    """Scores and evidence of a data set beside it, by the embedded model."""
    for name, units in UNITS.items():
        metric = Metric.by_name(name)(evidence_output=str(folder / f"{name}.evidence.jsonl"))
        inputs = [folder / "summaries.jsonl", folder / units]
        score_files(metric, UnitsBasedDatasetReader(), inputs, folder / f"{name}.jsonl")
    return folder


def sample(folder: Path) -> Path:
    """The scored sample, one summary, reference, unit and name of which would run scripts as
    HTML.
    """
    shutil.copytree(SAMPLE, folder)
    lines = read_lines(folder / "summaries.jsonl")
    for line in lines:
        if line["instance_id"] == "harbour-fire":
            line["references"][0]["text"] = NASTY + " " + line["references"][0]["text"]
        if line["summarizer_id"] == "lead":
            line["summary"]["text"] = NASTY + " " + line["summary"]["text"]
    write_lines(folder / "summaries.jsonl", lines)
    units = read_lines(folder / "scus.jsonl")
    units[0]["units"][0]["text"] += NASTY
    write_lines(folder / "scus.jsonl", units)
    return scored(folder)


def unfold(page: Any) -> Any:
    """Open what the report folds, and wait until its drawings have their size."""
    page.evaluate(
        "document.querySelectorAll('section > details').forEach((each) => { each.open = true; })"
    )
    page.locator("#matrix > *").first.wait_for(state="attached")
    page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )
    return page


def report(data: Path, page: Path, *more: str, evidence: bool = True) -> Path:
    """The report of a scored data set."""
    scores = sorted(str(path) for path in data.glob("lite?pyramid.jsonl"))
    found = (
        ["--evidence", *sorted(str(path) for path in data.glob("*.evidence.jsonl"))]
        if evidence
        else []
    )
    words = [str(data), "--scores", *scores, *found, "--output", str(page)]
    assert main(["report", *words, *more]) == 0
    return page
