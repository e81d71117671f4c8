"""The names that a command line can begin with, and the help that lists them, without importing what they name.

A command from outside the package is a module in a folder sacrerouge_litepyramid/cli/commands; it declares its line of
help (HELP), its heading (GROUP) and its COMMAND. Words that are not listed here are SacreROUGE's.
"""

import pkgutil
import shutil
import textwrap
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from importlib import import_module
from itertools import chain, takewhile
from typing import NamedTuple

from sacrerouge_litepyramid.cli import commands
from sacrerouge_litepyramid.cli.command_table import COMMANDS, GROUPS, Entry
from sacrerouge_litepyramid.registry import explain_unknown_name, import_package

PROGRAM = "sacrerouge-litepyramid"
SETUP = "setup-dataset"
#: the heading of commands from outside the package that declare none
DEFAULT_HEADING = "others"
MIN_WIDTH = 40
USAGE = f"""usage: {PROGRAM} [--debug] [--quiet] COMMAND …

options:
  -h, --help  show this help message and exit
  --version   show the program's version and exit
  --debug     show the full traceback of an error, and the signatures of scores
  --quiet     print only the result: no notes, warnings or progress"""
#: SacreROUGE's commands, which run with this package's metrics and readers registered
SACREROUGE_COMMANDS = {
    "evaluate, score": "Score the summaries of a config with its metrics (score: jackknifed, too)",
    "METRIC": "Score with one metric: METRIC evaluate|score, such as lite3pyramid evaluate --help",
    "correlate": "Correlate two metrics, such as a score with human scores",
    "stat-sig-test": "Test whether systems differ",
}


class UnknownNameError(ValueError):
    """A command line names no command, metric or data set; the exit status is 2, as for argparse's errors."""


class ListedCommand(NamedTuple):
    """A command of the package, or setup-dataset with a data set: its words, heading and entry."""

    name: str
    heading: str
    entry: Entry


@cache
def list_commands() -> dict[str, ListedCommand]:
    """Return the commands by name in the order of the overview; a command of a group has two words: "train judge"."""
    listed = [
        ListedCommand(name, heading, entry) for heading, entries in COMMANDS.items() for name, entry in entries.items()
    ]
    for group, entries in GROUPS.items():
        listed += [ListedCommand(f"{group} {name}", "", entry) for name, entry in entries.items()]
    for module in pkgutil.iter_modules(commands.__path__):
        outside = import_module(f"{commands.__name__}.{module.name}")
        entry = Entry(outside.HELP, f"cli.commands.{module.name}:COMMAND")
        heading = getattr(outside, "GROUP", DEFAULT_HEADING)
        listed.append(ListedCommand(module.name.replace("_", "-"), heading, entry))
    return {command.name: command for command in listed}


def find_command(words: Sequence[str]) -> ListedCommand | None:
    """Return the package's command with which a command line begins; None for a group alone or an unknown command."""
    first, second = words[0], words[1] if len(words) > 1 else ""
    if first == SETUP:
        for package in list_included(words):
            import_package(package)
        data_sets = list_data_sets()
        return ListedCommand(f"{SETUP} {second}", "", Entry(data_sets[second])) if second in data_sets else None
    command = list_commands().get(f"{first} {second}") or list_commands().get(first)
    return command if command and command.entry.function else None


def list_data_sets() -> dict[str, str]:
    """Return the description of each of this package's data sets, and of those of imported packages."""
    from sacrerouge_litepyramid.corpora.data_set import load_data_sets  # only setup-dataset lists them

    return {name: data_set.description for name, data_set in load_data_sets().items()}


def list_bound() -> list[str]:
    """Return the words of every command that has options, including those of data sets."""
    bound = {name: [name] if command.entry.function else [] for name, command in list_commands().items()}
    bound[SETUP] = [f"{SETUP} {data_set}" for data_set in list_data_sets()]
    return list(chain.from_iterable(bound.values()))


def check_name(what: str, name: str, known: Collection[str], *, group: str = "--help") -> None:
    """Raise UnknownNameError, with the nearest known names, if ``name`` is not known; ``group`` lists all of them."""
    if name not in known:
        raise UnknownNameError(explain_unknown_name(what, name, known, help_command=f"{PROGRAM} {group}"))


def list_included(words: Sequence[str]) -> list[str]:
    """Return the values of --include-packages, which may follow "=" or be words of their own."""
    option = "--include-packages"
    start = words.index(option) + 1 if option in words else len(words)
    return [
        *(word.partition("=")[2] for word in words if word.startswith(f"{option}=")),
        *takewhile(lambda word: not word.startswith("-"), words[start:]),
    ]


def list_names() -> list[str]:
    """Return every name of this package that a command line can begin with."""
    return [name for name in list_commands() if " " not in name]


def list_members(group: str) -> dict[str, str]:
    """Return the line of help of each command in a group, by its second word."""
    return {name: entry.line for name, entry in GROUPS[group].items()}


def format_overview() -> str:
    """Return the help of the whole command line."""
    headings: dict[str, dict[str, str]] = {}
    for command in list_commands().values():
        if " " not in command.name:
            headings.setdefault(command.heading, {})[command.name] = command.entry.line
    return "\n\n".join(
        [
            USAGE,
            *(_list_described(f"{heading}:", lines) for heading, lines in headings.items()),
            _list_described("SacreROUGE's commands, with this package's metrics and readers:", SACREROUGE_COMMANDS),
            f"{PROGRAM} COMMAND --help shows the options of a command and an example.",
        ]
    )


def format_group(group: str) -> str:
    """Return the help of a group of commands."""
    return "\n\n".join(
        [
            f"usage: {PROGRAM} {group} NAME …",
            list_commands()[group].entry.line,
            _list_described("commands:", list_members(group)),
            f"{PROGRAM} {group} NAME --help shows the options of a command and an example.",
        ]
    )


def format_data_sets() -> str:
    """Return the help of setup-dataset without a data set."""
    return "\n\n".join(
        [
            f"usage: {PROGRAM} {SETUP} NAME DIR …",
            _list_described("data sets:", list_data_sets()),
            f"{PROGRAM} {SETUP} NAME --help shows the options of a data set. SacreROUGE's own data sets, such as "
            "tac2008, are known too.",
        ]
    )


def _list_described(title: str, lines: Mapping[str, str]) -> str:
    indent = max(map(len, lines)) + 4
    return "\n".join([title, *(_fill(f"  {name:<{indent - 2}}{line}", indent) for name, line in lines.items())])


def _fill(text: str, indent: int) -> str:
    """Wrap a text at argparse's width, with all lines but the first indented."""
    width = max(shutil.get_terminal_size().columns - 2, MIN_WIDTH)
    return textwrap.fill(text, width, subsequent_indent=" " * indent, break_on_hyphens=False)
