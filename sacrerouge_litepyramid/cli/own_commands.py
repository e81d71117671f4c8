"""The package's own commands: each is a module of `cli.commands`, which is imported only for its command."""

from importlib import import_module
from types import ModuleType

from sacrerouge_litepyramid.cli import catalogue
from sacrerouge_litepyramid.cli.command_parser import PROGRAM, CommandParser


def load_command(name: str) -> ModuleType:
    """Return the module of a command: it has ``add_arguments(parser)``, ``run(args)`` and the text ``EXAMPLE``."""
    return import_module(f"sacrerouge_litepyramid.cli.commands.{name.replace('-', '_')}")


def build_parser(name: str) -> CommandParser:
    """Return the parser of a command."""
    command = load_command(name)
    description = dict(catalogue.describe_commands())[name]
    parser = CommandParser(prog=f"{PROGRAM} {name}", description=description, example=command.EXAMPLE)
    command.add_arguments(parser)
    return parser
