"""The metrics in SacreROUGE's own commands: arguments, evidence and errors."""

import json
import subprocess
import sys

import pytest
from sacrerouge.commands.evaluate import evaluate_instances
from sacrerouge.common import Params
from sacrerouge.data.dataset_readers import DatasetReader
from sacrerouge.metrics import Metric

from helpers.support import read_lines
from sacrerouge_litepyramid.cli.main import main
from sacrerouge_litepyramid.demo import SAMPLE
from sacrerouge_litepyramid.metrics.metric import SummaryMetric
from sacrerouge_litepyramid.plugin import metric as plugin_metric
from sacrerouge_litepyramid.plugin.lite_pyramid import Lite3Pyramid
from sacrerouge_litepyramid.registry import Parameter, parameters

SUMMARIES, UNITS = str(SAMPLE / "summaries.jsonl"), str(SAMPLE / "scus.jsonl")
#: the metrics of this package alone: tests register some, and SacreROUGE's are one of its names
ENGINES = [
    name
    for name in SummaryMetric.list_available()
    if SummaryMetric.by_name(name).__module__.startswith("sacrerouge_litepyramid.metrics.")
]


@pytest.mark.parametrize("name", ENGINES)
def test_the_class_in_sacrerouge_takes_the_arguments_of_the_engine_and_passes_them_on(
    name, monkeypatch
):
    engine, plugin = SummaryMetric.by_name(name), Metric.by_name(name)
    expected = parameters(engine)
    if issubclass(plugin, plugin_metric.UnitMetric):
        expected.append(Parameter("evidence_output", str | None, None))
    assert plugin.__module__.startswith("sacrerouge_litepyramid.plugin.")
    assert parameters(plugin) == expected

    descriptions = []
    monkeypatch.setattr(
        plugin_metric,
        "build",
        lambda kind, description: descriptions.append(description) or engine(),
    )
    values = {parameter.name: object() for parameter in parameters(engine)}
    plugin(**values)
    assert descriptions == [{"type": name, **values}]


@pytest.mark.skipif(
    sys.version_info >= (3, 12), reason="SacreROUGE alone needs Python 3.11 or older"
)
@pytest.mark.parametrize("reader", ["summaries-and-references", "reference-based"])
def test_extracted_units_and_their_evidence_in_plain_sacrerouge(reader, tmp_path):
    metric = {
        "type": "lite3pyramid",
        "judge": "lexical",
        "extractor": "clauses",
        "evidence_output": "evidence.jsonl",
    }
    config = {"dataset_reader": reader, "input_files": [SUMMARIES], "metrics": [metric]}
    (tmp_path / "config.json").write_text(json.dumps(config))
    words = (
        "evaluate --config config.json --macro-output-json macro.json --micro-output-jsonl "
        "micro.jsonl"
    )
    command = [
        sys.executable,
        "-m",
        "sacrerouge",
        *words.split(),
        "--include-packages",
        "sacrerouge_litepyramid",
    ]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    micro = {
        (line["instance_id"], line["summarizer_id"]): line["metrics"]["lite3pyramid"]
        for line in read_lines(tmp_path / "micro.jsonl")
    }
    evidence = read_lines(tmp_path / "evidence.jsonl")
    assert {
        (line["instance_id"], line["summarizer_id"]): line["scores"] for line in evidence
    } == micro
    assert len(evidence) == len(micro) == 50
    assert {unit["kind"] for line in evidence for unit in line["units"]} == {"clause"}


@pytest.mark.parametrize(("extractor", "is_said"), [("clauses", True), (None, False)])
def test_a_warning_names_units_that_the_extractor_leaves_unused(extractor, is_said, caplog):
    instances = DatasetReader.by_name("units-based")().read(SUMMARIES, UNITS)
    evaluate_instances(instances[:1], [Lite3Pyramid(judge="lexical", extractor=extractor)])
    assert (
        "lite3pyramid: the units of the dataset reader are not used, as the" in caplog.text
    ) == is_said


@pytest.mark.parametrize(
    ("judge", "status", "message"),
    [
        ("lexical", 0, ""),
        ('{"type": "lexical"}', 0, ""),
        ("lexcial", 1, "the judge 'lexcial' is unknown; did you mean 'lexical'?"),
    ],
)
def test_the_judge_of_a_metric_command_is_a_name_or_json(judge, status, message, tmp_path, capsys):
    words = (
        "lite3pyramid score --extractor clauses --dataset-reader reference-based --silent".split()
    )
    files = ["--input-files", SUMMARIES, "--output-jsonl", str(tmp_path / "scores.jsonl")]
    assert main([*words, *files, "--judge", judge]) == status
    assert message in capsys.readouterr().err
    assert (tmp_path / "scores.jsonl").exists() == (status == 0)


@pytest.mark.parametrize(
    ("metric", "reader", "remedy"),
    [
        ("lite2pyramid", "reference-based", "units-based, pyramid-units or line-aligned"),
        ("rouge-native", "document-based", "summaries-and-references or reference-based"),
        ("supert-native", "reference-based", "documents-and-references or document-based"),
    ],
)
def test_a_field_that_the_reader_does_not_give_is_one_error(metric, reader, remedy):
    metric = Metric.by_name(metric)()
    (field,) = metric.required_context_fields
    (instance, *_) = DatasetReader.by_name(reader)().read(SUMMARIES)
    with pytest.raises(
        ValueError,
        match=f"the dataset reader gives no {field}, which the metric needs; use {remedy}",
    ):
        instance.fields.select_fields(metric.required_context_fields)


def test_an_unknown_argument_of_a_config_is_an_error_with_the_known_ones():
    message = (
        "the metric 'lite3pyramid': the argument 'evidence' is unknown; .*known: "
        "evidence_output, extractor, judge"
    )
    with pytest.raises(ValueError, match=message):
        Metric.from_params(Params({"type": "lite3pyramid", "evidence": "evidence.jsonl"}))


def test_python_may_leave_out_the_ids():
    metric = Lite3Pyramid(judge="lexical", extractor="clauses")
    (values,) = metric.score_all(["A fire closed the harbour."], [["A fire closed the harbour."]])
    assert values["lite3pyramid"]["l2c"] == 1
    assert metric.score("A fire closed the harbour.", ["A fire closed the harbour."]) == values


def test_evidence_in_python_needs_the_ids(tmp_path):
    metric = Lite3Pyramid(
        judge="lexical", extractor="clauses", evidence_output=str(tmp_path / "evidence.jsonl")
    )
    with pytest.raises(
        ValueError, match="lite3pyramid: evidence_output needs the summaries' ids; pass them before"
    ):
        metric.score("A fire.", ["A fire."])
    metric.score("A fire.", ("fire", "ours"), ["A fire."])
    (line,) = read_lines(tmp_path / "evidence.jsonl")
    assert (line["instance_id"], line["summarizer_id"]) == ("fire", "ours")
