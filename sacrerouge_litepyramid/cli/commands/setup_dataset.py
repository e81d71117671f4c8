"""`setup-dataset NAME DIR`: a released data set in this package's formats."""

import argparse
import json
from pathlib import Path

from sacrerouge_litepyramid.cli.names import PROGRAM
from sacrerouge_litepyramid.cli.parser import CommandParser
from sacrerouge_litepyramid.corpora.data_set import load_data_sets

EXAMPLE = f"{PROGRAM} setup-dataset realsumm data/realsumm"


def add_arguments(parser: CommandParser) -> None:
    commands = parser.add_subparsers(dest="data_set", required=True, metavar="NAME", help="Which data set")
    for name, data_set in load_data_sets().items():
        about = data_set.description
        example = f"{PROGRAM} setup-dataset {name} {data_set.example}"
        command = commands.add_parser(name, description=about, help=about, example=example)
        for option in data_set.options:
            if option.files:
                command.add_input(option.name, files=option.files, help=option.help, **option.settings)
            else:
                command.add_argument(option.name, help=option.help, **option.settings)
        command.add_included()
        command.add_output("output_dir", files=data_set.files, help="The folder where the data is written")


def run(args: argparse.Namespace) -> None:
    data_set = load_data_sets()[args.data_set]
    options = {}
    for option in data_set.options:
        value = getattr(args, option.argument)
        options[option.argument] = Path(value) if option.files and value else value
    counts = data_set().setup(Path(args.output_dir), **options)
    print(json.dumps({"dataset": counts.pop("dataset"), "output": args.output_dir, **counts}))
