"""The names that a command line can begin with, and the help that lists them, without importing what they name.

The names come from `command_table` and `name_table`. A command from outside the package is a module in a folder
sacrerouge_litepyramid/cli/commands; it declares its line of help (HELP), its heading (GROUP) and its COMMAND.
"""

import pkgutil
import shutil
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from itertools import chain, takewhile
from typing import Any, NamedTuple

from sacrerouge_litepyramid.cli import commands, name_table
from sacrerouge_litepyramid.cli.command_table import COMMANDS, GROUPS, Entry
from sacrerouge_litepyramid.registry import explain_unknown_name

PROGRAM = "sacrerouge-litepyramid"
SETUP = "setup-dataset"
#: the actions of a metric
ACTIONS = ("score", "evaluate")
#: the heading of commands from outside the package that declare none
DEFAULT_HEADING = "others"
MIN_WIDTH = 40
USAGE = f"""usage: {PROGRAM} [--debug] [--quiet] COMMAND …
       {PROGRAM} [--debug] [--quiet] METRIC score|evaluate …

options:
  -h, --help  show this help message and exit
  --version   show the program's version and exit
  --debug     show the full traceback of an error, and the signatures of scores
  --quiet     print only the result: no notes, warnings or progress"""


class ListedCommand(NamedTuple):
    """A command of the package, or setup-dataset with a data set: its words, heading and entry."""

    name: str
    heading: str
    entry: Entry


@cache
def read_names() -> dict[str, Any]:
    """Return the names by kind; `include_packages` adds to them."""
    return {
        "groups": GROUPS,
        "metrics": dict(name_table.METRICS),
        "readers": name_table.READERS,
        "data sets": dict(name_table.DATA_SETS),
        "sacrerouge": name_table.SACREROUGE,
    }


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
    if first in read_names()["metrics"] and second in ACTIONS:
        line = f"{second.capitalize()} summaries: {read_names()['metrics'][first]}"
        return ListedCommand(f"{first} {second}", "", Entry(line))
    if first == SETUP and second in read_names()["data sets"]:
        return ListedCommand(f"{SETUP} {second}", "", Entry(read_names()["data sets"][second]))
    command = list_commands().get(f"{first} {second}") or list_commands().get(first)
    return command if command and command.entry.function else None


def list_bound() -> list[str]:
    """Return the words of every command that has options, including those of data sets and metrics."""
    bound = {name: [name] if command.entry.function else [] for name, command in list_commands().items()}
    bound[SETUP] = [f"{SETUP} {data_set}" for data_set in read_names()["data sets"]]
    metrics = [f"{metric} {action}" for metric in read_names()["metrics"] for action in ACTIONS]
    return [*chain.from_iterable(bound.values()), *metrics]


def explain_unknown(words: Sequence[str]) -> str:
    """Return the message about an unknown command, metric, data set or member of a group; "" if it is known."""
    first, second = words[0], words[1] if len(words) > 1 else ""
    known = list_names()
    if first not in known:
        return explain_unknown_name("the command or metric", first, known, help_command=f"{PROGRAM} --help")
    if first in read_names()["groups"]:
        members = list_members(first)
        if second not in members:
            return explain_unknown_name(f"{first}: the command", second, members, help_command=f"{PROGRAM} {first}")
    if first == SETUP:
        data_sets = (*read_names()["data sets"], *read_names()["sacrerouge"]["data sets"])
        if second not in data_sets:
            return explain_unknown_name("the data set", second, data_sets, help_command=f"{PROGRAM} {SETUP}")
    return ""


def include_packages(words: Sequence[str]) -> None:
    """Import the packages of --include-packages if the first name is unknown, and add the names that they register."""
    packages = _list_included(words)
    if not packages or not explain_unknown(words):
        return
    from sacrerouge_litepyramid.corpora.data_set import load_data_sets
    from sacrerouge_litepyramid.metrics.metric import Metric
    from sacrerouge_litepyramid.plugin import runs

    before = Metric.list_available()
    runs.import_packages(packages)
    for name in Metric.list_available():
        if name not in before:
            read_names()["metrics"][name] = (Metric.by_name(name).__doc__ or "").strip().partition("\n")[0]
    read_names()["data sets"].update({name: data_set.description for name, data_set in load_data_sets().items()})


def _list_included(words: Sequence[str]) -> list[str]:
    """Return the values of --include-packages, which may follow "=" or be words of their own."""
    option = "--include-packages"
    start = words.index(option) + 1 if option in words else len(words)
    return [
        *(word.partition("=")[2] for word in words if word.startswith(f"{option}=")),
        *takewhile(lambda word: not word.startswith("-"), words[start:]),
    ]


def list_names() -> list[str]:
    """Return every name that a command line can begin with."""
    known = read_names()
    commands = [name for name in list_commands() if " " not in name]
    return [*commands, *known["metrics"], *known["sacrerouge"]["commands"], *known["sacrerouge"]["metrics"]]


def list_members(group: str) -> dict[str, str]:
    """Return the line of help of each command in a group, by its second word."""
    return {name: entry.line for name, entry in GROUPS[group].items()}


def format_overview() -> str:
    """Return the help of the whole command line."""
    known = read_names()
    headings: dict[str, dict[str, str]] = {}
    for command in list_commands().values():
        if " " not in command.name:
            headings.setdefault(command.heading, {})[command.name] = command.entry.line
    return "\n\n".join(
        [
            USAGE,
            *(_list_described(f"{heading}:", lines) for heading, lines in headings.items()),
            _list_described("metrics:", known["metrics"]),
            _list_described(f"data sets ({SETUP} NAME DIR):", known["data sets"]),
            _list_names("SacreROUGE's commands:", known["sacrerouge"]["commands"]),
            _list_names("SacreROUGE's metrics:", known["sacrerouge"]["metrics"]),
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


def format_metric(name: str) -> str:
    """Return the help of a metric without an action."""
    return f"""usage: {PROGRAM} {name} score|evaluate …

{read_names()["metrics"][name]}

  score     write each summary's scores, with jackknifed scores if it has several references
  evaluate  write each summary's scores, and their mean over all summaries

{PROGRAM} {name} score --help shows the options and an example."""


def format_data_sets() -> str:
    """Return the help of setup-dataset without a data set."""
    return "\n\n".join(
        [
            f"usage: {PROGRAM} {SETUP} NAME DIR …",
            _list_described("data sets:", read_names()["data sets"]),
            _list_names("SacreROUGE's data sets:", read_names()["sacrerouge"]["data sets"]),
            f"{PROGRAM} {SETUP} NAME --help shows the options of a data set.",
        ]
    )


def _list_described(title: str, lines: Mapping[str, str]) -> str:
    indent = max(map(len, lines)) + 4
    return "\n".join([title, *(_fill(f"  {name:<{indent - 2}}{line}", indent) for name, line in lines.items())])


def _list_names(title: str, names: Iterable[str]) -> str:
    return f"{title}\n{_fill('  ' + ' '.join(names), indent=2)}"


def _fill(text: str, indent: int) -> str:
    """Wrap a text at argparse's width, with all lines but the first indented."""
    width = max(shutil.get_terminal_size().columns - 2, MIN_WIDTH)
    return textwrap.fill(text, width, subsequent_indent=" " * indent, break_on_hyphens=False)
