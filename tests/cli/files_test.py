"""Commands that would overwrite an input, or write two outputs to one file, are refused before they do anything."""

import argparse
import json
from itertools import product
from pathlib import Path

import pytest

from sacrerouge_litepyramid.cli import names
from sacrerouge_litepyramid.cli.files import (
    DeclaredFile,
    Use,
    check_declared,
    check_files,
    declare_input,
    list_component_files,
)
from sacrerouge_litepyramid.cli.main import build_command_parser, main
from sacrerouge_litepyramid.cli.parser import Role

NAMES = "summaries scus stus labels metrics scores evidence units votes references articles documents".split()
FILES = (
    *(f"{name}.jsonl" for name in NAMES),
    *("folds.json", "plan.json", "weights.json", "config.json", "sheet.csv", "table.csv"),
    *("references.txt", "STUs.txt", "scores.jsonl.signature.json"),
    *("data/summaries.jsonl", "data/scus.jsonl", "data/metrics.jsonl", "data/labels.jsonl", "data/folds.json"),
    *("data/pairs.jsonl", "data/labels-a.html", "out/released/archive"),
    *("plan/units.jsonl", "model/config.json", "model/model.safetensors"),
    *("release/ids.txt", "release/summaries/a.summary", "cache/units.sqlite"),
)
SCORE = "lite2pyramid score --dataset-reader units-based --input-files summaries.jsonl scus.jsonl"
CORRELATE = "correlate --metrics-jsonl-files metrics.jsonl scores.jsonl --metrics a b --summarizer-type peer"
MIXED = "data"
SCORED = "--scores metrics.jsonl scores.jsonl --metrics ours_p2c"
WEIGHTS = '{"type":"lexical","weights":"weights.json"}'
CONFIG = {
    "dataset_reader": "units-based",
    "input_files": ["summaries.jsonl", "scus.jsonl"],
    "metrics": [{"type": "lite2pyramid", "evidence_output": "evidence.jsonl"}],
}
#: a command line, and the file that it would destroy
INPUTS = [
    ("train judge data --output data/labels.jsonl", "labels.jsonl"),
    ("train judge release --test data --output data/labels.jsonl", "labels.jsonl"),
    (f"train judge data --judge {WEIGHTS} --output weights.json", "weights.json"),
    ("train regressor data --output data/scus.jsonl", "scus.jsonl"),
    ("train nli data --model model --output-dir model", "model/"),
    ("train nli data --model model --folds model/folds.json --output-dir model", "model/"),
    ("train coherence-model --documents data/summaries.jsonl --model model --output-dir data", "summaries.jsonl"),
    (f"mix-units {MIXED} --percentage 50 --output data/scus.jsonl", "scus.jsonl"),
    ("write-scus data --budget 3 --stus plan/units.jsonl --output-dir plan", "units.jsonl"),
    ("make-label-form data --units data/labels-a.html --output-dir data", "labels-a"),
    ("import-labels data --units scus.jsonl "
 "--forms data/votes.jsonl --output-dir data", "votes.jsonl"),
    ("import-labels data --forms data/planned_labels.jsonl --output-dir data", "planned_labels.jsonl"),
    ("evaluate-table data/summaries.jsonl --output-dir data", "summaries.jsonl"),
    ("import-table data/metrics.jsonl --output-dir data", "metrics.jsonl"),
    ("report data --scores scores.jsonl --output scores.jsonl.signature.json", "scores.jsonl.signature"),
    ("report data --scores scores.jsonl --output data/labels.jsonl", "labels.jsonl"),
    ('experiment contrast-test data --judge {"weights":"data/pairs.jsonl"} --output-dir data', "pairs.jsonl"),
    (f"experiment cross-validate data {SCORED} --output data/folds.json", "folds.json"),
    ("experiment transfer --train data --test release --output data/scus.jsonl", "scus.jsonl"),
    ("experiment realsumm --scores data/metrics.json --metrics a --output-dir data", "metrics.json"),
    ("experiment curve data --regressor data/points.json --output-dir data", "points.json"),
    ("experiment curve data --regressor data/curve.json --output-dir data", "curve.json"),
    ("score-corpus scores.jsonl.signature.json --output scores.jsonl", "scores.jsonl.signature"),
    ("experiment reproduce lite-pyramid --source release --output release/ids.txt", "ids.txt"),
    ("setup-dataset rose data --source data/metrics.jsonl", "metrics.jsonl"),
    ("setup-dataset ffci out --source out/released/archive", "archive"),
]  # fmt: skip
#: a command line that names a file twice, once as an output: SacreROUGE's commands, then ours
TWICE = [
    (f"{SCORE} --output-jsonl summaries.jsonl", "summaries.jsonl"),
    (f"{SCORE} --output-jsonl out.jsonl --evidence_output scus.jsonl", "scus.jsonl"),
    (f"{SCORE} --output-jsonl o.jsonl --evidence_output ./o.jsonl", "o.jsonl"),
    (f"{SCORE} --output-jsonl o --log-file ./scus.jsonl", "scus.jsonl"),
    ("score --config config.json --output-jsonl config.json", "config.json"),
    ("score --config config.json --output-jsonl data/../scus.jsonl", "scus.jsonl"),
    ("score --config config.json --output-jsonl evidence.jsonl", "evidence.jsonl"),
    ('score --config config.json --overrides {"metrics.0.evidence_output":"scus.jsonl"} --output-jsonl o', "scus"),
    ("evaluate --config config.json --macro-output-json link.jsonl --micro-output-jsonl o.jsonl", "link.jsonl"),
    ("evaluate --config config.json --macro-output-json o --micro-output-jsonl ./o", "o"),
    (f"{CORRELATE} --output-file scores.jsonl", "scores.jsonl"),
    (f"{CORRELATE} --output-file o --global-output-plot metrics.jsonl", "metrics.jsonl"),
    ("stat-sig-test --metrics-jsonl-files metrics.jsonl scores.jsonl --dependent-metric a --metric-A b --metric-B c "
     "--summarizer-type peer --output-file metrics.jsonl", "metrics.jsonl"),
    ("chrf score --dataset-reader reference-based --input-files stus.jsonl --output-jsonl stus.jsonl", "stus.jsonl"),
    ("train judge data --output o.json --report data/../o.json", "o.json"),
    (f"mix-units {MIXED} --percentage 50 --output o.json --report o.json", "o.json"),
]  # fmt: skip


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A working directory that holds all that the command lines name."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LITEPYRAMID_CACHE", str(tmp_path / "cache"))
    for name in FILES:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(f"the content of {name}")
    Path("config.json").write_text(json.dumps(CONFIG))
    Path("link.jsonl").symlink_to("summaries.jsonl")
    return tmp_path


def contents(folder):
    """Every file and folder, with what a file holds and where a link leads."""
    return {
        path: path.readlink() if path.is_symlink() else path.is_file() and path.read_bytes()
        for path in folder.rglob("*")
    }


@pytest.mark.parametrize(("words", "file"), INPUTS, ids=[f"{words.split()[0]} {file}" for words, file in INPUTS])
def test_an_output_that_is_an_input_is_refused(words, file, folder, capsys):
    before = contents(folder)
    assert main(words.split()) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert file in line and "of the command (" in line and "; choose another output" in line
    assert contents(folder) == before


@pytest.mark.parametrize(("words", "file"), TWICE, ids=[f"{words.split()[0]} {file}" for words, file in TWICE])
def test_a_file_that_is_named_twice_is_refused(words, file, folder, capsys):
    before = contents(folder)
    assert main(words.split()) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert file in line and "name the same file; choose another output" in line
    assert contents(folder) == before


def pairs():
    """Every option that a command writes to, with every option that it reads from."""
    for name in names.list_bound():
        parser = build_command_parser(name)
        written = [file_option for file_option in parser.file_options if file_option.role is Role.WRITE]
        read = [
            file_option
            for file_option in parser.file_options
            if file_option.role is Role.READ and not file_option.files
        ]
        for output, other in product(written, read):
            yield pytest.param(parser, output, other, id=f"{name} {output.option} {other.option}")


@pytest.mark.parametrize(("parser", "output", "other"), pairs())
def test_every_output_is_compared_with_every_input(parser, output, other):
    """For options declared later on, too."""
    file = "x" if not output.files or output.beside else f"x/{output.files[0].replace('*', 'a')}"
    if file != "x":
        Path(file).parent.mkdir(parents=True)
        Path(file).write_text("an input")
    args = argparse.Namespace(**{option.dest: None for option in parser.file_options}, parser=parser)
    setattr(args, output.dest, "x")
    setattr(args, other.dest, file)
    with pytest.raises(ValueError, match=r"; choose another output$"):
        check_files(args)


@pytest.mark.parametrize(
    "words",
    [
        "report data --scores scores.jsonl --output data/report.html",
        f"mix-units {MIXED} --percentage 5 --output data/x",
        "setup-dataset realsumm release --source release",
        "write-scus data --budget 3 --output-dir data",
        "train judge data --evidence a --output b --report c",
    ],
)
def test_outputs_beside_inputs_are_allowed(words):
    name = names.find_command(words.split()).name
    check_files(build_command_parser(name).parse_args(words.removeprefix(name).split()))


def test_an_output_folder_that_cannot_be_written_is_named(folder, capsys):
    words = "write-scus data --budget 3 --output-dir"
    assert main([*words.split(), "scus.jsonl/plan"]) == 1
    assert "error: scus.jsonl/plan: cannot be written (" in capsys.readouterr().err
    assert Path("scus.jsonl").read_text() == "the content of scus.jsonl"


def written(path, *files):
    return DeclaredFile(Use.WRITE, Path(path), "--out", files)


def read(path, *files):
    return DeclaredFile(Use.READ, Path(path), "--in", files)


SAME = {
    "a file": (written("a"), read("a")),
    "by another way": (written("data/../a"), read("./a")),
    "by a hard link": (written("hard.txt"), read("data/there.txt")),
    "by a link": (written("link/there.txt"), read("data/there.txt")),
    "a file of a folder that is read": (written("data/there.txt"), read("data", "*.txt")),
    "a file to come that is read by name": (written("data/b"), read("data", "b")),
    "a file in a folder that is written": (written("link", "*.txt"), read("data/there.txt")),
    "a folder that is written whole": (written("a.parts", "*"), read("a.parts")),
    "a folder that is read and written": (written("data", "there.txt"), read("link", "*")),
    "a folder around the other": (written(".", "data/*"), read("data", "there.txt")),
}
APART = {
    "two files": (written("a"), read("b")),
    "a new file in a folder that is read": (written("data/new.txt"), read("data", "*.txt")),
    "other files of a folder": (written("data", "*.json"), read("data/there.txt")),
    "files of two folders": (written("data", "*"), read("other", "*")),
    "another file beside the input": (written("data/a"), read("data", "there.txt")),
}


@pytest.fixture
def small(tmp_path, monkeypatch):
    """A working directory with the folder data, in which only there.txt is."""
    folder = tmp_path / "small"
    (folder / "data").mkdir(parents=True)
    monkeypatch.chdir(folder)
    (folder / "data" / "there.txt").write_text("x")
    (folder / "link").symlink_to("data")
    (folder / "hard.txt").hardlink_to("data/there.txt")
    return folder


@pytest.mark.parametrize("places", SAME.values(), ids=SAME)
def test_one_file_under_two_names_is_recognised(places, small):
    with pytest.raises(ValueError, match="is an input of the command"):
        check_declared(places)


@pytest.mark.parametrize("places", APART.values(), ids=APART)
def test_different_files_are_allowed(places, small):
    check_declared(places)


def uses(description):
    return [(place.use, str(place.path)) for place in list_component_files(description, "--judge")]


def test_a_component_declares_the_files_it_reads(small):
    cached = {"type": "cached", "path": "c.sqlite", "model": {"type": "lexical", "weights": "data/there.txt"}}
    assert uses(json.dumps(cached)) == [(Use.READ, "data/there.txt")]


@pytest.mark.parametrize(
    "description", ["lexical", "data", "{broken", "", None, 3, {"type": "data", "prompt": "x" * 5000}]
)
def test_a_description_without_files_declares_none(description):
    assert uses(description) == []


def test_an_input_may_be_a_folder(small):
    assert declare_input("data", "--model").files and not declare_input("data/there.txt", "--model").files
