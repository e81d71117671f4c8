"""plan-annotation and import-annotation, away from the repository."""

import csv
import re
import shutil

import pytest

from helpers.sample_scus import sample_scus
from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.annotation.annotation_plan import plan_annotation
from sacrerouge_litepyramid.demo import SAMPLE
from sacrerouge_litepyramid.io.annotations import read_plan
from sacrerouge_litepyramid.io.units import read_units


@pytest.fixture
def sample(tmp_path, monkeypatch):
    """A copy of the sample's files in the working directory, which is returned."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(SAMPLE, tmp_path / "sample")
    return tmp_path


@pytest.fixture
def plan(sample):
    def run(*more):
        inputs = ["--references", "sample/summaries.jsonl", "--stus", "sample/stus.jsonl"]
        return main(["plan-annotation", *inputs, "--output-dir", "plan", *more])

    return run


def take_in(*files, more=()):
    inputs = ["--plan", "plan/plan.json", "--references", "sample/summaries.jsonl"]
    return main(["import-annotation", *inputs, "--forms", *files, "--output-dir", ".", *more])


def fill(path, annotate):
    """The worksheet, its sentences with the units that ``annotate(row)`` gives; a further unit is a row of its own."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        header, *rows = csv.reader(file)
    filled = []
    for row in rows:
        for number, (text, also) in enumerate(annotate(row) or [("-", "")]):
            place = row[:4] if number == 0 else [""] * 4
            filled.append([*place, text, also, ""])
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header, *filled])


def sample_units(row):
    """The sample's own SCUs of a worksheet's sentence."""
    for text, also in sample_scus(row[0], int(row[1]) - 1, int(row[2]) - 1):
        yield text, " ".join(str(each + 1) for each in also)


def test_the_samples_own_scus_make_the_very_mix(plan, sample, capsys):
    pytest.importorskip("spacy", reason="the embedded parser needs spaCy")
    assert plan("--percentage", "50", "--pace", "20") == 0
    printed = capsys.readouterr().out
    assert printed.startswith(
        "Annotators write SCUs for 17 of 34 sentences (50.0%), STUs replace the other 17; 0.8 hours at 20 sentences per"
    )
    assert "> 50% STUs" in printed and "so may the agreement" in printed
    fill(sample / "plan/worksheet.csv", lambda row: list(sample_units(row)))
    assert take_in("plan/worksheet.csv") == 0
    inputs = ["sample"]
    inputs += ["--stus", "sample/stus.jsonl", "--percentage", "50"]
    assert main(["mix-units", *inputs, "--output", "mixed.jsonl"]) == 0
    assert read_lines(sample / "units.jsonl") == read_lines(sample / "mixed.jsonl")
    kinds = [unit.kind for item in read_units(sample / "units.jsonl").values() for unit in item.units]
    assert f"{kinds.count('scu')} SCUs for 17 sentences, {kinds.count('stu')} STUs" in capsys.readouterr().out


def test_suggestions_are_recorded_and_can_be_switched_off(plan, sample, capsys):
    assert plan("--budget", "3", "--selection", "random") == 0
    assert "0.1 hours at 20 sentences per hour (assumed; pass --pace)" in capsys.readouterr().out
    shown = [row["suggestions"].split(" | ") for row in read_rows(sample / "plan/worksheet.csv")]
    head = {"format": "litepyramid annotation", "version": 1, "annotator": "Ann"}
    keys, sentences = read_plan(sample / "plan/plan.json").list_annotated(), []
    for key, suggested in zip(keys, shown, strict=True):
        text = read_plan(sample / "plan/plan.json").sentences[key].text
        outcomes = [
            {"text": each, "outcome": "rejected" if place else "accepted"} for place, each in enumerate(suggested)
        ]
        units = [{"text": suggested[0], "origin": "accepted"}, {"text": "Something else", "origin": "own"}]
        sentences.append({**key._asdict(), "text": text, "units": units, "nothing": False})
        sentences[-1] |= {"suggestions": outcomes, "seconds": 90}
    write_lines(sample / "ann.json", [{**head, "sentences": sentences}])
    assert take_in("ann.json") == 0
    printed, count = capsys.readouterr().out, sum(map(len, shown))
    assert (
        f"Of {count} suggestions 3 were accepted, 0 edited, {count - 3} rejected, 0 left open; annotators wrote 3 SCUs"
        in printed
    )
    assert "Pace: 3 sentences timed, 0.07 hours; plan the next with --pace 40.0" in printed
    record = read_lines(sample / "records.jsonl")
    assert [line["seconds"] for line in record] == [90, 90, 90] and record[0]["annotator"] == "Ann"
    assert [unit["origin"] for unit in record[0]["units"]] == ["accepted", "own"]
    (sample / "plan/worksheet.csv").unlink()
    assert plan("--budget", "3", "--selection", "random", "--no-suggestions") == 0
    assert [row["suggestions"] for row in read_rows(sample / "plan/worksheet.csv")] == ["", "", ""]


def read_rows(path):
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize(
    ("more", "annotated"),
    [(("--budget", "5"), 5), (("--minutes", "90", "--pace", "4"), 6), (("--percentage", "100"), 34)],
)
def test_each_kind_of_budget(plan, sample, more, annotated):
    assert plan(*more, "--selection", "random", "--seed", "3") == 0
    made = read_plan(sample / "plan/plan.json")
    assert len(made.list_annotated()) == annotated and len(made.sentences) == 34
    assert made.settings["selection"] == "random" and made.settings["regressor"] is None


def test_another_curve_is_taken_for_what_to_expect(sample):
    arguments = ["sample", "--stus", "sample/stus.jsonl", "--resamples", "5", "--draws", "1"]
    assert main(["experiment", "curve", *arguments, "--output-dir", "out", "--selection", "shortest"]) == 0
    settings = {"budget": 5, "selection": "shortest", "stus": "sample/stus.jsonl", "output_dir": "plan"}
    printed = str(plan_annotation(references="sample/summaries.jsonl", curves=["out/points.json"], **settings))
    assert "  sample, 5 systems, 10 documents\n" in printed and "realsumm" not in printed


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--budget", "0"), "--budget must be above 0, not 0"),
        (("--budget", "3", "--seed", "-1"), "--seed must be at least 0, not -1"),
        (("--minutes", "180"), "--minutes 180.0 needs --pace, in sentences per hour"),
        ((), "pass one of --percentage, --budget, --minutes"),
        (("--percentage", "5", "--budget", "3"), "pass one of --percentage, --budget, --minutes"),
    ],
)
def test_a_wrong_option_of_a_plan_gives_one_error_line(plan, sample, capsys, more, message):
    assert plan(*more, "--selection", "random") == 1
    assert message in capsys.readouterr().err
    assert not (sample / "plan/plan.json").exists()


def test_all_problems_of_a_worksheet_are_listed_and_nothing_is_written(plan, sample, capsys):
    assert plan("--budget", "3", "--selection", "shortest") == 0
    lines = (sample / "plan/worksheet.csv").read_text("utf-8-sig").splitlines()
    cells = [next(csv.reader([line])) for line in lines]
    cells[1][4] = "..."
    cells[2][3] = "Another text."
    cells[2][4] = "A unit."
    with (sample / "plan/worksheet.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(cells)
    assert take_in("plan/worksheet.csv") == 1
    errors = capsys.readouterr().err.splitlines()
    assert re.match(
        r"plan/worksheet.csv, row 2, instance '.*', reference \d, sentence \d: the unit '...' is em", errors[0]
    )
    assert "plan/worksheet.csv, row 3, instance" in errors[1] and "its text is 'Another text.'" in errors[1]
    assert "nobody annotated the sentence" in errors[2]
    assert errors[3] == "error: 3 problems, listed above; nothing was written (--debug shows where)"
    assert not (sample / "units.jsonl").exists()


def test_changed_references_are_refused(plan, sample, capsys):
    assert plan("--budget", "3", "--selection", "shortest") == 0
    changed = [
        {**line, "references": [{"text": "A new text."}]} if line["instance_id"] == "museum-theft" else line
        for line in read_lines(sample / "sample/summaries.jsonl")
    ]
    write_lines(sample / "sample/summaries.jsonl", changed)
    assert take_in("plan/worksheet.csv") == 1
    error = capsys.readouterr().err
    assert "instance 'museum-theft', reference 1, sentence 1: the reference has changed" in error
    assert "now 'A new text.'; pass the references that were planned, or plan again" in error


def test_a_worksheet_is_never_written_over(plan, sample, data, monkeypatch, capsys):
    assert plan("--budget", "3", "--selection", "shortest") == 0
    before = (sample / "plan/worksheet.csv").read_bytes()
    assert plan("--budget", "4", "--selection", "shortest") == 1
    assert "plan/worksheet.csv: the worksheet exists" in capsys.readouterr().err
    assert (sample / "plan/worksheet.csv").read_bytes() == before
    monkeypatch.chdir(data)
    inputs = [".", "--output-dir", "forms"]
    assert main(["make-label-form", *inputs]) == 0
    assert main(["make-label-form", *inputs]) == 1
    assert "forms/labels.csv: the worksheet exists" in capsys.readouterr().err


def test_documents_without_a_unit_are_listed(plan, sample, capsys):
    assert plan("--percentage", "100", "--selection", "shortest") == 0
    fill(sample / "plan/worksheet.csv", lambda row: [] if row[0] == "museum-theft" else list(sample_units(row)))
    assert take_in("plan/worksheet.csv") == 0
    assert "1 documents have no units, so their summaries cannot be scored: museum-theft" in capsys.readouterr().out


def test_many_problems_of_one_kind_are_one_line(plan, sample, capsys):
    references = [{"instance_id": f"i{number}", "references": ["A cat sat."]} for number in range(60)]
    write_lines(sample / "references.jsonl", references)
    write_lines(sample / "stus.jsonl", [{"instance_id": f"i{number}", "units": ["cat"]} for number in range(60)])
    inputs = ["--references", "references.jsonl", "--stus", "stus.jsonl", "--percentage", "100"]
    assert main(["plan-annotation", *inputs, "--output-dir", "plan", "--selection", "shortest"]) == 0
    given = ["--plan", "plan/plan.json", "--references", "references.jsonl"]
    assert main(["import-annotation", *given, "--forms", "plan/worksheet.csv", "--output-dir", "u"]) == 1
    errors = capsys.readouterr().err.splitlines()
    assert len(errors) == 2 and errors[1].startswith("error: 60 problems")
    assert " (and 59 more like it: " in errors[0] and errors[0].endswith(" and 47 others)")
