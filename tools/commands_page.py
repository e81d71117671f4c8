"""Generate the site's reference of commands from the command line's own parsers, as a hook of
MkDocs.

`python tools/commands_page.py` prints the page.
"""

import argparse
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from sacrerouge_litepyramid.cli import names
from sacrerouge_litepyramid.cli.main import build_command_parser
from sacrerouge_litepyramid.cli.sacrerouge_commands import list_subcommands
from sacrerouge_litepyramid.plugin.host import build_parser

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

PAGE = "commands.md"
#: SacreROUGE's own commands that the documentation uses
SACREROUGE_COMMANDS = ("stat-sig-test",)
#: the actions of a metric
ACTIONS = ("score", "evaluate")
HEAD = """# All commands

`sacrerouge-litepyramid COMMAND --help` prints the same. Before or after any command, `--debug`
shows where an error comes from, and the signature of scores; `--quiet` prints nothing but the
result: no notes, warnings or progress. `--version` prints the version. An option in bold is
required.

## Overview

| Command | Purpose |
| --- | --- |
"""
METRICS_HEAD = """
## Metrics

Each metric is a command with two subcommands. `METRIC score` scores each summary, `METRIC
evaluate` a system, in one file for the whole set and one for each summary. A metric's own options
take a value, a name or JSON, as its page says.
"""
SACREROUGE_HEAD = """
## SacreROUGE's commands

They work as in SacreROUGE; every other command of SacreROUGE, its metrics included, is there too.
"""


class Command(NamedTuple):
    """A command, or a data set of setup-dataset."""

    name: str
    parser: argparse.ArgumentParser


def on_files(files: "Files", config: "MkDocsConfig") -> None:
    """Add the page to the site's."""
    from mkdocs.structure.files import File

    files.append(File.generated(config, PAGE, content=render_page()))


def render_page() -> str:
    """Return the page in Markdown: the package's commands, the metrics' and SacreROUGE's."""
    commands = list(list_commands())
    sacrerouge = list_subcommands(build_parser())
    parts = [
        HEAD,
        *(
            f"| [`{name}`](#{name.replace(' ', '-')}) | {_escape_cell(p.description or '')} |\n"
            for name, p in commands
        ),
        "\n## Options\n",
        *map(_render_section, commands),
        METRICS_HEAD,
        *_render_metrics(sacrerouge),
        SACREROUGE_HEAD,
        *(_render_section(Command(name, sacrerouge[name])) for name in SACREROUGE_COMMANDS),
    ]
    return "".join(parts)


def list_commands() -> Iterator[Command]:
    """Yield the package's commands in the order of the overview; each data set is one."""
    for name, entry in names.list_commands().items():
        if entry.function:
            yield Command(name, build_command_parser(name))
        elif name == names.SETUP:
            for data_set in names.list_members(name):
                yield Command(f"{name} {data_set}", build_command_parser(f"{name} {data_set}"))


def list_options(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """Return the options and arguments that a parser's help lists, without --help."""
    return [
        action
        for action in parser._actions
        if action.dest != "help" and action.help != argparse.SUPPRESS
    ]


def _render_section(command: Command) -> str:
    options = list_options(command.parser)
    example = getattr(command.parser, "example", "")
    return (
        f"\n### {command.name}\n\n{_escape_cell(command.parser.description or '')}.\n"
        + ("".join(_render_options(options)) if options else "")
        + (f"\n```\n{example}\n```\n" if example else "")
    )


def list_metrics() -> list[str]:
    """Return the names under which the plugin registers metrics with SacreROUGE."""
    from sacrerouge.metrics import Metric

    plugin = "sacrerouge_litepyramid."
    return [
        name
        for name in Metric.list_available()
        if Metric.by_name(name).__module__.startswith(plugin)
    ]


def _render_metrics(sacrerouge: Mapping[str, argparse.ArgumentParser]) -> Iterator[str]:
    """Yield the options that all metrics share, by subcommand, and a table of those that some
    metrics have.
    """
    metrics = list_metrics()
    parsers = {
        kind: {name: list_subcommands(sacrerouge[name])[kind] for name in metrics}
        for kind in ACTIONS
    }
    for kind, by_name in parsers.items():
        shared = set.intersection(*map(_list_destinations, by_name.values()))
        options = [action for action in list_options(by_name[metrics[0]]) if action.dest in shared]
        yield f"\n### METRIC {kind}\n" + "".join(_render_options(options))
    yield "\n### Options of the metrics\n\n| Option | Metrics | Meaning |\n| --- | --- | --- |\n"
    scorers = parsers["score"]
    shared = set.intersection(*map(_list_destinations, scorers.values()))
    named = {
        _format_name(action): action
        for parser in scorers.values()
        for action in list_options(parser)
    }
    for option, action in named.items():
        if action.dest not in shared:
            owners = [
                f"`{name}`"
                for name, parser in scorers.items()
                if action.dest in _list_destinations(parser)
            ]
            yield f"| {option} | {', '.join(owners)} | {_describe_option(action)} |\n"


def _list_destinations(parser: argparse.ArgumentParser) -> set[str]:
    return {action.dest for action in list_options(parser)}


def _render_options(actions: Iterable[argparse.Action]) -> Iterator[str]:
    yield "\n| Option | Meaning |\n| --- | --- |\n"
    yield from (f"| {_format_name(action)} | {_describe_option(action)} |\n" for action in actions)


def _format_name(action: argparse.Action) -> str:
    text = f"`{', '.join(action.option_strings) or action.dest.upper()}`"
    return f"**{text}**" if action.required else text


def _describe_option(action: argparse.Action) -> str:
    """Return an option's help, its choices, and whether it takes several values."""
    parts = [argparse.HelpFormatter("")._expand_help(action) if action.help else ""]
    if action.choices:
        parts.append("one of " + ", ".join(f"`{choice}`" for choice in action.choices))
    if action.nargs in ("+", "*"):
        parts.append("several")
    return _escape_cell("; ".join(filter(None, parts)))


def _escape_cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


if __name__ == "__main__":
    print(render_page(), end="")
