"""`reproduce TARGET`: measures published and oracle numbers again; status 1 when one lies outside its tolerance."""

import argparse
from pathlib import Path

from sacrerouge.commands import RootSubcommand

from sacrerouge_litepyramid import __version__
from sacrerouge_litepyramid.reproduce.targets import TARGETS, as_lines
from sacrerouge_litepyramid.storage.files import write_json


@RootSubcommand.register("reproduce")
class ReproduceSubcommand(RootSubcommand):
    def add_subparser(self, parser: argparse._SubParsersAction) -> None:
        description = "Measure published numbers again; ends with status 1 when one lies outside its tolerance"
        self.parser = parser.add_parser("reproduce", description=description, help=description)
        targets = self.parser.add_subparsers(dest="target", required=True, help="Whose numbers")
        for _, target in sorted(TARGETS.items()):
            of_target = targets.add_parser(target.name, description=target.description, help=target.description)
            of_target.add_argument("--source", type=str, required=True, help="The folder of the data, or its archive")
            of_target.add_argument("--output-file", type=str, help="Where to write the rows as JSON")
            target.add_arguments(of_target)
        self.parser.set_defaults(func=self.run)

    def run(self, args: argparse.Namespace) -> int:
        if not Path(args.source).exists():
            raise ValueError(f"--source: {args.source}: no such file or folder")
        rows = TARGETS[args.target].rows(args)
        for line in as_lines(rows):
            print(line)
        if args.output_file:
            data = {"target": args.target, "version": __version__, "rows": [row.as_json() for row in rows]}
            write_json(args.output_file, data)
        return 1 if any(row.failed for row in rows) else 0
