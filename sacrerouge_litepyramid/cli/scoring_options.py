"""Options and the printed table of `score`, `evaluate` and METRIC score|evaluate."""

import argparse
from collections.abc import Iterable, Mapping
from typing import Any

from sacrerouge_litepyramid.cli.parser import CommandParser
from sacrerouge_litepyramid.io.metrics import flatten_metrics
from sacrerouge_litepyramid.io.signatures import SUFFIX
from sacrerouge_litepyramid.statistics.interval_notes import warn_of_few_values
from sacrerouge_litepyramid.statistics.system_means import RunningSystemMeans
from sacrerouge_litepyramid.statistics.tables import render_system_means

MAX_NAMED = 5


def add_config_arguments(parser: CommandParser) -> None:
    """Add the options that give a config."""
    parser.add_component(
        "--config", is_config=True, required=True, help="Config file (JSON): dataset_reader, input_files, metrics"
    )
    parser.add_component("--overrides", help="JSON that replaces parts of the config")


def add_score_arguments(parser: CommandParser) -> None:
    """Add the options of `score` that belong to no metric."""
    parser.add_output(
        "--output-jsonl", beside=(SUFFIX,), required=True, help="Where to write each summary's scores (JSON Lines)"
    )
    _add_common(parser)
    parser.add_argument(
        "--disable-peer-jackknifing", action="store_true", help="Leave out the jackknifed scores (…_jk) of peers"
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
    parser.add_argument(
        "--include-packages", nargs="+", default=[], metavar="PACKAGE", help="Packages that register more components"
    )


def run_score(args: argparse.Namespace, task: Any) -> None:
    """Score the summaries of a task and print the table of systems."""
    from sacrerouge_litepyramid.plugin import runs

    lines = runs.score(task, args.output_jsonl, args.disable_peer_jackknifing)
    if not args.silent:
        print(describe_systems(lines))


def run_evaluate(args: argparse.Namespace, task: Any) -> None:
    """Evaluate the summaries of a task, and print the table of systems and which summaries the means cover."""
    from sacrerouge_litepyramid.plugin import runs

    lines = runs.evaluate(task, args.macro_output_json, args.micro_output_jsonl)
    if not args.silent:
        print(describe_systems(lines))
        print(f"{args.macro_output_json} holds {describe_pool(lines)}")


def describe_systems(lines: Iterable[Mapping[str, Any]]) -> str:
    """Return the table of the peers' means, or of all systems if there are no peers, without jackknifed values."""
    lines = list(lines)
    shown = [line for line in lines if line["summarizer_type"] == "peer"] or lines
    return describe_means(RunningSystemMeans((line["summarizer_id"], _plain_scores(line["metrics"])) for line in shown))


def describe_means(means: RunningSystemMeans) -> str:
    """Return the table of systems' means, and a warning where a mean is of few summaries."""
    found = means.ranked()
    warnings = warn_of_few_values(each.count for measures in found.values() for each in measures.values())
    return "\n".join([render_system_means(found), *(f"Warning: {each}" for each in warnings)])


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
