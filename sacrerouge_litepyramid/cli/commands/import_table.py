"""`import-table`: summaries, units and people's scores from a table."""

import argparse
import json
from pathlib import Path

from sacrerouge_litepyramid.cli.command_parser import CommandParser
from sacrerouge_litepyramid.formats.metrics import build_metrics_line
from sacrerouge_litepyramid.formats.summaries import summary_to_json
from sacrerouge_litepyramid.formats.table_summaries import FIELDS, collect_units, parse_rows
from sacrerouge_litepyramid.formats.tables import read_table
from sacrerouge_litepyramid.formats.units import write_units
from sacrerouge_litepyramid.storage.files import write_json_lines

EXAMPLE = r"""sacrerouge-litepyramid import-table --input-file outputs.csv --scores human --output-dir data/mine \
    --columns '{"instance_id": "article", "summarizer_id": "model", "summary": "output"}'"""


def add_arguments(parser: CommandParser) -> None:
    add = parser.add_argument
    parser.add_input_folder(
        "--input-file",
        files=("*.arrow", "*.json"),
        required=True,
        help="The table, one row per summary, or a folder of datasets",
    )
    parser.add_output_folder(
        "--output-dir",
        files=("summaries.jsonl", "units.jsonl", "metrics.jsonl"),
        required=True,
        help="Where to write summaries.jsonl, units.jsonl and metrics.jsonl",
    )
    add("--columns", type=json.loads, default={}, help=f"JSON: the column of each of {', '.join(FIELDS)}")
    add("--scores", nargs="*", default=[], help="Columns that hold people's or metrics' scores")


def run(args: argparse.Namespace) -> None:
    folder = Path(args.output_dir)
    rows = parse_rows(read_table(args.input_file), args.columns, args.scores)
    units = collect_units(rows)
    write_json_lines(folder / "summaries.jsonl", (summary_to_json(row.summary) for row in rows))
    if units:
        write_units(folder / "units.jsonl", units.items())
    if args.scores:
        write_json_lines(folder / "metrics.jsonl", (build_metrics_line(row.summary, row.scores) for row in rows))
    print(f"{len(rows)} summaries, {sum(map(len, units.values()))} units of {len(units)} instances")
