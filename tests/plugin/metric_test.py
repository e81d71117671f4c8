"""The metrics in SacreROUGE's own commands: arguments, evidence and errors."""

import json
import shutil
import sys
from pathlib import Path

import pytest
from sacrerouge.commands.evaluate import evaluate_instances
from sacrerouge.common import Params
from sacrerouge.data.dataset_readers import DatasetReader
from sacrerouge.metrics import Metric

from helpers.config_folder import run_sacrerouge
from helpers.forked import SACREROUGE
from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid.cli.main import main
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.metrics.metric import SummaryMetric
from sacrerouge_litepyramid.plugin import metric as plugin_metric
from sacrerouge_litepyramid.plugin.lite_pyramid import Lite3Pyramid
from sacrerouge_litepyramid.registry import Parameter, parameters
from sacrerouge_litepyramid.verdict.demo import SAMPLE

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
    expected.append(Parameter("name", str | None, None))
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
def test_extracted_units_and_their_evidence_in_plain_sacrerouge(reader, tmp_path, fork_server):
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
        "micro.jsonl --include-packages sacrerouge_litepyramid"
    )
    done = fork_server.run(SACREROUGE, *words.split(), folder=tmp_path)
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


SUMMARY = "On Monday the council bought thirty buses."
REFERENCES = ["The council bought thirty buses. The mayor promised lower fares."]
BY_CLAUSES = 'to score by references, use lite3pyramid with extractor="clauses"; a unit is'
#: a metric, what it is called with, and the error; lite3pyramid has an extractor if it is named so
MISTAKEN_CALLS = [
    ("lite2pyramid", [REFERENCES], {}, BY_CLAUSES),
    ("lite2xpyramid", [REFERENCES], {}, BY_CLAUSES),
    ("lite3pyramid", [REFERENCES], {}, f"lite3pyramid needs units, not 'The council .*{BY_CLAUSES}"),
    ("lite3pyramid", [[REFERENCES]], {}, BY_CLAUSES),
    ("lite3pyramid", [REFERENCES[0]], {}, "lower f is not a list of units; pass the list of units"),
    ("lite2pyramid", [[{"weight": 2}]], {}, "a unit has no field 'text'"),
    ("clauses", [], {}, r"lite3pyramid needs references; .*score_all\(summaries, \[references, …\]"),
    ("clauses", [], {"references": REFERENCES}, "the keyword 'references' is unknown; pass the list"),
    ("clauses", [REFERENCES[0]], {}, "lower f is not a list of references; pass the list"),
    ("rouge-native", [], {}, "rouge-native needs references; pass"),
    ("supert-native", [], {"docs": [""]}, "the keyword 'docs' is unknown; pass the list of documents"),
    ("ffci-coherence", [], {"documents": [""]}, "the keyword 'documents' is unknown; pass only the"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "contexts", "keywords", "message"), MISTAKEN_CALLS)
def test_a_mistaken_call_in_python_is_an_error_with_the_remedy(name, contexts, keywords, message):
    metric = Lite3Pyramid(extractor="clauses") if name == "clauses" else Metric.by_name(name)()
    for call, summaries in ((metric.score, SUMMARY), (metric.score_multi, [SUMMARY])):
        with pytest.raises(ValueError, match=message):
            call(summaries, *contexts, **keywords)


def test_contexts_for_other_summaries_are_an_error():
    metric = Lite3Pyramid(extractor="clauses")
    with pytest.raises(ValueError, match="lite3pyramid: 2 summaries, but references for 1; pass"):
        metric.score_all([SUMMARY, SUMMARY], [REFERENCES])


def test_a_unit_may_be_described():
    (unit,) = REFERENCES
    scores = Lite3Pyramid().score(SUMMARY, [{"text": unit, "kind": "stu"}])
    assert scores == Lite3Pyramid().score(SUMMARY, [Unit(unit, kind="stu")])


def write_config(folder, *metrics, **others):
    """Write a config of metrics, by default lite3pyramid; return the words that name it."""
    settings = {"type": "lite3pyramid", "judge": "lexical", "extractor": "clauses"}
    config = {
        "dataset_reader": "summaries-and-references",
        "input_files": [SUMMARIES],
        "metrics": [metric if "type" in metric else {**settings, **metric} for metric in metrics],
        **others,
    }
    (folder / "config.json").write_text(json.dumps(config))
    return ["--config", "config.json"]


#: the command's words, and its file of scores by summary
RUNS = {
    "evaluate": ["--macro-output-json", "macro.json", "--micro-output-jsonl", "micro.jsonl"],
    "score": ["--output-jsonl", "micro.jsonl"],
}


@pytest.mark.parametrize("command", RUNS)
def test_a_second_metric_of_a_kind_has_its_values_and_evidence_under_its_name(
    command, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    lines = read_lines(Path(SUMMARIES))[:4]
    for line in lines:
        line["references"].append({"text": "Nobody was hurt."})
    write_lines(tmp_path / "two.jsonl", lines)
    second = {"name": "by-sentence", "extractor": "sentence", "evidence_output": "b.jsonl"}
    config = write_config(
        tmp_path, {"evidence_output": "a.jsonl"}, second, input_files=["two.jsonl"]
    )
    assert main([command, *config, *RUNS[command], "--silent"]) == 0
    kinds = ("", "_jk") if command == "score" else ("",)
    for line in read_lines(tmp_path / "micro.jsonl"):
        metrics = line["metrics"]
        assert set(metrics) == {f"{name}{kind}" for name in NAMES for kind in kinds}
        assert metrics["by-sentence"] != metrics["lite3pyramid"]
    for name, file in zip(NAMES, ("a.jsonl", "b.jsonl"), strict=True):
        assert {line["metric"] for line in read_lines(tmp_path / file)} == {name}
        (signature,) = json.loads((tmp_path / f"{file}.signature.json").read_text())
        assert (signature["metric"], signature.get("type")) == (
            name,
            None if name == "lite3pyramid" else "lite3pyramid",
        )


NAMES = ("lite3pyramid", "by-sentence")
#: the metrics of a config, further arguments, and the error
REFUSED = {
    "equal names": (
        [{}, {"extractor": "sentence"}],
        [],
        "two metrics have the name 'lite3pyramid'",
    ),
    "a name of another": ([{}, {"name": "lite3pyramid"}], [], '"name": "lite3pyramid-2"'),
    "equal names of base metrics": (
        [{"type": "ffci-focus", "percent": percent} for percent in (True, False)],
        [],
        "two metrics have the name 'ffci-focus_rouge-1'",
    ),
    "one file of evidence": (
        [{"evidence_output": "e.jsonl"}, {"name": "b", "evidence_output": "./e.jsonl"}],
        [],
        "e.jsonl: evidence_output",
    ),
    "an input": ([{"evidence_output": "mine.jsonl"}], [], "name the same file; choose another"),
    "an input by an override": (
        [{"evidence_output": "e.jsonl"}],
        ["--overrides", '{"metrics.0.evidence_output": "mine.jsonl"}'],
        "mine.jsonl: evidence_output",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_would_replace_values_or_files_is_refused_before_scoring(
    case, tmp_path, monkeypatch, capsys
):
    """By SacreROUGE's program, in both commands, and by this package's."""
    monkeypatch.chdir(tmp_path)
    metrics, overrides, message = REFUSED[case]
    shutil.copy(SUMMARIES, "mine.jsonl")
    config = write_config(tmp_path, *metrics, input_files="mine.jsonl")
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    for command, outputs in RUNS.items():
        words = [command, *config, *outputs, *overrides, "--silent"]
        with pytest.raises(ValueError, match=message):
            run_sacrerouge(*words)
    assert main(words) == 1
    assert message in capsys.readouterr().err
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_the_log_counts_the_references_in_a_mean(tmp_path, monkeypatch, caplog):
    monkeypatch.chdir(tmp_path)
    lines = read_lines(Path(SUMMARIES))[:3]
    write_lines(
        tmp_path / "mixed.jsonl", [*lines[:2], {**lines[2], "summarizer_type": "reference"}]
    )
    config = write_config(tmp_path, {}, input_files=["mixed.jsonl"])
    assert main(["evaluate", *config, *RUNS["evaluate"]]) == 0
    assert "The means are over all 3 summaries, 1 of them of the summarizer_type 'reference'" in (
        caplog.text
    )


def test_a_fold_without_units_does_not_count(tmp_path, monkeypatch, caplog):
    """The second reference of each document is empty: the mean is that of the one fold left."""
    monkeypatch.chdir(tmp_path)
    texts = {"fire": "A fire closed the -LRB- old -RRB- harbour.", "vote": "The council voted."}
    lines = []
    for document, text in texts.items():
        for system, summary in {"a": text, "b": "A fire."}.items():
            summary = {"summarizer_id": system, "summary": {"text": summary}}
            references = [{"text": text}, {"text": ""}]
            lines.append({"instance_id": document, "references": references, **summary})
    for line in lines:
        line["summarizer_type"] = "peer"
    write_lines(tmp_path / "two.jsonl", lines)
    config = write_config(tmp_path, {}, input_files=["two.jsonl"])
    assert main(["score", *config, *RUNS["score"]]) == 0
    for line in read_lines(tmp_path / "micro.jsonl"):
        metrics = line["metrics"]
        assert metrics["lite3pyramid_jk"] == metrics["lite3pyramid"]
        assert metrics["lite3pyramid"]["p2c"] > 0
    assert "2 of 2 documents have a reference without content words: fire, vote." in caplog.text
    assert (
        "references: Penn Treebank brackets such as -LRB- replaced (1, first in 'fire'); "
        "summaries: Penn Treebank brackets such as -LRB- replaced (1, first in 'fire')."
    ) in caplog.text


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
