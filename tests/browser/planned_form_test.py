"""A plan's round in a browser: plan for two systems, forms filled in by script, import, estimate, verdict."""

import json

import pytest

from helpers.made_up_evidence import write_made_up
from helpers.support import read_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.annotation.tasks import build_planned_tasks
from sacrerouge_litepyramid.io.label_plans import read_label_plan

ANNOTATORS = ("ann", "bob")


@pytest.fixture
def plan(tmp_path, monkeypatch):
    """A plan of 60 judgements that compare two systems on 20 documents, and forms for two who share a fifth."""
    monkeypatch.chdir(tmp_path)
    write_made_up(tmp_path / "e.jsonl", documents=20)
    assert main(["plan-labels", ".", "--evidence", "e.jsonl", "--budget", "60"]) == 0
    forms = ["--annotators", *ANNOTATORS, "--overlap", "0.2", "--output-dir", "forms"]
    assert main(["make-label-form", ".", *forms]) == 0
    return read_label_plan("plan.jsonl")


def list_truth(plan):
    """The true votes by task: the good system states the facts 0 and 1, the poor one fact 0."""
    stated = {"good": 2, "poor": 1}
    tasks = zip(build_planned_tasks(plan), plan.summaries, strict=True)
    return {name: [int(unit.unit < stated[each.summarizer_id]) for unit in each.units] for name, each in tasks}


def fill_in(page, truth, path, stop=None):
    """Vote on every unit of a form, or of the first summaries, by the keyboard, and save."""
    tasks = page.evaluate("page.data().tasks.map(({task}) => task)")
    for number, task in enumerate(tasks[:stop], start=1):
        assert page.locator("#task-title").text_content() == f"Summary {number} of {len(tasks)}"
        assert page.locator(".vote").count() == len(truth[task])
        for vote in truth[task]:
            page.keyboard.press(str(vote))
        page.keyboard.press("Enter")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save").click()
    download.value.save_as(path)
    return tasks


IMPORT = [
    "import-labels",
    ".",
    "--forms",
    "ann.json",
    "bob.json",
    "--output-dir",
    "gold",
]
ESTIMATE = [
    "estimate",
    "--evidence",
    "e.jsonl",
    "--labels",
    "gold/planned_labels.jsonl",
    "--output",
    "found.json",
]


def test_a_round_from_the_plan_to_the_verdict(visit, plan, tmp_path, capsys):
    truth = list_truth(plan)
    asked = [fill_in(visit(tmp_path / f"forms/labels-{name}.html"), truth, f"{name}.json") for name in ANNOTATORS]
    assert set(asked[0]) | set(asked[1]) == set(truth)
    both = set(asked[0]) & set(asked[1])
    assert len(both) == 8, "a fifth of twenty documents, of two systems"

    assert main(IMPORT) == 0
    assert "60 of 60 planned labels" in capsys.readouterr().out
    votes = [
        vote
        for line in read_lines(tmp_path / "gold/planned_labels.jsonl")[1:]
        for unit in line["units"]
        for vote in unit["votes"]
    ]
    assert len(votes) == 60 + sum(len(truth[name]) for name in both)

    assert main(ESTIMATE) == 0
    (pair,) = json.loads((tmp_path / "found.json").read_text("utf-8"))["pairs"]
    # two facts of three less one of three, on all twenty documents
    assert pair["better"] == "good" and pair["low"] < 1 / 3 < pair["high"]
