"""What a new user finds in a README: how to install, an example in Python, and the command for an own table."""

import re
import shlex
from pathlib import Path

from helpers.page_examples import FENCED, PLUGIN, Example, list_examples

#: extras that are installed in seconds; the others bring gigabytes of model libraries
LIGHT_EXTRAS = frozenset(["", "extract", "sacrerouge", "tables"])
REQUIREMENT = re.compile(rf"(?:{PLUGIN}|\.)(?:\[([a-z0-9,]*)\])?")


def list_lines(page: Path) -> list[str]:
    """Return the lines of the blocks of commands, and then the commands within prose."""
    blocks = [line for each in list_examples(page) for line in each.list_lines()]
    prose = FENCED.sub("", page.read_text("utf-8"))
    return [*blocks, *(" ".join(each.split()) for each in re.findall(r"`([^`]+)`", prose))]


def find_extras(page: Path) -> str:
    """Return the extras of the first light installation of the package, as "[extract]"; "" where it has none.

    Raises ValueError where the page does not say how to install the package.
    """
    installed = [line for line in list_lines(page) if line.startswith("pip install ")]
    found = [match for line in installed for word in shlex.split(line) if (match := REQUIREMENT.fullmatch(word))]
    if not found:
        raise ValueError(f"{page}: no line installs {PLUGIN}")
    light = [match[1] or "" for match in found if set((match[1] or "").split(",")) <= LIGHT_EXTRAS]
    return f"[{light[0]}]" if light and light[0] else ""


def find_python(page: Path) -> Example:
    """Return the first example in Python; ValueError where there is none."""
    for example in list_examples(page):
        if example.language == "python":
            return example
    raise ValueError(f"{page}: no example in Python")


def find_command(page: Path, name: str) -> list[str]:
    """Return the words of the first command of the plugin of that name; ValueError where there is none."""
    for line in list_lines(page):
        words = shlex.split(line, comments=True) if line.startswith(f"{PLUGIN} {name} ") else []
        if words:
            return words[1:]
    raise ValueError(f"{page}: no command {PLUGIN} {name}")
