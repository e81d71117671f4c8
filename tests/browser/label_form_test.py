"""The label form in a browser: three annotators, one of them noisy, and what their votes come to by
hand.
"""

import json

import pytest

from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid.__main__ import main

INPUTS = ["."]
ANNOTATORS = ("ann", "bob", "cem")
HOSTILE = "</script><script>window.ran = 1</script> <img src=x onerror='window.ran = 2'>"


@pytest.fixture
def forms(data, monkeypatch):
    """Forms for three annotators of two instances and two systems, of ten judgements each."""
    monkeypatch.chdir(data)
    assert (
        main(["make-label-form", *INPUTS, "--annotators", *ANNOTATORS, "--output-dir", "forms"])
        == 0
    )
    return {name: data / f"forms/labels-{name}.html" for name in ANNOTATORS}


def judge(page, rule):
    """Votes on everything by the keyboard, ``rule(summary, unit)`` saying what."""
    count = int(page.locator("#task-title").text_content().split()[-1])
    for number in range(1, count + 1):
        assert page.locator("#task-title").text_content() == f"Summary {number} of {count}"
        summary = page.locator("#summary").text_content()
        units = page.locator(".vote > span[id]").all_text_contents()
        for unit in units:
            page.keyboard.press(str(rule(summary, unit)))
        page.keyboard.press("Enter")


def save(page, path):
    with page.expect_download() as download:
        page.get_by_role("button", name="Save").click()
    download.value.save_as(path)
    return json.loads(path.read_text("utf-8"))


def held(summary, unit):
    return int(set(unit.split()) <= set(summary.split()))


def test_votes_by_the_keyboard_become_labels(visit, forms, data):
    page = visit(forms["ann"])
    assert page.get_by_label("Your name").input_value() == "ann"
    judge(page, held)
    assert page.locator("#progress-text").text_content() == "4 of 4 summaries"
    assert save(page, data / "ann.json")["annotator"] == "ann"
    assert main(["import-labels", ".", "--forms", "ann.json", "--output-dir", "gold"]) == 0
    assert read_lines(data / "gold/labels.jsonl") == read_lines(data / "labels.jsonl")


def first_vote(page):
    """Return the vote on the first unit in view, None without one."""
    chosen = page.locator(".vote").first.locator('[aria-pressed="true"]')
    return chosen.get_attribute("data-value") if chosen.count() else None


def load(page, path, said):
    page.locator("#file").set_input_files(path)
    page.get_by_text(said).wait_for()


def test_the_browser_keeps_the_votes_and_a_file_brings_them_back(visit, forms, data):
    page = visit(forms["ann"])
    page.keyboard.press("1")
    save(page, data / "a.json")
    page.reload()
    assert first_vote(page) == "1"
    assert page.get_by_text("Your work was restored").is_visible()
    other = visit(forms["ann"])
    assert first_vote(other) is None
    load(other, data / "a.json", "Loaded: 1.")
    assert first_vote(other) == "1"
    (data / "b.json").write_text('{"format": "other"}', "utf-8")
    load(other, data / "b.json", "b.json was not loaded: it was not saved by this form.")
    assert first_vote(other) == "1"
    bob = visit(forms["bob"])
    load(bob, data / "a.json", "it has the votes of ann, but this is the form of bob.")
    assert bob.locator("#progress-text").text_content() == "0 of 4 summaries"


def test_work_that_nothing_keeps_gives_a_warning_and_is_not_left_unasked(visit, forms):
    page = visit(forms["ann"])
    assert not page.get_by_text("This browser does not store your work").is_visible()
    page.evaluate("() => { Storage.prototype.setItem = () => { throw Error('refused'); }; }")
    page.keyboard.press("1")
    assert page.get_by_text("This browser does not store your work").is_visible()
    with page.expect_event("dialog") as dialog:
        page.close(run_before_unload=True)
    assert dialog.value.type == "beforeunload"
    dialog.value.dismiss()
    assert first_vote(page) == "1"


def test_hostile_texts_are_texts(visit, data, monkeypatch):
    monkeypatch.chdir(data)
    lines = [
        {**line, "summary": {"text": HOSTILE}} for line in read_lines(data / "summaries.jsonl")
    ]
    write_lines(data / "summaries.jsonl", lines)
    write_lines(
        data / "scus.jsonl", [{"instance_id": name, "units": [HOSTILE, "w" * 300]} for name in "ab"]
    )
    assert main(["make-label-form", *INPUTS, "--output-dir", "one"]) == 0
    page = visit(data / "one/labels.html", width=400)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("#summary").text_content() == HOSTILE
    assert page.locator("#unit-0").text_content() == HOSTILE
    assert (
        page.evaluate("window.ran") is None and page.locator("main img, main script").count() == 0
    )


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_axe_finds_nothing(visit, forms, data, axe_violations, scheme, width):
    page = visit(forms["ann"], color_scheme=scheme, width=width)
    assert axe_violations(page) == []
    judge(page, lambda summary, unit: len(unit) % 2)
    save(page, data / "a.json")
    assert axe_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
