"""Helpers that the benchmarks share: options, data, limits on threads and cores, timing and
printing.

Import this before numpy, whose libraries read the number of threads when they are imported.
"""

import argparse
import json
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

REALSUMM = (
    Path(os.environ.get("LITEPYRAMID_SHARED", Path(__file__).parents[2] / "shared"))
    / "data"
    / "lite-pyramid"
    / "REALSumm"
)


def make_parser(description: str | None) -> argparse.ArgumentParser:
    """Return the parser of a benchmark's command line, whose help begins with the benchmark's
    docstring.
    """
    return argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )


def add_score_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the files of scores, the human score and the metric to measure."""
    add = parser.add_argument
    add(
        "--scores-files",
        nargs="+",
        required=True,
        metavar="FILE",
        help="Scores, the human score among them",
    )
    add(
        "--human-metric",
        default="litepyramid_recall",
        help="The human score (default: %(default)s)",
    )
    add("--metric", required=True, help="A metric, nested names joined by _")


def make_model_parser(description: str | None) -> argparse.ArgumentParser:
    """Return the parser of a benchmark that compares a model of random weights with a baseline, in
    turns.
    """
    parser = make_parser(description)
    parser.add_argument("--size", choices=("tiny", "base", "large"), default="tiny")
    parser.add_argument(
        "--rounds", type=int, default=3, help="turns of both, against drifts of the load"
    )
    parser.add_argument(
        "--data", type=Path, default=REALSUMM, help="a folder in the authors' layout"
    )
    parser.add_argument(
        "--vocab-size", type=int, default=6500, help="the default gives about RoBERTa's lengths"
    )
    parser.add_argument("--device", default="auto")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def read_groups(folder: Path) -> list[Any]:
    """Read every system's summary, with the SCUs of its document, from the authors' files."""
    from sacrerouge_litepyramid.core.pairs import Group
    from sacrerouge_litepyramid.core.texts import flatten
    from sacrerouge_litepyramid.io.line_aligned import read_line_aligned

    data = read_line_aligned(folder)
    units = {name: tuple(unit.text for unit in item.units) for name, item in data.units.items()}
    return [Group(flatten(summary.text), units[summary.instance_id]) for summary in data.summaries]


def use_one_thread() -> None:
    """Keep numpy's libraries to one thread."""
    os.environ.update(
        dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    )


def use_one_core() -> None:
    """Keep this process to one core, where the system allows it."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def measure_seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def print_results(results: Mapping[str, Any], as_json: bool) -> None:
    """Print one JSON object, or a line for each result."""
    if as_json:
        print(json.dumps(results))
    else:
        for name, value in results.items():
            number = f"{value:>12,}" if isinstance(value, int | float) else value
            print(f"{name.replace('_', ' '):<32}{number}")
