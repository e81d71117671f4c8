"""SacreROUGE's own commands and metrics, which SacreROUGE's parser reads."""

import argparse
from collections.abc import Iterator, Sequence

from sacrerouge_litepyramid.cli.files import Declared, check_declared, list_of_component, list_output, read_input
from sacrerouge_litepyramid.cli.names import PROGRAM
from sacrerouge_litepyramid.plugin import host

#: endings of the names, in the namespace, of options that hold a file to write
OUTPUTS = ("output_jsonl", "output_json", "output_file", "output_plot", "log_file")
#: names, in the namespace, of options that hold files to read
INPUTS = ("input_files", "metrics_jsonl_files")


def run_command(words: Sequence[str]) -> int:
    """Run a command line of SacreROUGE's and return its exit status.

    Raises ValueError for wrong input, SystemExit where argparse prints help (0) or refuses an option (2), and any
    exception of SacreROUGE's.
    """
    args = build_explained_parser().parse_args(words)
    check_declared(list(list_task_files(args)))
    return args.func(args) or 0


def build_explained_parser() -> argparse.ArgumentParser:
    """Return SacreROUGE's parser with the name of this program, and a help of each metric alone."""
    parser = host.build_parser()
    name_programs(parser, PROGRAM)
    for subcommand in list_subcommands(parser).values():
        if "score" in list_subcommands(subcommand):
            subcommand.set_defaults(func=lambda args, own=subcommand: own.print_help())
    return parser


def list_task_files(args: argparse.Namespace) -> Iterator[Declared]:
    """Yield the places that the options of SacreROUGE's parser name, those in JSON included."""
    for name, value in vars(args).items():
        option = f"--{name.replace('_', '-')}"
        if isinstance(value, str) and name.endswith(OUTPUTS):
            yield from list_output(value, option)
        elif name in INPUTS:
            paths = [value] if isinstance(value, str) else value or []
            yield from (read_input(path, option) for path in paths)
        else:
            yield from list_of_component(value, option)


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
