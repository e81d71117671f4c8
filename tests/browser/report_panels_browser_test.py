"""The report's verdict, differences, trust, reasons, orders and saved ranking in a browser, against
the data.
"""

import csv
import json

import numpy as np
import pytest

from helpers import report_pages
from helpers.support import read_lines
from sacrerouge_litepyramid.evaluation.compared_systems import ComparisonSettings
from sacrerouge_litepyramid.evaluation.system_comparison import compare_systems


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return report_pages.sample(tmp_path_factory.mktemp("sample") / "data")


@pytest.fixture(scope="module")
def report(data):
    return report_pages.report(data, data.parent / "report.html")


@pytest.fixture(scope="module")
def matrix(data):
    """Scores of lite2pyramid_p2c by system and document."""
    lines = read_lines(data / "lite2pyramid.jsonl")
    found = {
        (line["summarizer_id"], line["instance_id"]): line["metrics"]["lite2pyramid"]["p2c"]
        for line in lines
    }
    systems, documents = (
        sorted({key[0] for key in found}),
        list(dict.fromkeys(key[1] for key in found)),
    )
    return (
        systems,
        documents,
        np.array([[found[system, name] for name in documents] for system in systems]),
    )


def choice(page, name):
    return page.get_by_role("combobox", name=name, exact=True)


def test_the_verdict_follows_the_score(visit, report):
    page = visit(report)
    assert (
        page.locator("#verdict .lead")
        .text_content()
        .startswith("By lite2pyramid (lexical), copy-key")
    )
    page.locator("#methods-details > summary").click()
    methods = page.locator("#methods-text")
    assert "By human scores (litepyramid_recall), paraphrase" in methods.text_content()
    assert " orders 7 of 10 pairs" in methods.text_content()
    assert (
        page.locator("#verdict .warning")
        .inner_text()
        .startswith("Warning: How well this score ranks systems")
    )
    choice(page, "Judged by").select_option("lite3pyramid_l2c")
    assert "lite3pyramid (lexical)" in page.locator("#verdict .lead").text_content()
    assert "Judged by lite3pyramid_l2c" in methods.text_content()


def test_differences_are_those_of_compare(visit, report, matrix):
    page = report_pages.unfold(visit(report))
    systems, documents, scores = matrix
    found = compare_systems(scores, systems, documents, "m", ComparisonSettings(1024, 0))
    choice(page, "All systems against").select_option(label="lead")
    rows = {row.locator("th").text_content(): row.locator("td").all_text_contents()
            for row in page.locator("#differences tbody tr").all()}  # fmt: skip
    assert set(rows) == set(systems) - {"lead"}
    for pair in found.pairs:
        if "lead" in (pair.first, pair.second):
            other, sign = (pair.first, 1) if pair.second == "lead" else (pair.second, -1)
            cells = rows[other]
            assert float(cells[0].replace("−", "-")) == pytest.approx(
                sign * pair.difference.value, abs=5e-4
            )
            assert (
                cells[4] == f"{pair.wins} / {pair.ties} / {pair.losses}"[:: 1 if sign > 0 else -1]
            )
            expected = (
                "not significant"
                if pair.better is None
                else "lower"
                if pair.better == "lead"
                else "higher"
            )
            assert cells[6] == expected
    marks = page.locator("#matrix tbody td").all_text_contents()
    assert len(marks) == 25 and marks.count("+") == marks.count("−") == sum(
        bool(pair.better) for pair in found.pairs
    )


def test_a_word_explains_itself_by_keyboard_and_pointer(visit, report):
    page = report_pages.unfold(visit(report))
    tip, term = (
        page.locator("#tip"),
        page.locator("#trust").get_by_role("button", name="kappa", exact=True).first,
    )
    assert not tip.is_visible()
    term.focus()
    assert tip.is_visible() and "beyond chance" in tip.text_content()
    page.keyboard.press("Escape")
    assert not tip.is_visible()
    page.locator("#leaderboard").get_by_role("button", name="Rank", exact=True).hover()
    assert "the best and the worst rank" in tip.text_content()


def list_saved_systems(page):
    """Save the ranking, and return the column of the systems."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the ranking as CSV").click()
    assert download.value.suggested_filename == "systems.csv"
    with download.value.path().open(encoding="utf-8-sig", newline="") as file:
        return [row["System"] for row in csv.DictReader(file)]


def test_the_ranking_is_saved(visit, report):
    page = visit(report)
    assert list_saved_systems(page) == ["copy-key", "paraphrase", "confused", "lead", "terse"]


def test_a_name_that_a_spreadsheet_would_run_is_saved_as_text(visit, data, tmp_path):
    for source in data.glob("*.jsonl"):
        text = source.read_text("utf-8").replace('"terse"', json.dumps("=1+1"))
        (tmp_path / source.name).write_text(text, "utf-8")
    page = visit(report_pages.report(tmp_path, tmp_path / "report.html"))
    assert "'=1+1" in list_saved_systems(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_what_is_folded(visit, report, axe_violations, scheme):
    page = visit(report, color_scheme=scheme, width=390)
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    page.locator("#matrix table").wait_for()
    page.locator("#trust").get_by_role("button", name="kappa", exact=True).first.focus()
    assert axe_violations(page) == []
    assert page.evaluate(
        "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    )


def test_without_a_decompressor_the_head_stays(browser, report):
    context = browser.new_context()
    context.add_init_script("delete window.DecompressionStream")
    page = context.new_page()
    page.goto(report.resolve().as_uri())
    page.locator("html[data-drawn=true]").wait_for(state="attached")
    assert page.locator("#leaderboard tbody tr").count() == 5
    assert "this browser cannot decompress" in page.locator("#view").text_content()
    context.close()
