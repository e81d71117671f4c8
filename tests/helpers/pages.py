"""The pages of the documentation: their code blocks, each with the output shown right below it."""

import re
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from helpers.support import ROOT

#: every page that a reader may open
PAGES = [
    *(ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")),
    *(ROOT / folder / "README.md" for folder in ("configs", "examples", "tests")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
FENCED = re.compile(r"^```(\w*)(?: title=\"(.*?)\")?\n(.*?)^```$", flags=re.DOTALL | re.MULTILINE)
COMMAND_LANGUAGES = ("", "bash", "console", "sh", "shell")
OUTPUT = "text"
#: the plugin's own program also runs every command of SacreROUGE's
PROGRAMS = ("sacrerouge-litepyramid ", "sacrerouge ")
#: stands for any text in an output that was shortened
OMISSION = "…"


class Example(NamedTuple):
    """A code block of a page."""

    #: "" for commands
    language: str
    text: str
    #: what the page shows below it
    output: str | None
    #: the path of a file whose text it is
    title: str | None = None

    def list_lines(self) -> list[str]:
        """Return the lines of a block of commands without comments; none of other blocks.

        A line that ends in a backslash goes on in the next one, and so does text in single quotes.
        """
        if self.language not in COMMAND_LANGUAGES:
            return []
        joined = re.sub(r"(^|\s)#.*", "", self.text.replace("\\\n", " "), flags=re.MULTILINE)
        lines = [line.strip() for line in re.findall(r"(?:'[^']*'|[^\n])+?(?=\n|$)", joined)]
        return [line for line in lines if line]

    def split_commands(self) -> list[list[str]]:
        """Return the block's command lines, as words without the program.

        Those with a variable of the shell are left out.
        """
        lines = [
            line for line in self.list_lines() if line.startswith(PROGRAMS) and "$" not in line
        ]
        return [shlex.split(line)[1:] for line in lines]


def list_examples(page: Path) -> list[Example]:
    """Return a page's code blocks in order.

    A block of output belongs to the block that it directly follows.
    """
    text = page.read_text("utf-8")
    examples: list[Example] = []
    end = -1
    for match in FENCED.finditer(text):
        language, title, body = match.groups()
        if language != OUTPUT:
            examples.append(Example(language, body, None, title))
        elif examples and examples[-1].output is None and not text[end : match.start()].strip():
            examples[-1] = examples[-1]._replace(output=body)
        end = match.end()
    return examples


def is_shown(output: str, printed: str) -> bool:
    """Return whether an output on a page is all that was printed, but for what "…" stands for."""
    parts = [re.escape(part.strip()) for part in _normalize(output).split(OMISSION)]
    return re.fullmatch(".*".join(parts), _normalize(printed), flags=re.DOTALL) is not None


def is_shown_of_block(output: str, printed: Sequence[str]) -> bool:
    """Return whether an output is what a block's commands printed, or only the last of them."""
    return any(is_shown(output, "".join(printed[start:])) for start in range(len(printed)))


def _normalize(text: str) -> str:
    """Return a text without white space at the ends of its lines."""
    return "\n".join(line.rstrip() for line in text.strip().splitlines())
