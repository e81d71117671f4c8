"""The help of the whole command line: the names of the catalogue in groups, one line per name."""

import shutil
import textwrap
from collections.abc import Iterable, Mapping

from sacrerouge_litepyramid.cli import catalogue
from sacrerouge_litepyramid.cli.command_parser import PROGRAM

MIN_WIDTH = 40
USAGE = f"""usage: {PROGRAM} [--debug] COMMAND …
       {PROGRAM} [--debug] METRIC score|evaluate …

options:
  -h, --help  show this help message and exit
  --version   show program's version number and exit
  --debug     show the whole traceback of an error"""


def format_overview() -> str:
    """Return the help of the whole command line."""
    return "\n\n".join(
        [
            USAGE,
            *(_list_described(f"{title}:", group) for title, group in catalogue.COMMANDS.items()),
            _list_described("metrics:", catalogue.METRICS),
            _list_described("data sets (setup-dataset NAME FOLDER):", catalogue.DATA_SETS),
            _list_names("SacreROUGE's commands:", catalogue.SACREROUGE_COMMANDS),
            _list_names("SacreROUGE's metrics:", catalogue.SACREROUGE_METRICS),
            f"{PROGRAM} COMMAND --help shows the options of a command, and an example.",
        ]
    )


def format_data_sets() -> str:
    """Return the help of setup-dataset without a data set."""
    return "\n\n".join(
        [
            f"usage: {PROGRAM} setup-dataset NAME …",
            _list_described("data sets:", catalogue.DATA_SETS),
            _list_names("SacreROUGE's data sets:", catalogue.SACREROUGE_DATA_SETS),
            f"{PROGRAM} setup-dataset NAME --help shows the options of a data set.",
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
