"""Every kind of bad input: one line that names file, line, instance and remedy, status 1, nothing left behind."""

import json
import os
from pathlib import Path

import pytest

from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid.__main__ import main

SUMMARY = {"instance_id": "a", "summarizer_id": "s", "summarizer_type": "peer", "summary": {"text": "x"}}


def change(name, line, **fields):
    """Replaces fields of one line of a file; a field set to None goes."""

    def edit(data: Path):
        lines = read_lines(data / name)
        lines[line] = {key: value for key, value in (lines[line] | fields).items() if value is not None}
        write_lines(data / name, lines)

    return edit


def add(name, text):
    def edit(data: Path):
        with (data / name).open("a") as out:
            out.write(text + "\n")

    return edit


def write(name, content):
    def edit(data: Path):
        (data / name).write_bytes(content)

    return edit


BAD_FILES = {
    "broken JSON line": (
        add("scus.jsonl", '{"instance_id": '),
        r"scus.jsonl, line 3: not JSON (.*); each line must be one JSON object",
    ),
    "not an object": (add("scus.jsonl", "[1, 2]"), "scus.jsonl, line 3: a JSON object was expected, not list"),
    "deep nesting": (add("scus.jsonl", "[" * 100000), "scus.jsonl, line 3: not JSON"),
    "empty file": (write("scus.jsonl", b"\n"), "scus.jsonl: the file is empty"),
    "not UTF-8": (write("scus.jsonl", b"\xff\xfe"), "scus.jsonl: not UTF-8 text (byte 0); convert it to UTF-8"),
    "file missing": (lambda data: (data / "scus.jsonl").unlink(), "scus.jsonl: no such file"),
    "file is a folder": (
        lambda data: ((data / "scus.jsonl").unlink(), (data / "scus.jsonl").mkdir()),
        "scus.jsonl: not a file",
    ),
    "missing field": (
        change("summaries.jsonl", 0, summary=None),
        "summaries.jsonl, line 1, instance 'a': the field 'summary' (dict) is missing",
    ),
    "wrong type": (
        change("summaries.jsonl", 1, summarizer_id=7),
        "summaries.jsonl, line 2, instance 'a': the field 'summarizer_id' must be str, not int",
    ),
    "summary without text": (
        change("summaries.jsonl", 1, summary={"txt": "x"}),
        "summaries.jsonl, line 2, instance 'a': 'summary' must hold {\"text\": a string or a list of sentences}",
    ),
    "sentences that are not strings": (
        change("summaries.jsonl", 1, summary={"text": ["x", 3]}),
        "summaries.jsonl, line 2, instance 'a': 'summary' must hold",
    ),
    "wrong references": (
        change("summaries.jsonl", 1, references=["x"]),
        "summaries.jsonl, line 2, instance 'a': 'references' must hold",
    ),
    "unknown summarizer type": (
        change("summaries.jsonl", 1, summarizer_type="human"),
        "summarizer_type must be peer or reference, not 'human'",
    ),
    "duplicate summary": (
        add("summaries.jsonl", json.dumps(SUMMARY | {"summarizer_id": "good"})),
        "summaries.jsonl, line 5, instance 'a': system 'good' has a summary already",
    ),
    "instance without units": (
        add("summaries.jsonl", json.dumps(SUMMARY | {"instance_id": "z"})),
        "summaries.jsonl, line 5, instance 'z': ",
    ),
    "duplicate instance": (
        add("scus.jsonl", '{"instance_id": "a", "units": ["x"]}'),
        "scus.jsonl, line 3, instance 'a': the instance has units already",
    ),
    "units not a list": (
        change("scus.jsonl", 1, units="x"),
        "scus.jsonl, line 2, instance 'b': the field 'units' must be list, not str",
    ),
    "negative weight": (
        change("scus.jsonl", 1, units=["x", {"text": "y", "weight": -1}]),
        "scus.jsonl, line 2, instance 'b', unit 2: a unit's weight must be finite and not negative, not -1",
    ),
    "NaN weight": (
        change("scus.jsonl", 1, units=[{"text": "y", "weight": float("nan")}]),
        "scus.jsonl, line 2, instance 'b', unit 1: a unit's weight must be finite and not negative, not nan",
    ),
    "empty unit": (
        change("scus.jsonl", 0, units=[" "]),
        "scus.jsonl, line 1, instance 'a', unit 1: a unit's text must be a non-empty string",
    ),
    "unknown unit field": (
        change("scus.jsonl", 0, units=[{"text": "x", "wieght": 2}]),
        "scus.jsonl, line 1, instance 'a', unit 1: a unit has the unknown field 'wieght'; known: text, weight",
    ),
    "unknown kind": (
        change("scus.jsonl", 0, units=[{"text": "x", "kind": "acu"}]),
        "kind must be one of scu, stu, not 'acu'",
    ),
    "unknown field": (
        change("scus.jsonl", 0, unit=["x"]),
        "scus.jsonl, line 1, instance 'a': unknown field 'unit'; known: instance_id, units",
    ),
}


def score(data: Path, output: Path, *more: str) -> int:
    files = [str(data / name) for name in ("summaries.jsonl", "scus.jsonl")]
    arguments = ["--dataset-reader", "units-based", "--input-files", *files, "--output-jsonl", str(output), "--silent"]
    return main(["lite2pyramid", "score", *arguments, "--judge", "all-words", *more])


def only_error_line(capsys) -> str:
    error = capsys.readouterr().err
    lines = [line for line in error.splitlines() if line.startswith("error: ")]
    assert len(lines) == 1 and "Traceback" not in error
    return lines[0]


@pytest.mark.parametrize(("edit", "expected"), BAD_FILES.values(), ids=BAD_FILES.keys())
def test_bad_files(edit, expected, data, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    edit(data)
    assert score(data, tmp_path / "out" / "scores.jsonl", "--evidence-output", "out/evidence.jsonl") == 1
    line = only_error_line(capsys)
    head, _, tail = expected.partition("(.*)")
    assert head in line and tail in line
    assert not list((tmp_path / "out").iterdir())


def test_the_same_run_without_a_mistake_succeeds(data, tmp_path, capsys):
    assert score(data, tmp_path / "out" / "scores.jsonl") == 0
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"scores.jsonl", "scores.jsonl.signature.json"}


@pytest.mark.parametrize("place", ["file/scores.jsonl", "folder", "pipe"])
def test_an_output_that_cannot_be_written_is_told_before_the_work(place, data, tmp_path, capsys):
    (tmp_path / "file").write_text("kept")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    (data / "scus.jsonl").unlink()
    assert score(data, tmp_path / place) == 1
    assert "cannot be written" in only_error_line(capsys)
    assert (tmp_path / "file").read_text() == "kept" and (tmp_path / "pipe").is_fifo()


def test_two_outputs_in_one_file_are_refused(data, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert score(data, tmp_path / "scores.jsonl", "--evidence-output", "./scores.jsonl") == 1
    assert "scores.jsonl: two outputs of one command" in only_error_line(capsys)
    assert not (tmp_path / "scores.jsonl").exists()


@pytest.mark.parametrize(
    ("judge", "expected"),
    [
        ("lexcial", "the judge 'lexcial' is unknown; did you mean 'lexical'?"),
        ('{"type": "all-words", "colour": 1}', "colour"),
        ('{"type": "all-words", "classes": "three"}', "classes must be int, not 'three'"),
    ],
)
def test_wrong_judges_are_named(judge, expected, data, tmp_path, capsys):
    assert score(data, tmp_path / "scores.jsonl", "--judge", judge) == 1
    assert expected in only_error_line(capsys)


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        ("{", "config.json: not JSON"),
        ('{"metric": []}', "config.json: unknown key 'metric'; known: dataset_reader, metrics, input_files"),
        (
            '{"dataset_reader": "units-based", "metrics": [{"type": "lite2pyramid", "nli": 1}], "input_files": []}',
            "nli",
        ),
        (
            '{"dataset_reader": "units-base", "metrics": [], "input_files": []}',
            "the dataset reader 'units-base' is unknown; did you mean 'units-based'",
        ),
        ('{"dataset_reader": "units-based", "metrics": []}', "input_files"),
    ],
)
def test_wrong_configs_are_named(config, expected, tmp_path, capsys):
    (tmp_path / "config.json").write_text(config)
    output = tmp_path / "scores.jsonl"
    assert main(["score", "--config", str(tmp_path / "config.json"), "--output-jsonl", str(output), "--silent"]) == 1
    assert expected in only_error_line(capsys)
    assert not output.exists()


def test_two_metrics_of_a_config_share_no_evidence_file(data, tmp_path, capsys):
    metrics = [
        {"type": "lite2pyramid", "evidence_output": str(tmp_path / "evidence.jsonl")},
        {"type": "lite3pyramid", "evidence_output": str(tmp_path / "out" / ".." / "evidence.jsonl")},
    ]
    reader = {"dataset_reader": "units-based", "input_files": [str(data / "summaries.jsonl"), str(data / "scus.jsonl")]}
    (tmp_path / "config.json").write_text(json.dumps({**reader, "metrics": metrics}))
    output = tmp_path / "scores.jsonl"
    assert main(["score", "--config", str(tmp_path / "config.json"), "--output-jsonl", str(output), "--silent"]) == 1
    expected = f"{tmp_path / 'evidence.jsonl'}: two outputs of one command (--config (evidence_output) and "
    assert expected in only_error_line(capsys)
    assert not output.exists()


def test_a_reader_without_units_is_named(data, tmp_path, capsys):
    arguments = ["--dataset-reader", "reference-based", "--input-files", str(data / "summaries.jsonl")]
    output = ["--output-jsonl", str(tmp_path / "scores.jsonl"), "--silent"]
    assert main(["lite2pyramid", "score", *arguments, *output]) == 1
    assert "the dataset reader gives no 'units'; use --dataset-reader units-based" in only_error_line(capsys)


def test_a_broken_pyramid_is_named(data, tmp_path, capsys):
    write_lines(tmp_path / "pyramids.jsonl", [{"instance_id": "a", "summarizer_ids": ["R"], "scus": [{"label": "x"}]}])
    files = [str(data / "summaries.jsonl"), str(tmp_path / "pyramids.jsonl")]
    arguments = ["--dataset-reader", "pyramid-units", "--input-files", *files]
    assert main(["lite2pyramid", "score", *arguments, "--output-jsonl", str(tmp_path / "o.jsonl"), "--silent"]) == 1
    assert "pyramids.jsonl, line 1, instance 'a', SCU 0: not an SCU as SacreROUGE writes it" in only_error_line(capsys)


def test_debug_shows_the_traceback(data, tmp_path):
    (data / "scus.jsonl").unlink()
    with pytest.raises(ValueError, match="no such file"):
        score(data, tmp_path / "scores.jsonl", "--debug")


JUDGEMENTS = {
    "label outside 0 and 1": (
        {"labels": [0, 2]},
        "labels.jsonl, line 1, instance 'a': a label must be 0 or 1, not 2",
    ),
    "label true": ({"labels": [True, 0]}, "a label must be 0 or 1, not True"),
    "too few labels": ({"labels": [0]}, "labels.jsonl, line 1, instance 'a': 1 labels for the 2 units of"),
    "unknown instance": ({"instance_id": "z"}, "labels.jsonl, line 1, instance 'z': unknown instance;"),
    "unknown system": ({"summarizer_id": "z"}, "labels.jsonl, line 1, instance 'a': system 'z' has no summary"),
    "labelled twice": ({"summarizer_id": "poor"}, "instance 'a': system 'poor' is labelled twice"),
}


@pytest.mark.parametrize(("fields", "expected"), JUDGEMENTS.values(), ids=JUDGEMENTS.keys())
def test_bad_judgements(fields, expected, data, tmp_path, capsys):
    change("labels.jsonl", 0, **fields)(data)
    assert main(["train", "judge", "--data", str(data), "--output", str(tmp_path / "weights.json")]) == 1
    assert expected in only_error_line(capsys)
    assert not (tmp_path / "weights.json").exists()
