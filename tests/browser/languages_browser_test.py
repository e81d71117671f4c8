"""Forms in German, and texts that run from right to left, in a form and in the report."""

import csv
import json

import pytest

from sacrerouge_litepyramid.__main__ import main

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


def test_a_label_form_in_german(visit, data, axe_violations, monkeypatch):
    monkeypatch.chdir(data)
    words = ["make-label-form", ".", "--partly", "--language", "de", "--output-dir", "forms"]
    assert main(words) == 0
    page = visit(data / "forms/labels.html")
    assert page.locator("html").get_attribute("lang") == "de"
    assert page.title() == "Aussagen in Zusammenfassungen" and axe_violations(page) == []
    page.get_by_role("button", name="Speichern").click()
    assert page.get_by_text("Tragen Sie zuerst Ihren Namen ein").is_visible()
    page.keyboard.type("Änne")
    page.locator(".vote").first.get_by_role("button", name="Teilweise").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Speichern").click()
    download.value.save_as(data / "saved.json")
    message = "Gespeichert als votes-Änne.json. Noch nicht fertig: 4 von 4 Zusammenfassungen."
    assert page.locator("#message").text_content() == message
    assert json.loads((data / "saved.json").read_text("utf-8"))["tasks"][0]["votes"][0] == 0.5


def test_arabic_runs_from_right_to_left_in_the_report(visit, evaluated, axe_violations):
    page = visit(evaluated / "report.html")
    for place, name in enumerate(TEXTS):
        page.get_by_role("listbox", name="Document", exact=True).select_option(str(place))
        side = "rtl" if name.startswith("ar") else "ltr"
        for nodes in ("#view .sentences li", "#view .grid tbody th", "#view .evidence tbody th"):
            sides = page.locator(nodes).evaluate_all(SIDES)
            assert len(sides) >= 2 and {direction for direction, _ in sides} == {side}, nodes
            assert side == "ltr" or all(begins for _, begins in sides), nodes
    assert axe_violations(page) == []
