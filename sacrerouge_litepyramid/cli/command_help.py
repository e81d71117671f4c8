"""Help added to SacreROUGE's parser: the program's name, a help of each metric, and where the log goes."""

import argparse
from collections.abc import Iterator

from sacrerouge_litepyramid.cli.names import PROGRAM


def explain(parser: argparse.ArgumentParser) -> None:
    """Give SacreROUGE's ``parser`` the program's name, and a metric without subcommand its own help."""
    name_programs(parser, PROGRAM)
    for each in list_subcommands(parser).values():
        explain_log(each)
        if "score" in list_subcommands(each):
            each.set_defaults(func=lambda args, own=each: own.print_help())


def explain_log(parser: argparse.ArgumentParser) -> None:
    """Say in the help of --silent, of a command and its subcommands, where the log goes."""
    for action in list_options(parser):
        if action.dest == "silent":
            action.help = "Do not write the log to standard error"
    for each in list_subcommands(parser).values():
        explain_log(each)


def name_programs(parser: argparse.ArgumentParser, program: str) -> None:
    """Let every parser print its own name, however Python was started."""
    parser.prog = program
    for name, each in list_subcommands(parser).items():
        name_programs(each, f"{program} {name}")


def list_subcommands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the commands of a parser by name; none where it has none."""
    return {name: each for action in _subparsers(parser) for name, each in action.choices.items()}


def list_options(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """Return the options and arguments of a parser, without --help."""
    return [action for action in parser._actions if action.dest != "help"]


def _subparsers(parser: argparse.ArgumentParser) -> "Iterator[argparse._SubParsersAction]":
    return (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
