"""The report's section on a sample that annotators labelled, in a browser, beside what `estimate`
writes.
"""

import json

import pytest

from helpers import report_pages
from helpers.planned_sample import write_planned
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
    assert (
        main(["estimate", "--evidence", evidence, "--labels", labels, "--output", str(path)]) == 0
    )
    return json.loads(path.read_text("utf-8"))


def show(score):
    return f"{score['score']:.3f} {score['low']:.3f} to {score['high']:.3f}"


def test_the_numbers_are_those_of_estimate(visit, report, estimated):
    page = visit(report)
    rows = page.locator("#judged tbody tr").all()
    shown = [row.locator("th, td:not(.axis)").all_text_contents() for row in rows]
    assert shown == [
        [
            f"{each['system']} {each['groups']}",
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


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_axe_finds_nothing(visit, report, axe_violations, scheme, width):
    page = visit(report, color_scheme=scheme, width=width)
    page.locator("#judged").get_by_role("button", name="Labels alone need").focus()
    assert axe_violations(page) == []
    assert page.evaluate(
        "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    )
    if width == 1280:
        table = page.locator("#judged .scroll")
        assert table.evaluate("element => element.scrollWidth <= element.clientWidth")
