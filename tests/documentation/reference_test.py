"""What the reference pages list is the package's: its commands and its messages."""

import ast
import re

from helpers import commands_page
from helpers.support import ROOT


def test_the_page_of_commands_is_that_of_the_command_line():
    written = commands_page.PAGE.read_text("utf-8")
    assert written == commands_page.page(), "run: python tests/helpers/commands_page.py"


def messages() -> list[str]:
    """The texts of the package's source, "…" standing for what is filled in."""
    found = []
    for path in (ROOT / "sacrerouge_litepyramid").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.JoinedStr):
                found.append("".join(part.value if isinstance(part, ast.Constant) else "…" for part in node.values))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.append(re.sub(r"%[sd]", "…", node.value))
    return found


def test_the_messages_that_are_explained_are_the_packages():
    known = messages()
    rows = re.findall(r"^\| `(.*?)` \|", (ROOT / "docs/troubleshooting.md").read_text("utf-8"), flags=re.MULTILINE)
    assert len(rows) > 20
    for row in rows:
        pattern = re.compile(".*".join(re.escape(part.strip()) for part in row.split("…")), flags=re.DOTALL)
        assert any(pattern.search(text) for text in known), row
