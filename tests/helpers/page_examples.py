"""The code blocks of a page of documentation, each with the output that the page shows right below it."""

import re
from pathlib import Path
from typing import NamedTuple

FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", flags=re.DOTALL | re.MULTILINE)
OUTPUT = "text"
#: stands for any text in an output that was shortened
LEFT_OUT = "…"


class Example(NamedTuple):
    """A code block: its language ("" for commands), its text, and the output below it, if one is shown."""

    language: str
    text: str
    output: str | None


def list_examples(page: Path) -> list[Example]:
    """Return a page's code blocks in order; a block of output belongs to the block that it directly follows."""
    text = page.read_text("utf-8")
    found: list[Example] = []
    end = -1
    for match in FENCED.finditer(text):
        language, body = match.groups()
        if language == OUTPUT and found and found[-1].output is None and not text[end : match.start()].strip():
            found[-1] = found[-1]._replace(output=body)
        elif language != OUTPUT:
            found.append(Example(language, body, None))
        end = match.end()
    return found


def is_shown(output: str, printed: str) -> bool:
    """Return whether an output on a page is what was printed, as far as the page does not leave parts out."""
    parts = [re.escape(part.strip()) for part in _normalize(output).split(LEFT_OUT)]
    return re.search(".*".join(parts), _normalize(printed), flags=re.DOTALL) is not None


def _normalize(text: str) -> str:
    """Return a text without white space at the ends of its lines."""
    return "\n".join(line.rstrip() for line in text.strip().splitlines())
