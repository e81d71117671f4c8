"""`correlate`: how far two metrics agree, by SacreROUGE's correlations."""

import argparse
import logging
import math
from typing import Any

from sacrerouge_litepyramid.cli.command_parser import CommandParser
from sacrerouge_litepyramid.statistics.agreement import MIN_SYSTEMS
from sacrerouge_litepyramid.statistics.small_samples import list_warnings
from sacrerouge_litepyramid.statistics.system_means import MeanInterval
from sacrerouge_litepyramid.statistics.tables import format_interval, render_table
from sacrerouge_litepyramid.storage.files import parse_json, write_json

logger = logging.getLogger(__name__)
EXAMPLE = r"""sacrerouge-litepyramid correlate --metrics litepyramid_recall lite2pyramid_p2c \
    --metrics-jsonl-files data/realsumm/metrics.jsonl out/realsumm/lite2pyramid.jsonl \
    --confidence-interval-method none --output-file correlations.json"""
METHODS = ("none", "bootstrap-system", "bootstrap-input", "bootstrap-both", "fisher")
LEVELS = {"system_level": "system", "summary_level": "summary", "global": "global"}
#: the levels that correlate systems
ACROSS_SYSTEMS = ("system_level", "summary_level")
COEFFICIENTS = {"pearson": "r", "spearman": "rho", "kendall": "tau"}


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    parser.add_input("--metrics-jsonl-files", nargs="+", required=True, metavar="FILE", help="Files of scores")
    add("--metrics", nargs=2, required=True, metavar="NAME", help="The two metrics, nested names joined by _")
    add(
        "--summarizer-type",
        choices=("peer", "reference", "all"),
        default="peer",
        help="The summaries that count (default: %(default)s)",
    )
    add(
        "--confidence-interval-method",
        choices=METHODS,
        default="bootstrap-both",
        help="How the intervals are made (default: %(default)s)",
    )
    add("--confidence", type=float, default=95, help="Level of the intervals in percent (default: %(default)s)")
    add("--num-tails", type=int, choices=(1, 2), default=2, help="Tails of the intervals (default: %(default)s)")
    add("--confidence-interval-kwargs", default="{}", help="JSON for the method that makes the intervals")
    for level in ("summary-level", "system-level", "global"):
        add(f"--skip-{level}", action="store_true", help=f"Leave out the {level.replace('-', ' ')} correlations")
    parser.add_output("--output-file", help="Where to write the correlations (JSON)")
    parser.add_output("--system-level-output-plot", help="Where to write a plot of the systems' scores")
    parser.add_output("--global-output-plot", help="Where to write a plot of all scores")
    parser.add_output("--log-file", help="Where to write the log")
    add("--silent", action="store_true", help="Print neither the log nor the table")


def run(args: argparse.Namespace) -> None:
    settings = parse_json(args.confidence_interval_kwargs, "--confidence-interval-kwargs", "give a JSON object")
    from sacrerouge_litepyramid.plugin import runs

    results = runs.correlate(
        args.metrics_jsonl_files,
        args.metrics,
        summarizer_type=args.summarizer_type,
        skip_summary_level=args.skip_summary_level,
        skip_system_level=args.skip_system_level,
        skip_global=args.skip_global,
        system_level_output_plot=args.system_level_output_plot,
        global_output_plot=args.global_output_plot,
        ci_method=args.confidence_interval_method,
        alpha=1 - args.confidence / 100,
        two_tailed=args.num_tails == 2,
        ci_kwargs=settings,
    )
    results = withhold_correlations(results)
    for name, count in results["not_finite"].items():
        logger.warning("left out: %d scores of %s that are NaN or infinite", count, name)
    if args.output_file:
        write_json(args.output_file, results)
    if not args.silent:
        print("\n".join([format_table(results), *(f"Warning: {warning}" for warning in results["warnings"])]))


def withhold_correlations(results: dict[str, Any]) -> dict[str, Any]:
    """Return the results with warnings about small samples, and without correlations across too few systems."""
    counts = next((results[level] for level in LEVELS if "num_summarizers" in results.get(level, {})), None)
    if counts is None:
        return {**results, "warnings": []}
    systems, documents = counts["num_summarizers"], counts["num_instances"]
    kept = dict(results)
    if systems < MIN_SYSTEMS:
        for level in ACROSS_SYSTEMS:
            if level in results:
                nothing = {name: dict.fromkeys(results[level][name]) for name in COEFFICIENTS if name in results[level]}
                kept[level] = {**results[level], **nothing}
    return {**kept, "warnings": list_warnings(systems, documents)}


def format_table(results: dict[str, Any]) -> str:
    """Return the correlations as text: one line per level, with intervals if there are any."""
    rows = [
        [title, *(_cell(results[level][name], letter) for name, letter in COEFFICIENTS.items())]
        for level, title in LEVELS.items()
        if level in results
    ]
    return render_table(["level", *COEFFICIENTS.values()], rows)


def _cell(found: dict[str, Any], letter: str) -> str:
    value, low, high = found[letter], found["lower"], found["upper"]
    if value is None or math.isnan(value):
        return "none"
    if low is None or high is None:
        return format_interval(MeanInterval(value))
    return format_interval(MeanInterval(value, low, high))
