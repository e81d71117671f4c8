"""What SacreROUGE's parser lacks: the name of this program, a help of each metric, and where the log goes."""

import argparse
from collections.abc import Iterator

from sacrerouge_litepyramid.cli.command_parser import PROGRAM


def explain(parser: argparse.ArgumentParser) -> None:
    """Give SacreROUGE's ``parser`` the program's name, and each metric alone its own help."""
    name_programs(parser, PROGRAM)
    for each in subcommands(parser).values():
        explain_log(each)
        if "score" in subcommands(each):
            each.set_defaults(func=lambda args, own=each: own.print_help())


def explain_log(parser: argparse.ArgumentParser) -> None:
    """Say of --silent, of a command and of those in it, where the log goes here."""
    for action in options(parser):
        if action.dest == "silent":
            action.help = "Do not write the log to standard error"
    for each in subcommands(parser).values():
        explain_log(each)


def name_programs(parser: argparse.ArgumentParser, program: str) -> None:
    """Let every parser print its own name, however Python was started."""
    parser.prog = program
    for name, each in subcommands(parser).items():
        name_programs(each, f"{program} {name}")


def subcommands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the commands of a parser by name; none where it has none."""
    return {name: each for action in _subparsers(parser) for name, each in action.choices.items()}


def options(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """Return the options and arguments of a parser, without --help."""
    return [action for action in parser._actions if action.dest != "help"]


def _subparsers(parser: argparse.ArgumentParser) -> "Iterator[argparse._SubParsersAction]":
    return (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
