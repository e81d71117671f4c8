"""make-label-form and import-labels, away from the repository."""

import json

import pytest

from helpers.support import read_lines
from helpers.vote_forms import fill_vote_form
from sacrerouge_litepyramid.__main__ import main

PEOPLE = ("ann", "bob", "cem")


@pytest.fixture
def forms(data, monkeypatch):
    """Forms for three people of two instances and two systems: forms/labels-NAME.html."""
    monkeypatch.chdir(data)
    inputs = ["."]
    assert main(["make-label-form", *inputs, "--annotators", *PEOPLE, "--output-dir", "forms"]) == 0
    return data / "forms"


def held(summary, unit):
    return int(set(unit.split()) <= set(summary.split()))


def take_votes(*more, people=PEOPLE):
    files = [f"forms/labels-{name}.json" for name in people]
    inputs = [".", "--forms", *files]
    return main(["import-labels", *inputs, "--output-dir", "gold", *more])


def list_labels(data):
    """Return the different labels that an import wrote."""
    lines = read_lines(data / "gold/labels.jsonl")
    return set().union(*(line["labels"] for line in lines))


def read_agreement(data):
    return json.loads((data / "gold/agreement.json").read_text("utf-8"))


def test_three_annotators_of_one_mind_give_the_labels_of_the_set(forms, data, capsys):
    for name in PEOPLE:
        fill_vote_form(forms / f"labels-{name}.html", held)
    assert take_votes() == 0
    assert read_lines(data / "gold/labels.jsonl") == read_lines(data / "labels.jsonl")
    recalls = [
        line["metrics"]["litepyramid_recall"] for line in read_lines(data / "gold/metrics.jsonl")
    ]
    assert recalls == [1.0, 0.0, pytest.approx(2 / 3), 0.0]
    assert "Krippendorff's alpha 1.000; Gwet's AC1 1.000" in capsys.readouterr().out


def test_of_grades_the_label_is_the_median_vote(data, monkeypatch, capsys):
    monkeypatch.chdir(data)
    words = [".", "--annotators", *PEOPLE, "--output-dir", "forms", "--partly"]
    assert main(["make-label-form", *words]) == 0
    for name, vote in zip(PEOPLE, (0, 0.5, 1), strict=True):
        fill_vote_form(data / f"forms/labels-{name}.html", lambda summary, unit, vote=vote: vote)
    assert take_votes() == 0
    assert list_labels(data) == {0.5}
    assert read_lines(data / "gold/votes.jsonl")[0]["votes"] == [[0, 0], [0.5, 0.5], [1, 1]]
    assert "Krippendorff's alpha -" in capsys.readouterr().out
    # of two different middle grades, the lower or the higher
    assert take_votes("--ties", "present", people=("bob", "cem")) == 0
    assert list_labels(data) == {1}


def test_all_problems_of_votes_are_listed_and_nothing_is_written(forms, data, capsys):
    for name in PEOPLE:
        fill_vote_form(
            forms / f"labels-{name}.html", lambda summary, unit: None if unit == "south" else 1
        )
    assert take_votes() == 1
    printed = capsys.readouterr()
    # unit "south" of two summaries has no vote; the agreement of the others is printed all the same
    assert "Votes so far: on 8 of 10 units, two or more on 8; 100.0% of pairs" in printed.out
    *problems, last = printed.err.splitlines()
    assert len(problems) == 6
    assert all("no vote on unit 3; label the rest" in problem for problem in problems)
    assert last.startswith("error: 6 problems, listed above; nothing was written")
    assert not (data / "gold/labels.jsonl").exists()
    assert take_votes("--unfinished", "leave-out") == 0
    assert len(read_lines(data / "gold/labels.jsonl")) == 2
    assert read_agreement(data)["summaries_excluded"] == 2


def test_unclear_votes_are_missing_and_counted(forms, data, capsys):
    def vote(summary, unit):
        return "u" if unit == "south" else held(summary, unit)

    fill_vote_form(forms / "labels-ann.html", vote)
    fill_vote_form(forms / "labels-bob.html", held)
    assert take_votes(people=("ann", "bob")) == 0
    assert "unclear votes, which count as missing: ann 2" in capsys.readouterr().out
    decided = read_lines(data / "gold/labels.jsonl")
    assert decided == read_lines(data / "labels.jsonl"), "bob decides"
    assert take_votes(people=("ann",)) == 0
    # the third unit of document b is "south": the human score is that of the other two
    labels = [line["labels"] for line in read_lines(data / "gold/labels.jsonl")]
    assert labels[2:] == [[1, 1, None], [0, 0, None]]
    lines = read_lines(data / "gold/metrics.jsonl")
    recalls = [line["metrics"]["litepyramid_recall"] for line in lines]
    assert recalls == [1.0, 0.0, 1.0, 0.0]


def test_low_alpha_beside_high_agreement_is_explained(forms, capsys):
    fill_vote_form(forms / "labels-ann.html", lambda *texts: 0)
    fill_vote_form(forms / "labels-bob.html", lambda _, unit: int(unit == "mat"))
    assert take_votes(people=("ann", "bob")) == 0
    printed = capsys.readouterr().out
    assert "One label has 90% of the votes, which lowers alpha" in printed


@pytest.mark.parametrize(
    ("names", "message"),
    [(["../x"], "'../x' must consist of letters"), (["ann", "Ann"], "'ann' is repeated")],
)
def test_annotators_names_are_names_of_files(data, monkeypatch, capsys, names, message):
    monkeypatch.chdir(data)
    inputs = [".", "--output-dir", "forms"]
    assert main(["make-label-form", *inputs, "--annotators", *names]) == 1
    assert message in capsys.readouterr().err


def test_labels_and_human_scores_that_no_import_wrote_are_kept(data, monkeypatch, capsys):
    monkeypatch.chdir(data)
    before = (data / "labels.jsonl").read_bytes()
    assert main(["make-label-form", ".", "--annotators", "ann"]) == 0
    (data / "forms/votes-ann.json").write_text("{}")
    assert main(["import-labels", "."]) == 1
    assert (
        "labels.jsonl: the file exists and was not overwritten; choose another --output-dir"
        in capsys.readouterr().err
    )
    assert (data / "labels.jsonl").read_bytes() == before
