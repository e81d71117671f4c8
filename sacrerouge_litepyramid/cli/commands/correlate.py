"""`correlate`: how far two metrics agree, by SacreROUGE's correlations."""

import argparse
import logging
import math
from contextlib import ExitStack
from typing import Any

from sacrerouge_litepyramid.cli.bounds import MAX_DRAWS
from sacrerouge_litepyramid.cli.command_parser import CommandParser
from sacrerouge_litepyramid.io.files import atomic_path, parse_json, write_json
from sacrerouge_litepyramid.statistics.agreement import MIN_SYSTEMS
from sacrerouge_litepyramid.statistics.interval_notes import list_warnings
from sacrerouge_litepyramid.statistics.system_means import MeanInterval
from sacrerouge_litepyramid.statistics.tables import format_interval, render_table

logger = logging.getLogger(__name__)
EXAMPLE = r"""sacrerouge-litepyramid correlate --metrics litepyramid_recall lite2pyramid_p2c \
    --metrics-jsonl-files data/realsumm/metrics.jsonl out/realsumm/lite2pyramid.jsonl \
    --confidence-interval-method none --output-file correlations.json"""
METHODS = ("none", "bootstrap-system", "bootstrap-input", "bootstrap-both", "fisher")
INTERVAL_OPTION = "--confidence-interval-kwargs"
SAMPLES = "num_samples"
MIN_CONFIDENCE = 50
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
    add(INTERVAL_OPTION, default="{}", help=f'JSON for the intervals: {{"{SAMPLES}": 1000}} for a bootstrap')
    for level in ("summary-level", "system-level", "global"):
        add(f"--skip-{level}", action="store_true", help=f"Leave out the {level.replace('-', ' ')} correlations")
    parser.add_output("--output-file", help="Where to write the correlations (JSON)")
    parser.add_output("--system-level-output-plot", help="Where to write a plot of the systems' scores")
    parser.add_output("--global-output-plot", help="Where to write a plot of all scores")
    parser.add_output("--log-file", help="Where to write the log")
    add("--silent", action="store_true", help="Print neither the log nor the table")


def run(args: argparse.Namespace) -> None:
    check_plots(args)
    check_confidence(args.confidence)
    settings = parse_json(args.confidence_interval_kwargs, INTERVAL_OPTION, "give a JSON object")
    check_interval_settings(settings, takes_samples=args.confidence_interval_method.startswith("bootstrap"))
    with ExitStack() as plots:
        # The plots are moved into place after the correlations are written.
        places = [args.system_level_output_plot, args.global_output_plot]
        drawn = [path and str(plots.enter_context(atomic_path(path))) for path in places]
        results = withhold_correlations(correlate(args, settings, *drawn))
        if args.output_file:
            write_json(args.output_file, results)
    for name, count in results["not_finite"].items():
        logger.warning("left out: %d scores of %s that are NaN or infinite", count, name)
    if not args.silent:
        print("\n".join([format_table(results), *(f"Warning: {warning}" for warning in results["warnings"])]))


def correlate(
    args: argparse.Namespace, settings: dict[str, Any], systems_plot: str | None, global_plot: str | None
) -> dict[str, Any]:
    """Return SacreROUGE's correlations, and draw the plots of which a path is given."""
    from sacrerouge_litepyramid.plugin import runs

    return runs.correlate(
        args.metrics_jsonl_files,
        args.metrics,
        summarizer_type=args.summarizer_type,
        skip_summary_level=args.skip_summary_level,
        skip_system_level=args.skip_system_level,
        skip_global=args.skip_global,
        system_level_output_plot=systems_plot,
        global_output_plot=global_plot,
        ci_method=args.confidence_interval_method,
        alpha=1 - args.confidence / 100,
        two_tailed=args.num_tails == 2,
        ci_kwargs=settings,
    )


def check_plots(args: argparse.Namespace) -> None:
    """Raise ValueError for a plot of a level that is left out."""
    for level in ("system_level", "global"):
        if getattr(args, f"skip_{level}") and getattr(args, f"{level}_output_plot"):
            name = level.replace("_", "-")
            raise ValueError(f"--{name}-output-plot and --skip-{name} exclude each other; give one")


def check_confidence(percent: float) -> None:
    """Raise ValueError for a level of intervals that is none, such as .95."""
    if not MIN_CONFIDENCE <= percent < 100:
        raise ValueError(f"--confidence must be at least {MIN_CONFIDENCE} and below 100 percent, not {percent}")


def check_interval_settings(settings: Any, takes_samples: bool) -> None:
    """Raise ValueError for settings of the intervals that SacreROUGE does not take.

    They are ``{"num_samples": a number}`` of a bootstrap (``takes_samples``), also for one level or coefficient alone.
    """
    if not isinstance(settings, dict):
        raise ValueError(f"{INTERVAL_OPTION} must be a JSON object, not {settings!r:.60}")
    for name, value in settings.items():
        if name in (*LEVELS, *COEFFICIENTS):
            check_interval_settings(value, takes_samples)
        elif name != SAMPLES or not takes_samples:
            known = (*((SAMPLES,) if takes_samples else ()), *LEVELS, *COEFFICIENTS)
            raise ValueError(f"{INTERVAL_OPTION}: unknown key {name!r:.60}; known: {', '.join(known)}")
        elif type(value) is not int or not 0 < value <= MAX_DRAWS:
            raise ValueError(f"{INTERVAL_OPTION}: {SAMPLES} must be from 1 to {MAX_DRAWS}, not {value!r:.60}")


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
