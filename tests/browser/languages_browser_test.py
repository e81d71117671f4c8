"""Forms in German, and texts that run from right to left, in a form and in the report."""

import csv
import json
import re

import pytest

from helpers import report_pages
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.annotation import forms
from sacrerouge_litepyramid.report.page import WORDS
from sacrerouge_litepyramid.report.page_words import read_words

#: by document the reference and the summaries of two systems, made up
TEXTS = {
    "ar-جسر": (
        "أعلنت بلدية المدينة يوم الأحد إغلاق الجسر القديم أمام السيارات. وقال سامي حداد إن الإصلاح "
        "سيستغرق 14 شهرا.",
        "أغلقت البلدية الجسر القديم أمام السيارات. وقال سامي حداد إن الإصلاح يستغرق 14 شهرا.",
        "فتحت البلدية حديقة جديدة (بحسب ABC News).",
    ),
    "ar-2": (
        "وصلت سفينة تحمل 500 طن من القمح إلى الميناء صباح أمس. وشكر الوزير البحارة على جهودهم.",
        "وصلت سفينة قمح تحمل 500 طن إلى الميناء أمس. وشكر الوزير البحارة.",
        "غادرت سفينة الميناء.",
    ),
    "de": (
        "Die Fähre zu den Inseln fährt wegen des Eises nicht vor Mai. Mara Lind, die sie leitet, "
        "sagte das am Freitag.",
        "Wegen des Eises fährt die Fähre nicht vor Mai, sagte Mara Lind.",
        "Die Fähre fährt täglich.",
    ),
    "zh": (
        "市政府周日宣布旧桥不再允许汽车通行。工程师李明说修桥需要14个月。",
        "市政府宣布旧桥禁止汽车通行，修桥需要14个月。",
        "公园周日开放。",
    ),
}
SYSTEMS = ("good", "نظام")
SHOWN = """() => [document.title, document.body.innerText, ...[...document.querySelectorAll("*")].flatMap((each) =>
  ["aria-label", "title", "placeholder"].map((name) => each.getAttribute(name) ?? ""))].join("\\n")"""
#: the right edges of elements, whether each runs from right to left, and where its text begins
SIDES = """(nodes) => nodes.map((node) => {
  const words = document.createRange();
  words.selectNodeContents(node);
  const {right} = node.getBoundingClientRect();
  return [getComputedStyle(node).direction, right - words.getBoundingClientRect().right < 30];
})"""


@pytest.fixture(scope="module")
def evaluated(tmp_path_factory):
    """The folder of an evaluated table of four documents in three languages."""
    folder = tmp_path_factory.mktemp("languages")
    with (folder / "table.csv").open("w", encoding="utf-8", newline="") as table:
        rows = csv.writer(table)
        rows.writerow(["id", "system", "summary", "reference"])
        rows.writerows([name, system, summary, reference] for name, (reference, *summaries) in TEXTS.items()
                       for system, summary in zip(SYSTEMS, summaries, strict=True))  # fmt: skip
    assert (
        main(["evaluate-table", str(folder / "table.csv"), "--output-dir", str(folder / "out")])
        == 0
    )
    return folder / "out"


def english_in(page, folder=forms.WORDS):
    """The English texts of a folder's words that the page shows or names, without those that are
    German too.
    """
    shown = " ".join(page.evaluate(SHOWN).split())
    english, german = ({text for texts in read_words(folder, name).values() for text in texts.values()}
                       for name in ("en", "de"))  # fmt: skip
    texts = english - german
    plain = (re.sub("<[^>]*>", "", text) for text in texts)
    return [text for text in plain if re.search(rf"(?<!\w){re.escape(text)}(?!\w)", shown)]


def test_a_label_form_in_german(visit, data, axe_violations, monkeypatch):
    monkeypatch.chdir(data)
    assert (
        main(["make-label-form", ".", "--partly", "--language", "de", "--output-dir", "forms"]) == 0
    )
    page = visit(data / "forms/labels.html")
    assert (
        page.locator("html").get_attribute("lang") == "de"
        and page.title() == "Aussagen in Zusammenfassungen"
    )
    assert page.locator("#task-title").text_content() == "Zusammenfassung 1 von 4"
    names = page.locator(".vote").first.get_by_role("button").all_inner_texts()
    assert [name.split()[-1] for name in names] == ["Enthalten", "Teilweise", "Fehlt", "Unklar"]
    assert english_in(page) == [] and axe_violations(page) == []
    page.get_by_role("button", name="Speichern").click()
    assert page.get_by_text("Tragen Sie zuerst Ihren Namen ein").is_visible()
    page.keyboard.type("Änne")
    page.locator(".vote").first.get_by_role("button", name="Teilweise").click()
    assert "begonnen: " in page.locator("#todo").text_content()
    with page.expect_download() as download:
        page.get_by_role("button", name="Speichern").click()
    download.value.save_as(data / "saved.json")
    message = "Gespeichert als votes-Änne.json. Noch nicht fertig: 4 von 4 Zusammenfassungen."
    assert page.locator("#message").text_content() == message
    assert json.loads((data / "saved.json").read_text("utf-8"))["tasks"][0]["votes"][0] == 0.5


def test_arabic_runs_from_right_to_left_in_the_report(visit, evaluated, axe_violations):
    page = visit(evaluated / "report.html")
    assert page.locator("html").get_attribute("lang") == "en"
    for place, name in enumerate(TEXTS):
        page.get_by_role("listbox", name="Document", exact=True).select_option(str(place))
        side = "rtl" if name.startswith("ar") else "ltr"
        for nodes in ("#view .sentences li", "#view .grid tbody th", "#view .evidence tbody th"):
            sides = page.locator(nodes).evaluate_all(SIDES)
            assert len(sides) >= 2 and {direction for direction, _ in sides} == {side}, nodes
            assert side == "ltr" or all(begins for _, begins in sides), nodes
    page.locator("#pair-details").evaluate("(node) => node.open = true")
    assert page.locator("#pair-details li[dir=auto]").count() and axe_violations(page) == []
    option = page.locator("#document option").first.text_content()
    assert option.startswith("\u2068ar-جسر\u2069 (")


def test_the_report_in_german(visit, evaluated, tmp_path, axe_violations):
    assert (
        main(
            [
                "report",
                str(evaluated),
                "--language",
                "de",
                "--output",
                str(tmp_path / "report.html"),
            ]
        )
        == 0
    )
    page = report_pages.unfold(visit(tmp_path / "report.html"))
    assert page.locator("html").get_attribute("lang") == "de" and page.title().startswith(
        "Bewertung von Zusammenf"
    )
    assert page.locator("#subtitle").text_content().startswith("2 Systeme × 4 Dokumente · ")
    headers = page.locator("#leaderboard th[scope=col]").all_text_contents()
    assert [headers[each] for each in (0, 1, 3, 4)] == [
        "Rang",
        "System",
        "Mittelwert",
        "95-%-Intervall",
    ]
    page.get_by_role("button", name="Rang").first.focus()
    assert page.locator("#tip").text_content().startswith("Nach dem Mittelwert; ")
    page.locator("#search").fill("zzz")
    assert page.get_by_text("Kein Dokument passiert die Suche").first.is_visible()
    page.locator("#search").fill("")
    assert axe_violations(page) == []
    # the sentences that Python writes are English, and those in captions have single words of the
    # table
    page.evaluate(
        "document.querySelectorAll('#verdict-text p, #methods-text, #notes').forEach((node) => "
        "node.remove())"
    )
    assert [text for text in english_in(page, WORDS) if " " in text] == []
