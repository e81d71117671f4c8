"""`doctor`: checks an installation."""

import argparse

from sacrerouge_litepyramid.cli.installation import print_report
from sacrerouge_litepyramid.cli.parser import CommandParser

GROUP = "to begin with"
HELP = "Check the installation and say what is missing"
EXAMPLE = "sacrerouge-litepyramid doctor"


def add_arguments(parser: CommandParser) -> None:
    """Add nothing: the command has no options."""


def run(args: argparse.Namespace) -> int:
    return print_report()
