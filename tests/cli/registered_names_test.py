"""Only registered names are constructed, whatever a config or an option contains."""

import json
from pathlib import Path

import pytest

import sacrerouge_litepyramid
from sacrerouge_litepyramid.__main__ import main

SAMPLE = Path(sacrerouge_litepyramid.__file__).parent / "sample"
SUMMARIES, UNITS = str(SAMPLE / "summaries.jsonl"), str(SAMPLE / "scus.jsonl")
OUTPUT = ["--output-jsonl", "out.jsonl", "--silent"]
BY_UNITS = ["--dataset-reader", "units-based", "--input-files", SUMMARIES, UNITS, *OUTPUT]
SUMMARIZE = ["experiment", "summarize", "--documents", SUMMARIES, "--output", "out.jsonl"]
PROGRAM = {"type": "subprocess.Popen", "args": ["touch", "made-by-a-program"]}
TEXT = json.dumps(PROGRAM)
#: where a description may stand: the words of a command, or the config of `score`
PLACES = {
    "judge": ["lite2pyramid", "score", "--judge", TEXT, *BY_UNITS],
    "judge, within another": [
        *("lite2pyramid", "score", "--judge", json.dumps({"type": "cached", "model": PROGRAM})),
        *BY_UNITS,
    ],
    "extractor": ["lite3pyramid", "score", "--extractor", TEXT, *BY_UNITS],
    "dataset reader": ["lite2pyramid", "score", *BY_UNITS[2:], "--dataset-reader", TEXT],
    "reward": [*SUMMARIZE, "--reward", TEXT],
    "summarizer": [*SUMMARIZE, "--summarizer", TEXT],
}
CONFIGS = {
    "metric": {"dataset_reader": "units-based", "metrics": [PROGRAM]},
    "reader": {"dataset_reader": PROGRAM, "metrics": ["lite2pyramid"]},
    "component": {
        "dataset_reader": "units-based",
        "metrics": [{"type": "lite2pyramid", "judge": PROGRAM}],
    },
    "a metric of SacreROUGE's": {
        "dataset_reader": "units-based",
        "metrics": [{"type": "chrf", "jackknifer": PROGRAM}],
    },
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("place", PLACES)
def test_an_option_imports_no_name(place: str, capsys: pytest.CaptureFixture) -> None:
    assert main(PLACES[place]) == 1
    assert "'subprocess.Popen' is unknown" in capsys.readouterr().err
    assert not Path("made-by-a-program").exists() and not Path("out.jsonl").exists()


@pytest.mark.parametrize("place", CONFIGS)
def test_a_config_imports_no_name(place: str, capsys: pytest.CaptureFixture) -> None:
    Path("config.json").write_text(
        json.dumps({**CONFIGS[place], "input_files": [SUMMARIES, UNITS]}), "utf-8"
    )
    assert main(["score", "--config", "config.json", *OUTPUT]) == 1
    assert "subprocess.Popen" in capsys.readouterr().err
    assert not Path("made-by-a-program").exists() and not Path("out.jsonl").exists()
