"""The form for SCUs in a browser: a whole annotation of the sample, undo, keeping, loading, and hostile texts."""

import json
import shutil

import pytest

from helpers.phone import REACHED, SMALL
from helpers.sample_scus import sample_scus
from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.demo import SAMPLE
from sacrerouge_litepyramid.io.annotations import read_plan

# No HTML that is taken out of a reference: a script without an end, and a tag that texts do not have.
HOSTILE = "</script><script>window.ran = 1; // <video src=x onerror='window.ran = 2'> & {{data}}"


@pytest.fixture
def sample(tmp_path, monkeypatch):
    """A working directory with a copy of the sample."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(SAMPLE, tmp_path / "sample")
    return tmp_path


@pytest.fixture
def form(sample):
    """The form of a plan of the sample, three sentences for annotators."""
    inputs = ["--references", "sample/summaries.jsonl", "--stus", "sample/stus.jsonl"]
    assert main(["plan-annotation", *inputs, "--budget", "3", "--selection", "random", "--output-dir", "plan"]) == 0
    return sample / "plan/form.html"


def unit(page, number):
    return page.get_by_label(f"Unit {number}", exact=True)


def save(page, path):
    """Saves by the keyboard, under the name Ann if there is none, and returns what the file holds."""
    if not page.get_by_label("Your name").input_value():
        page.get_by_label("Your name").fill("Ann")
    with page.expect_download() as download:
        page.keyboard.press("Control+s")
    download.value.save_as(path)
    return json.loads(path.read_text("utf-8"))


def annotate(page, key):
    """Types the sample's own SCUs of the sentence in view, and ticks their further references."""
    units = list(sample_scus(*key))
    for number, (text, also) in enumerate(units, start=1):
        if number > 1:
            page.keyboard.press("Enter")
        page.keyboard.type(text)
        for reference in also:
            page.get_by_label(f"Unit {number} is in reference {reference + 1} also").check()
            unit(page, number).focus()
    if not units:
        page.get_by_label("This sentence needs no unit").check()
    page.keyboard.press("Control+Enter")


def test_the_sample_is_annotated_imported_and_scored(visit, sample):
    pytest.importorskip("spacy", reason="the embedded parser needs spaCy")
    inputs = ["--references", "sample/summaries.jsonl", "--stus", "sample/stus.jsonl", "--percentage", "50"]
    assert main(["plan-annotation", *inputs, "--output-dir", "plan"]) == 0
    keys = read_plan(sample / "plan/plan.json").list_annotated()
    page = visit(sample / "plan/form.html")
    page.get_by_label("Your name").fill("Ann Ott")
    unit(page, 1).focus()
    page.keyboard.type("A mistake")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    for key in keys:
        annotate(page, key)
    assert page.locator("#progress-text").text_content() == "17 of 17 sentences"
    saved = save(page, sample / "units-ann.json")
    assert saved["annotator"] == "Ann Ott" and len(saved["sentences"]) == 17
    file = f"units-{read_plan(sample / 'plan/plan.json').identity()}-Ann-Ott.json"
    assert page.locator("#message").text_content() == f"Saved as {file}. All done: send {file}."
    page.keyboard.press("Control+Enter")
    assert page.locator("#message").text_content() == f"All done: save {file} and send it."

    plan = ["--plan", "plan/plan.json", "--references", "sample/summaries.jsonl"]
    files = ["--forms", "units-ann.json", "--output-dir", "annotated"]
    assert main(["import-annotation", *plan, *files]) == 0
    mixing = ["sample", "--stus", "sample/stus.jsonl", "--percentage", "50", "--output", "mixed.jsonl"]
    assert main(["mix-units", *mixing]) == 0
    assert read_lines(sample / "annotated/units.jsonl") == read_lines(sample / "mixed.jsonl")
    reader = ["--dataset-reader", "units-based", "--input-files", "sample/summaries.jsonl", "annotated/units.jsonl"]
    assert main(["lite2xpyramid", "score", *reader, "--output-jsonl", "scores.jsonl"]) == 0
    assert len(read_lines(sample / "scores.jsonl")) == 50


def test_the_sentence_is_marked_in_its_reference(visit, form, sample):
    first, second, _ = read_plan(sample / "plan/plan.json").list_annotated()
    page = visit(form)
    for key in (first, second):
        shown = page.locator("mark").text_content()
        assert shown == read_plan(sample / "plan/plan.json").sentences[key].text
        assert len(page.locator("#references").text_content()) > len(shown) + 20
        page.keyboard.press("Control+Enter")


def test_changes_are_undone_and_done_again(visit, form):
    page = visit(form)
    assert page.get_by_role("button", name="Undo").is_disabled()
    page.keyboard.type("One fact")
    page.keyboard.press("Enter")
    page.keyboard.type("Two")
    page.get_by_label("Remove unit 1").click()
    assert unit(page, 1).input_value() == "Two"
    page.keyboard.press("Control+z")
    assert [unit(page, number).input_value() for number in (1, 2)] == ["One fact", "Two"]
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    assert unit(page, 1).input_value() == "One "
    assert page.locator("#units li").count() == 1
    page.keyboard.press("Control+y")
    page.keyboard.press("Control+Shift+z")
    page.keyboard.press("Control+y")
    assert [unit(page, number).input_value() for number in (1, 2)] == ["One fact", "Two"]


def test_undo_leads_back_to_the_sentence_that_changed(visit, form):
    page = visit(form)
    page.keyboard.type("One")
    page.keyboard.press("Control+Enter")
    assert page.locator("#task-title").text_content() == "Sentence 2 of 3"
    page.keyboard.press("Control+z")
    assert page.locator("#task-title").text_content() == "Sentence 1 of 3"
    assert unit(page, 1).input_value() == ""


def test_a_sentence_that_needs_no_unit_is_done(visit, form, sample):
    page = visit(form)
    page.get_by_label("This sentence needs no unit").check()
    assert page.locator("#progress-text").text_content() == "1 of 3 sentences"
    assert not unit(page, 1).is_visible()
    page.get_by_role("button", name="Add a unit").click()
    assert page.locator("#progress-text").text_content() == "0 of 3 sentences"
    page.keyboard.press("Control+z")
    assert save(page, sample / "a.json")["sentences"][0]["nothing"] is True


def test_keys_move_between_units_and_remove_empty_ones(visit, form):
    page = visit(form)
    page.keyboard.type("One")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    assert page.locator("#units li").count() == 2
    page.keyboard.press("Backspace")
    assert page.locator("#units li").count() == 1
    page.keyboard.type("!")
    page.keyboard.press("Enter")
    page.keyboard.type("Two")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowUp")
    page.keyboard.type("?")
    assert [unit(page, number).input_value() for number in (1, 2)] == ["One!?", "Two"]


def test_equal_units_show_a_warning(visit, form):
    page = visit(form)
    page.keyboard.type("One fact")
    page.keyboard.press("Enter")
    page.keyboard.type("one  fact")
    assert page.get_by_text("The same as unit 1; remove one of them.").is_visible()


def test_the_browser_keeps_the_work(visit, form):
    page = visit(form)
    page.get_by_label("Your name").fill("Ann")
    unit(page, 1).fill("One fact")
    page.reload()
    assert unit(page, 1).input_value() == "One fact"
    assert page.get_by_label("Your name").input_value() == "Ann"
    assert page.get_by_text("Your work was restored").is_visible()


@pytest.mark.parametrize("kept", ["{", "null", '{"sentences": []}', '{"sentences": [1, 2, 3], "current": 0}'])
def test_what_the_browser_kept_may_be_broken(visit, form, kept):
    page = visit(form)
    key = page.evaluate("Object.keys(localStorage).find((name) => name.startsWith('litepyramid-units'))")
    page.evaluate("([key, kept]) => localStorage.setItem(key, kept)", [key, kept])
    page.reload()
    assert page.locator("#progress-text").text_content() == "0 of 3 sentences"


def test_a_browser_without_storage_shows_a_warning(visit, form):
    page = visit(form)
    assert not page.get_by_text("This browser does not store your work").is_visible()
    page.evaluate("() => { Storage.prototype.setItem = () => { throw Error('refused'); }; }")
    unit(page, 1).fill("One fact")
    assert page.get_by_text("This browser does not store your work").is_visible()


def test_work_that_nothing_keeps_is_not_left_unasked(visit, form):
    page = visit(form)
    page.evaluate("() => { Storage.prototype.setItem = () => { throw Error('refused'); }; }")
    page.keyboard.type("One fact")
    with page.expect_event("dialog") as dialog:
        page.close(run_before_unload=True)
    assert dialog.value.type == "beforeunload"
    dialog.value.dismiss()
    assert unit(page, 1).input_value() == "One fact"


def test_a_saved_file_is_loaded_into_another_browser(visit, form, sample):
    page = visit(form)
    page.get_by_label("Your name").fill("Ann")
    unit(page, 1).fill("One fact")
    saved = save(page, sample / "a.json")
    saved["sentences"][1]["text"] = "Changed."
    saved["sentences"].append({"instance_id": "another", "units": [{"text": "Nowhere"}]})
    write_lines(sample / "a.json", [saved])
    other = visit(form)
    assert unit(other, 1).input_value() == ""
    other.locator("#file").set_input_files(sample / "a.json")
    other.get_by_text("Loaded: 1. Ignored, as not part of this plan: 2.").wait_for()
    assert unit(other, 1).input_value() == "One fact"
    assert other.get_by_label("Your name").input_value() == "Ann"
    other.keyboard.press("Control+z")
    assert unit(other, 1).input_value() == ""


def test_a_loaded_file_takes_nothing_away(visit, form, sample):
    page = visit(form)
    unit(page, 1).fill("One fact")
    save(page, sample / "a.json")
    other = visit(form)
    other.keyboard.press("Control+Enter")
    unit(other, 1).fill("Another fact")
    other.locator("#file").set_input_files(sample / "a.json")
    other.get_by_text("Loaded: 1.", exact=True).wait_for()
    assert unit(other, 1).input_value() == "Another fact"
    other.keyboard.press("Alt+ArrowUp")
    assert unit(other, 1).input_value() == "One fact"


@pytest.mark.parametrize("content", ["{", '{"format": "other"}', '{"format": "litepyramid annotation"}'])
def test_another_file_is_refused(visit, form, sample, content):
    (sample / "a.json").write_text(content, "utf-8")
    page = visit(form)
    unit(page, 1).fill("One fact")
    page.locator("#file").set_input_files(sample / "a.json")
    page.get_by_text("a.json was not loaded").wait_for()
    assert unit(page, 1).input_value() == "One fact"


def test_a_hostile_reference_is_a_text(visit, sample):
    write_lines(sample / "r.jsonl", [{"instance_id": "<b>a</b>", "references": [[HOSTILE, "A cat sat."]]}])
    inputs = ["--references", "r.jsonl", "--extractor", "sentence", "--percentage", "100"]
    assert main(["plan-annotation", *inputs, "--selection", "shortest", "--output-dir", "plan"]) == 0
    page = visit(sample / "plan/form.html")
    assert page.locator("mark").text_content() == HOSTILE
    assert page.evaluate("window.ran") is None and page.locator("main video, main script, main b").count() == 0
    unit(page, 1).fill(HOSTILE)
    page.keyboard.press("Control+Enter")
    page.keyboard.press("Alt+ArrowUp")
    assert unit(page, 1).input_value() == HOSTILE
    assert page.evaluate("window.ran") is None


def suggested(page):
    """The outcomes of the suggestions in view."""
    rows = page.locator(".suggestion")
    return [rows.nth(index).get_attribute("data-outcome") for index in range(rows.count())]


@pytest.fixture
def suggestions(sample):
    """Makes a form of two sentences, the first with three suggestions."""
    write_lines(sample / "r.jsonl", [{"instance_id": "a", "references": [["A cat and a dog sat.", "Rain fell."]]}])
    stus = [{"text": text, "kind": "stu", "reference": 0, "sentence": 0} for text in ("A cat sat", "Dog sat", HOSTILE)]
    write_lines(sample / "stus.jsonl", [{"instance_id": "a", "units": stus}])
    inputs = ["--references", "r.jsonl", "--stus", "stus.jsonl", "--percentage", "100"]

    def make(*more):
        folder = f"plan{len(more)}"
        arguments = ["plan-annotation", *inputs, "--selection", "shortest", *more, "--output-dir", folder]
        assert main(arguments) == 0
        return sample / folder / "form.html"

    return make


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_suggestions(visit, suggestions, axe_violations, scheme):
    page = visit(suggestions(), color_scheme=scheme, width=400)
    assert axe_violations(page) == []
    for key in ("Alt+a", "Alt+r"):
        page.keyboard.press(key)
    assert suggested(page) == ["accepted", "rejected", "open"]
    assert axe_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_suggestions_are_accepted_edited_and_rejected(visit, suggestions, sample):
    page = visit(suggestions())
    assert suggested(page) == ["open", "open", "open"]
    page.locator(".suggestion").nth(0).get_by_role("button", name="Accept").click()
    # the keyboard is at the next one that is open
    assert page.evaluate("document.activeElement.getAttribute('aria-describedby')") == "suggestion-1"
    assert unit(page, 1).input_value() == "A cat sat"
    page.locator(".suggestion").nth(1).get_by_role("button", name="Edit").click()
    page.keyboard.type(" too")
    page.keyboard.press("Alt+r")
    assert suggested(page) == ["accepted", "edited", "rejected"]
    unit(page, 2).focus()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.keyboard.type("My own")
    first, _ = save(page, sample / "a.json")["sentences"]
    assert [(each["text"], each["origin"]) for each in first["units"]] == [
        ("A cat sat", "accepted"),
        ("Dog sat too", "edited"),
        ("My own", "own"),
    ]
    assert [each["outcome"] for each in first["suggestions"]] == ["accepted", "edited", "rejected"]
    assert page.evaluate("window.ran") is None
    other = visit(suggestions("--seed", "1"))
    other.locator("#file").set_input_files(sample / "a.json")
    other.get_by_text("Loaded: 1.", exact=True).wait_for()
    assert suggested(other) == ["accepted", "edited", "rejected"]


def test_a_suggestion_is_undone_and_open_again(visit, suggestions):
    page = visit(suggestions())
    page.keyboard.press("Alt+a")
    page.keyboard.press("Alt+e")
    assert [unit(page, number).input_value() for number in (1, 2)] == ["A cat sat", "Dog sat"]
    page.keyboard.press("Control+z")
    assert suggested(page) == ["accepted", "open", "open"]
    page.get_by_label("Remove unit 1").click()
    assert suggested(page) == ["open", "open", "open"]
    page.locator(".suggestion").nth(2).get_by_role("button", name="Reject").click()
    assert suggested(page)[2] == "rejected"
    page.locator(".suggestion").nth(2).get_by_role("button", name="Reject").click()
    assert suggested(page)[2] == "open"


def test_a_form_without_suggestions_shows_none(visit, suggestions, sample):
    page = visit(suggestions("--no-suggestions"))
    assert not page.get_by_text("Suggestions").first.is_visible() and suggested(page) == []
    assert "Dog sat" not in page.evaluate("JSON.stringify(page.data())")
    page.keyboard.press("Alt+a")
    assert unit(page, 1).input_value() == ""
    page.keyboard.type("My own")
    assert save(page, sample / "a.json")["sentences"][0]["suggestions"] == []


def test_saving_asks_for_a_name(visit, form, sample):
    page = visit(form)
    page.keyboard.type("One fact")
    page.keyboard.press("Control+s")
    assert page.get_by_text("Fill in your name first").is_visible()
    page.keyboard.type("Ann")
    assert not page.get_by_text("Fill in your name first").is_visible()
    assert save(page, sample / "a.json")["annotator"] == "Ann"


def test_what_was_not_done_at_saving_is_not_said_later(visit, form, sample):
    page = visit(form)
    page.keyboard.type("One fact")
    save(page, sample / "a.json")
    assert page.get_by_text("Not finished: 2 of 3 sentences.").is_visible()
    unit(page, 1).fill("Another fact")
    assert not page.get_by_text("Not finished").is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 400])
def test_axe_finds_nothing(visit, sample, axe_violations, scheme, width):
    references = [{"instance_id": "a", "references": [["A cat sat.", "Dogs bark."], ["The cat sat there."]]}]
    write_lines(sample / "r.jsonl", references)
    inputs = ["--references", "r.jsonl", "--extractor", "sentence", "--percentage", "100"]
    assert main(["plan-annotation", *inputs, "--selection", "shortest", "--output-dir", "plan"]) == 0
    page = visit(sample / "plan/form.html", color_scheme=scheme, width=width)
    assert axe_violations(page) == []
    page.keyboard.type("One fact")
    page.keyboard.press("Enter")
    page.keyboard.type("One fact")
    page.get_by_label("Unit 1 is in reference 2 also").check()
    save(page, sample / "a.json")
    assert axe_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_on_a_phone_saving_is_in_reach(visit, suggestions):
    page = visit(suggestions(), width=390, height=700)
    assert page.locator(".suggestion button").count() and page.evaluate(SMALL) == []
    for place in range(0, page.evaluate("document.documentElement.scrollHeight"), 300):
        page.evaluate(f"scrollTo({{top: {place}, behavior: 'instant'}})")
        assert page.evaluate(REACHED), place
