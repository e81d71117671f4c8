"""`import-table`: summaries, units and people's scores from a table."""

import argparse
import json
from pathlib import Path

from sacrerouge.commands import RootSubcommand

from sacrerouge_litepyramid.formats.metrics import metrics_line
from sacrerouge_litepyramid.formats.summaries import summary_to_json
from sacrerouge_litepyramid.formats.table_summaries import FIELDS, from_rows, units_by_instance
from sacrerouge_litepyramid.formats.tables import read_table
from sacrerouge_litepyramid.formats.units import write_units
from sacrerouge_litepyramid.storage.files import check_writable, write_json_lines


@RootSubcommand.register("import-table")
class ImportTableSubcommand(RootSubcommand):
    def add_subparser(self, parser: argparse._SubParsersAction) -> None:
        description = "Read summaries from CSV, TSV, Parquet, JSON Lines or a saved data set of Hugging Face"
        self.parser = parser.add_parser("import-table", description=description, help=description)
        add = self.parser.add_argument
        add("--input-file", type=str, required=True, help="The table, a row a summary, or datasets' folder")
        add(
            "--output-dir",
            type=str,
            required=True,
            help="Where to write summaries.jsonl, units.jsonl and metrics.jsonl",
        )
        add("--columns", type=json.loads, default={}, help=f"JSON: the column of each of {', '.join(FIELDS)}")
        add("--scores", nargs="*", default=[], help="Columns that hold people's or metrics' scores")
        self.parser.set_defaults(func=self.run)

    def run(self, args: argparse.Namespace) -> None:
        folder = Path(args.output_dir)
        check_writable(folder / "summaries.jsonl")
        rows = from_rows(read_table(args.input_file), args.columns, args.scores)
        units = units_by_instance(rows)
        write_json_lines(folder / "summaries.jsonl", (summary_to_json(row.summary) for row in rows))
        if units:
            write_units(folder / "units.jsonl", units.items())
        if args.scores:
            write_json_lines(folder / "metrics.jsonl", (metrics_line(row.summary, row.scores) for row in rows))
        print(f"{len(rows)} summaries, {sum(map(len, units.values()))} units of {len(units)} instances")
