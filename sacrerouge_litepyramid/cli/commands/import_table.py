"""`import-table`: summaries, units, labels and human scores from a table."""

import argparse
from pathlib import Path

from sacrerouge_litepyramid.cli.parser import CommandParser
from sacrerouge_litepyramid.io.files import check_no_leftovers, write_together
from sacrerouge_litepyramid.io.table_columns import FIELDS
from sacrerouge_litepyramid.io.table_data_set import FILES, build_data_set, write_data_set, write_table_metrics
from sacrerouge_litepyramid.io.tables import read_table

GROUP = "data and units"
HELP = "Read summaries from CSV, TSV, Excel, Parquet, JSON or a saved data set of Hugging Face"
EXAMPLE = r"""sacrerouge-litepyramid import-table judged.csv --output-dir data/table \
    --columns instance_id=article"""


def add_arguments(parser: CommandParser) -> None:
    add_table_arguments(parser)
    parser.add_output(
        "--output-dir", files=FILES, required=True, help=f"Where to write {', '.join(FILES)}, as far as the table goes"
    )


def run(args: argparse.Namespace) -> None:
    data = build_data_set(read_table(find_table(args)), read_columns(args))
    check_no_leftovers(args.output_dir, data.list_files(), FILES)
    with write_together():
        write_data_set(data, Path(args.output_dir))
        write_table_metrics(data, Path(args.output_dir))
    units = data.units.values()
    print(f"{len(data.rows)} summaries, {sum(map(len, units))} units of {len(units)} documents")
    human = data.describe_human()
    if human:
        print(human)


def add_table_arguments(parser: CommandParser) -> None:
    """Add TABLE, --split, --columns and --human."""
    parser.add_input(
        "TABLE",
        files=("*.arrow", "*.json"),
        help="CSV, TSV, Excel, Parquet or JSON, a row for each summary or for each document; or a folder of datasets",
    )
    parser.add_argument("--split", metavar="NAME", help="The split of a folder that holds several")
    parser.add_argument(
        "--columns",
        nargs="+",
        type=parse_pair,
        default=[],
        metavar="FIELD=COLUMN",
        help=f"Columns that are not found by their names, of {', '.join(FIELDS)}; FIELD= leaves a field out; summary=A "
        "summary=B where systems have columns of their own",
    )
    parser.add_argument("--human", metavar="COLUMN", help="The column of human scores: --columns human=COLUMN")


def find_table(args: argparse.Namespace) -> str:
    """Return the path of the table, or of the split that the options name."""
    return str(args.TABLE if args.split is None else Path(args.TABLE) / args.split)


def read_columns(args: argparse.Namespace) -> dict[str, str | list[str]]:
    """Return the column that the options name for each field, a list for several."""
    columns: dict[str, list[str]] = {}
    for field, column in [*args.columns, *([] if args.human is None else [("human", args.human)])]:
        columns.setdefault(field, []).append(column)
    return {field: names[0] if len(names) == 1 else names for field, names in columns.items()}


def parse_pair(text: str) -> tuple[str, str]:
    """Split FIELD=COLUMN; argparse prints the error for another text."""
    field, equals, column = text.partition("=")
    if not equals or not field:
        raise argparse.ArgumentTypeError(f"FIELD=COLUMN was expected, such as summary=output, not {text!r}")
    return field, column
