"""Each row of the fault table names a test that exists."""

import ast
import re

import pytest

from helpers.support import ROOT

ROWS = [line for line in (ROOT / "docs" / "hardening.md").read_text("utf-8").splitlines() if line.startswith("| ")][1:]


def test_there_are_rows():
    assert len(ROWS) > 20


@pytest.mark.parametrize("row", ROWS)
def test_the_test_of_a_row_exists(row):
    path, name = re.search(r"`(tests/[\w/]+\.py)::(\w+)` \|$", row).groups()
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
