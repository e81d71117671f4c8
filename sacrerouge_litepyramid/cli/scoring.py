"""The commands `score`, `evaluate` and METRIC score|evaluate, built on SacreROUGE's commands."""

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

#: an output file with its signature in a file beside it
Signed = Annotated[str | Path, Files(beside=(SUFFIX,))]
#: the dataset reader in a metric's example, by its context
EXAMPLE_READERS = {"documents": "document-based", "references": "reference-based"}
#: the largest number of systems that a line names
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
    """Score the summaries of a config; return a table of systems.

    Args:
        config: config file (JSON): dataset_reader, input_files, metrics.
        output_jsonl: the file for each summary's scores (JSON Lines).
        overrides: a JSON object that replaces parts of the config.
        allow_programs: allow the config to set which programs SacreROUGE's own metrics run.
        disable_peer_jackknifing: exclude the jackknifed scores (…_jk) of peers.
        include_packages: packages to import, which register more names.
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
    """Score the summaries of a config, and average the scores; return a table of systems, and what the means cover.

    Args:
        config: config file (JSON): dataset_reader, input_files, metrics.
        macro_output_json: the file for the means over all summaries.
        micro_output_jsonl: the file for each summary's scores (JSON Lines).
        overrides: a JSON object that replaces parts of the config.
        allow_programs: allow the config to set which programs SacreROUGE's own metrics run.
        include_packages: packages to import, which register more names.
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
    return CommandResult(f"{describe_systems(lines)}\n{macro_output_json} has {describe_pool(lines)}", {})


def build_metric_command(name: str, action: str) -> Command:
    """Return METRIC score or METRIC evaluate, with options for the metric's settings, the files and the action."""
    from sacrerouge_litepyramid.metrics.metric import Metric

    metric = Metric.by_name(name)
    by_config: Any = score if action == "score" else evaluate
    run: Any = _score if action == "score" else _evaluate
    settings = parameters(metric)

    def make_option(option_name: str, annotation: Any, default: Any = inspect.Parameter.empty) -> inspect.Parameter:
        return inspect.Parameter(option_name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)

    options = [make_option(setting.name, setting.annotation, None) for setting in settings]
    options += [item for item in inspect.signature(by_config).parameters.values() if item.name not in CONFIG_PARAMETERS]
    options += [make_option("dataset_reader", str | Mapping[str, Any]), make_option("input_files", INPUT_FILES)]
    if metric.judges_units:
        options.append(make_option("evidence_output", Annotated[str | Path | None, Files(beside=(SUFFIX,))], None))
    texts = {"dataset_reader": READER_HELP, "input_files": FILES_HELP, "evidence_output": EVIDENCE_HELP}
    described = {**describe_parameters(by_config), **texts}
    for setting in settings:
        text = describe_parameters(metric).get(setting.name, "a setting of the metric")
        names = f"; name or JSON: {', '.join(setting.kind.list_available())}" if setting.kind else ""
        described[setting.name] = text + names

    def call(**arguments: Any) -> CommandResult:
        chosen = {setting.name: arguments.pop(setting.name) for setting in settings}
        files = {key: arguments.pop(key, None) for key in (*texts, "include_packages")}
        task = _build_task(name, {key: value for key, value in chosen.items() if value is not None}, **files)
        return run(task, **arguments)

    means = "--macro-output-json means.json --micro-output-jsonl scores.jsonl"
    outputs = "--output-jsonl scores.jsonl" if action == "score" else means
    return Command(make_function(call, options, described), logs=True, example=f"{_example_input(metric)} {outputs}")


#: parameters of score and evaluate that METRIC score and METRIC evaluate do not have
CONFIG_PARAMETERS = ("config", "overrides", "allow_programs")
INPUT_FILES = Annotated[Sequence[str], Files(LINE_ALIGNED_FILES)]
READER_HELP = (
    "name or JSON: units-based (its files: summaries.jsonl and a units file), pyramid-units, line-aligned, "
    "reference-based, document-based, documents-and-references"
)
FILES_HELP = "the files that the dataset reader reads, in its order"
EVIDENCE_HELP = "also write each unit's probability in each summary (JSON Lines)"


def _build_task(
    name: str,
    settings: dict[str, Any],
    dataset_reader: str,
    input_files: Sequence[str],
    evidence_output: str | None,
    include_packages: Sequence[str],
) -> Any:
    """Return the task of the options; wrong names and settings are reported before SacreROUGE is imported."""
    from sacrerouge_litepyramid.metrics.metric import Metric

    reader = read_description(dataset_reader, "the dataset reader")
    if not include_packages:
        check_description(Metric, {"type": name, **settings})
        check_reader(reader)
        for setting in parameters(Metric.by_name(name)):
            if setting.kind is not None and setting.name in settings:
                settings[setting.name] = build(setting.kind, settings[setting.name])
    from sacrerouge_litepyramid.plugin import runs

    runs.import_packages(include_packages)
    if evidence_output:
        settings["evidence_output"] = evidence_output
    return runs.Task(reader, input_files, [runs.build_metric(name, settings)])


def _example_input(metric: Any) -> str:
    if metric.judges_units:
        return "--dataset-reader units-based --input-files summaries.jsonl scus.jsonl"
    is_buildable = not any(setting.is_required for setting in parameters(metric))
    context = metric().context if is_buildable else None
    return f"--dataset-reader {EXAMPLE_READERS[context or 'references']} --input-files summaries.jsonl"


def describe_systems(lines: Iterable[Mapping[str, Any]]) -> str:
    """Return a table of the peers' means, or of all systems' if there are no peers, without jackknifed scores."""
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
    return f"one mean over the {len(names)} summaries of all {len(systems)} systems ({named}), not one per system"


def _plain_scores(metrics: Mapping[str, Any]) -> dict[str, float]:
    kept = {name: value for name, value in metrics.items() if not name.endswith("_jk")}
    return {name: float("nan") if value is None else float(value) for name, value in flatten_metrics(kept)}
