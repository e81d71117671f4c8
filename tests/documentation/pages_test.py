"""The pages' examples in Python run, and the files that they link to exist.

`make docs` checks the links within docs/, and that each page is in the navigation.
"""

import json
import re

import pytest

from helpers.pages import PAGES, is_shown, list_examples

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


def test_python_examples_run(tmp_path, fork_server):
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
    texts = json.dumps([each.text for _, each in found])
    done = fork_server.run(RUN_EXAMPLES, folder=tmp_path, text=texts)
    assert done.returncode == 0, done.stderr
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
