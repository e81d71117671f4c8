"""Runs SacreROUGE's own commands and metrics through SacreROUGE's parser."""

import argparse
from collections.abc import Iterator, Sequence

from sacrerouge_litepyramid.cli import files
from sacrerouge_litepyramid.cli.names import PROGRAM
from sacrerouge_litepyramid.plugin import host

#: the endings, in the namespace, of options that name output files
OUTPUT_ENDINGS = ("output_jsonl", "output_json", "output_file", "output_plot", "log_file")
#: the options, in the namespace, that name input files
INPUT_OPTIONS = ("input_files", "metrics_jsonl_files")


def run_command(words: Sequence[str]) -> int:
    """Run one of SacreROUGE's command lines, and return its exit status.

    Raises ValueError for invalid input, SystemExit when argparse prints help (0) or refuses an option (2), and any
    exception that SacreROUGE raises.
    """
    args = build_explained_parser().parse_args(words)
    files.check_declared(list(list_task_files(args)))
    return args.func(args) or 0


def build_explained_parser() -> argparse.ArgumentParser:
    """Return SacreROUGE's parser under this program's name; a metric without an action prints its help."""
    parser = host.build_parser()
    name_programs(parser, PROGRAM)
    for command in list_subcommands(parser).values():
        if "score" in list_subcommands(command):
            command.set_defaults(func=lambda args, command=command: command.print_help())
    return parser


def list_task_files(args: argparse.Namespace) -> Iterator[files.DeclaredFile]:
    """Yield the files that the arguments of SacreROUGE's parser name, including those in JSON."""
    for name, value in vars(args).items():
        option = f"--{name.replace('_', '-')}"
        if isinstance(value, str) and name.endswith(OUTPUT_ENDINGS):
            yield from files.list_output(value, option)
        elif name in INPUT_OPTIONS:
            paths = [value] if isinstance(value, str) else value or []
            yield from (files.declare_input(path, option) for path in paths)
        else:
            yield from files.list_component_files(value, option)


def name_programs(parser: argparse.ArgumentParser, program: str) -> None:
    """Set the program's name in a parser and its subparsers, however Python was started."""
    parser.prog = program
    for name, command in list_subcommands(parser).items():
        name_programs(command, f"{program} {name}")


def list_subcommands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the parsers of a parser's commands by name."""
    groups = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    return {name: command for group in groups for name, command in group.choices.items()}


def list_options(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """Return the options and arguments of a parser, without --help."""
    return [action for action in parser._actions if action.dest != "help"]
