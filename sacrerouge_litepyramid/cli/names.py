"""The names that a command line can begin with, and the help that lists them.

Nothing that they name is imported. Words that are not listed here are SacreROUGE's.
"""

import argparse
import textwrap
from collections.abc import Collection, Mapping, Sequence
from functools import cache

from sacrerouge_litepyramid.cli.command_table import COMMANDS, GROUPS, Entry
from sacrerouge_litepyramid.registry import explain_unknown_name, import_package

PROGRAM = "sacrerouge-litepyramid"
SETUP = "setup-dataset"
INCLUDE = "--include-packages"
#: the width of the terminals that help is written for, and of the names in it
WIDTH, NAME_WIDTH = 80, 17
USAGE = f"""usage: {PROGRAM} [OPTION …] COMMAND …

options of all commands:
  --debug          Show the traceback of an error, and the signatures of scores
  --quiet          Print only the result: no notes, warnings or progress
  --include-packages PACKAGE …
                   Import packages that register metrics, judges and others
  --version        Print the version"""
#: SacreROUGE's commands, which run with this package's metrics and readers registered
SACREROUGE_COMMANDS = {
    "evaluate, score": "Score the summaries of a config (score: jackknifed, too)",
    "METRIC": "Score with one metric: METRIC evaluate, METRIC score",
    "correlate": "Correlate two metrics, such as a score with human scores",
    "setup-metric": "Download a metric's models to $SACREROUGE_DATA_ROOT/metrics",
    "stat-sig-test": "Test which of two metrics correlates better with a third",
    "partial-conjunction-test": "Count data sets where such a test is significant",
}


class UnknownNameError(ValueError):
    """A command line names no command, metric or data set.

    The exit status is 2, as for argparse's errors.
    """


@cache
def list_commands() -> dict[str, Entry]:
    """Return the commands by name in the order of the overview.

    A command of a group has two words: "train judge".
    """
    commands: dict[str, Entry] = {}
    for entries in COMMANDS.values():
        commands |= entries
    for group, entries in GROUPS.items():
        commands |= {f"{group} {name}": entry for name, entry in entries.items()}
    return commands


def list_names() -> list[str]:
    """Return every name of this package that a command line can begin with."""
    return [name for name in list_commands() if " " not in name]


def list_members(group: str) -> dict[str, str]:
    """Return the lines of help of the words after a group or setup-dataset, {} after a command."""
    if group == SETUP:
        # Only setup-dataset lists them.
        from sacrerouge_litepyramid.corpora.data_set import load_data_sets

        return {name: data_set.description for name, data_set in load_data_sets().items()}
    return {name: entry.line for name, entry in GROUPS.get(group, {}).items()}


def find_command(words: Sequence[str]) -> str:
    """Return the name of a command line's command, "" for a group alone or an unknown command.

    The packages that the command line includes are imported.
    """
    first, second = [*words, ""][:2]
    for package in list_included(words) if first in list_names() else ():
        import_package(package, excluded=("sacrerouge_litepyramid",))
    if second in list_members(first):
        return f"{first} {second}"
    entry = list_commands().get(first)
    return first if entry and entry.function else ""


def check_name(what: str, name: str, known: Collection[str], *, group: str = "--help") -> None:
    """Raise UnknownNameError, with the nearest known names, if ``name`` is not known.

    ``group`` lists all of them.
    """
    if name not in known:
        raise UnknownNameError(
            explain_unknown_name(what, name, known, help_command=f"{PROGRAM} {group}")
        )


def list_included(words: Sequence[str]) -> list[str]:
    """Return the values of --include-packages, which may follow "=" or be words of their own."""
    parser = argparse.ArgumentParser(PROGRAM, add_help=False, allow_abbrev=False)
    parser.add_argument(INCLUDE, dest="packages", nargs="+", default=[])
    packages: list[str] = parser.parse_known_args(words)[0].packages
    return packages


def format_overview() -> str:
    """Return the help of the whole command line."""
    parts = [USAGE]
    for heading, entries in COMMANDS.items():
        lines = {name: entry.line for name, entry in entries.items()}
        parts.append(_format_lines(heading, lines))
    title = "SacreROUGE's commands, with this package's metrics and readers"
    parts.append(_format_lines(title, SACREROUGE_COMMANDS))
    parts.append(f"{PROGRAM} COMMAND --help shows the options and an example.")
    return "\n\n".join(parts)


def format_group(group: str) -> str:
    """Return the help of a group of commands, or of setup-dataset without a data set."""
    usage = f"usage: {PROGRAM} {group} NAME …"
    members = _format_lines(list_commands()[group].line, list_members(group))
    end = f"{PROGRAM} {group} NAME --help shows the options and an example."
    return "\n\n".join([usage, members, end])


def _format_lines(title: str, lines: Mapping[str, str]) -> str:
    """Return a list of names and what they are for, under its title."""
    indent = " " * (NAME_WIDTH + 2)
    parts = [f"{title}:"]
    for name, line in lines.items():
        described = f"  {name + '  ':<{NAME_WIDTH}}{line}"
        parts.append(textwrap.fill(described, WIDTH, subsequent_indent=indent))
    return "\n".join(parts)
