"""`export-table`: scores, or the evidence behind them, as a table."""

import argparse
from pathlib import Path

from sacrerouge_litepyramid.cli.parser import CommandParser
from sacrerouge_litepyramid.io.evaluation_folder import EvaluationFolder
from sacrerouge_litepyramid.io.evidence import list_unit_rows
from sacrerouge_litepyramid.io.files import read_json_lines
from sacrerouge_litepyramid.io.forms import escape_formulas
from sacrerouge_litepyramid.io.score_files import merge_metric_rows, read_score_lines
from sacrerouge_litepyramid.io.table_output import check_table_ending, write_table
from sacrerouge_litepyramid.io.tables import DELIMITERS

GROUP = "scores"
HELP = "Write scores (by summary) or evidence (by unit) as CSV, TSV, Parquet or JSON Lines"
EXAMPLE = "sacrerouge-litepyramid export-table out/mine --output scores.csv"


def add_arguments(parser: CommandParser) -> None:
    parser.add_folder(nargs="?")
    parser.add_scores()
    parser.add_evidence(help="A file of evidence, in place of scores: a row for each unit of a summary")
    parser.add_output("--output", required=True, help="The table, by its ending")
    parser.add_argument(
        "--mark-formulas",
        action="store_true",
        help="In CSV and TSV, put an apostrophe before texts that a spreadsheet would run as formulas",
    )


def run(args: argparse.Namespace) -> None:
    check_table_ending(args.output)
    if args.mark_formulas and Path(args.output).suffix not in DELIMITERS:
        raise ValueError(f"--mark-formulas is for {' and '.join(DELIMITERS)}; {args.output} runs no formulas")
    if args.evidence and (args.FOLDER or args.scores):
        raise ValueError("--evidence is a table of its own; give it alone, or the folder or files of scores")
    if args.evidence:
        rows = list(list_unit_rows(read_json_lines(args.evidence)))
    else:
        files = EvaluationFolder(args.FOLDER, args.scores).score_files
        rows = merge_metric_rows(line for path in files for line in read_score_lines(path))
    write_table(args.output, map(escape_formulas, rows) if args.mark_formulas else rows)
    print(f"{len(rows)} rows")
