"""write-scus, away from the repository: a worksheet is written, filled in and read back."""

import shutil

import pytest

from helpers.sample_scus import fill_scu_worksheet
from helpers.support import read_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.io.units import read_units
from sacrerouge_litepyramid.verdict.demo import SAMPLE

READ = ["write-scus", "sample", "--output-dir", "annotated"]
WRITE = [*READ, "--stus", "sample/stus.jsonl"]


@pytest.fixture
def sample(tmp_path, monkeypatch):
    """A copy of the sample's files in the working directory, which is returned."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(SAMPLE, tmp_path / "sample")
    return tmp_path


def list_units(path):
    """The units by document, without weights, as annotators write a fact for each reference that
    states it.
    """
    return {
        name: [(unit.text, unit.kind, unit.references[0], unit.sentence) for unit in item.units]
        for name, item in read_units(path).items()
    }


def test_the_samples_own_scus_make_the_very_mix_and_are_scored(sample, capsys):
    pytest.importorskip("spacy", reason="the embedded parser needs spaCy")
    assert main([*WRITE, "--percentage", "50"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(
        "Annotators write SCUs for 17 of 34 sentences (50.0%), STUs replace the other 17\n"
    )
    assert (
        "the column 'units' of annotated/worksheet.csv: one per line or separated by |" in printed
    )
    assert fill_scu_worksheet(sample / "annotated/worksheet.csv") == 17
    assert main(READ) == 0
    mixing = ["--stus", "sample/stus.jsonl", "--percentage", "50", "--output", "mixed.jsonl"]
    assert main(["mix-units", "sample", *mixing]) == 0
    units = list_units(sample / "annotated/units.jsonl")
    assert units == list_units(sample / "mixed.jsonl")
    kinds = [kind for members in units.values() for _, kind, _, _ in members]
    assert (
        f"{kinds.count('scu')} SCUs for 17 sentences, {kinds.count('stu')} STUs"
        in capsys.readouterr().out
    )
    reader = [
        "--dataset-reader",
        "units-based",
        "--input-files",
        "sample/summaries.jsonl",
        "annotated/units.jsonl",
    ]
    assert main(["lite2xpyramid", "score", *reader, "--output-jsonl", "scores.jsonl"]) == 0
    assert len(read_lines(sample / "scores.jsonl")) == 50


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--budget", "0"), "--budget must be at least 1, not 0"),
        (("--percentage", "5", "--budget", "3"), "pass one of --percentage and --budget, not both"),
        (
            (),
            "annotated/worksheet.csv: no such worksheet to read; pass --percentage or --budget to "
            "write it",
        ),
    ],
)
def test_a_wrong_budget_gives_one_error_line(sample, capsys, more, message):
    assert main([*WRITE, *more, "--selection", "random"]) == 1
    assert message in capsys.readouterr().err
    assert not (sample / "annotated/worksheet.csv").exists()


def test_all_problems_are_listed_and_nothing_is_written(sample, capsys):
    assert main([*WRITE, "--budget", "3", "--selection", "shortest"]) == 0
    cells = iter([" | ", "", "A unit."])
    fill_scu_worksheet(sample / "annotated/worksheet.csv", lambda row: next(cells))
    capsys.readouterr()
    assert main(READ) == 1
    first, second, last = capsys.readouterr().err.splitlines()
    assert first.startswith("annotated/worksheet.csv, line ")
    assert "no units for the sentence" in first and "no units for the sentence" in second
    assert last == "error: 2 problems, listed above; nothing was written (--debug shows where)"
    assert not (sample / "annotated/units.jsonl").exists()


def test_a_worksheet_is_never_written_over(sample, capsys):
    assert main([*WRITE, "--budget", "3", "--selection", "shortest"]) == 0
    before = (sample / "annotated/worksheet.csv").read_bytes()
    assert main([*WRITE, "--budget", "4", "--selection", "shortest"]) == 1
    assert (
        "annotated/worksheet.csv: the worksheet exists, and may be filled in; leave out"
        in capsys.readouterr().err
    )
    assert (sample / "annotated/worksheet.csv").read_bytes() == before
