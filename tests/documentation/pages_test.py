"""What the pages show and name exists: examples in Python, links, functions, messages, pages of the
site.
"""

import importlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import commands_page
import pytest
import yaml

import sacrerouge_litepyramid
from helpers.pages import (
    PAGES,
    is_shown,
    list_dead_links,
    list_examples,
)  # fmt: skip
from helpers.support import ROOT
from sacrerouge_litepyramid.cli.sacrerouge_commands import list_options

DOCS = ROOT / "docs"
#: each example with names of its own; prints what it printed and how it failed, as a line of JSON
RUN_EXAMPLES = """
import contextlib, io, json, sys, traceback
for example in json.load(sys.stdin):
    printed, error = io.StringIO(), ""
    with contextlib.redirect_stdout(printed):
        try:
            exec(example, {})
        except BaseException:
            error = traceback.format_exc()
    print(json.dumps({"printed": printed.getvalue(), "error": error}))
"""


def test_python_examples_run(tmp_path):
    """Of all pages, one after the other in one process.

    Each prints something, and what its page shows below it. Files, which have a title, are those of
    frameworks_test.py.
    """
    pytest.importorskip("accelerate", reason="the examples need all extras")
    found = [
        (page.name, each)
        for page in PAGES
        for each in list_examples(page)
        if (each.language, each.title) == ("python", None)
    ]
    done = subprocess.run(
        [sys.executable, "-c", RUN_EXAMPLES], cwd=tmp_path, input=json.dumps([each.text for _, each in found]),
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    results = [json.loads(line) for line in done.stdout.splitlines()]
    failed = [
        (name, example.text, result)
        for (name, example), result in zip(found, results, strict=True)
        if result["error"]
        or not result["printed"]
        or not (example.output is None or is_shown(example.output, result["printed"]))
    ]
    assert len(found) > 5 and not failed


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_within_the_repository_lead_somewhere(page):
    """Anchors are those of GitHub; `make docs` checks those of the site."""
    assert list(list_dead_links(page)) == []


def list_pages(entries: list[Any]) -> Iterator[str]:
    """Yield the pages of a part of the site's navigation: plain ones, named ones, and those of
    named lists.
    """
    for entry in entries:
        for page in entry.values() if isinstance(entry, dict) else [entry]:
            yield from list_pages(page) if isinstance(page, list) else [page]


def test_every_page_is_in_the_navigation_once():
    listed = sorted(list_pages(yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))["nav"]))
    written = [path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")]
    assert listed == sorted([*written, commands_page.PAGE])


def test_the_reference_of_commands_has_every_command_and_option(tmp_path):
    """`make docs` writes it to the site; the examples run in commands_test.py."""
    page = tmp_path / "commands.md"
    page.write_text(commands_page.render_page(), "utf-8")
    headings = set(re.findall(r"^### (.*)$", page.read_text("utf-8"), flags=re.MULTILINE))
    commands = list(commands_page.list_commands())
    assert len(commands) > 20 and {command.name for command in commands} <= headings
    options = {
        option
        for command in commands
        for action in list_options(command.parser)
        for option in action.option_strings
    }
    assert options <= set(re.findall(r"-[\w-]+", page.read_text("utf-8")))
    assert list(list_dead_links(page)) == []


def test_the_documentation_keeps_its_limits():
    """Those of CONTRIBUTING.md; a reader finds a page by its links, without the navigation."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    ((most_pages, most_words),) = re.findall(
        r"docs/ has at most (\d+) pages and ([\d,]+) words", text
    )
    texts = {path.name: path.read_text("utf-8") for path in DOCS.rglob("*.md")}
    assert len(texts) <= int(most_pages)
    assert sum(len(page.split()) for page in texts.values()) <= int(most_words.replace(",", ""))
    linked = {
        link
        for name, page in texts.items()
        for link in re.findall(r"\]\(([\w-]+\.md)", page)
        if link != name
    }
    assert texts.keys() - linked <= {"index.md"}


def test_the_reference_of_python_has_every_public_name():
    documented = re.findall(
        r"^::: ([\w.]+)$", (DOCS / "api.md").read_text("utf-8"), flags=re.MULTILINE
    )
    names = {name.rpartition(".")[2] for name in documented}
    assert set(sacrerouge_litepyramid.__all__) - {"__version__"} <= names
    for name in documented:
        module, _, attribute = name.rpartition(".")
        assert getattr(importlib.import_module(module), attribute).__doc__, name
