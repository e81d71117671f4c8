"""Options and outputs of `score` and `evaluate`, and METRIC score|evaluate: the settings of a metric as options."""

import argparse
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sacrerouge_litepyramid.cli.config import check_reader
from sacrerouge_litepyramid.cli.files import LINE_ALIGNED_FILES, check_files
from sacrerouge_litepyramid.cli.names import PROGRAM, read_names
from sacrerouge_litepyramid.cli.parser import CommandParser
from sacrerouge_litepyramid.cli.terminal import log_to_stderr
from sacrerouge_litepyramid.io.metrics import flatten_metrics
from sacrerouge_litepyramid.io.signatures import SUFFIX
from sacrerouge_litepyramid.registry import (
    Parameter,
    build,
    check_description,
    describe_parameters,
    explain_unknown_name,
    parameters,
    read_description,
)
from sacrerouge_litepyramid.statistics.interval_notes import describe_means
from sacrerouge_litepyramid.statistics.system_means import RunningSystemMeans

ACTIONS = ("score", "evaluate")
#: the reader of an example, by what the metric compares summaries with
READERS = {"documents": "document-based", "references": "reference-based"}
READER_HELP = (
    "Name or JSON: units-based (its files: summaries.jsonl and a units file), pyramid-units, line-aligned, "
    "reference-based, document-based, documents-and-references"
)
#: systems named in a line
MAX_NAMED = 5


def parse_boolean(text: str) -> bool:
    """Return the truth value that an option names; argparse prints the error for another word."""
    if text.lower() not in ("true", "false", "1", "0"):
        raise argparse.ArgumentTypeError(f"true or false was expected, not {text!r}")
    return text.lower() in ("true", "1")


#: how the text of an option becomes a setting of each type; other settings are texts
CONVERSIONS: dict[Any, Callable[[str], Any]] = {bool: parse_boolean, int: int, float: float}


def run_action(words: Sequence[str]) -> int:
    """Run METRIC, METRIC score or METRIC evaluate; return the exit status."""
    name, *rest = words
    if not rest or rest[0] in ("-h", "--help"):
        print(_overview(name))
        return 0
    if rest[0] not in ACTIONS:
        raise ValueError(explain_unknown_name(f"{name}: the action", rest[0], ACTIONS))
    args = build_metric_parser(name, rest[0]).parse_args(rest[1:])
    check_files(args)
    with log_to_stderr(silent=args.silent, log_file=args.log_file):
        task = _build_task(name, args)
        run_evaluate(args, task) if rest[0] == "evaluate" else run_score(args, task)
    return 0


def build_metric_parser(name: str, action: str) -> CommandParser:
    """Return the parser of METRIC score or METRIC evaluate."""
    outputs = "--output-jsonl scores.jsonl"
    if action == "evaluate":
        outputs = "--macro-output-json means.json --micro-output-jsonl scores.jsonl"
    from sacrerouge_litepyramid.metrics.metric import Metric

    metric = Metric.by_name(name)
    parser = CommandParser(
        prog=f"{PROGRAM} {name} {action}",
        description=f"{action.capitalize()} summaries: {read_names()['metrics'][name]}",
        example=f"{PROGRAM} {name} {action} {_example_input(metric)} \\\n    {outputs}",
    )
    add_evaluate_arguments(parser) if action == "evaluate" else add_score_arguments(parser)
    texts = describe_parameters(metric)
    for parameter in parameters(metric):
        _add_setting(parser, parameter, texts.get(parameter.name, "A setting of the metric"))
    if metric.judges_units:
        parser.add_output(
            "--evidence-output",
            beside=(SUFFIX,),
            help="Also write each unit's probability in each summary (JSON Lines)",
        )
    parser.add_argument("--dataset-reader", required=True, help=READER_HELP)
    parser.add_input(
        "--input-files",
        files=LINE_ALIGNED_FILES,
        nargs="+",
        required=True,
        help="The files that the dataset reader takes, in its order",
    )
    return parser


def _build_task(name: str, args: argparse.Namespace) -> Any:
    """Return the task that the options give; errors of its names and settings come before SacreROUGE's import."""
    from sacrerouge_litepyramid.metrics.metric import Metric

    known = parameters(Metric.by_name(name))
    settings = {each.name: getattr(args, each.name) for each in known if getattr(args, each.name) is not None}
    reader = read_description(args.dataset_reader, "the dataset reader")
    if not args.include_packages:
        check_description(Metric, {"type": name, **settings})
        check_reader(reader)
        kinds = {each.name: each.kind for each in known if each.kind is not None and each.name in settings}
        settings.update({each: build(kind, settings[each]) for each, kind in kinds.items()})
    from sacrerouge_litepyramid.plugin import runs

    runs.import_packages(args.include_packages)
    if getattr(args, "evidence_output", None):
        settings["evidence_output"] = args.evidence_output
    return runs.Task(reader, args.input_files, [runs.build_metric(name, settings)])


def _add_setting(parser: CommandParser, parameter: Parameter, text: str) -> None:
    option, text = f"--{parameter.name.replace('_', '-')}", text[:1].upper() + text[1:]
    if parameter.kind is None:
        parser.add_argument(option, type=CONVERSIONS.get(parameter.value_type, str), help=text)
        return
    parser.add_component(option, help=f"{text}; name or JSON: {', '.join(parameter.kind.list_available())}")


def _example_input(metric: Any) -> str:
    if metric.judges_units:
        return "--dataset-reader units-based --input-files summaries.jsonl scus.jsonl"
    is_buildable = not any(each.is_required for each in parameters(metric))
    context = metric().context if is_buildable else None
    return f"--dataset-reader {READERS[context or 'references']} --input-files summaries.jsonl"


def _overview(name: str) -> str:
    return f"""usage: {PROGRAM} {name} score|evaluate …

{read_names()["metrics"][name]}

  score     write each summary's score, with jackknifed scores where there are several references
  evaluate  write each summary's score and the mean over all of them

{PROGRAM} {name} score --help shows the options, and an example."""


def add_config_arguments(parser: CommandParser) -> None:
    """Add the options that give a config."""
    parser.add_component(
        "--config", is_config=True, required=True, help="Config file (JSON): dataset_reader, input_files, metrics"
    )
    parser.add_argument("--overrides", help="JSON that replaces parts of the config")
    parser.add_argument(
        "--allow-programs", action="store_true", help="Let the config set what SacreROUGE's own metrics run"
    )


def add_score_arguments(parser: CommandParser) -> None:
    """Add the options of `score` that belong to no metric."""
    parser.add_output(
        "--output-jsonl", beside=(SUFFIX,), required=True, help="Where to write each summary's scores (JSON Lines)"
    )
    _add_common(parser)
    parser.add_argument(
        "--disable-peer-jackknifing", action="store_true", help="Exclude the jackknifed scores (…_jk) of peers"
    )


def add_evaluate_arguments(parser: CommandParser) -> None:
    """Add the options of `evaluate` that belong to no metric."""
    parser.add_output(
        "--macro-output-json", beside=(SUFFIX,), required=True, help="Where to write the means over all summaries"
    )
    parser.add_output("--micro-output-jsonl", required=True, help="Where to write each summary's scores (JSON Lines)")
    _add_common(parser)


def _add_common(parser: CommandParser) -> None:
    parser.add_output("--log-file", help="Where to write the log")
    parser.add_argument("--silent", action="store_true", help="Print neither the log nor the table of systems")
    parser.add_included()


def run_score(args: argparse.Namespace, task: Any) -> None:
    """Score the summaries of a task and print the table of systems."""
    from sacrerouge_litepyramid.plugin import runs

    lines = runs.score_task(task, args.output_jsonl, args.disable_peer_jackknifing)
    if not args.silent:
        print(describe_systems(lines))


def run_evaluate(args: argparse.Namespace, task: Any) -> None:
    """Evaluate the summaries of a task, and print the table of systems and which summaries the means cover."""
    from sacrerouge_litepyramid.plugin import runs

    lines = runs.evaluate_task(task, args.macro_output_json, args.micro_output_jsonl)
    if not args.silent:
        print(describe_systems(lines))
        print(f"{args.macro_output_json} holds {describe_pool(lines)}")


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
    return f"one mean over all {len(names)} summaries of {len(systems)} systems together ({named}), not one a system"


def _plain_scores(metrics: Mapping[str, Any]) -> dict[str, float]:
    kept = {name: value for name, value in metrics.items() if not name.endswith("_jk")}
    return {name: float("nan") if value is None else float(value) for name, value in flatten_metrics(kept)}
