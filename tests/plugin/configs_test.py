"""Every config runs in plain SacreROUGE, whose correlations are those of `agreement`.

The configs run as they are, in the folder of `helpers.config_folder`. A worker of a few lines
answers in the place of AllenNLP's; tests/allennlp runs the configs that need it with the library.
"""

import json
import sys
from pathlib import Path

import pytest

from helpers import config_folder
from helpers.config_folder import read_config, run_sacrerouge
from helpers.forked import SACREROUGE
from helpers.support import ROOT, read_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.extraction.allennlp.worker_client import INTERPRETER
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.registry import build

CONFIGS = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "configs").rglob("*.json"))
DATA_SETS = ("tac2008", "tac2009", "realsumm", "pyrxsum")
#: a data set's configs with the paper's judge, and their twins, which need no model
TWINS = {
    "lite2pyramid-nli": "lite2pyramid-lexical",
    "lite2xpyramid-nli": "lite2xpyramid-lexical",
    "lite3pyramid-nli": "lite3pyramid-lexical",
    "lite3pyramid-nli-srl": "lite3pyramid-lexical-clauses",
}
OUTPUTS = ["--macro-output-json", "out/macro.json", "--micro-output-jsonl", "out/micro.jsonl"]
INCLUDE = ["--include-packages", "sacrerouge_litepyramid"]
#: NaN for a summary of one sentence, which SacreROUGE's `correlate` refuses
WITHOUT_CORRELATION = "ffci-coherence"
LEVELS = ("system", "summary")
#: SacreROUGE's symbols of the coefficients
COEFFICIENTS = {"pearson": "r", "spearman": "rho", "kendall": "tau"}
TOLERANCE = 1e-9


@pytest.fixture
def folder(build_once, tmp_path, monkeypatch):
    built = build_once("configs", config_folder.build)
    config_folder.enter(built, tmp_path, monkeypatch)
    monkeypatch.setenv(INTERPRETER, str(built / config_folder.STAND_IN))
    return tmp_path


@pytest.mark.parametrize("config", CONFIGS)
def test_a_config_runs_and_its_correlations_are_those_of_agreement(config, folder):
    run_sacrerouge("evaluate", "--config", config, *OUTPUTS, *INCLUDE, "--silent")
    settings = read_config(config)
    micro = read_lines(Path("out/micro.jsonl"))
    assert len(micro) == len(read_lines(Path(settings["input_files"][0])))
    for metric in settings["metrics"]:
        name = metric.get("name", metric["type"])
        measure, values = find_first_measure(name, micro)
        assert len(set(values)) > len(values) / 4
        if "pyramid" in metric["type"]:
            assert all(0 <= value <= 1 for value in values)
        if "extractor" in metric:
            config_folder.check_evidence(metric, micro)
        if name != WITHOUT_CORRELATION:
            data = find_data(config)
            correlations = correlate(data, measure)
            assert correlations == pytest.approx(measure_agreement(data, measure), abs=TOLERANCE)


def test_the_papers_judges_read_texts_as_they_were_written():
    metrics = [metric for config in CONFIGS for metric in read_config(ROOT / config)["metrics"]]
    judges = [metric["judge"] for metric in metrics if '"nli"' in json.dumps(metric)]
    assert {build(Judge, judge).texts for judge in judges} == {"as-written"}


def find_first_measure(metric, micro):
    """Return `correlate`'s name of a metric's first measure, and the summaries' values."""
    results = [line["metrics"][metric] for line in micro]
    if not isinstance(results[0], dict):
        return metric, results
    part = next(iter(results[0]))
    return f"{metric}_{part}", [result[part] for result in results]


def find_data(config):
    """Return the folder of a config's data set; that of configs/ffci.json is the sample."""
    name = Path(config).parent.name
    return Path("data", name if name in DATA_SETS else "pyrxsum")


def find_human(data):
    """Return the name of the human score of the paper's tables."""
    return "modified_pyramid_score" if data.name.startswith("tac") else "litepyramid_recall"


def correlate(data, measure):
    """Return SacreROUGE's correlations by level and coefficient."""
    run_sacrerouge(
        *["correlate", "--metrics-jsonl-files", f"{data}/metrics.jsonl", "out/micro.jsonl"],
        *["--metrics", find_human(data), measure, "--summarizer-type", "peer"],
        *[
            "--confidence-interval-method",
            "none",
            "--output-file",
            "out/correlations.json",
            "--silent",
        ],
    )
    correlations = json.loads(Path("out/correlations.json").read_text())
    values = {}
    for level in LEVELS:
        for coefficient, symbol in COEFFICIENTS.items():
            values[level, coefficient] = correlations[f"{level}_level"][coefficient][symbol]
    return values


def measure_agreement(data, measure):
    """Return the correlations that the command `agreement` writes, by level and coefficient."""
    words = [
        "agreement",
        str(data),
        "--scores",
        "out/micro.jsonl",
        "--metrics",
        measure,
        "--human",
        find_human(data),
    ]
    assert main([*words, "--resamples", "0", "--output", "out/agreement.json"]) == 0
    values = {}
    for row in json.loads(Path("out/agreement.json").read_text())["rows"]:
        if (
            row["metric"] == measure
            and row["level"] in LEVELS
            and row["coefficient"] in COEFFICIENTS
        ):
            values[row["level"], row["coefficient"]] = row["value"]
    return values


@pytest.mark.skipif(
    sys.version_info >= (3, 12), reason="SacreROUGE alone needs Python 3.11 or older"
)
def test_sacrerouges_program_gives_the_same_scores(folder, fork_server):
    """With overrides as in configs/README.md, which move AllenNLP to a GPU.

    The stand-in needs none.
    """
    words = [
        "evaluate",
        "--config",
        "configs/realsumm/lite3pyramid-nli-srl.json",
        *OUTPUTS,
        *INCLUDE,
    ]
    run_sacrerouge(*words, "--silent")
    expected = read_outputs()
    device = json.dumps({"metrics.0.extractor.labeler.device": "cuda"})
    done = fork_server.run(SACREROUGE, *words, "--overrides", device, folder=folder)
    assert done.returncode == 0, done.stderr
    assert "Signature: lite3pyramid" in done.stdout
    # scores of systems and of summaries, the evidence and its signature
    assert len(expected) == 4
    assert read_outputs() == expected


def read_outputs():
    return {path: path.read_bytes() for path in Path("out").rglob("*") if path.is_file()}


@pytest.mark.parametrize("name", DATA_SETS)
def test_every_metric_has_a_config_and_a_twin_that_needs_no_model(name):
    stems = {Path(config).stem for config in CONFIGS if Path(config).parent.name == name}
    assert stems >= {*TWINS, *TWINS.values()}
    for stem, twin in TWINS.items():
        paper = read_config(f"configs/{name}/{stem}.json")
        offline = read_config(f"configs/{name}/{twin}.json")
        (metric,) = paper.pop("metrics")
        (other,) = offline.pop("metrics")
        assert paper == offline
        assert metric["type"] == other["type"]
        assert metric["judge"]["model"]["type"] == "nli"
        assert other["judge"] == {"type": "lexical"}
