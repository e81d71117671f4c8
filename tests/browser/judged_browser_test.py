"""The report's section on a sample that annotators labelled, in a browser, beside what `estimate` writes."""

import json
import shutil
from pathlib import Path

import pytest

from helpers import report_pages
from helpers.planned_sample import write_planned
from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid.__main__ import main


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return report_pages.sample(tmp_path_factory.mktemp("sample") / "data")


@pytest.fixture(scope="module")
def evidence(data):
    return str(data / "lite2pyramid.evidence.jsonl")


@pytest.fixture(scope="module")
def labels(data, evidence):
    return str(write_planned(data.parent, evidence))


@pytest.fixture(scope="module")
def report(data, labels):
    return report_pages.report(data, data.parent / "report.html", "--labels", labels)


@pytest.fixture(scope="module")
def estimated(data, evidence, labels):
    path = data.parent / "estimate.json"
    assert main(["estimate", "--evidence", evidence, "--labels", labels, "--output", str(path)]) == 0
    return json.loads(path.read_text("utf-8"))


def show(score):
    return f"{score['score']:.3f} {score['low']:.3f} to {score['high']:.3f}"


def test_the_numbers_are_those_of_estimate(visit, report, estimated):
    page = visit(report)
    rows = page.locator("#judged tbody tr").all()
    shown = [row.locator("th, td:not(.axis)").all_text_contents() for row in rows]
    assert shown == [
        [
            each["system"],
            show(each["combined"]),
            show(each["human"]),
            f"{each['judge']:.3f}",
            f"{each['labels']} of {each['units']}",
            f"{each['labels_needed']:.0f}",
        ]
        for each in estimated["systems"]
    ]
    sentence = page.locator("#judged > p").first.text_content()
    assert "had annotators labelled every unit; from labels of 120 of" in sentence
    assert "design: active" in sentence


def test_a_wider_interval_is_drawn_wider(visit, report, estimated):
    page = visit(report)
    lines = page.locator("#judged tbody").locator(".bar, .alone")
    drawn = lines.evaluate_all("lines => lines.map(({x1, x2}) => x2.baseVal.value - x1.baseVal.value)")
    widths = [each[who]["high"] - each[who]["low"] for each in estimated["systems"] for who in ("combined", "human")]
    assert len(drawn) == 10
    assert [width / widths[0] for width in widths] == pytest.approx([length / drawn[0] for length in drawn], rel=0.01)


def test_without_labels_there_is_no_section(visit, data):
    page = visit(report_pages.report(data, data.parent / "without.html"))
    assert page.locator("#judged").inner_html() == ""


def test_labels_of_a_plan_in_the_folder_are_used_without_an_option(visit, data, labels, estimated, tmp_path):
    for name in ("summaries.jsonl", "scus.jsonl", "lite2pyramid.jsonl", "lite2pyramid.evidence.jsonl"):
        shutil.copy(data / name, tmp_path)
    shutil.copy(labels, tmp_path / "planned_labels.jsonl")
    page = visit(report_pages.report(tmp_path, tmp_path / "report.html"))
    lead, best = page.locator("#verdict .lead").text_content(), estimated["systems"][0]
    assert lead.startswith(f"By 120 labels and the judge, {best['system']} has the highest score, ")
    assert f"(95% interval {best['combined']['low']:.3f} to {best['combined']['high']:.3f})" in lead
    assert "o human scores" not in page.locator("body").inner_text()


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_axe_finds_nothing(visit, report, axe_violations, scheme, width):
    page = visit(report, color_scheme=scheme, width=width)
    page.locator("#judged").get_by_role("button", name="Labels alone need").focus()
    assert axe_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_nothing_by_labels_is_bold_where_annotators_disagree(visit, data, labels, tmp_path):
    page = visit(report_pages.report(data, tmp_path / "report.html", "--labels", labels))
    assert page.locator("#judged .strong").count() == 5
    votes = [
        {**line, "votes": [line["labels"], [1 - each for each in line["labels"]]]}
        for line in read_lines(data / "labels.jsonl")
    ]
    folder = tmp_path / "data"
    shutil.copytree(data, folder)
    write_lines(folder / "votes.jsonl", votes)
    lines = read_lines(Path(labels))
    del lines[0]["digest"]
    for line in lines[1:]:
        line["units"] = [{**unit, "votes": {"ann": 1, "bob": 0}} for unit in line["units"]]
    write_lines(tmp_path / "planned_labels.jsonl", lines)
    page = visit(report_pages.report(folder, tmp_path / "low.html", "--labels", str(tmp_path / "planned_labels.jsonl")))
    assert page.locator("#judged .strong").count() == 0
    warning = page.locator("#verdict .warning").text_content()
    assert warning.startswith("Warning: Annotators agree less than chance")
    assert page.locator("#verdict-text .lead").count() == 0
