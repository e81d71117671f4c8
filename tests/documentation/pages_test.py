"""What the pages show runs and what they name exists: examples in Python, files, public names.

`make docs` checks the links within docs/, and that each page is in the navigation.
"""

import json
import re
import subprocess
import sys

import pytest

import sacrerouge_litepyramid
from helpers.pages import PAGES, is_shown, list_examples
from helpers.support import ROOT
from sacrerouge_litepyramid.core.json_text import sha256

PACKAGE = ROOT / "sacrerouge_litepyramid"
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
def test_files_that_a_page_links_to_exist(page):
    links = re.findall(r"\]\((?![a-z]+:|#)([^)\s#]+)", page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_reference_of_python_has_every_public_name():
    page = (ROOT / "docs/api.md").read_text("utf-8")
    documented = set(re.findall(r"^::: .*\.(\w+)$", page, flags=re.MULTILINE))
    assert set(sacrerouge_litepyramid.__all__) - {"__version__"} <= documented


def test_the_table_of_fitted_files_has_their_digests():
    page = (ROOT / "docs/train-a-judge.md").read_text("utf-8")
    digests = re.findall(r"^\| `([^`]+)` \|.* `([0-9a-f]{64})` \|$", page, flags=re.MULTILINE)
    assert len(digests) > 4
    for name, digest in digests:
        assert sha256((PACKAGE / name).read_bytes()) == digest, name
