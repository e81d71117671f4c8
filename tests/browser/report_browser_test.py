"""The report in a browser: a way through it, the keyboard alone, hostile texts, and what axe-core
finds.
"""

import csv
import json
import shutil

import pytest

from helpers.planned_sample import write_planned
from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.io.evaluation_folder import EvaluationFolder
from sacrerouge_litepyramid.verdict.demo import SAMPLE
from sacrerouge_litepyramid.verdict.report.write import write_report

UNITS = {"lite2pyramid": "scus.jsonl", "lite3pyramid": "stus.jsonl"}
#: tags that are not removed as marks
NASTY = '<svg onload="window.hacked = 1"></svg><iframe src="data:text/html,x"></iframe>'


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """The scored sample, one summary, reference, unit and name of which would run scripts as
    HTML.
    """
    folder = shutil.copytree(SAMPLE, tmp_path_factory.mktemp("sample") / "data")
    lines = read_lines(folder / "summaries.jsonl")
    for line in lines:
        if line["instance_id"] == "harbour-fire":
            line["references"][0]["text"] = NASTY + " " + line["references"][0]["text"]
        if line["summarizer_id"] == "lead":
            line["summary"]["text"] = NASTY + " " + line["summary"]["text"]
    write_lines(folder / "summaries.jsonl", lines)
    units = read_lines(folder / "scus.jsonl")
    units[0]["units"][0]["text"] += NASTY
    write_lines(folder / "scus.jsonl", units)
    for name, file in UNITS.items():
        inputs = ["--input-files", str(folder / "summaries.jsonl"), str(folder / file)]
        outputs = ["--output-jsonl", str(folder / f"{name}.jsonl"), "--silent"]
        outputs += ["--evidence_output", str(folder / f"{name}.evidence.jsonl")]
        assert main([name, "score", "--dataset-reader", "units-based", *inputs, *outputs]) == 0
    return folder


def write(folder, page, evidence=True, **settings):
    scores = [folder / f"{name}.jsonl" for name in UNITS]
    judged = [folder / f"{name}.evidence.jsonl" for name in UNITS] if evidence else ()
    title = "Report <b>of</b> the sample"
    write_report(EvaluationFolder(folder, scores, judged), title=title, output=page, **settings)
    return page


@pytest.fixture(scope="module")
def report(data):
    """The page of the sample, with a section on labels of a plan."""
    labels = write_planned(data.parent, data / "lite2pyramid.evidence.jsonl")
    return write(data, data.parent / "report.html", labels=labels)


def unfold(page):
    """Open what the report folds, and wait for its drawings."""
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    page.locator("#matrix table").wait_for()


def count(page, selector):
    return page.locator(selector).count()


def read_text(page, selector):
    """Return the text of the one element of a selector."""
    return page.locator(selector).text_content()


def ask_focused(page, expression):
    """Return an expression about the element that has the focus, called `own` in it."""
    return page.evaluate(f"(own => {expression})(document.activeElement)")


def choose(page, name, option):
    page.get_by_role("combobox", name=name, exact=True).select_option(option)


def test_from_the_verdict_to_a_unit(visit, report):
    page = visit(report)
    assert page.title() == read_text(page, "h1") == "Report <b>of</b> the sample"
    lead = read_text(page, "#verdict .lead")
    assert lead.startswith("By 120 labels and the judge, paraphrase has the highest score")
    assert count(page, "#leaderboard tbody tr") == 5
    assert count(page, "#judged tbody tr") == 5
    unfold(page)
    choose(page, "Judged by", "lite2pyramid_p2c")
    # the numbers that `demo` prints of the sample's labels
    assert page.locator("#metrics tbody tr").first.text_content().startswith("paraphrase0.736")
    choose(page, "All systems against", "copy-key")
    row = page.locator("#differences tbody tr").filter(has_text="terse")
    assert row.locator("td").last.text_content() == "lower"
    choose(page, "A point is", "summaries")
    assert count(page, "#scatter .dot") == 50

    page.locator("#leaderboard thead button").nth(3).press("Enter")
    assert page.get_by_role("status").text_content().startswith("Sorted by ")
    page.get_by_role("listbox", name="Document").select_option(label="museum-theft (35)")
    rows = page.locator("#view .card").filter(has_text="paraphrase").locator("tbody tr")
    assert rows.count() == 7 and "%" in rows.first.text_content()
    rows.first.get_by_role("button").first.click()
    assert page.get_by_role("status").text_content().startswith("Marked: S")

    choose(page, "Show", "differ")
    choose(page, "System", "confused")
    assert count(page, "#view .card") == 1
    page.get_by_role("button", name="Clear filters").click()
    assert "375 judgements of units" in read_text(page, "#counted")


def test_keyboard_alone(visit, report):
    page = visit(report)
    for key in ("Tab", "Enter", "Tab"):
        page.keyboard.press(key)
    assert ask_focused(page, "own.id") == "metric", "over the link to the content"
    page.get_by_role("listbox", name="Document", exact=True).focus()
    page.keyboard.press("ArrowDown")
    assert read_text(page, "#document-title") == "bridge-closure"
    page.locator("#view [role=gridcell][tabindex='0']").focus()
    for key in "ArrowRight ArrowDown ArrowDown ArrowUp End Home ArrowRight ArrowLeft".split():
        page.keyboard.press(key)
    assert ask_focused(page, "[own.cellIndex, own.dataset.unit]") == [1, "1"]
    system = ask_focused(page, "own.dataset.system")
    page.keyboard.press("Enter")
    assert ask_focused(page, "own.id") == f"judged-{system}-1"
    # over the fold with the reasons
    for key in ("Tab", "Tab", "Enter"):
        page.keyboard.press(key)
    assert ask_focused(page, "own.getAttribute('aria-pressed')") == "true"


def test_hostile_texts_are_shown(visit, report):
    page = visit(report)
    card = page.locator("#view .card").filter(has_text="lead").first
    references, heading = page.locator("#view .references"), page.locator("#view .grid th").nth(6)
    for shown in (references, card, heading):
        assert NASTY in shown.text_content()
    assert page.evaluate("window.hacked") is None
    assert count(page, "main iframe, main svg[onload]") == 0


def test_print_shows_whole_tables(visit, report):
    """A table that scrolls on the screen must not cover what follows it on paper."""
    page = visit(report)
    page.set_viewport_size({"width": 794, "height": 120})
    hidden = """() => [...document.querySelectorAll(".scroll")].filter(
        (frame) => frame.scrollHeight > frame.clientHeight + 1).length"""
    assert page.evaluate(hidden) > 0
    page.emulate_media(media="print")
    assert page.evaluate(hidden) == 0


def test_a_name_that_a_spreadsheet_would_run_is_saved_as_text(visit, data, tmp_path):
    for source in data.glob("*.jsonl"):
        text = source.read_text("utf-8").replace('"terse"', json.dumps("=1+1"))
        (tmp_path / source.name).write_text(text, "utf-8")
    page = visit(write(tmp_path, tmp_path / "report.html"))
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the ranking as CSV").click()
    with download.value.path().open(encoding="utf-8-sig", newline="") as file:
        assert "'=1+1" in [row["System"] for row in csv.DictReader(file)]


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_axe_finds_nothing(visit, report, axe_violations, scheme, width):
    page = visit(report, color_scheme=scheme, width=width)
    unfold(page)
    page.locator("#view .nearest").first.click()
    page.locator("#trust").get_by_role("button", name="kappa", exact=True).first.focus()
    assert axe_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_report_without_its_optional_parts(visit, axe_violations, data, tmp_path):
    folder = shutil.copytree(data, tmp_path / "data")
    for name in ("labels.jsonl", "metrics.jsonl"):
        (folder / name).unlink()
    page = visit(write(folder, tmp_path / "report.html", evidence=False))
    assert page.locator("#origin #notes").get_by_text("No labels of units").is_visible()
    assert count(page, "#leaderboard tbody tr") == 5
    assert axe_violations(page) == []
