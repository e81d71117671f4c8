"""The options that name a table's columns, for `import-table` and `evaluate-table`."""

import argparse

from sacrerouge_litepyramid.cli.command_parser import CommandParser
from sacrerouge_litepyramid.io.table_columns import FIELDS


def add_column_arguments(parser: CommandParser) -> None:
    """Add --columns and --human."""
    parser.add_argument(
        "--columns",
        nargs="+",
        type=parse_pair,
        default=[],
        metavar="FIELD=COLUMN",
        help=f"Columns that are not found by their names, of {', '.join(FIELDS)}; FIELD= leaves a field out",
    )
    parser.add_argument("--human", metavar="COLUMN", help="The column of human scores: --columns human=COLUMN")


def read_columns(args: argparse.Namespace) -> dict[str, str]:
    """Return the column that the options name for each field."""
    given = dict(args.columns)
    return given if args.human is None else {**given, "human": args.human}


def parse_pair(text: str) -> tuple[str, str]:
    """Split FIELD=COLUMN; argparse prints the error for another text."""
    field, equals, column = text.partition("=")
    if not equals or not field:
        raise argparse.ArgumentTypeError(f"FIELD=COLUMN was expected, such as summary=output, not {text!r}")
    return field, column
