"""Every Python example of README.md and docs/ runs in an empty folder, and prints what is shown."""

import json
import subprocess
import sys

import pytest

pytest.importorskip("accelerate", reason="the examples need all extras")

from helpers.doc_commands import PAGES
from helpers.doc_summary import PROPERTY
from helpers.page_examples import is_shown, list_examples

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


def test_python_examples_run(tmp_path, record_property):
    """Of all pages, one after the other in one process; each prints something, and what its page shows below it."""
    found = [(page.name, each) for page in PAGES for each in list_examples(page) if each.language == "python"]
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
    record_property(PROPERTY, ["Python examples", len(found), sum(each.output is not None for _, each in found)])
