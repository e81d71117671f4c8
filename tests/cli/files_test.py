"""Commands that would overwrite an input, or write two outputs to one file, are refused before they
do anything.
"""

import json
from pathlib import Path

import pytest

from sacrerouge_litepyramid.cli import names
from sacrerouge_litepyramid.cli.files import NamedFile, check_outputs
from sacrerouge_litepyramid.cli.main import build_command_parser, main

FILES = (
    *(
        "summaries.jsonl",
        "scus.jsonl",
        "stus.jsonl",
        "metrics.jsonl",
        "scores.jsonl",
        "weights.json",
    ),
    *(
        "data/summaries.jsonl",
        "data/scus.jsonl",
        "data/metrics.jsonl",
        "data/labels.jsonl",
        "data/folds.json",
    ),
)
SCORE = "lite2pyramid score --dataset-reader units-based --input-files summaries.jsonl scus.jsonl"
CORRELATE = (
    "correlate --metrics-jsonl-files metrics.jsonl scores.jsonl --metrics a b "
    "--summarizer-type peer"
)
SCORED = "--scores metrics.jsonl scores.jsonl --metrics ours_p2c"
CONFIG = {
    "dataset_reader": "units-based",
    "input_files": ["summaries.jsonl", "scus.jsonl"],
    "metrics": [{"type": "lite2pyramid", "evidence_output": "evidence.jsonl"}],
}
#: a command line, the output that is also an input, and the option that names the input
INPUTS = [
    ("train judge data --output data/labels.jsonl", "--output", "FOLDERS"),
    ("train judge release --test data --output data/labels.jsonl", "--output", "--test"),
    ("train regressor data --output data/scus.jsonl", "--output", "FOLDER"),
    ("mix-units data --percentage 50 --output data/../data/scus.jsonl", "--output", "FOLDER"),
    ("report data --scores scores.jsonl --output scores.jsonl", "--output", "--scores"),
    ("report data --output data/labels.jsonl", "--output", "FOLDER"),
    (f"experiment cross-validate data {SCORED} --output data/folds.json", "--output", "FOLDER"),
    ("experiment transfer --train data --test release --output data/scus.jsonl", "--output", "--train"),
    (f"{SCORE} --output-jsonl summaries.jsonl", "--output-jsonl", "--input-files"),
    (f"{SCORE} --output-jsonl out.jsonl --evidence_output scus.jsonl", "evidence_output", "--input-files"),
    (f"{SCORE} --output-jsonl o --log-file ./scus.jsonl", "--log-file", "--input-files"),
    ("score --config config.json --output-jsonl config.json", "--output-jsonl", "--config"),
    ("score --config config.json --output-jsonl data/../scus.jsonl", "--output-jsonl", "input_files"),
    ("evaluate --config config.json --macro-output-json link.jsonl --micro-output-jsonl o.jsonl",
     "--macro-output-json", "input_files"),
    ('score --config config.json --overrides {"metrics.0.evidence_output":"scus.jsonl"} '
     "--output-jsonl o.jsonl", "evidence_output", "input_files"),
    ('score --config config.json --overrides {"input_files":["stus.jsonl"]} '
     "--output-jsonl stus.jsonl", "--output-jsonl", "input_files"),
    (f"{CORRELATE} --output-file scores.jsonl", "--output-file", "--metrics-jsonl-files"),
    (f"{CORRELATE} --output-file o --global-output-plot metrics.jsonl", "--global-output-plot",
     "--metrics-jsonl-files"),
    ("stat-sig-test --metrics-jsonl-files metrics.jsonl scores.jsonl --dependent-metric a "
     "--metric-A b --metric-B c --summarizer-type peer --output-file metrics.jsonl", "--output-file", "--metrics-jsonl-files"),
    ("chrf score --dataset-reader reference-based --input-files stus.jsonl --output-jsonl "
     "stus.jsonl",
     "--output-jsonl", "--input-files"),
]  # fmt: skip
#: a command line, and two outputs to one file
OUTPUTS = [
    (f"{SCORE} --output-jsonl o.jsonl --evidence_output ./o.jsonl", "evidence_output", "--output-jsonl"),
    ("score --config config.json --output-jsonl evidence.jsonl", "evidence_output", "--output-jsonl"),
    ("evaluate --config config.json --macro-output-json o --micro-output-jsonl ./o",
     "--micro-output-jsonl", "--macro-output-json"),
    ("compare data --plot o.png --output data/../o.png", "--output", "--plot"),
]  # fmt: skip


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A working directory with all that the command lines name."""
    monkeypatch.chdir(tmp_path)
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


def refuse(words, output, other, folder, capsys):
    """Run a command line that must be refused in one line about the two options, and must change no
    file.
    """
    before = contents(folder)
    assert main(words.split()) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert f": {output} and {other} name the same file; choose another output" in line
    assert contents(folder) == before


@pytest.mark.parametrize(("words", "output", "other"), INPUTS, ids=[words for words, *_ in INPUTS])
def test_an_output_that_is_an_input_is_refused(words, output, other, folder, capsys):
    refuse(words, output, other, folder, capsys)


@pytest.mark.parametrize(
    ("words", "output", "other"), OUTPUTS, ids=[words for words, *_ in OUTPUTS]
)
def test_two_outputs_to_one_file_are_refused(words, output, other, folder, capsys):
    refuse(words, output, other, folder, capsys)


@pytest.mark.parametrize(
    "words",
    [
        "report data --scores scores.jsonl --output data/report.html",
        "mix-units data --percentage 5 --output data/x",
        "setup-dataset realsumm release --source release",
        "write-scus data --budget 3 --output-dir data",
        "score-corpus scores.jsonl --output s3://bucket/scores.parquet",
    ],
)
def test_outputs_beside_inputs_are_allowed(words, folder):
    before = contents(folder)
    name = names.find_command(words.split())
    args = build_command_parser(name).parse_args(words.removeprefix(name).split())
    check_outputs(args.parser.list_inputs(args), args.parser.list_outputs(args))
    assert contents(folder) == before


@pytest.mark.parametrize("output", ["scus.jsonl/plan", "scus.jsonl"])
def test_an_output_folder_that_cannot_be_written_is_named(output, capsys):
    assert main(["write-scus", "data", "--budget", "3", "--output-dir", output]) == 1
    assert (
        f"error: {output}" in (line := capsys.readouterr().err) and ": cannot be written (" in line
    )
    assert Path("scus.jsonl").read_text() == "the content of scus.jsonl"


def test_an_output_file_is_no_folder():
    with pytest.raises(ValueError, match=r"^data: cannot be written \(it is a folder\)"):
        check_outputs([], [NamedFile("--output", Path("data"))])
