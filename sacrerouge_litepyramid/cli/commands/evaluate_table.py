"""`evaluate-table`: from a table of outputs and references to a verdict about the systems, and a report."""

import argparse
import shlex
import webbrowser
from pathlib import Path

from sacrerouge_litepyramid.api import evaluate_table
from sacrerouge_litepyramid.cli.commands.import_table import add_table_arguments, find_table, read_columns
from sacrerouge_litepyramid.cli.parser import CommandParser
from sacrerouge_litepyramid.cli.results import CommandResult
from sacrerouge_litepyramid.evaluation.output_folder import FILES
from sacrerouge_litepyramid.io.evaluation_folder import REPORT
from sacrerouge_litepyramid.io.store import cache_folder

CACHE = "units.sqlite"
GROUP = "to begin with"
HELP = "From a table of outputs and references to the ranked systems, with limits, and a report"
EXAMPLE = "sacrerouge-litepyramid evaluate-table outputs.csv --output-dir out/mine"


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    add_table_arguments(parser)
    parser.add_judge()
    parser.add_component(
        "--extractor",
        help="Name or JSON of what makes units of references where the table has none: dependency (default), srl, "
        "sentence",
    )
    parser.add_cache(CACHE)
    parser.add_measure()
    parser.add_output(
        "--output-dir", files=FILES, help="Where to write data, scores, evidence, signature, verdict and report"
    )
    parser.add_result(output=False)
    add("--open", action="store_true", help="Show the report of --output-dir in the browser")


def run(args: argparse.Namespace) -> CommandResult:
    if args.open and not args.output_dir:
        raise ValueError("--open shows the report, which --output-dir keeps; give --output-dir too")
    verdict = evaluate_table(
        find_table(args),
        read_columns(args),
        judge=args.judge,
        extractor=args.extractor,
        cache_file=cache_folder() / CACHE,
        measure=args.measure,
        output_dir=args.output_dir,
    )
    if args.open:
        webbrowser.open((Path(args.output_dir) / REPORT).resolve().as_uri())
    notes = ["--output-dir DIR keeps the scores with their evidence, and a report for the browser."]
    if verdict.files:
        metric = "" if args.measure == "p2c" else f" --metric {verdict.metric}"
        notes = [
            f"{args.output_dir}: {', '.join(verdict.files)}",
            f"Each pair of systems: sacrerouge-litepyramid compare {shlex.quote(args.output_dir)}{metric}",
        ]
    return CommandResult(str(verdict), verdict.to_dict(), notes)
