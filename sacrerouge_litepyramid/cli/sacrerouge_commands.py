"""Runs SacreROUGE's commands through its own parser, with this package's metrics and readers."""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from sacrerouge_litepyramid.cli import names
from sacrerouge_litepyramid.cli.files import NamedFile, check_outputs, list_files
from sacrerouge_litepyramid.core.arguments import spell_option
from sacrerouge_litepyramid.core.json_text import parse_json_object
from sacrerouge_litepyramid.corpora.tac import check_nist_files
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


def run_command(words: Sequence[str]) -> int:
    """Run one of SacreROUGE's command lines, and return its exit status.

    Outputs appear when the command has ended without an error. Raises UnknownNameError for a name
    that SacreROUGE does not know, ValueError for a file that is named twice, SystemExit when
    argparse prints help (0) or refuses an option (2), and any exception that SacreROUGE raises.
    """
    parser = host.build_parser(names.list_included(words))
    _check_names(parser, words)
    args = parser.parse_args(words)
    if "func" not in args:  # a metric without score or evaluate
        list_subcommands(parser)[words[0]].print_help()
        return 0
    if words[0] == names.SETUP:
        check_nist_files(words[1], Path(getattr(args, "data_root", "")))
    outputs = _list_output_options(args)
    config = read_config(args)
    check_outputs(list_inputs(args, config), list_outputs(args, config))
    with ExitStack() as stack:
        for option, path in outputs.items():
            setattr(args, option, str(stack.enter_context(atomic_path(path))))
        args.func(args)
    if outputs and not getattr(args, "silent", False):
        print("Written:", ", ".join(outputs.values()))
    return 0


def _check_names(parser: argparse.ArgumentParser, words: Sequence[str]) -> None:
    """Raise UnknownNameError, with the nearest names, for a name that SacreROUGE lacks."""
    commands = list_subcommands(parser)
    names.check_name("the command or metric", words[0], {*commands, *names.list_names()})
    if words[0] == names.SETUP:
        data_sets = {*list_subcommands(commands[names.SETUP]), *names.list_members(names.SETUP)}
        names.check_name("the data set", words[1], data_sets, group=names.SETUP)


def list_inputs(args: argparse.Namespace, config: Mapping[str, Any]) -> Iterator[NamedFile]:
    """Yield the files that a command reads, including those of its config."""
    for option in INPUT_OPTIONS:
        yield from list_files(spell_option(option), getattr(args, option, None))
    yield from list_files("input_files", config.get("input_files"))


def list_outputs(args: argparse.Namespace, config: Mapping[str, Any]) -> Iterator[NamedFile]:
    """Yield the files that a command writes: by its options, the log, and those of its metrics."""
    for option, path in _list_output_options(args).items():
        yield from list_files(spell_option(option), path)
    yield from list_files(spell_option(LOG), getattr(args, LOG, None))
    for metric in [vars(args), *config.get("metrics", ())]:
        if isinstance(metric, dict):
            yield from list_files(METRIC_OUTPUT, metric.get(METRIC_OUTPUT))


def _list_output_options(args: argparse.Namespace) -> dict[str, str]:
    """Return the paths of the files that SacreROUGE writes at the end, by option."""
    return {
        option: path
        for option, path in vars(args).items()
        if option.endswith(OUTPUT_ENDINGS) and path
    }


def read_config(args: argparse.Namespace) -> dict[str, Any]:
    """Return the config of a command with its overrides, {} without one.

    Raise ValueError if it or --overrides is not JSON.
    """
    path = getattr(args, "config", None)
    if path is None:
        return {}
    config = parse_json_object(read_text(path), path, "a config must be one JSON object")
    if args.overrides:
        remedy = "pass a JSON object of the parts to replace"
        parse_json_object(args.overrides, "--overrides", remedy)
    return host.apply_overrides(config, args.overrides)


def list_subcommands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the parsers of a parser's commands by name."""
    commands: dict[str, argparse.ArgumentParser] = {}
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            commands |= action.choices
    return commands
