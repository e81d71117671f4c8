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
    "an impossible merge": (
        [*SCORE, "--overrides", '{"metrics.7.x": 1}'],
        "c.json with --overrides: the list has no item '7'; it has 1, from 0 on",
    ),
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


@pytest.mark.parametrize("more", [[], ["--overrides", '{"metrics.0.judge": "lexical"}']])
def test_jsonnet_is_not_read(
    more: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    params = pytest.importorskip("sacrerouge.common.params")
    monkeypatch.setattr(params, "evaluate_file", lambda name, **settings: json.dumps(CONFIG))
    Path("c.jsonnet").write_text('local x = importstr "/etc/passwd"; {}')
    words = [word.replace("c.json", "c.jsonnet") for word in SCORE]
    assert error_line([*words, *more], capsys).startswith("c.jsonnet: not JSON (Expecting value: ")


SHELL = {"type": "bleurt", "bleurt_root": "x", "checkpoint": "x; touch ran; true"}
ROUGE = {"type": "rouge", "rouge_root": "x"}
OVERRIDES = {
    "in the config": (CONFIG | {"metrics": [METRIC, SHELL]}, []),
    "by an override": (CONFIG, ["--overrides", json.dumps({"metrics.0": SHELL})]),
    "by parts of overrides": (
        CONFIG | {"metrics": ["chrf", {"type": "bleurt"}]},
        ["--overrides", json.dumps({"metrics": {"1": {"bleurt_root": "x"}}, "metrics.1.checkpoint": "; touch ran"})],
    ),
    "a folder with a program": (CONFIG | {"metrics": [ROUGE]}, []),
}


@pytest.mark.parametrize("name", OVERRIDES)
def test_a_config_runs_no_program(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    config, more = OVERRIDES[name]
    (Path("x") / "data").mkdir(parents=True)
    Path("x/ROUGE-1.5.5.pl").write_text("#!/bin/sh\ntouch ran\n")
    Path("x/ROUGE-1.5.5.pl").chmod(0o755)
    Path("c.json").write_text(json.dumps(config))
    where = "c.json with --overrides" if more else "c.json"
    message = error_line([*SCORE, *more], capsys)
    assert message.startswith(f"{where}: the metric '{'rouge' if config['metrics'] == [ROUGE] else 'bleurt'}': ")
    assert "leave it out, or give --allow-programs if you trust the config" in message
    assert not list(Path().rglob("ran"))


def test_a_trusted_config_runs_its_program(capsys: pytest.CaptureFixture[str]) -> None:
    Path("c.json").write_text(json.dumps(CONFIG | {"dataset_reader": "reference-based", "metrics": [ROUGE]}))
    Path("c.json").write_text(Path("c.json").read_text().replace('"s.jsonl", "u.jsonl"', '"s.jsonl"'))
    message = error_line([*SCORE, "--allow-programs"], capsys)
    assert "allow-programs" not in message and 'Path "x" does not exist' in message


@pytest.mark.parametrize("setting", ["interpreter", "archive"])
def test_an_extractor_of_a_config_runs_no_program(setting: str, capsys: pytest.CaptureFixture[str]) -> None:
    value = {"interpreter": "/bin/true", "archive": "http://127.0.0.1:9/m.tar.gz"}[setting]
    extractor = {"type": "srl", "labeler": {"type": "allennlp", setting: value}}
    config = {"dataset_reader": "reference-based", "input_files": ["s.jsonl"]}
    Path("c.json").write_text(json.dumps(config | {"metrics": [{"type": "lite3pyramid", "extractor": extractor}]}))
    message = error_line([*SCORE, "--allow-programs"], capsys)
    assert {"interpreter": "the argument 'interpreter' is unknown", "archive": "is no secure address"}[
        setting
    ] in message


def test_a_signature_of_100000_levels_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    Path("summaries.jsonl").write_bytes(SUMMARIES.splitlines()[0])
    Path("m.jsonl.signature.json").write_text("[" * 100_000)
    words = ["report", "--data", ".", "--scores", "m.jsonl", "--metrics", "rouge_f1"]
    words += ["--output", "out/r.html"]
    assert error_line(words, capsys).startswith("m.jsonl.signature.json: not a signature as scoring writes it (")
