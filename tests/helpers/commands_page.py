"""Writes docs/commands.md from the command line's own parsers: `python tests/helpers/commands_page.py`."""

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from sacrerouge_litepyramid.cli import names
from sacrerouge_litepyramid.cli.main import build_command_parser
from sacrerouge_litepyramid.cli.metric_commands import ACTIONS, build_metric_parser
from sacrerouge_litepyramid.cli.sacrerouge_commands import build_explained_parser, list_options, list_subcommands

PAGE = Path(__file__).parents[2] / "docs/commands.md"
#: SacreROUGE's own commands that the pages use
OF_SACREROUGE = ("stat-sig-test",)
HEAD = """# All commands

`sacrerouge-litepyramid COMMAND --help` prints the same. Before or after any command, `--debug` shows where an error
comes from, and the signature of scores; `--quiet` prints nothing but the result: no notes, warnings or progress.
`--version` prints the version. An option in bold is required. This page is made from the command line itself, by
`python tests/helpers/commands_page.py`; a test compares them.
"""
METRICS = """
## Metrics

Each metric is a command with two subcommands. `METRIC score` scores each summary, `METRIC evaluate` a system, in one
file for the whole set and one for each summary. A metric's own options take a value, a name or JSON, as its page says.
"""
SACREROUGE = """
## SacreROUGE's commands

They work as in SacreROUGE; every other command of SacreROUGE, its metrics included, is there too.
"""


class Command(NamedTuple):
    """A command, or a data set of setup-dataset."""

    name: str
    parser: argparse.ArgumentParser


def own_commands() -> Iterator[Command]:
    """Yield the package's commands in the order of the overview, each data set as one."""
    for name in names.list_commands():
        if name in names.read_names()["groups"]:
            continue
        parser = build_command_parser(name)
        if name == "setup-dataset":
            yield from (Command(f"{name} {kind}", each) for kind, each in list_subcommands(parser).items())
        else:
            yield Command(name, parser)


def rows(actions: Iterable[argparse.Action]) -> Iterator[str]:
    yield "\n| Option | What |\n| --- | --- |\n"
    for action in actions:
        yield f"| {shown(action)} | {meaning(action)} |\n"


def shown(action: argparse.Action) -> str:
    names = ", ".join(action.option_strings) or action.dest.upper()
    text = f"`{names}`"
    return f"**{text}**" if action.required else text


def meaning(action: argparse.Action) -> str:
    """An option's help, its choices and whether it takes several values."""
    text = argparse.HelpFormatter("")._expand_help(action) if action.help else ""
    notes = []
    if action.choices:
        notes.append("one of " + ", ".join(f"`{each}`" for each in action.choices))
    if action.nargs in ("+", "*"):
        notes.append("several")
    return cell("; ".join(filter(None, [text, *notes])))


def cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


def section(command: Command) -> str:
    table = "".join(rows(list_options(command.parser))) if list_options(command.parser) else ""
    example = getattr(command.parser, "example", "")
    shown = f"\n```\n{example}\n```\n" if example else ""
    return f"\n### {command.name}\n\n{cell(command.parser.description or '')}.\n{table}{shown}"


def metric_sections() -> str:
    """The options that all metrics share, once; then each metric's own."""
    parsers = {
        name: {kind: build_metric_parser(name, kind) for kind in ACTIONS} for name in names.read_names()["metrics"]
    }
    text = ""
    shared: dict[str, set[str]] = {}
    for kind in ACTIONS:
        each = [destinations(inner[kind]) for inner in parsers.values()]
        shared[kind] = set.intersection(*each)
        first = next(iter(parsers.values()))[kind]
        text += f"\n### METRIC {kind}\n" + "".join(rows(a for a in list_options(first) if a.dest in shared[kind]))
    text += "\n### Options of the metrics\n\n| Option | Of | What |\n| --- | --- | --- |\n"
    own = {shown(each): each for inner in parsers.values() for each in list_options(inner["score"])}
    for option, action in own.items():
        if action.dest not in shared["score"]:
            has = [f"`{name}`" for name, inner in parsers.items() if action.dest in destinations(inner["score"])]
            text += f"| {option} | {', '.join(has)} | {meaning(action)} |\n"
    return text


def destinations(parser: argparse.ArgumentParser) -> set[str]:
    return {action.dest for action in list_options(parser)}


def page() -> str:
    parser = build_explained_parser()
    commands = list(own_commands())
    listed = "\n## In one line each\n\n| Command | What |\n| --- | --- |\n"
    for name, each in commands:
        listed += f"| [`{name}`](#{name.replace(' ', '-')}) | {cell(each.description or '')} |\n"
    listed += "\n## Options\n"
    sacrerouge = [Command(name, list_subcommands(parser)[name]) for name in OF_SACREROUGE]
    return (
        HEAD
        + listed
        + "".join(map(section, commands))
        + METRICS
        + metric_sections()
        + SACREROUGE
        + "".join(map(section, sacrerouge))
    )


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
