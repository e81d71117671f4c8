"""The report of clauses in a browser: the reference with what each summary states, and where it
states it.
"""

import re
from importlib.util import find_spec

import pytest

from helpers.support import skip_without
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.verdict.demo import write_outputs_table

DOCUMENT = "museum-theft"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    if not find_spec("spacy"):
        skip_without("spaCy", "browser")
    folder = tmp_path_factory.mktemp("clauses")
    write_outputs_table(folder / "table.csv")
    assert (
        main(["evaluate-table", str(folder / "table.csv"), "--output-dir", str(folder / "out")])
        == 0
    )
    return folder / "out"


@pytest.fixture
def card(visit, folder):
    """The summary of one system, on the page of a document."""
    page = visit(folder / "report.html")
    value = page.locator("#document option", has_text=DOCUMENT).get_attribute("value")
    page.locator("#document").select_option(value)
    heading = page.get_by_role("heading", name="copy-key", exact=True)
    return page.locator("article.card").filter(has=heading)


def run(card, text):
    return card.get_by_role("button", name=re.compile(f"^{re.escape(text)}: "))


def test_a_run_marks_where_the_summary_states_it(card, axe_violations):
    first = run(card, "A guard at the Brackwater Museum")
    first.click()
    assert first.get_attribute("aria-pressed") == "true"
    kept, found = card.locator("li.kept .tag"), card.locator("li.kept .found")
    # no sentence has all words of the run
    assert kept.all_text_contents() == ["S1", "S2"]
    assert found.all_text_contents() == ["Brackwater", "Museum", "guard"]
    assert axe_violations(card.page) == []
    # by the keyboard, and written otherwise: "clean" is there as "cleaner"
    run(card, "used to clean").press("Enter")
    assert first.get_attribute("aria-pressed") == "false"
    assert found.all_text_contents() == ["cleaner"]
    run(card, "used to clean").press(" ")
    assert kept.count() == 0
