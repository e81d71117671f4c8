"""`export-table`: scores, or the evidence behind them, as a table."""

import argparse
from pathlib import Path

from sacrerouge_litepyramid.cli.command_parser import CommandParser
from sacrerouge_litepyramid.io.evidence import list_unit_rows
from sacrerouge_litepyramid.io.files import read_json_lines
from sacrerouge_litepyramid.io.forms import escape_formulas
from sacrerouge_litepyramid.io.metrics import merge_metric_rows
from sacrerouge_litepyramid.io.tables import DELIMITERS, check_table_ending, write_table

GROUP = "scores"
HELP = "Write scores (by summary) or evidence (by unit) as CSV, TSV, Parquet or JSON Lines"
EXAMPLE = "sacrerouge-litepyramid export-table --input-files demo/lite2pyramid.jsonl --output-file scores.csv"


def add_arguments(parser: CommandParser) -> None:
    parser.add_input(
        "--input-files", nargs="+", required=True, help="Files of scores, joined by summary; or one file of evidence"
    )
    parser.add_output("--output-file", required=True, help="The table, by its ending")
    parser.add_argument(
        "--mark-formulas",
        action="store_true",
        help="In CSV and TSV, put an apostrophe before texts that a spreadsheet would run as formulas",
    )


def run(args: argparse.Namespace) -> None:
    check_table_ending(args.output_file)
    if args.mark_formulas and Path(args.output_file).suffix not in DELIMITERS:
        raise ValueError(f"--mark-formulas is for {' and '.join(DELIMITERS)}; {args.output_file} runs no formulas")
    lines = [line for path in args.input_files for line in read_json_lines(path)]
    rows = list(list_unit_rows(lines) if "units" in lines[0].data else merge_metric_rows(lines))
    write_table(args.output_file, map(escape_formulas, rows) if args.mark_formulas else rows)
    print(f"{len(rows)} rows")
