"""Every config runs in plain SacreROUGE, whose correlations with human scores are those of `agreement`.

The configs run as they are, in the folder of `helpers.config_folder`: the sample stands for REALSumm and PyrXSum, made-up
files of NIST for TAC, and miniatures for the models. A worker of a few lines answers in the place of AllenNLP;
tests/allennlp runs the same configs with the library.
"""

import json
import math
import re
import subprocess
import sys
from pathlib import Path

import pytest

import sacrerouge_litepyramid.plugin  # noqa: F401 (on Python 3.12 SacreROUGE can be imported only afterwards)
from helpers import config_folder
from helpers.support import ROOT, read_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.extraction.allennlp.worker_client import INTERPRETER

CONFIGS = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "configs").rglob("*.json"))
DATA_SETS = ("tac2008", "tac2009", "realsumm", "pyrxsum")
#: each config of a data set with the paper's judge, and its twin, which needs no download
TWINS = {
    "lite2pyramid-nli": "lite2pyramid-lexical",
    "lite2xpyramid-nli": "lite2xpyramid-lexical",
    "lite3pyramid-nli": "lite3pyramid-lexical",
    "lite3pyramid-nli-srl": "lite3pyramid-lexical-clauses",
}
OUTPUTS = ["--macro-output-json", "out/macro.json", "--micro-output-jsonl", "out/micro.jsonl"]
INCLUDE = ["--include-packages", "sacrerouge_litepyramid"]
#: `agreement`'s names of coefficients with SacreROUGE's names and symbols
COEFFICIENTS = {"pearson": "r", "spearman": "rho", "kendall": "tau"}
LEVELS = ("system", "summary")
TOLERANCE = 1e-9


@pytest.fixture
def folder(build_once, tmp_path, monkeypatch):
    """The working directory: what the configs name, and room for outputs."""
    built = build_once("configs", config_folder.build)
    config_folder.link_all(built, tmp_path)
    monkeypatch.setenv(INTERPRETER, str(built / config_folder.STAND_IN))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def run_sacrerouge():
    """SacreROUGE's program without its start, which takes seconds: its parser, and the command that it chooses."""
    from sacrerouge.arguments import build_argument_parser

    parser = build_argument_parser()

    def run(*words):
        args = parser.parse_args(words)
        args.func(args)

    return run


@pytest.mark.parametrize("config", CONFIGS)
def test_a_config_runs_and_its_correlations_are_those_of_agreement(config, folder, run_sacrerouge):
    run_sacrerouge("evaluate", "--config", config, *OUTPUTS, *INCLUDE, "--silent")
    check_scores(config)
    check_evidence(config)
    data = find_data(config)
    for measure in filter(has_every_value, list_measures()):
        correlations = correlate(run_sacrerouge, data, measure)
        agreement = measure_agreement(data, measure)
        assert correlations == pytest.approx(agreement, abs=TOLERANCE, nan_ok=True), measure
        assert any(map(math.isfinite, correlations.values())), measure


def check_scores(config):
    """Every summary has a value of every metric, and not all have the same."""
    settings = config_folder.read_config(config)
    names = {metric["type"] for metric in settings["metrics"]}
    micro = read_lines(Path("out/micro.jsonl"))
    assert len(micro) == len(read_lines(Path(settings["input_files"][0])))
    assert all(set(line["metrics"]) == names for line in micro)
    for measure in list_measures():
        values = [find_value(line, measure) for line in micro]
        assert len(set(values)) > len(values) / 4, measure
        assert all(0 <= value <= 1 for value in values if "pyramid" in measure), measure


def check_evidence(config):
    """The evidence has the scores of the run, and units of the extractor's kind."""
    for metric in config_folder.read_config(config)["metrics"]:
        if "extractor" not in metric:
            continue
        evidence = read_lines(Path(metric["evidence_output"]))
        scores = {find_key(line): line["metrics"]["lite3pyramid"] for line in read_lines(Path("out/micro.jsonl"))}
        assert {find_key(line): line["scores"] for line in evidence} == scores
        kinds = {unit["kind"] for line in evidence for unit in line["units"]}
        assert kinds == {{"srl": "stu", "clauses": "clause"}[metric["extractor"]["type"]]}


def find_key(line):
    return line["instance_id"], line["summarizer_id"]


def find_data(config):
    """The folder of a config's data set; configs/ffci.json is for any, here for the sample."""
    name = Path(config).parent.name
    return Path("data", name if name in DATA_SETS else "pyrxsum")


def list_measures():
    """The first measure of each metric of the run, by the name that `correlate` gives it."""
    metrics = read_lines(Path("out/micro.jsonl"))[0]["metrics"]
    return [f"{name}_{next(iter(value))}" if isinstance(value, dict) else name for name, value in metrics.items()]


def find_value(line, measure):
    name, _, part = measure.partition("_")
    return line["metrics"][name][part] if part else line["metrics"][name]


def has_every_value(measure):
    """Whether no summary has NaN, which `correlate` refuses; ffci-coherence has it for one sentence."""
    return not any(math.isnan(find_value(line, measure)) for line in read_lines(Path("out/micro.jsonl")))


def find_human(data):
    """The human score of the paper's tables."""
    return "modified_pyramid_score" if data.name.startswith("tac") else "litepyramid_recall"


def correlate(run_sacrerouge, data, measure):
    """Return SacreROUGE's correlations by level and coefficient."""
    run_sacrerouge(
        *["correlate", "--metrics-jsonl-files", f"{data}/metrics.jsonl", "out/micro.jsonl"],
        *["--metrics", find_human(data), measure, "--summarizer-type", "peer"],
        *["--confidence-interval-method", "none", "--output-file", "out/correlations.json", "--silent"],
    )
    correlations = json.loads(Path("out/correlations.json").read_text())
    values = {}
    for level in LEVELS:
        for name, symbol in COEFFICIENTS.items():
            values[level, name] = correlations[f"{level}_level"][name][symbol]
    return values


def measure_agreement(data, measure):
    """Return the correlations by level and coefficient that the command `agreement` writes, NaN where it has none."""
    words = ["agreement", str(data), "--scores", "out/micro.jsonl", "--metrics", measure, "--human", find_human(data)]
    assert main([*words, "--resamples", "0", "--permutations", "0", "--output", "out/agreement.json"]) == 0
    values = {}
    for row in json.loads(Path("out/agreement.json").read_text())["rows"]:
        if row["metric"] == measure and row["level"] in LEVELS and row["coefficient"] in COEFFICIENTS:
            values[row["level"], row["coefficient"]] = math.nan if row["value"] is None else row["value"]
    return values


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="SacreROUGE alone needs Python 3.11 or older")
def test_sacrerouges_program_gives_the_same_scores(folder, run_sacrerouge):
    """With the overrides that configs/README.md shows; the stand-in for AllenNLP runs on no device."""
    config = "configs/realsumm/lite3pyramid-nli-srl.json"
    device = json.dumps({"metrics.0.extractor.labeler.device": "cuda"})
    words = ["evaluate", "--config", config, *OUTPUTS, *INCLUDE]
    run_sacrerouge(*words, "--silent")
    expected = {path: path.read_bytes() for path in Path("out").rglob("*.json*")}
    done = subprocess.run(
        [sys.executable, "-m", "sacrerouge", *words, "--overrides", device], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert {path: path.read_bytes() for path in Path("out").rglob("*.json*")} == expected
    assert len(expected) == 4


@pytest.mark.parametrize("name", DATA_SETS)
def test_every_metric_has_a_config_and_a_twin_that_needs_no_download(name):
    stems = {Path(config).stem for config in CONFIGS if Path(config).parent.name == name}
    assert {stem for stem in stems if not stem.startswith("supert")} == {*TWINS, *TWINS.values()}
    for stem, twin in TWINS.items():
        paper = config_folder.read_config(f"configs/{name}/{stem}.json")
        offline = config_folder.read_config(f"configs/{name}/{twin}.json")
        (metric,), (other) = paper.pop("metrics"), offline.pop("metrics")[0]
        assert paper == offline
        assert metric["type"] == other["type"]
        assert metric["judge"]["model"]["type"] == "nli" and other["judge"] == {"type": "lexical"}
