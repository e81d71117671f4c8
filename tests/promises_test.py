"""Each row of the table of promises names tests that exist."""

import ast
import re

import pytest

from helpers.support import ROOT

ROWS = [
    line
    for line in (ROOT / "docs/hardening.md").read_text("utf-8").splitlines()
    if line.startswith("| ") and not line.startswith(("| Promise |", "| ---"))
]


def test_there_are_rows_and_none_is_there_twice():
    assert len(ROWS) > 50 and len(set(ROWS)) == len(ROWS)


@pytest.mark.parametrize("row", ROWS)
def test_the_tests_of_a_row_exist(row):
    promise, tests = row.strip("| ").split(" | ")
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", tests)
    assert promise and ", ".join(f"`{path}::{name}`" for path, name in named) == tests
    for path, name in named:
        tree = ast.parse((ROOT / path).read_text("utf-8"))
        assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
