"""`score`, `evaluate` and METRIC score|evaluate, over SacreROUGE's own commands."""

import inspect
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from sacrerouge_litepyramid.cli.binder import CONFIG, Command, make_function
from sacrerouge_litepyramid.cli.config import check_reader, read_task
from sacrerouge_litepyramid.cli.files import LINE_ALIGNED_FILES
from sacrerouge_litepyramid.cli.results import CommandResult
from sacrerouge_litepyramid.core.arguments import Files
from sacrerouge_litepyramid.io.metrics import flatten_metrics
from sacrerouge_litepyramid.io.signatures import SUFFIX
from sacrerouge_litepyramid.registry import (
    build,
    check_description,
    describe_parameters,
    parameters,
    read_description,
)
from sacrerouge_litepyramid.statistics.interval_notes import describe_means
from sacrerouge_litepyramid.statistics.system_means import RunningSystemMeans

#: an output with its signature beside it
Signed = Annotated[str | Path, Files(beside=(SUFFIX,))]
#: the reader of an example, by what the metric compares summaries with
READERS = {"documents": "document-based", "references": "reference-based"}
#: systems named in a line
MAX_NAMED = 5


def score(
    *,
    config: Annotated[str | Path, CONFIG],
    output_jsonl: Signed,
    overrides: str | None = None,
    allow_programs: bool = False,
    disable_peer_jackknifing: bool = False,
    include_packages: Sequence[str] = (),
) -> CommandResult:
    """Score the summaries of a config; return the table of systems.

    Args:
        config: config file (JSON): dataset_reader, input_files, metrics.
        output_jsonl: where to write each summary's scores (JSON Lines).
        overrides: JSON that replaces parts of the config.
        allow_programs: let the config set what SacreROUGE's own metrics run.
        disable_peer_jackknifing: exclude the jackknifed scores (…_jk) of peers.
        include_packages: packages that register more names.
    """
    return _score(
        read_task(config, overrides, allow_programs, include_packages), output_jsonl, disable_peer_jackknifing
    )


def evaluate(
    *,
    config: Annotated[str | Path, CONFIG],
    macro_output_json: Signed,
    micro_output_jsonl: str | Path,
    overrides: str | None = None,
    allow_programs: bool = False,
    include_packages: Sequence[str] = (),
) -> CommandResult:
    """Score the summaries of a config, and average; return the table of systems, and what the means cover.

    Args:
        config: config file (JSON): dataset_reader, input_files, metrics.
        macro_output_json: where to write the means over all summaries.
        micro_output_jsonl: where to write each summary's scores (JSON Lines).
        overrides: JSON that replaces parts of the config.
        allow_programs: let the config set what SacreROUGE's own metrics run.
        include_packages: packages that register more names.
    """
    return _evaluate(
        read_task(config, overrides, allow_programs, include_packages), macro_output_json, micro_output_jsonl
    )


def _score(task: Any, output_jsonl: str | Path, disable_peer_jackknifing: bool) -> CommandResult:
    from sacrerouge_litepyramid.plugin import runs

    lines = runs.score_task(task, str(output_jsonl), disable_peer_jackknifing)
    return CommandResult(describe_systems(lines), {})


def _evaluate(task: Any, macro_output_json: str | Path, micro_output_jsonl: str | Path) -> CommandResult:
    from sacrerouge_litepyramid.plugin import runs

    lines = runs.evaluate_task(task, str(macro_output_json), str(micro_output_jsonl))
    return CommandResult(f"{describe_systems(lines)}\n{macro_output_json} holds {describe_pool(lines)}", {})


def build_metric_command(name: str, action: str) -> Command:
    """Return METRIC score or METRIC evaluate: the settings of the metric, the files, and the options of the action."""
    from sacrerouge_litepyramid.metrics.metric import Metric

    metric = Metric.by_name(name)
    by_config: Any = score if action == "score" else evaluate
    run: Any = _score if action == "score" else _evaluate
    settings = parameters(metric)

    def option(option_name: str, annotation: Any, default: Any = inspect.Parameter.empty) -> inspect.Parameter:
        return inspect.Parameter(option_name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)

    given = [option(each.name, each.annotation, None) for each in settings]
    given += [
        parameter for parameter in inspect.signature(by_config).parameters.values() if parameter.name not in OF_CONFIG
    ]
    given += [option("dataset_reader", str | Mapping[str, Any]), option("input_files", INPUT_FILES)]
    if metric.judges_units:
        given.append(option("evidence_output", Annotated[str | Path | None, Files(beside=(SUFFIX,))], None))
    texts = {"dataset_reader": READER_HELP, "input_files": FILES_HELP, "evidence_output": EVIDENCE_HELP}
    described = {**describe_parameters(by_config), **texts}
    for each in settings:
        text = describe_parameters(metric).get(each.name, "a setting of the metric")
        described[each.name] = f"{text}; name or JSON: {', '.join(each.kind.list_available())}" if each.kind else text

    def call(**arguments: Any) -> CommandResult:
        chosen = {each.name: arguments.pop(each.name) for each in settings}
        files = {name: arguments.pop(name, None) for name in (*texts, "include_packages")}
        return run(
            _build_task(name, {key: value for key, value in chosen.items() if value is not None}, **files), **arguments
        )

    outputs = {"score": "--output-jsonl scores.jsonl"}.get(
        action, "--macro-output-json means.json --micro-output-jsonl scores.jsonl"
    )
    return Command(make_function(call, given, described), logs=True, example=f"{_example_input(metric)} {outputs}")


#: the arguments that METRIC score and METRIC evaluate do not have
OF_CONFIG = ("config", "overrides", "allow_programs")
INPUT_FILES = Annotated[Sequence[str], Files(LINE_ALIGNED_FILES)]
READER_HELP = (
    "name or JSON: units-based (its files: summaries.jsonl and a units file), pyramid-units, line-aligned, "
    "reference-based, document-based, documents-and-references"
)
FILES_HELP = "the files that the dataset reader takes, in its order"
EVIDENCE_HELP = "also write each unit's probability in each summary (JSON Lines)"


def _build_task(
    name: str,
    settings: dict[str, Any],
    dataset_reader: str,
    input_files: Sequence[str],
    evidence_output: str | None,
    include_packages: Sequence[str],
) -> Any:
    """Return the task that the options give; errors of its names and settings come before SacreROUGE's import."""
    from sacrerouge_litepyramid.metrics.metric import Metric

    reader = read_description(dataset_reader, "the dataset reader")
    if not include_packages:
        check_description(Metric, {"type": name, **settings})
        check_reader(reader)
        kinds = {each.name: each.kind for each in parameters(Metric.by_name(name)) if each.kind is not None}
        settings |= {each: build(kind, settings[each]) for each, kind in kinds.items() if each in settings}
    from sacrerouge_litepyramid.plugin import runs

    runs.import_packages(include_packages)
    if evidence_output:
        settings["evidence_output"] = evidence_output
    return runs.Task(reader, input_files, [runs.build_metric(name, settings)])


def _example_input(metric: Any) -> str:
    if metric.judges_units:
        return "--dataset-reader units-based --input-files summaries.jsonl scus.jsonl"
    is_buildable = not any(each.is_required for each in parameters(metric))
    context = metric().context if is_buildable else None
    return f"--dataset-reader {READERS[context or 'references']} --input-files summaries.jsonl"


def describe_systems(lines: Iterable[Mapping[str, Any]]) -> str:
    """Return the table of the peers' means, or of all systems if there are no peers, without jackknifed values."""
    lines = list(lines)
    shown = [line for line in lines if line["summarizer_type"] == "peer"] or lines
    return describe_means(RunningSystemMeans((line["summarizer_id"], _plain_scores(line["metrics"])) for line in shown))


def describe_pool(lines: Iterable[Mapping[str, Any]]) -> str:
    """Return which summaries a mean over all summaries covers."""
    names = [line["summarizer_id"] for line in lines]
    systems = sorted(set(names))
    if len(systems) == 1:
        return f"the mean over the {len(names)} summaries of {systems[0]}"
    named = ", ".join(systems[:MAX_NAMED]) + (", …" if len(systems) > MAX_NAMED else "")
    return f"one mean over all {len(names)} summaries of {len(systems)} systems together ({named}), not one per system"


def _plain_scores(metrics: Mapping[str, Any]) -> dict[str, float]:
    kept = {name: value for name, value in metrics.items() if not name.endswith("_jk")}
    return {name: float("nan") if value is None else float(value) for name, value in flatten_metrics(kept)}
