"""`doctor`: says what an installation has and lacks."""

import argparse

from sacrerouge_litepyramid.cli.command_parser import CommandParser
from sacrerouge_litepyramid.cli.installation import report

EXAMPLE = "sacrerouge-litepyramid doctor"


def add_arguments(parser: CommandParser) -> None:
    """Add nothing: the command has no options."""


def run(args: argparse.Namespace) -> int:
    return report()
