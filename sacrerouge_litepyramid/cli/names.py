"""All names that may begin a command line, and the help that lists them; nothing that has a name is imported for it.

The names are those of `name_table`. A command that it does not have, such as one outside the package, is imported for
its line, HELP, and its heading, GROUP.
"""

import pkgutil
import shutil
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from itertools import takewhile
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from sacrerouge_litepyramid.cli import commands, name_table
from sacrerouge_litepyramid.registry import explain_unknown_name

PROGRAM = "sacrerouge-litepyramid"
SETUP = "setup-dataset"
#: the heading of commands from elsewhere that declare none
OTHERS = "others"
MIN_WIDTH = 40
USAGE = f"""usage: {PROGRAM} [--debug] [--quiet] COMMAND …
       {PROGRAM} [--debug] [--quiet] METRIC score|evaluate …

options:
  -h, --help  show this help message and exit
  --version   show program's version number and exit
  --debug     show the whole traceback of an error, and the signature of scores
  --quiet     print nothing but the result: no notes, warnings or progress"""


class Command(NamedTuple):
    """A command of the package: its words, its line of help, its heading in the overview, and its module."""

    name: str
    line: str
    heading: str
    module: str

    def load(self) -> ModuleType:
        """Return the module: it has ``add_arguments(parser)``, ``run(args)`` and the text ``EXAMPLE``."""
        return import_module(self.module)


@cache
def read_names() -> dict[str, Any]:
    """Return the names by kind; those that --include-packages registers are added to them."""
    return {
        "commands": name_table.COMMANDS,
        "groups": name_table.GROUPS,
        "metrics": dict(name_table.METRICS),
        "readers": name_table.READERS,
        "data sets": dict(name_table.DATA_SETS),
        "sacrerouge": name_table.SACREROUGE,
    }


@cache
def list_commands() -> dict[str, Command]:
    """Return the commands by name, those of groups as "train judge", in the order of the overview."""
    known = read_names()
    found: dict[str, Command] = {}
    for heading, lines in known["commands"].items():
        for name, line in lines.items():
            found[name] = Command(name, line, heading, module_name(name))
    for group, lines in known["groups"].items():
        for name, line in lines.items():
            found[f"{group} {name}"] = Command(f"{group} {name}", line, "", module_name(f"{group} {name}"))
    for name in list_modules():
        if name not in found:
            module = import_module(module_name(name))
            found[name] = Command(name, module.HELP, getattr(module, "GROUP", OTHERS), module.__name__)
    return found


def list_modules() -> list[str]:
    """Return the names of the commands that have a module, groups and their members too; none is imported."""
    names = []
    for module in pkgutil.iter_modules(commands.__path__):
        names.append(module.name.replace("_", "-"))
        if module.ispkg:
            folders = [str(Path(path) / module.name) for path in commands.__path__]
            names += [f"{names[-1]} {each.name.replace('_', '-')}" for each in pkgutil.iter_modules(folders)]
    return names


def module_name(command: str) -> str:
    """Return the name of the module of a command."""
    return ".".join([commands.__name__, *command.replace("-", "_").split()])


def find_command(words: Sequence[str]) -> Command | None:
    """Return the command of the package that the words of a command line begin with, a group's member before it."""
    return list_commands().get(" ".join(words[:2])) or list_commands().get(words[0])


def explain_unknown(words: Sequence[str]) -> str:
    """Return the message for an unknown command, metric, data set or member of a group; "" for one that is known."""
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
    """Add to the names what the packages of --include-packages register, where the words begin with an unknown name."""
    packages = _list_included(words)
    if not packages or not explain_unknown(words):
        return
    from sacrerouge_litepyramid.corpora.data_set import load_data_sets
    from sacrerouge_litepyramid.metrics.metric import Metric
    from sacrerouge_litepyramid.plugin import runs

    own = Metric.list_available()
    runs.import_packages(packages)
    known = read_names()
    new = [name for name in Metric.list_available() if name not in own]
    known["metrics"].update({name: describe_kind(Metric.by_name(name)) for name in new})
    known["data sets"].update({name: each.description for name, each in load_data_sets().items()})


def describe_kind(kind: type) -> str:
    """Return the first line of a class's docstring."""
    return (kind.__doc__ or "").strip().partition("\n")[0]


def _list_included(words: Sequence[str]) -> list[str]:
    """Return the values of --include-packages."""
    start = words.index("--include-packages") + 1 if "--include-packages" in words else len(words)
    return list(takewhile(lambda word: not word.startswith("-"), words[start:]))


def list_names() -> list[str]:
    """Return every name that may begin a command line."""
    known = read_names()
    own = [name for name in list_commands() if " " not in name]
    return [*own, *known["metrics"], *known["sacrerouge"]["commands"], *known["sacrerouge"]["metrics"]]


def list_members(group: str) -> dict[str, str]:
    """Return the line of each command of a group, by its name without the group's."""
    members = (command for command in list_commands().values() if command.name.startswith(f"{group} "))
    return {command.name.removeprefix(f"{group} "): command.line for command in members}


def format_overview() -> str:
    """Return the help of the whole command line."""
    known = read_names()
    headings: dict[str, dict[str, str]] = {}
    for command in list_commands().values():
        if " " not in command.name:
            headings.setdefault(command.heading, {})[command.name] = command.line
    return "\n\n".join(
        [
            USAGE,
            *(_list_described(f"{heading}:", lines) for heading, lines in headings.items()),
            _list_described("metrics:", known["metrics"]),
            _list_described(f"data sets ({SETUP} NAME DIR):", known["data sets"]),
            _list_names("SacreROUGE's commands:", known["sacrerouge"]["commands"]),
            _list_names("SacreROUGE's metrics:", known["sacrerouge"]["metrics"]),
            f"{PROGRAM} COMMAND --help shows the options of a command, and an example.",
        ]
    )


def format_group(group: str) -> str:
    """Return the help of a group of commands."""
    return "\n\n".join(
        [
            f"usage: {PROGRAM} {group} NAME …",
            list_commands()[group].line,
            _list_described("commands:", list_members(group)),
            f"{PROGRAM} {group} NAME --help shows the options of a command, and an example.",
        ]
    )


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
    """Return the text in lines as wide as argparse's, those after the first indented."""
    width = max(shutil.get_terminal_size().columns - 2, MIN_WIDTH)
    return textwrap.fill(text, width, subsequent_indent=" " * indent, break_on_hyphens=False)
