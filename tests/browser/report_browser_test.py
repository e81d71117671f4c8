"""The report in a browser: what it shows, filters, keyboard, hostile texts, what axe-core finds,
and REALSumm whole.
"""

import re
import time

import pytest

from helpers import report_pages
from helpers.support import read_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.io.evaluation_folder import EvaluationFolder
from sacrerouge_litepyramid.reporting import write_report

#: the sample's disagreements, by the rule of the page: from one half on the model says "stated"
STATED = 0.5


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return report_pages.sample(tmp_path_factory.mktemp("sample") / "data")


@pytest.fixture(scope="module")
def report(data):
    files = (sorted(data.glob(pattern)) for pattern in ("lite?pyramid.jsonl", "*.evidence.jsonl"))
    page = data.parent / "report.html"
    write_report(EvaluationFolder(data, *files), title="Report <b>of</b> the sample", output=page)
    return page


@pytest.fixture(scope="module")
def realsumm(shared, tmp_path_factory):
    folder = tmp_path_factory.mktemp("realsumm") / "data"
    source = str(shared / "data/lite-pyramid/REALSumm")
    assert main(["setup-dataset", "realsumm", str(folder), "--source", source]) == 0
    return report_pages.report(report_pages.scored(folder), folder.parent / "report.html")


def judgements(data):
    """(instance, system, probability, label) of the sample's SCUs."""
    labels = {
        (line["instance_id"], line["summarizer_id"]): line["labels"]
        for line in read_lines(data / "labels.jsonl")
    }
    for line in read_lines(data / "lite2pyramid.evidence.jsonl"):
        key = (line["instance_id"], line["summarizer_id"])
        for unit, label in zip(line["units"], labels[key], strict=True):
            yield *key, unit["p2c"], label


def choice(page, name):
    return page.get_by_role("combobox", name=name, exact=True)


def documents(page):
    return page.get_by_role("listbox", name="Document", exact=True)


def options(page):
    return documents(page).locator("option").all_text_contents()


def test_the_sections_and_what_they_show(visit, report):
    page = visit(report)
    assert (
        page.title()
        == "Report <b>of</b> the sample"
        == page.get_by_role("heading", level=1).text_content()
    )
    assert page.locator("#leaderboard tbody tr").count() == 5
    report_pages.unfold(page)
    # the numbers that `demo` prints of the sample's labels
    first = page.locator("#metrics tbody tr").first.text_content()
    assert first.startswith("paraphrase0.736")
    assert (
        page.locator("#leaderboard tbody tr").nth(1).locator("td").nth(2).text_content()
        == "0.736 (1)"
    )
    assert page.locator("#correlations table").count() == 2
    assert page.locator("#scatter .dot").count() == 5
    choice(page, "A point is").select_option("summaries")
    assert page.locator("#scatter .dot").count() == 50
    assert page.get_by_text("lite2pyramid|version").count() == 1


def test_a_document_shows_units_labels_and_the_nearest_sentence(visit, report, data):
    page = visit(report)
    documents(page).select_option(label="museum-theft (35)")
    rows = page.locator("#view .card").filter(has_text="paraphrase").locator("tbody tr")
    expected = [each for each in judgements(data) if each[:2] == ("museum-theft", "paraphrase")]
    assert rows.count() == len(expected) == 7
    for row, (_, _, probability, label) in zip(rows.all(), expected, strict=True):
        cells = row.locator("td").all_text_contents()
        assert cells[0] == f"{min(round(100 * probability), 100 if probability >= 0.5 else 49)}%"
        assert (
            row.locator(".chip").get_attribute("class")
            == f"chip band band-{min(4, int(5 * probability))}"
        )
        assert cells[1] == ("✓ stated" if label else "– not stated")
        agree = (probability >= STATED) == bool(label)
        assert cells[2] == ("agree" if agree else "judge only" if not label else "annotators only")
    button = rows.first.get_by_role("button")
    button.click()
    assert button.get_attribute("aria-pressed") == "true"
    number = re.match(r"S(\d+)", button.text_content())[1]
    assert page.locator("#view .kept .tag").all_text_contents() == [f"S{number}"]
    # while the row has the focus, or is pointed at, its sentences are lit
    assert page.locator("#view .card .lit .tag").all_text_contents() == [f"S{number}"]
    assert page.locator("#view .references .lit").count() == 1
    assert page.get_by_role("status").text_content().startswith("Marked: S")


def test_filters(visit, report, data):
    page = visit(report)
    differ = [each for each in judgements(data) if (each[2] >= STATED) != bool(each[3])]
    high = [each for each in differ if not each[3]]
    counted = page.locator("#counted")
    assert (
        f"only the judge says stated: {len(high)}, only annotators: {len(differ) - len(high)}"
        in counted.text_content()
    )
    assert f"agree in {100 * (375 - len(differ)) / 375:.1f}% of 375" in counted.text_content()
    choice(page, "Show").select_option("differ")
    assert f"{len(differ)} judgements of units" in counted.text_content()
    choice(page, "System").select_option("confused")
    mine = [each for each in differ if each[1] == "confused"]
    assert f"{len(mine)} judgements of units" in counted.text_content()
    assert page.locator("#view .card").count() == 1
    page.get_by_role("button", name="Clear filters").click()
    assert choice(page, "Show").input_value() == "" and "375 judgements" in counted.text_content()


def test_keyboard_alone(visit, report):
    page = visit(report)
    focused = "document.activeElement"
    page.keyboard.press("Tab")
    assert page.evaluate(f"{focused}.textContent") == "Skip to the content"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate(f"{focused}.id") == "metric"
    documents(page).focus()
    page.keyboard.press("ArrowDown")
    assert page.locator("#document-title").text_content() == "bridge-closure"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.locator("#document-title").text_content() == "harbour-fire"
    page.locator("#view [role=gridcell][tabindex='0']").focus()
    for key in (
        "ArrowRight",
        "ArrowDown",
        "ArrowDown",
        "ArrowUp",
        "End",
        "Home",
        "ArrowRight",
        "ArrowLeft",
    ):
        page.keyboard.press(key)
    cell = page.evaluate(f"[{focused}.cellIndex, {focused}.dataset.unit]")
    assert cell == [1, "1"]
    judged = f"judged-{page.evaluate(f'{focused}.dataset.system')}-1"
    assert page.locator("#view [role=gridcell][tabindex='0']").count() == 1
    page.keyboard.press("Enter")
    assert page.evaluate(f"{focused}.id") == judged
    # over the fold with the reasons
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate(f"{focused}.getAttribute('aria-pressed')") == "true"


def test_points_stand_where_the_ticks_say(visit, report):
    page = visit(report)
    ticks = page.locator("#scatter .tick").evaluate_all(
        "all => all.map(t => [t.textContent, t.getAttribute('text-anchor'), t.getAttribute('x'), "
        "t.getAttribute('y')])"
    )
    across = [(float(text), float(x)) for text, anchor, x, _ in ticks if anchor == "middle"]
    up = [(float(text), float(y) - 4) for text, anchor, _, y in ticks if anchor == "end"]
    for dot in page.locator("#scatter circle").all():
        score, human = re.search(
            r": (.*), human score (.*)", dot.locator("title").text_content()
        ).groups()
        for (low, *_, high), value, name in ((across, score, "cx"), (up, human, "cy")):
            share = (float(value) - low[0]) / (high[0] - low[0])
            place = low[1] + share * (high[1] - low[1])
            assert float(dot.get_attribute(name)) == pytest.approx(place, abs=2)


def test_marks_are_seen_without_grounds(visit, report):
    page = visit(report)
    page.emulate_media(forced_colors="active")
    style = "(node, name) => getComputedStyle(node)[name]"
    assert (
        page.locator(".grid td.differs").first.evaluate(
            "node => getComputedStyle(node).outlineStyle"
        )
        == "solid"
    )
    page.locator("#view .nearest").first.click()
    kept, other = page.locator("#view .kept").first, page.locator("#view .card li:not(.kept)").first
    page.mouse.move(0, 0)
    assert kept.evaluate(style, "borderLeftColor") != other.evaluate(style, "borderLeftColor")
    pressed, plain = page.locator("#view .nearest").first, page.locator("#view .nearest").nth(1)
    assert pressed.evaluate(style, "backgroundColor") != plain.evaluate(style, "backgroundColor")


def test_print_is_dark_on_white_and_loses_no_column(visit, report):
    page = visit(report, color_scheme="dark", width=794)
    page.get_by_label("Theme").select_option("dark")
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(26, 31, 38)"
    for table in ("#leaderboard table", "#correlations table", "#view .grid"):
        for drawn in page.locator(table).all():
            assert drawn.evaluate("node => node.getBoundingClientRect().right") <= 794


@pytest.mark.parametrize("width", [320, 1000])
def test_what_has_the_focus_is_not_covered(visit, report, width):
    page = visit(report, width=width)
    page.emulate_media(reduced_motion="reduce")
    page.locator("#view [role=gridcell][tabindex='0']").focus()
    page.keyboard.press("End")
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
        cell, head = "document.activeElement", "document.activeElement.parentElement.cells[0]"
        assert page.evaluate(
            f"{cell}.getBoundingClientRect().left >= {head}.getBoundingClientRect().right"
        )
    page.evaluate("scrollBy(0, document.activeElement.getBoundingClientRect().top)")
    for key in ("ArrowDown", "ArrowUp"):
        page.keyboard.press(key)
    bar = "document.querySelector('.sections').getBoundingClientRect().bottom"
    assert page.evaluate(f"document.activeElement.getBoundingClientRect().top >= {bar}")


def test_hostile_texts_are_shown(visit, report):
    page = visit(report)
    assert report_pages.NASTY in page.locator("#view .references").text_content()
    assert (
        report_pages.NASTY
        in page.locator("#view .card").filter(has_text="lead").first.text_content()
    )
    assert report_pages.NASTY in page.locator("#view .grid tbody th").first.text_content()
    assert page.evaluate("window.hacked") is None
    assert page.locator("main iframe, main svg[onload]").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing(visit, report, axe_violations, scheme, width):
    page = visit(report, color_scheme=scheme, width=width)
    page.locator("#view .nearest").first.click()
    page.locator("#view .evidence tbody tr").nth(1).hover()
    assert axe_violations(page) == []
    assert page.evaluate(
        "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    )


@pytest.mark.parametrize(
    ("missing", "evidence", "note"),
    [
        ((), False, "No evidence was given"),
        (("labels.jsonl", "metrics.jsonl"), True, "No human scores"),
        (("labels.jsonl", "metrics.jsonl"), False, "No labels of units"),
    ],
)
def test_a_report_without_its_optional_parts(
    visit, axe_violations, tmp_path, missing, evidence, note
):
    folder = report_pages.sample(tmp_path / "data")
    for name in missing:
        (folder / name).unlink()
    page = visit(report_pages.report(folder, tmp_path / "report.html", evidence=evidence))
    assert page.locator("#origin #notes").get_by_text(note).is_visible()
    assert page.locator("#leaderboard tbody tr").count() == 5
    assert page.locator("#view .card").count() == 5
    assert choice(page, "Show").locator("option[value=differ]").is_disabled()
    assert axe_violations(page) == []


def processor_seconds(page):
    """What the page's own thread computes while it is opened."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.reload()
    page.wait_for_selector("html[data-drawn=true]", state="attached")
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(each["value"] for each in metrics if each["name"] == "TaskDuration")


def test_realsumm_opens(visit, realsumm):
    """Prints how long it took until the page was drawn.

    A time proves nothing on another machine.
    """
    start = time.perf_counter()
    page = visit(realsumm)
    assert page.locator("html").get_attribute("data-drawn") == "true"
    seconds = time.perf_counter() - start
    size = realsumm.stat().st_size / 2**20
    print(f"REALSumm's report: {size:.2f} MiB, opened in {seconds:.2f} s")
    print(f"{processor_seconds(page):.2f} s of a processor, whatever else that does")
    assert page.locator("#leaderboard tbody tr").count() == 25
    assert "26,400 judgements of units" in page.locator("#counted").text_content()
    assert len(options(page)) == 100


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_realsumm(visit, realsumm, axe_violations, scheme):
    assert axe_violations(visit(realsumm, color_scheme=scheme)) == []


def test_headers_sort_by_pointer_and_keyboard(visit, report):
    page = visit(report)
    names = page.locator("#leaderboard tbody th")
    ranked = names.all_text_contents()
    heads = page.locator("#leaderboard thead th")
    assert heads.first.get_attribute("aria-sort") == "ascending"
    heads.nth(3).get_by_role("button").focus()
    page.keyboard.press("Enter")
    assert (
        names.first.text_content() == "paraphrase"
        and heads.nth(3).get_attribute("aria-sort") == "descending"
    )
    assert heads.first.get_attribute("aria-sort") is None
    heads.first.get_by_role("button").click()
    assert names.all_text_contents() == ranked
    assert page.get_by_role("status").text_content() == "Sorted by Rank, ascending"
