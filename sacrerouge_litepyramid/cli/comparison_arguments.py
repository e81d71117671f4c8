"""Arguments and outputs that `experiment cross-validate` and `experiment transfer` share."""

import argparse
from collections.abc import Mapping, Sequence
from typing import Any

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.cli.command_parser import CommandParser
from sacrerouge_litepyramid.evaluation.fold_agreement import Statistics
from sacrerouge_litepyramid.evaluation.fold_table import as_markdown
from sacrerouge_litepyramid.evaluation.scores import Scores, add_metrics
from sacrerouge_litepyramid.io.files import atomic_write, write_json
from sacrerouge_litepyramid.io.metrics import read_scores
from sacrerouge_litepyramid.statistics.agreement import CONSTANT_RULES
from sacrerouge_litepyramid.statistics.intervals import DEFAULT_METHOD, METHODS
from sacrerouge_litepyramid.statistics.permutation import SWAPS
from sacrerouge_litepyramid.statistics.resampling import OVER

#: the files read from a folder of --data, --train and --test
DATA_FILES = ("*.jsonl", "folds.json")


def add_metric_arguments(parser: CommandParser) -> None:
    """Add the arguments that choose metrics and units."""
    add = parser.add_argument
    parser.add_input("--metrics-jsonl-files", nargs="+", default=[], metavar="FILE", help="Files of SacreROUGE Metrics")
    add("--metrics", nargs="+", default=[], metavar="NAME", help="Their metrics, nested names joined by _")
    add(
        "--dependent-metric",
        default="litepyramid_recall",
        help="People's score; of peers alone (default: %(default)s)",
    )
    add(
        "--units",
        nargs="+",
        default=["scus", "stus"],
        help="Units files of --data, without .jsonl; by default scus and stus",
    )
    add(
        "--measure",
        default="p2c",
        help="The judge's measure: p2c, l2c, p3c or l3c (default: %(default)s)",
    )


def add_statistics_arguments(parser: CommandParser) -> None:
    """Add the arguments of resampling, tests and outputs."""
    add_measuring_arguments(parser)
    parser.add_output("--output-file", required=True, help="Where to write the figures (JSON)")
    parser.add_output("--report-file", help="Where to write the tables (Markdown); they are printed as well")


def add_measuring_arguments(parser: CommandParser) -> None:
    """Add the arguments of `Statistics`, the baseline among them."""
    add = parser.add_argument
    defaults = Statistics()
    add("--baseline", help="A metric: test the difference of every other from it")
    add(
        "--constant",
        choices=CONSTANT_RULES,
        default=defaults.constant,
        help="What to do if one side is constant: leave out, or raise the first value (default: %(default)s)",
    )
    add(
        "--resamples",
        type=int,
        default=defaults.resamples,
        help="Draws, or resamples, for the intervals, 0 for none (default: %(default)s)",
    )
    add("--over", choices=OVER, default=defaults.over, help="What the intervals are over (default: %(default)s)")
    add(
        "--permutations",
        type=int,
        default=defaults.permutations,
        help="Permutations for the test, 0 for none (default: %(default)s)",
    )
    add("--swap", choices=SWAPS, default=defaults.swap, help="The scores that the test swaps (default: %(default)s)")
    add(
        "--seed",
        type=int,
        default=defaults.seed,
        help="Seed of resamples, permutations and folds (default: %(default)s)",
    )
    add_interval_argument(parser)


def add_interval_argument(parser: CommandParser) -> None:
    """Add the argument that chooses how intervals of correlations are made."""
    parser.add_argument(
        "--interval",
        choices=METHODS,
        default=DEFAULT_METHOD,
        help="How intervals are made: two-way ones cover what they are of, percentiles are those of papers "
        "(default: %(default)s)",
    )


def build_statistics(args: argparse.Namespace) -> Statistics:
    """Return the settings of the statistics; raise ValueError for a number below its minimum."""
    names = ("resamples", "permutations", "seed", "over", "swap", "constant", "baseline")
    return Statistics(**{name: getattr(args, name) for name in names}, method=args.interval)


def add_metric_files(args: argparse.Namespace, scores: Scores) -> Scores:
    """Add to the scores the metrics that the arguments name, if any."""
    if bool(args.metrics) != bool(args.metrics_jsonl_files):
        raise ValueError("--metrics and --metrics-jsonl-files belong together; give both or neither")
    if not args.metrics:
        return scores
    return add_metrics(scores, read_scores(args.metrics_jsonl_files, args.metrics))


def write_outputs(args: argparse.Namespace, report: Mapping[str, Any], titles: Sequence[str]) -> None:
    """Write the report, and a table for each of its results."""
    whole = {"version": __version__, "dependent_metric": args.dependent_metric, **report}
    tables = "\n".join(as_markdown(each, title) for each, title in zip(report["results"], titles, strict=True))
    write_json(args.output_file, whole)
    if args.report_file:
        with atomic_write(args.report_file) as out:
            out.write(tables)
    print(tables, end="")
