"""`export-table`: scores, or the evidence behind them, as a table."""

import argparse

from sacrerouge.commands import RootSubcommand

from sacrerouge_litepyramid.formats.evidence import unit_rows
from sacrerouge_litepyramid.formats.metrics import table_rows
from sacrerouge_litepyramid.formats.tables import check_table_ending, write_table
from sacrerouge_litepyramid.storage.files import check_writable, read_json_lines


@RootSubcommand.register("export-table")
class ExportTableSubcommand(RootSubcommand):
    def add_subparser(self, parser: argparse._SubParsersAction) -> None:
        description = "Write scores (a row a summary) or evidence (a row a unit) as CSV, TSV, Parquet or JSON Lines"
        self.parser = parser.add_parser("export-table", description=description, help=description)
        add = self.parser.add_argument
        add("--input-files", nargs="+", required=True, help="Files of scores, joined by summary; or one of evidence")
        add("--output-file", type=str, required=True, help="The table, by its ending")
        self.parser.set_defaults(func=self.run)

    def run(self, args: argparse.Namespace) -> None:
        check_table_ending(args.output_file)
        check_writable(args.output_file)
        lines = [line for path in args.input_files for line in read_json_lines(path)]
        rows = list(unit_rows(lines) if "units" in lines[0].data else table_rows(lines))
        write_table(args.output_file, rows)
        print(f"{len(rows)} rows")
