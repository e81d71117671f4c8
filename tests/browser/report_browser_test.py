"""The report in a browser: what it shows, filters, keyboard, hostile texts, what axe-core finds, and REALSumm whole."""

import re
import time

import pytest

from helpers import report_pages
from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.core.words import count_words
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
        (line["instance_id"], line["summarizer_id"]): line["labels"] for line in read_lines(data / "labels.jsonl")
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
    assert page.title() == "Report <b>of</b> the sample" == page.get_by_role("heading", level=1).text_content()
    assert page.locator("#leaderboard tbody tr").count() == 5
    report_pages.unfold(page)
    # the numbers that `demo` prints of the sample's labels
    first = page.locator("#metrics tbody tr").first.text_content()
    assert first.startswith("paraphrase0.736")
    assert page.locator("#leaderboard tbody tr").nth(1).locator("td").nth(2).text_content() == "0.736 (1)"
    correlations, pairs = page.locator("#correlations table").all()
    assert pairs.locator("tbody tr").count() == 4 and "System accuracy" in pairs.text_content()
    rows = correlations.locator("tbody tr")
    assert rows.count() == 4
    for column in range(6):
        cells = rows.locator("td").all()[column::6]
        bold = {text for cell in cells for text in cell.locator("strong").all_text_contents()}
        assert bold == {f"{max(float(cell.text_content().split()[0]) for cell in cells):.3f}"}
    assert page.locator("#scatter .dot").count() == 5
    choice(page, "A point is").select_option("summaries")
    assert page.locator("#scatter .dot").count() == 50
    assert "Summary level" in page.locator("#scatter figcaption").text_content()
    choice(page, "Point out").select_option("terse")
    assert page.locator("#scatter .pointed").count() == 10
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
        assert row.locator(".chip").get_attribute("class") == f"chip band band-{min(4, int(5 * probability))}"
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
        f"only the judge says stated: {len(high)}, only annotators: {len(differ) - len(high)}" in counted.text_content()
    )
    assert f"agree in {100 * (375 - len(differ)) / 375:.1f}% of 375" in counted.text_content()
    choice(page, "Show").select_option("differ")
    assert f"{len(differ)} judgements of units" in counted.text_content()
    assert options(page) == [
        f"{name} ({count})" for name in dict.fromkeys(line["instance_id"] for line in read_lines(data / "scus.jsonl"))
        if (count := sum(each[0] == name for each in differ))
    ]  # fmt: skip
    first = differ_of = [each for each in differ if each[0] == "harbour-fire"]
    assert page.locator("#view .evidence tbody tr").count() == len(differ_of)
    assert page.locator("#view td.differs").count() == len(first)
    choice(page, "System").select_option("confused")
    mine = [each for each in differ if each[1] == "confused"]
    assert f"{len(mine)} judgements of units" in counted.text_content()
    assert page.locator("#view .card").count() == 1
    page.get_by_role("button", name="Clear filters").click()
    assert choice(page, "Show").input_value() == "" and "375 judgements" in counted.text_content()


def test_layers_search_and_order(visit, report):
    page = visit(report)
    choice(page, "Units of").select_option("lite3pyramid")
    assert page.locator("#view tbody th").first.text_content().startswith("U1")
    # nobody judged STUs, so that nothing can differ
    assert choice(page, "Show").locator("option[value=differ]").is_disabled()
    page.get_by_role("button", name="Clear filters").click()
    page.get_by_label("Find a document").fill("COUNTERFEIT nothing")
    assert options(page) == []
    assert page.get_by_text("No document passes the search and the filters.").first.is_visible()
    page.get_by_label("Find a document").fill("Port Ellery")
    assert [name.split()[0] for name in options(page)] == ["harbour-fire"]
    page.get_by_label("Find a document").fill("")
    choice(page, "Order").select_option("count")
    counts = [int(re.search(r"\((\d+)\)", name)[1]) for name in options(page)]
    assert counts == sorted(counts, reverse=True) and len(counts) == 10


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
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "ArrowUp", "End", "Home", "ArrowRight", "ArrowLeft"):
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


def test_the_links_lead_to_their_sections(visit, report):
    page = visit(report)
    page.emulate_media(reduced_motion="reduce")
    for name in ("How this was made", "Documents", "Trust", "Systems", "Verdict"):
        link = page.get_by_role("navigation").get_by_role("link", name=name)
        link.click()
        assert page.evaluate("name => { const at = page.byId(name).getBoundingClientRect(); const room = innerHeight; "
                             "return at.top >= 0 && at.top < (name === 'origin' ? room : 100); }",
                             link.get_attribute("href").removeprefix("#"))  # fmt: skip


@pytest.mark.parametrize("width", [390, 1000, 1280, 1500])
def test_units_are_not_broken_within_words(visit, report, width):
    page = visit(report, width=width)
    widths = "() => [...document.querySelectorAll('.evidence tbody th')].map(each => each.clientWidth)"
    assert min(page.evaluate(widths)) > 180
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width


def test_the_plot_keeps_the_size_of_its_letters(visit, report):
    """A drawing that is scaled down with the window cannot be read on a phone."""
    scale = "() => Math.max(...[...document.querySelectorAll('.plot')].map(each => " + (
        "Math.abs(each.clientWidth / each.viewBox.baseVal.width - 1)))"
    )
    for width in (390, 1280):
        page = report_pages.unfold(visit(report, width=width))
        assert page.evaluate(scale) < 0.01
    page.set_viewport_size({"width": 500, "height": 900})
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.evaluate(scale) < 0.01
    names = page.locator("#scatter .name").all_text_contents()
    assert 0 < len(names) <= 5 and set(names) <= {"confused", "copy-key", "lead", "paraphrase", "terse"}


def test_points_stand_where_the_ticks_say(visit, report):
    page = visit(report)
    ticks = page.locator("#scatter .tick").evaluate_all(
        "all => all.map(t => [t.textContent, t.getAttribute('text-anchor'), t.getAttribute('x'), t.getAttribute('y')])"
    )
    across = [(float(text), float(x)) for text, anchor, x, _ in ticks if anchor == "middle"]
    up = [(float(text), float(y) - 4) for text, anchor, _, y in ticks if anchor == "end"]
    for dot in page.locator("#scatter circle").all():
        score, human = re.search(r": (.*), human score (.*)", dot.locator("title").text_content()).groups()
        for (low, *_, high), value, name in ((across, score, "cx"), (up, human, "cy")):
            share = (float(value) - low[0]) / (high[0] - low[0])
            place = low[1] + share * (high[1] - low[1])
            assert float(dot.get_attribute(name)) == pytest.approx(place, abs=2)
    right = page.locator("#scatter .plot").evaluate("plot => plot.viewBox.baseVal.width")
    assert all(float(dot.get_attribute("cx")) < right - 20 for dot in page.locator("#scatter circle").all())


def test_long_names_fit_a_phone(visit, data, tmp_path):
    name, metric = "نظام-" + "x" * 90, "lite3pyramid_" + "y" * 90
    for source in data.glob("*.jsonl"):
        text = source.read_text("utf-8").replace('"terse"', f'"{name}"')
        if source.name == "lite3pyramid.jsonl":
            text = text.replace('"p2c"', f'"{metric}"')
        (tmp_path / source.name).write_text(text, "utf-8")
    page = report_pages.unfold(visit(report_pages.report(tmp_path, tmp_path / "report.html"), width=390))
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert page.locator("#leaderboard").get_by_role("button", name=name).bounding_box()["width"] < 390
    choice(page, "Judged by").select_option(label=f"lite3pyramid_{metric}")
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert page.locator("#scatter .title").first.text_content().endswith("…")


def test_marks_are_seen_without_grounds(visit, report):
    page = visit(report)
    page.emulate_media(forced_colors="active")
    style = "(node, name) => getComputedStyle(node)[name]"
    assert page.locator(".grid td.differs").first.evaluate("node => getComputedStyle(node).outlineStyle") == "solid"
    page.locator("#view .nearest").first.click()
    kept, other = page.locator("#view .kept").first, page.locator("#view .card li:not(.kept)").first
    page.mouse.move(0, 0)
    assert kept.evaluate(style, "borderLeftColor") != other.evaluate(style, "borderLeftColor")
    pressed, plain = page.locator("#view .nearest").first, page.locator("#view .nearest").nth(1)
    assert pressed.evaluate(style, "backgroundColor") != plain.evaluate(style, "backgroundColor")


def test_one_document_has_ranks_and_ties_but_no_intervals(visit, data, tmp_path):
    for name in ("summaries", "scus", "labels", "lite2pyramid", "lite2pyramid.evidence"):
        lines = [line for line in read_lines(data / f"{name}.jsonl") if line["instance_id"] == "harbour-fire"]
        write_lines(tmp_path / f"{name}.jsonl", lines)
    page = visit(report_pages.report(tmp_path, tmp_path / "report.html"))
    assert page.get_by_text("With one document there is no interval").is_visible()
    rows = [row.locator("td").all_text_contents() for row in page.locator("#leaderboard tbody tr").all()]
    assert sorted(row[2].split()[1] for row in rows) == ["(1)", "(1)", "(3)", "(4)", "(4)"]
    assert {(row[0][1:], row[4]) for row in rows} == {(" 1–5 a", "none")}
    assert page.locator("#leaderboard .group-start").count() == 0


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
        assert page.evaluate(f"{cell}.getBoundingClientRect().left >= {head}.getBoundingClientRect().right")
    page.evaluate("scrollBy(0, document.activeElement.getBoundingClientRect().top)")
    for key in ("ArrowDown", "ArrowUp"):
        page.keyboard.press(key)
    bar = "document.querySelector('.sections').getBoundingClientRect().bottom"
    assert page.evaluate(f"document.activeElement.getBoundingClientRect().top >= {bar}")


def test_a_ranked_system_leads_to_its_summaries(visit, report):
    page = visit(report)
    page.locator("#leaderboard").get_by_role("button", name="terse").click()
    assert choice(page, "System").locator("option:checked").text_content() == "terse"
    assert page.locator("#view .card").count() == 1


def test_the_address_keeps_the_choice(visit, report):
    page = visit(report)
    choice(page, "Show").select_option("low")
    choice(page, "System").select_option("lead")
    page.get_by_role("button", name="Next").click()
    title, address = page.locator("#document-title").text_content(), page.evaluate("location.href")
    page.reload()
    assert page.locator("#document-title").text_content() == title and page.url == address
    assert choice(page, "Show").input_value() == "low"
    assert choice(page, "System").locator("option:checked").text_content() == "lead"


def test_hostile_texts_are_shown(visit, report):
    page = visit(report)
    assert report_pages.NASTY in page.locator("#view .references").text_content()
    assert report_pages.NASTY in page.locator("#view .card").filter(has_text="lead").first.text_content()
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
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize(
    ("missing", "evidence", "note"),
    [
        ((), False, "No evidence was given"),
        (("labels.jsonl", "metrics.jsonl"), True, "No human scores"),
        (("labels.jsonl", "metrics.jsonl"), False, "No labels of units"),
    ],
)
def test_a_report_without_its_optional_parts(visit, axe_violations, tmp_path, missing, evidence, note):
    folder = report_pages.sample(tmp_path / "data")
    for name in missing:
        (folder / name).unlink()
    page = visit(report_pages.report(folder, tmp_path / "report.html", evidence=evidence))
    assert page.locator("#origin #notes").get_by_text(note).is_visible()
    assert page.locator("#leaderboard tbody tr").count() == 5
    assert page.locator("#view .card").count() == 5
    assert choice(page, "Show").locator("option[value=differ]").is_disabled()
    assert axe_violations(page) == []


#: pairs of a name in the plot and another or a point that lie on each other by more than the edges of letters
CROSSED = """() => {
  const boxes = [...document.querySelectorAll("#scatter .name, #scatter .dot")].map((each) => [
    each.classList.contains("name"), each.getBoundingClientRect()]);
  const covers = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
  return boxes.flatMap(([name, a], at) =>
    boxes.slice(at + 1).filter(([other, b]) => (name || other) && covers(a, b))).length;
}"""


def processor_seconds(page):
    """What the page's own thread computes while it is opened."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.reload()
    page.wait_for_selector("html[data-drawn=true]", state="attached")
    return next(
        each["value"] for each in session.send("Performance.getMetrics")["metrics"] if each["name"] == "TaskDuration"
    )


def test_realsumm_opens(visit, realsumm):
    """Prints how long it took until the page was drawn; a time proves nothing on another machine."""
    start = time.perf_counter()
    page = visit(realsumm)
    assert page.locator("html").get_attribute("data-drawn") == "true"
    seconds = time.perf_counter() - start
    drawn = page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd / 1000")
    size = realsumm.stat().st_size / 2**20
    print(f"REALSumm's report: {size:.2f} MiB, opened in {seconds:.2f} s, {drawn:.2f} s of them the page's;")
    print(f"{processor_seconds(page):.2f} s of a processor, whatever else that does")
    assert page.locator("#leaderboard tbody tr").count() == 25
    assert page.evaluate(CROSSED) == 0 and page.locator("#scatter .name").count() >= 20
    assert "26,400 judgements of units" in page.locator("#counted").text_content()
    assert len(options(page)) == 100
    assert page.locator("#view .card").count() == 25
    report_pages.unfold(page)
    choice(page, "A point is").select_option("summaries")
    assert page.locator("#scatter .dot").count() == 2500
    choice(page, "Show").select_option("low")
    choice(page, "System").select_option("abs_t5_out_base")
    page.get_by_role("button", name="Next").click()
    verdicts = page.locator("#view .verdict").all_text_contents()
    assert verdicts and set(verdicts) == {"annotators only"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_realsumm(visit, realsumm, axe_violations, scheme):
    assert axe_violations(visit(realsumm, color_scheme=scheme)) == []


#: the words that stand before the documents, folded ones left out; a third is of the comparison of two systems
WORDS_BEFORE = """() => {
  const [whole, from] = [document.body.innerText, document.getElementById("documents").innerText];
  return whole.slice(0, whole.indexOf(from)).match(/\\S+/g).length;
}"""


def test_the_first_screen_has_the_verdict_and_the_agreement(visit, report):
    page = visit(report, height=800)
    assert page.locator("main section").first.get_attribute("id") == "verdict"
    assert page.locator("main .notice").count() == 1
    trust = page.locator("#verdict .trusted").text_content()
    assert trust.startswith("Trust: moderate Over systems, its means correlate with human scores")
    pair = page.locator("#leaderboard tbody tr").first.locator(".axis")
    assert pair.locator("circle").count() == 2 and pair.locator(".human").bounding_box()["y"] < 800
    assert page.locator("#pair figure").is_visible()
    assert page.locator("#figures dt").all_text_contents() == ["System r", "Summary r", "kappa"]
    assert "litepyramid_recall" not in choice(page, "Judged by").locator("option").all_text_contents()
    page.locator("#methods-details > summary").click()
    assert page.get_by_text("p2c: the mean probability that the summary states a unit.").is_visible()
    assert page.evaluate(WORDS_BEFORE) < 750
    assert page.locator("#leaderboard tbody tr").first.locator(".rank").text_content() == "1 1–4 a"


def test_headers_sort_by_pointer_and_keyboard(visit, report):
    page = visit(report)
    names = page.locator("#leaderboard tbody th")
    ranked = names.all_text_contents()
    heads = page.locator("#leaderboard thead th")
    assert heads.first.get_attribute("aria-sort") == "ascending"
    heads.nth(3).get_by_role("button").focus()
    page.keyboard.press("Enter")
    assert names.first.text_content() == "paraphrase" and heads.nth(3).get_attribute("aria-sort") == "descending"
    assert heads.first.get_attribute("aria-sort") is None
    page.keyboard.press("Enter")
    assert names.last.text_content() == "paraphrase" and heads.nth(3).get_attribute("aria-sort") == "ascending"
    heads.nth(1).get_by_role("button").click()
    assert names.all_text_contents() == sorted(ranked)
    heads.first.get_by_role("button").click()
    assert names.all_text_contents() == ranked
    assert page.get_by_role("status").text_content() == "Sorted by Rank, ascending"


def test_no_column_is_cut_off_on_a_phone(visit, report):
    page = report_pages.unfold(visit(report, width=390))
    cut = "() => [...document.querySelectorAll('section:not(#documents) .scroll')]" + (
        ".filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.id || each.className)"
    )
    assert page.evaluate(cut) == []


def test_documents_are_filtered_by_the_length_of_their_summaries(visit, report, data):
    page = visit(report)
    lengths: dict[str, list[int]] = {}
    for line in read_lines(data / "summaries.jsonl"):
        if line["summarizer_id"] == "terse":
            lengths.setdefault(line["instance_id"], []).append(count_words(line["summary"]["text"]))
    choice(page, "System").select_option("terse")
    ordered = sorted(length for own in lengths.values() for length in own)
    bounds = ordered[2 * len(ordered) // 3], ordered[-1]
    option = choice(page, "Length of summaries").locator("option").last
    assert option.text_content() == f"longest: {bounds[0]}–{bounds[1]} words"
    choice(page, "Length of summaries").select_option("2")
    assert {name.split()[0] for name in options(page)} == {
        name for name, (length,) in lengths.items() if length >= bounds[0]
    }
    page.get_by_role("button", name="Clear filters").click()
    assert len(options(page)) == len(lengths)
