"""Runs SacreROUGE's commands through its own parser, with this package's metrics and readers registered."""

import argparse
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

from sacrerouge_litepyramid.cli import names
from sacrerouge_litepyramid.core.json_text import parse_json
from sacrerouge_litepyramid.io.files import atomic_path, read_text
from sacrerouge_litepyramid.plugin import host

#: the options, in the namespace, that name files which SacreROUGE writes at the end
OUTPUT_ENDINGS = ("output_jsonl", "output_json", "output_file", "output_plot")
#: the option, in the namespace, that names the file to which SacreROUGE appends its log
LOG = "log_file"
#: the options, in the namespace, that name input files
INPUT_OPTIONS = ("config", "input_files", "metrics_jsonl_files")
#: the names, in a config or in the namespace, of files that a metric writes
METRIC_OUTPUT = "evidence_output"


class NamedFile(NamedTuple):
    """A file of a command, and the option or the setting that names it."""

    option: str
    path: Path


def run_command(words: Sequence[str]) -> int:
    """Run one of SacreROUGE's command lines, and return its exit status.

    Outputs appear when the command has ended without an error. Raises UnknownNameError for a name that SacreROUGE does
    not know, ValueError for a file that is named twice, SystemExit when argparse prints help (0) or refuses an option
    (2), and any exception that SacreROUGE raises.
    """
    parser = build_parser(names.list_included(words))
    check_names(parser, words)
    args = parser.parse_args(words)
    if "func" not in args:  # a metric without score or evaluate
        list_subcommands(parser)[words[0]].print_help()
        return 0
    check_files(args)
    with ExitStack() as stack:
        outputs = list(list_output_options(args))
        for output in outputs:
            setattr(args, output.option, str(stack.enter_context(atomic_path(output.path))))
        args.func(args)
    if outputs and not getattr(args, "silent", False):
        print("Written:", ", ".join(str(output.path) for output in outputs))
    return 0


def build_parser(packages: Sequence[str] = ()) -> argparse.ArgumentParser:
    """Return SacreROUGE's parser under this program's name; ``packages``: those of --include-packages."""
    parser = host.build_parser(packages)
    name_programs(parser, names.PROGRAM)
    return parser


def check_names(parser: argparse.ArgumentParser, words: Sequence[str]) -> None:
    """Raise UnknownNameError, with the nearest names, for an unknown command, metric or data set."""
    commands = list_subcommands(parser)
    names.check_name("the command or metric", words[0], {*commands, *names.list_names()})
    if words[0] == names.SETUP:
        data_sets = {*list_subcommands(commands[names.SETUP]), *names.list_data_sets()}
        names.check_name("the data set", words[1], data_sets, group=names.SETUP)


def check_files(args: argparse.Namespace) -> None:
    """Raise ValueError if an output of a command is also one of its inputs, or another output."""
    named = {file.path.resolve(): file for file in list_inputs(args)}
    for output in [*list_output_options(args), *list_other_outputs(args)]:
        other = named.setdefault(output.path.resolve(), output)
        if other is not output:
            raise ValueError(
                f"{output.path}: {_spell(output.option)} and {_spell(other.option)} name the same file; choose another "
                "output"
            )


def list_inputs(args: argparse.Namespace) -> Iterator[NamedFile]:
    """Yield the files that a command reads, including those of its config."""
    for option in INPUT_OPTIONS:
        yield from _list_files(option, getattr(args, option, None))
    yield from _list_files("input_files", _read_config(args).get("input_files"))


def list_output_options(args: argparse.Namespace) -> Iterator[NamedFile]:
    """Yield the files that options of SacreROUGE name as outputs."""
    for option, value in vars(args).items():
        if option.endswith(OUTPUT_ENDINGS):
            yield from _list_files(option, value)


def list_other_outputs(args: argparse.Namespace) -> Iterator[NamedFile]:
    """Yield the log, and the files that metrics write: those of a config, or of an option."""
    yield from _list_files(LOG, getattr(args, LOG, None))
    for metric in _read_config(args).get("metrics", ()):
        if isinstance(metric, dict):
            yield from _list_files(METRIC_OUTPUT, metric.get(METRIC_OUTPUT))
    yield from _list_files(METRIC_OUTPUT, getattr(args, METRIC_OUTPUT, None))


def _list_files(option: str, value: Any) -> Iterator[NamedFile]:
    paths = value if isinstance(value, list) else [value]
    for path in paths:
        if isinstance(path, str):
            yield NamedFile(option, Path(path))


def _read_config(args: argparse.Namespace) -> dict[str, Any]:
    """Return the config of a command with its overrides, {} without one; raise ValueError if one is not JSON."""
    path = getattr(args, "config", None)
    if path is None:
        return {}
    config = _parse_object(read_text(path), path, "a config must be one JSON object")
    if not args.overrides:
        return config
    overrides = _parse_object(args.overrides, "--overrides", "pass a JSON object of the parts to replace")
    return host.override(config, overrides)


def _parse_object(text: str, where: str, remedy: str) -> dict[str, Any]:
    value = parse_json(text, where, remedy)
    if not isinstance(value, dict):
        raise ValueError(f"{where}: {remedy}, not {type(value).__name__}")
    return value


def _spell(option: str) -> str:
    return option if option in ("input_files", METRIC_OUTPUT) else f"--{option.replace('_', '-')}"


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
