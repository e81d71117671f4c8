"""The command lines as a user runs them: in another process, from a folder that is not the repository."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import sacrerouge_litepyramid
from helpers.support import ROOT, read_lines
from sacrerouge_litepyramid.cli.sacrerouge_commands import build_parser

SAMPLE = Path(sacrerouge_litepyramid.__file__).parent / "sample"
PLUGIN = [sys.executable, "-m", "sacrerouge_litepyramid"]
HOST = [sys.executable, "-m", "sacrerouge"]
INCLUDE = ["--include-packages", "sacrerouge_litepyramid"]
#: host.make_importable says why
by_host = pytest.mark.skipif(sys.version_info >= (3, 12), reason="SacreROUGE alone needs Python 3.11 or older")
BOTH = [pytest.param(PLUGIN, id="plugin"), pytest.param(HOST, id="host", marks=by_host)]


def run(command, folder, status=0):
    process = subprocess.run(command, cwd=folder, capture_output=True, text=True, env=None)
    assert process.returncode == status, process.stderr
    return process


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with a config for the sample."""
    folder = tmp_path_factory.mktemp("elsewhere")
    config = {
        "dataset_reader": "units-based",
        "input_files": [str(SAMPLE / "summaries.jsonl"), str(SAMPLE / "scus.jsonl")],
        "metrics": [{"type": "lite2pyramid"}, {"type": "chrf"}],
    }
    (folder / "config.json").write_text(json.dumps(config))
    return folder


@pytest.fixture(scope="module")
def scores(folder):
    """Scores by the plugin's command line."""
    run([*PLUGIN, "score", "--config", "config.json", "--output-jsonl", "plugin.jsonl"], folder)
    return folder / "plugin.jsonl"


@by_host
def test_both_command_lines_give_the_same_scores_and_signatures(folder, scores):
    process = run([*HOST, "score", "--config", "config.json", "--output-jsonl", "host.jsonl", *INCLUDE], folder)
    assert (folder / "host.jsonl").read_bytes() == scores.read_bytes()
    kept = [json.loads((folder / f"{name}.jsonl.signature.json").read_text()) for name in ("host", "plugin")]
    assert kept[0] == kept[1]
    assert kept[0][0]["text"] in process.stdout
    assert kept[0][0]["metric"] == "lite2pyramid" and kept[0][0]["presence"]["type"] == "lexical"


def test_the_default_model_is_told_in_one_line(folder):
    process = run([*PLUGIN, "score", "--config", "config.json", "--output-jsonl", "again.jsonl"], folder)
    (line,) = [line for line in process.stderr.splitlines() if "No presence model was named" in line]
    assert "shiyue/roberta-large-tac08" in line and "[nli]" in line


def test_scores_of_the_sample_are_complete(scores):
    lines = read_lines(scores)
    assert len(lines) == len(read_lines(SAMPLE / "summaries.jsonl"))
    for line in lines:
        assert set(line["metrics"]["lite2pyramid"]) == {"p2c", "l2c"}
        assert 0 <= line["metrics"]["lite2pyramid"]["p2c"] <= 1


@pytest.mark.parametrize("command", BOTH)
def test_evaluate_gives_the_mean_of_the_scores(command, folder, scores):
    outputs = ["--macro-output-json", "macro.json", "--micro-output-jsonl", "micro.jsonl"]
    run([*command, "evaluate", "--config", "config.json", *outputs, *INCLUDE], folder)
    macro = json.loads((folder / "macro.json").read_text())["metrics"]["lite2pyramid"]["p2c"]
    micro = [line["metrics"]["lite2pyramid"]["p2c"] for line in read_lines(folder / "micro.jsonl")]
    assert macro == pytest.approx(np.mean(micro))
    assert (folder / "macro.json.signature.json").exists()


@pytest.mark.parametrize("command", BOTH)
def test_correlate_with_peoples_scores(command, folder, scores):
    arguments = ["--metrics-jsonl-files", str(SAMPLE / "metrics.jsonl"), str(scores)]
    names = ["--metrics", "litepyramid_recall", "lite2pyramid_p2c", "--summarizer-type", "peer"]
    output = ["--output-file", "correlations.json", "--confidence-interval-method", "none", "--silent"]
    run([*command, "correlate", *arguments, *names, *output], folder)
    correlations = json.loads((folder / "correlations.json").read_text())
    assert correlations["system_level"]["num_summarizers"] == 5
    assert 0 < correlations["summary_level"]["pearson"]["r"] < 1


@pytest.mark.parametrize(
    ("metric", "units"), [("lite2pyramid", "scus"), ("lite2xpyramid", "mixed50"), ("lite3pyramid", "stus")]
)
def test_every_metric_has_its_sub_command(metric, units, folder):
    files = [str(SAMPLE / "summaries.jsonl"), str(SAMPLE / f"{units}.jsonl")]
    arguments = ["--dataset-reader", "units-based", "--input-files", *files, "--output-jsonl", f"{metric}.jsonl"]
    settings = ["--presence", '{"type": "cached", "model": "lexical", "path": "cache.sqlite"}']
    run([*PLUGIN, metric, "score", *arguments, *settings, "--units-output", f"{metric}.evidence.jsonl"], folder)
    by_name = {(line["instance_id"], line["summarizer_id"]): line for line in read_lines(folder / f"{metric}.jsonl")}
    evidence = read_lines(folder / f"{metric}.evidence.jsonl")
    assert len(evidence) == len(by_name) == 50
    for line in evidence:
        score = by_name[line["instance_id"], line["summarizer_id"]]["metrics"][metric]["p2c"]
        assert line["scores"]["p2c"] == score
        assert len(line["units"]) > 0


def test_demo_prints_systems_and_agreement(folder):
    process = run([*PLUGIN, "demo", "--output-dir", "demo"], folder)
    assert "10 documents, 5 systems" in process.stdout
    assert "lite2pyramid_p2c, system level" in process.stdout
    rows = [line.split() for line in process.stdout.split("\n\n")[1].splitlines()[1:]]
    assert rows[-1][0] == "confused", "people's order"
    for column in (2, 3):
        assert sorted(rows, key=lambda row: float(row[column]))[-2][0] == "confused", "README.md and docs/presence.md"
    assert "lite3pyramid_p2c, summary level" in process.stdout
    assert len(read_lines(folder / "demo/lite2pyramid.evidence.jsonl")) == 50
    shown = process.stdout.partition("sacrerouge-litepyramid report")[2].replace("\\\n", " ")
    run([*PLUGIN, "report", *shlex.split(shown)], folder)
    assert (folder / "report.html").exists()


def test_doctor_finds_nothing_wrong_here(folder):
    process = run([*PLUGIN, "doctor"], folder)
    assert "All required packages work." in process.stdout


def test_errors_end_with_status_one_and_one_line(folder):
    process = run([*PLUGIN, "score", "--config", "nowhere.json", "--output-jsonl", "x.jsonl"], folder, status=1)
    assert process.stderr.strip().splitlines() == ["error: nowhere.json: no such file (--debug shows where)"]


def test_version_and_help(folder):
    assert run([*PLUGIN, "--version"], folder).stdout.strip() == sacrerouge_litepyramid.__version__
    assert "setup-dataset" in run(PLUGIN, folder).stdout


def test_configs_name_what_exists():
    from sacrerouge.common import Registrable
    from sacrerouge.data.dataset_readers import DatasetReader
    from sacrerouge.metrics import Metric

    build_parser()
    paths = sorted((ROOT / "configs").rglob("*.json"))
    assert len(paths) >= 12
    for path in paths:
        config = json.loads(path.read_text())
        assert config["dataset_reader"]["type"] in Registrable._registry[DatasetReader]
        for metric in config["metrics"]:
            assert metric["type"] in Registrable._registry[Metric]
