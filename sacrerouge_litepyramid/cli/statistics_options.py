"""Options of resampling and tests, and the options and outputs that `cross-validate` and `transfer` share."""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid._version import __version__
from sacrerouge_litepyramid.cli.parser import CommandParser
from sacrerouge_litepyramid.evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.evaluation.scores import Scores, add_metrics
from sacrerouge_litepyramid.experiments.fold_agreement import as_markdown
from sacrerouge_litepyramid.io.files import write_json
from sacrerouge_litepyramid.io.score_files import list_metric_names, read_scores
from sacrerouge_litepyramid.statistics.agreement import CONSTANT_RULES, OVER

#: the files read from FOLDER, --train and --test
DATA_FILES = ("*.jsonl", "folds.json")


def add_metric_options(parser: CommandParser) -> None:
    """Add the options that choose metrics and units, and the output."""
    add = parser.add_argument
    parser.add_scores()
    add(
        "--metrics",
        nargs="+",
        default=[],
        metavar="NAME",
        help="Metrics of the scores (default: all of --scores), nested names joined by _",
    )
    parser.add_human()
    add(
        "--units",
        nargs="+",
        default=["scus", "stus"],
        help="Units files of the data, without .jsonl (default: scus stus)",
    )
    parser.add_measure()
    add_measuring_options(parser)
    parser.add_output("--output", required=True, help="Where to write the figures (JSON)")


def add_measuring_options(parser: CommandParser) -> None:
    """Add the options of `Statistics`, the baseline among them."""
    add = parser.add_argument
    defaults = Statistics()
    add("--baseline", help="A metric: test the difference of every other from it")
    add_constant_option(parser)
    add(
        "--resamples",
        type=int,
        default=defaults.resamples,
        help="Draws, or resamples, for the intervals, 0 for none (default: %(default)s)",
    )
    add("--over", choices=OVER, default=defaults.over, help="What the intervals cover (default: %(default)s)")
    add(
        "--permutations",
        type=int,
        default=defaults.permutations,
        help="Permutations for the test, 0 for none (default: %(default)s)",
    )
    add(
        "--seed",
        type=int,
        default=defaults.seed,
        help="Seed of resamples, permutations and folds (default: %(default)s)",
    )


def add_constant_option(parser: CommandParser) -> None:
    """Add the option of documents on which a metric or the human score is constant."""
    parser.add_argument(
        "--constant",
        choices=CONSTANT_RULES,
        default=Statistics().constant,
        help="Documents with a constant side, which have no correlation at the summary level: exclude and count them "
        "(drop), or raise the first value, as the Lite-Pyramid authors do, so that the first system alone decides "
        "(epsilon; default: %(default)s)",
    )


def build_statistics(args: argparse.Namespace) -> Statistics:
    """Return the settings of the statistics; raise ValueError for a number below its minimum."""
    names = ("resamples", "permutations", "seed", "over", "constant", "baseline")
    return Statistics(**{name: getattr(args, name) for name in names})


def choose_metrics(args: argparse.Namespace, files: Sequence[str | Path] = ()) -> list[str]:
    """Return --metrics; without it all metrics of --scores, or without that too of ``files``, but the human score."""
    return args.metrics or [name for name in list_metric_names(args.scores or files) if name != args.human]


def add_metric_files(scores: Scores, files: Sequence[str | Path], names: Sequence[str]) -> Scores:
    """Add to the scores the named metrics of files, if any."""
    return add_metrics(scores, read_scores(files, names)) if names else scores


def write_outputs(args: argparse.Namespace, report: Mapping[str, Any], titles: Sequence[str]) -> None:
    """Write the report, and print a table for each of its results."""
    write_json(args.output, {"version": __version__, "human_metric": args.human, **report})
    print("\n".join(as_markdown(each, title) for each, title in zip(report["results"], titles, strict=True)), end="")
