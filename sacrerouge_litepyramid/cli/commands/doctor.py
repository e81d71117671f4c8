"""`doctor`: says what an installation has and lacks."""

import argparse

from sacrerouge.commands import RootSubcommand

from sacrerouge_litepyramid.cli.installation import report


@RootSubcommand.register("doctor")
class DoctorSubcommand(RootSubcommand):
    def add_subparser(self, parser: argparse._SubParsersAction) -> None:
        description = "Check the installation and say what is missing"
        self.parser = parser.add_parser("doctor", description=description, help=description)
        self.parser.set_defaults(func=self.run)

    def run(self, args: argparse.Namespace) -> int:
        return report()
