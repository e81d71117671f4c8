"""Wrong options and configs: one line that names the file or option, and the remedy; nothing is written."""

import json
from pathlib import Path

import pytest

from helpers.reader_registry import METRICS, SCUS, SUMMARIES
from sacrerouge_litepyramid.cli.main import main

METRIC = {"type": "lite2pyramid", "judge": "lexical"}
CONFIG = {"dataset_reader": "units-based", "input_files": ["s.jsonl", "u.jsonl"], "metrics": [METRIC]}
SCORE = ["score", "--config", "c.json", "--output-jsonl", "out/o.jsonl", "--silent"]
CORPUS = ["score-corpus", "s.jsonl", "--units", "u.jsonl", "--output", "out/o.jsonl"]
VALIDATE = "experiment cross-validate --scores m.jsonl --metrics a --output out/o.json".split()


def nested(levels: int) -> dict:
    judge: dict = METRIC
    for _ in range(levels):
        judge = {"type": "cached", "model": judge}
    return judge


CONFIGS = {
    "an empty list": (CONFIG | {"metrics": []}, "c.json: metrics is empty; name at least one"),
    "no metrics": ({"dataset_reader": "x", "input_files": ["s"]}, "c.json: the key 'metrics' is missing; a config has"),
    "a number as a path": (
        CONFIG | {"metrics": [METRIC | {"evidence_output": 3}]},
        "c.json: evidence_output must be a path, not 3",
    ),
    "a truth value as a path": (
        CONFIG | {"metrics": [METRIC | {"evidence_output": True}]},
        "c.json: evidence_output must be a path, not True",
    ),
    "a list as a model": (
        CONFIG | {"metrics": [METRIC | {"judge": ["lexical"]}]},
        "c.json: the judge ['lexical'] is neither a name nor an object",
    ),
    "a class of Python": (
        CONFIG | {"metrics": [METRIC | {"judge": {"type": "collections.OrderedDict"}}]},
        "c.json: the judge 'collections.OrderedDict' is unknown",
    ),
    "models within models": (
        CONFIG | {"metrics": [METRIC | {"judge": nested(200)}]},
        "c.json: the judge is inside 16 other components; describe it with fewer",
    ),
    "an unknown metric": (
        CONFIG | {"metrics": ["zzzz"]},
        "c.json: the metric 'zzzz' is unknown. `sacrerouge-litepyramid --help` lists all",
    ),
}
OPTIONS = {
    "another metric": ([*SCORE, "--overrides", '{"foo": 1}'], "c.json with --overrides: unknown key 'foo'; known: "),
    "a path of keys": ([*SCORE, "--overrides", '{"a.b.c": 5}'], "c.json with --overrides: unknown key 'a'; known: "),
    "metrics that are a number": (
        [*SCORE, "--overrides", '{"metrics": 5}'],
        "c.json with --overrides: metrics must be a list, not 5",
    ),
    "an impossible merge": ([*SCORE, "--overrides", '{"metrics.7.x": 1}'], "c.json with --overrides: no config (could"),
    "overrides that are a list": ([*SCORE, "--overrides", "[]"], "--overrides: [] is no JSON object; give a JSON"),
    "overrides that are no JSON": ([*SCORE, "--overrides", "{bad"], "--overrides: not JSON (Expecting property name"),
    "a relative package": ([*SCORE, "--include-packages", "..x"], "--include-packages: '..x' is no package; give a"),
    "no package": ([*SCORE, "--include-packages", ""], "--include-packages: '' is no package; give a name such as"),
    "more resamples than memory": (
        [*VALIDATE, "--resamples", "1000000000"],
        "--resamples must be at most 100000, not 1000000000",
    ),
    "an output that is a folder to come": (
        [*CORPUS[:-1], "out/new/"],
        "--output: out/new/ names a folder; give the name of a file",
    ),
    "a cache of nobody": (
        [*CORPUS, "--judge", '{"type": "cached", "model": "lexical", "path": "~nosuchuser/x"}'],
        "~nosuchuser/x: there is no such home folder; write the path without ~",
    ),
    "a cache with a zero character": (
        [*CORPUS, "--judge", r'{"type": "cached", "model": "lexical", "path": "a\u0000b"}'],
        r"--judge: 'a\x00b' is no path, for it holds a zero character; give another",
    ),
    "a model of 3,000 levels": (
        [*CORPUS, "--judge", '{"a":' * 3000 + "1" + "}" * 3000],
        """the judge '{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a": not JSON (maximum""",
    ),
    "formulas where there are none": (
        ["export-table", "--scores", "m.jsonl", "--output", "out/t.parquet", "--mark-formulas"],
        "--mark-formulas is for .csv and .tsv; out/t.parquet runs no formulas",
    ),
    "a file that cannot be read": (
        ["export-table", "--scores", "/proc/self/mem", "--output", "out/t.csv"],
        "/proc/self/mem: cannot be read (Input/output error); give another path",
    ),
}


@pytest.fixture(autouse=True)
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, content in (("s.jsonl", SUMMARIES), ("u.jsonl", SCUS), ("m.jsonl", METRICS)):
        Path(name).write_bytes(content)
    Path("c.json").write_text(json.dumps(CONFIG))


def error_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Run a command that fails and writes nothing, and return its message."""
    assert main(words) == 1
    (line,) = (line for line in capsys.readouterr().err.splitlines() if line.startswith("error: "))
    assert not list(Path().rglob("out/*"))
    return line.removeprefix("error: ")


@pytest.mark.parametrize("name", CONFIGS)
def test_a_wrong_config_is_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    config, message = CONFIGS[name]
    Path("c.json").write_text(json.dumps(config))
    assert error_line(SCORE, capsys).startswith(message)


@pytest.mark.parametrize("name", OPTIONS)
def test_a_wrong_option_is_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    words, message = OPTIONS[name]
    assert error_line(words, capsys).startswith(message)


def test_a_key_that_is_there_twice_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    Path("c.json").write_text(json.dumps(CONFIG)[:-1] + ', "metrics": ["lite3pyramid"]}')
    assert error_line(SCORE, capsys).startswith("c.json: the key 'metrics' is there twice in one object; keep one")


def test_a_broken_jsonnet_file_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    Path("c.jsonnet").write_text("{ local x")
    words = [word.replace("c.json", "c.jsonnet") for word in SCORE]
    assert error_line(words, capsys).startswith("c.jsonnet: no config (")


def test_a_signature_of_100000_levels_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    Path("summaries.jsonl").write_bytes(SUMMARIES.splitlines()[0])
    Path("m.jsonl.signature.json").write_text("[" * 100_000)
    words = ["report", "--data", ".", "--scores", "m.jsonl", "--metrics", "rouge_f1"]
    words += ["--output", "out/r.html"]
    assert error_line(words, capsys).startswith("m.jsonl.signature.json: not a signature as scoring writes it (")
