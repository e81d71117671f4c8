"""plan-labels, and the form and the import of a plan: a whole round."""

import json

import pytest

from helpers.made_up_evidence import write_made_up
from helpers.support import read_lines, without_padding
from helpers.vote_forms import fill_vote_form
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.verdict.labels.label_plans import read_label_plan


@pytest.fixture
def work(tmp_path, monkeypatch):
    """Evidence of two systems, 20 documents of three units, in the current folder."""
    monkeypatch.chdir(tmp_path)
    write_made_up(tmp_path / "e.jsonl", documents=20)
    return tmp_path


def plan(*more):
    return main(["plan-labels", ".", "--evidence", "e.jsonl", *more])


def state(summary, unit):
    """Made-up people: of the first system's summaries (…by 0) the facts 0 and 1 are true, of the
    other's fact 0.
    """
    return int(int(unit.split()[1]) < (2 if summary.endswith("by 0") else 1))


FORMS = ["make-label-form", ".", "--annotators", "ann", "bob", "--output-dir", "forms"]
IMPORT = ["import-labels", ".", "--output-dir", "gold", "--forms"]
IMPORT_HERE = ["import-labels", ".", "--forms"]
HTML = ["forms/labels-ann.html", "forms/labels-bob.html"]
SAVED = ["forms/labels-ann.json", "forms/labels-bob.json"]


def test_a_round(work, capsys):
    assert plan("--budget", "60") == 0
    printed = without_padding(capsys.readouterr().out).splitlines()
    assert (
        printed[0] == "60 of 120 labels (50.0%), design active: units of 40 summaries, 20 documents"
    )
    assert printed[3] == "system judge alone standard error 95% interval ±"
    assert printed[4].startswith("good 0.490 0.0") and printed[-1] == "plan.jsonl"

    assert main([*FORMS, "--overlap", "0.2"]) == 0
    assert "40 summaries, 60 labels, 11 of them twice; 2 forms" in capsys.readouterr().out
    assert sum(fill_vote_form(work / path, state) for path in HTML) == 71
    assert "poor" not in (work / "forms/labels-ann.html").read_text("utf-8")
    assert main([*IMPORT, *SAVED]) == 0
    printed = capsys.readouterr().out
    assert "\n60 of 60 planned labels\n" in printed and "Krippendorff's alpha 1.000" in printed

    head, *lines = read_lines(work / "gold/planned_labels.jsonl")
    assert head["plan"] == read_label_plan("plan.jsonl").identity()
    votes = [
        (vote, state("by 0" if line["summarizer_id"] == "good" else "by 1", unit["text"]))
        for line in lines
        for unit in line["units"]
        for vote in unit["votes"].values()
    ]
    assert len(votes) == 71 and all(vote == true for vote, true in votes)

    assert main(["estimate", "--evidence", "e.jsonl", "--labels", "gold/planned_labels.jsonl"]) == 0
    assert "good scores significantly higher than poor" in capsys.readouterr().out


def test_a_pilots_labels_count_in_the_plan_that_follows(work, capsys):
    assert plan("--budget", "40") == 0 and main(FORMS) == 0
    for path in HTML:
        fill_vote_form(work / path, state)
    assert main([*IMPORT_HERE, *SAVED]) == 0
    capsys.readouterr()
    assert plan("--budget", "30") == 0
    printed = capsys.readouterr().out
    assert (
        printed.startswith("30 of 120 labels")
        and "labels of the pilot, which count beside them: 40" in printed
    )
    assert "calibrated by the pilot" in printed and "rarely calibrated" not in printed

    assert main(FORMS) == 0
    assert "30 labels, 0 of them twice" in capsys.readouterr().out
    assert sum(fill_vote_form(work / path, state) for path in HTML) == 30
    assert main([*IMPORT_HERE, *SAVED]) == 0
    assert "\n30 of 30 planned labels" in capsys.readouterr().out
    assert main(["estimate", ".", "--evidence", "e.jsonl", "--details"]) == 0
    printed = without_padding(capsys.readouterr().out)
    assert (
        "labels of 70 of 120 units" in printed
        and "good scores significantly higher than poor" in printed
    )


def test_missing_labels_are_counted_and_refused_or_estimated(work, capsys):
    assert plan("--budget", "60") == 0 and main(FORMS) == 0
    for path in HTML:
        fill_vote_form(
            work / path, lambda summary, unit: None if "fact 2" in unit else state(summary, unit)
        )
    assert main([*IMPORT, *SAVED]) == 1
    assert not (work / "gold").exists()
    capsys.readouterr()
    assert main([*IMPORT, *SAVED, "--unfinished", "leave-out"]) == 0
    _, count, *_ = capsys.readouterr().out.splitlines()
    missing = json.loads((work / "gold/agreement.json").read_text("utf-8"))["missing"]
    total = sum(missing.values())
    assert count == f"{60 - total} of 60 planned labels"
    assert main(["estimate", "--evidence", "e.jsonl", "--labels", "gold/planned_labels.jsonl"]) == 0
    printed = capsys.readouterr().out
    assert f"{total} of 60 planned labels are missing" in printed and "missing at random" in printed


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--budget", "0"], "--budget: 0 labels are fewer than 2 for each of the 2 systems"),
        (
            ["--budget", "9", "--systems", "bad"],
            "no evidence of the system 'bad'; known: good, poor",
        ),
        (["--budget", "9", "--metrics", "lite2pyramid_p3c"], "no measure 'p3c'"),
    ],
)
def test_mistakes(work, capsys, options, message):
    assert plan(*options) == 1
    assert message in capsys.readouterr().err and not (work / "plan.jsonl").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["make-label-form", "nowhere"], "nowhere: no such folder"),
        (["plan-labels", "nowhere", "--budget", "9"], "nowhere: no such folder"),
        (
            [*FORMS[:3], "ann", "--output-dir", "x", "--overlap", "0.5"],
            "needs two annotators or more, not 1",
        ),
        (
            [*FORMS, *"--annotators a b c d e f g h i j k l m n o p q r s t u".split()],
            "no document is left for",
        ),
        (
            ["import-labels", "."],
            "forms: no saved form (.json); put forms there, or pass them (--forms)",
        ),
    ],
)
def test_mistakes_with_forms(work, capsys, words, message):
    assert plan("--budget", "60") == 0
    assert main(words) == 1
    assert message in capsys.readouterr().err


def test_a_plan_with_forms_is_kept(work, capsys):
    assert plan("--systems", "good", "--budget", "30") == 0 and main(FORMS) == 0
    kept = (work / "plan.jsonl").read_bytes()
    again = ["--systems", "poor", "--budget", "30"]
    assert plan(*again) == 1
    assert "forms of this plan are in forms, whose votes another" in capsys.readouterr().err
    assert (work / "plan.jsonl").read_bytes() == kept
