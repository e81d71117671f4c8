"""`experiment reproduce TARGET`: recomputes published and oracle numbers; status 1 if one is outside its tolerance."""

import argparse
from pathlib import Path

from sacrerouge_litepyramid.cli.parser import CommandParser
from sacrerouge_litepyramid.cli.results import CommandResult
from sacrerouge_litepyramid.experiments.reproduce.targets import TARGETS, measure_rows, render_rows

#: the files that targets read from a folder
SOURCE_FILES = ("*.csv", "*.md", "*.pkl", "*.txt", "*scores-*.json", "*.summary", "*.label", "*/fold*", "*/[0-9]*")
EXAMPLE = "sacrerouge-litepyramid experiment reproduce ffci --source ffci-data.tar.gz"


def add_arguments(parser: CommandParser) -> None:
    described = "; ".join(f"{name}: {target.description}" for name, target in TARGETS.items())
    parser.add_argument("target", choices=TARGETS, help=f"The numbers to recompute. {described}")
    parser.add_input("--source", files=SOURCE_FILES, required=True, help="The folder of the data, or its archive")
    parser.add_result()


def run(args: argparse.Namespace) -> CommandResult:
    if not Path(args.source).exists():
        raise ValueError(f"--source: {args.source}: no such file or folder")
    rows = measure_rows(args.target, Path(args.source))
    data = {"target": args.target, "rows": [row.as_json() for row in rows]}
    return CommandResult("\n".join(render_rows(rows)), data, status=1 if any(row.failed for row in rows) else 0)
