"""The documentation by task: each section opens with a short page, each page with an example and its output."""

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import sacrerouge_litepyramid
from helpers.page_examples import list_examples
from helpers.support import ROOT

DOCS = ROOT / "docs"
#: the page that opens each section of the site, in the order of the sections
TASK_PAGES = (
    "index.md",
    "choose-a-judge.md",
    "compare-systems.md",
    "trust-a-metric.md",
    "annotate.md",
    "reproducing.md",
    "extending.md",
)
#: pages without an output at the top, and why
WITHOUT_EXAMPLE = {
    "glossary.md": "a list to look things up in",
    "commands.md": "made from the command line",
    "speed.md": "benchmarks, which depend on the machine",
    "installation.md": "doctor prints what one machine has",
}
MIN_WORDS, MAX_WORDS = 300, 700


class SiteLoader(yaml.SafeLoader):
    """Reads mkdocs.yml without building the Python objects that it may name."""


SiteLoader.add_multi_constructor("tag:yaml.org,2002:python/", lambda loader, suffix, node: None)


def read_sections() -> dict[str, list[str]]:
    """Return the pages of each section of the site, in their order."""
    site = yaml.load((ROOT / "mkdocs.yml").read_text("utf-8"), SiteLoader)  # noqa: S506 (it builds no objects)
    return {name: list(list_pages(pages)) for section in site["nav"] for name, pages in section.items()}


def list_pages(entries: list[Any]) -> Iterator[str]:
    """Yield the pages of a part of the navigation: plain ones, named ones, and those of named lists."""
    for entry in entries:
        for page in entry.values() if isinstance(entry, dict) else [entry]:
            yield from list_pages(page) if isinstance(page, list) else [page]


def count_words(page: Path) -> int:
    """Return the number of words of a page's sentences and tables, without its code."""
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    return len(re.findall(r"\w[\w'’.-]*", re.sub(r"\]\([^)]*\)", "]", text)))


def test_each_task_has_a_section_that_opens_with_its_page():
    *tasks, reference = read_sections().items()
    assert [pages[0] for _, pages in tasks] == list(TASK_PAGES)
    assert reference[0] == "Reference"


def test_every_page_is_in_one_section():
    pages = [page for pages in read_sections().values() for page in pages]
    assert sorted(pages) == sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))


@pytest.mark.parametrize("name", TASK_PAGES)
def test_a_task_page_is_short(name):
    assert MIN_WORDS <= count_words(DOCS / name) <= MAX_WORDS


@pytest.mark.parametrize("path", sorted(DOCS.glob("*.md")), ids=lambda path: path.name)
def test_a_page_begins_with_an_example_and_its_output(path):
    """Commands of the plugin or Python, with the output within a screen of text."""
    if path.name in WITHOUT_EXAMPLE:
        assert not any(example.output for example in list_examples(path)[:1]), "take it off the list"
        return
    first = list_examples(path)[0]
    assert first.language == "python" or "\nsacrerouge-litepyramid " in f"\n{first.text}"
    shown = path.read_text("utf-8").index("```text")
    assert len(path.read_text("utf-8")[:shown].split()) < 300


def test_the_formulas_name_functions_that_exist():
    """As in `core/mixing.py: easiness`, a function or a class of the module."""
    named = re.findall(r"`([\w/]+\.py)(?:: (\w+))?`", (DOCS / "formulas.md").read_text("utf-8"))
    assert len(named) > 50
    for path, name in named:
        tree = ast.parse((ROOT / "sacrerouge_litepyramid" / path).read_text("utf-8"))
        defined = {each.name for each in tree.body if isinstance(each, ast.FunctionDef | ast.ClassDef)}
        assert not name or name in defined, f"{path}: {name}"


def test_the_reference_of_python_has_every_public_name():
    documented = re.findall(r"^::: ([\w.]+)$", (DOCS / "api.md").read_text("utf-8"), flags=re.MULTILINE)
    names = {name.rpartition(".")[2] for name in documented}
    assert set(sacrerouge_litepyramid.__all__) - {"__version__"} <= names
    for name in documented:
        module, _, attribute = name.rpartition(".")
        assert getattr(importlib.import_module(module), attribute).__doc__, name


@pytest.mark.parametrize("name", TASK_PAGES)
def test_a_task_page_links_to_the_terms_that_it_uses(name):
    assert "glossary.md#" in (DOCS / name).read_text("utf-8")
