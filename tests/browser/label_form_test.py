"""The label form in a browser: three annotators, one of them noisy, and what their votes come to by hand."""

import json

import pytest

from helpers.phone import REACHED, SMALL
from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid.__main__ import main

INPUTS = ["."]
ANNOTATORS = ("ann", "bob", "cem")
HOSTILE = "</script><script>window.ran = 1</script> <img src=x onerror='window.ran = 2'>"


@pytest.fixture
def forms(data, monkeypatch):
    """Forms for three annotators of two instances and two systems, of ten judgements each."""
    monkeypatch.chdir(data)
    assert main(["make-label-form", *INPUTS, "--annotators", *ANNOTATORS, "--output-dir", "forms"]) == 0
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


RULES = {
    "ann": held,
    "bob": lambda summary, unit: 1 if summary.startswith("rain") else held(summary, unit),
    "cem": lambda summary, unit: 1,
}


def test_three_annotators_one_of_them_noisy(visit, forms, data, capsys):
    for name, rule in RULES.items():
        page = visit(forms[name])
        assert page.get_by_label("Your name").input_value() == name
        judge(page, rule)
        assert page.locator("#progress-text").text_content() == "4 of 4 summaries"
        assert save(page, data / f"{name}.json")["annotator"] == name
    files = ["--forms", *(f"{name}.json" for name in ANNOTATORS), "--output-dir", "gold"]
    assert main(["import-labels", *INPUTS, *files]) == 0

    # Majority by hand: only "south" of b/good is not as in the set, where bob and cem say 1.
    labels = [line["labels"] for line in read_lines(data / "gold/labels.jsonl")]
    assert labels == [[1, 1], [0, 0], [1, 1, 1], [0, 0, 0]]
    recalls = [line["metrics"]["litepyramid_recall"] for line in read_lines(data / "gold/metrics.jsonl")]
    assert recalls == [1.0, 0.0, 1.0, 0.0]
    # 30 votes, 19 of them 1; six items are split 2 : 1, each (9 - 5) / 2 of observed disagreement.
    report = json.loads((data / "gold/agreement.json").read_text("utf-8"))
    assert report["all"]["pooled"] == pytest.approx(1 - 29 * 12 / (900 - 19**2 - 11**2))
    # cem differs in the five units of the poor summaries, of the nine on which ann and bob agree.
    counted = {name: (each["differing"], each["compared"]) for name, each in report["annotators"].items()}
    assert counted == {"ann": (1, 5), "bob": (0, 4), "cem": (5, 9)}

    for more in (["--drop", "noisiest"], ["--drop", "0.5"]):
        assert main(["import-labels", *INPUTS, *files, *more]) == 0
        # ann and bob are tied on "south", which makes it absent, as in the set.
        assert read_lines(data / "gold/labels.jsonl") == read_lines(data / "labels.jsonl")
        report = json.loads((data / "gold/agreement.json").read_text("utf-8"))
        assert report["annotators"]["cem"]["dropped"] == 4 and report["kept"]["ties"] == 1
        assert report["kept"]["pooled"] == pytest.approx(1 - 19 * 2 / (400 - 9**2 - 11**2))
    assert "Krippendorff's alpha, kept votes: 0.808 pooled" in capsys.readouterr().out


def pressed(page):
    """The votes in view: 1, 0 or None a unit."""
    rows = page.locator(".vote")
    votes = []
    for index in range(rows.count()):
        chosen = rows.nth(index).locator('[aria-pressed="true"]')
        vote = chosen.get_attribute("data-value") if chosen.count() else None
        votes.append(int(vote) if vote in ("0", "1") else vote)
    return votes


def test_votes_are_undone_and_done_again(visit, forms):
    page = visit(forms["ann"])
    page.keyboard.press("1")
    page.keyboard.press("0")
    assert pressed(page)[:2] == [1, 0]
    page.keyboard.press("Control+z")
    assert pressed(page)[:2] == [1, None]
    page.keyboard.press("Control+z")
    assert pressed(page)[:2] == [None, None]
    page.keyboard.press("Control+y")
    page.keyboard.press("Control+y")
    assert pressed(page)[:2] == [1, 0]
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("0")
    assert pressed(page)[0] == 0


def title(page):
    return page.locator("#task-title").text_content()


def test_the_last_vote_of_a_summary_goes_on_to_the_next_and_the_end_says_so(visit, forms):
    page = visit(forms["ann"])
    counts = page.evaluate("page.data().tasks.map(({units}) => page.data().units[units].length)")
    for number, count in enumerate(counts, start=1):
        assert title(page) == f"Summary {number} of 4"
        for _ in range(count):
            page.keyboard.press("1")
    assert page.get_by_text("All done: save votes-ann.json and send it.").is_visible()
    page.keyboard.press("1")
    assert title(page) == "Summary 4 of 4" and set(pressed(page)) == {1}
    page.keyboard.press("ArrowLeft")
    assert not page.locator("#message").is_visible(), "it would cover what is looked through"
    with page.expect_download() as download:
        page.get_by_role("button", name="Save").click()
    file = download.value.suggested_filename
    assert page.locator("#message").text_content() == f"Saved as {file}. All done: send {file}."


def test_a_disabled_button_does_not_look_active(visit, forms):
    page = visit(forms["ann"])
    ground = "(name) => getComputedStyle(page.byId(name)).backgroundColor"
    before = page.evaluate(ground, "previous")
    assert page.locator("#previous").is_disabled() and page.evaluate(ground, "next") != before
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    assert page.locator("#next").is_disabled() and page.evaluate(ground, "next") == before


def test_without_a_name_the_file_to_send_has_a_place_for_it(visit, forms, data):
    assert main(["make-label-form", *INPUTS, "--output-dir", "one"]) == 0
    page = visit(data / "one/labels.html")
    judge(page, held)
    assert page.get_by_text("All done: save votes-NAME.json and send it.").is_visible()


def test_no_repeated_key_overwrites_a_vote(visit, forms):
    page = visit(forms["ann"])
    count = len(pressed(page))
    for _ in range(5):
        page.keyboard.down("1")
    page.keyboard.up("1")
    assert pressed(page) == [1, *[None] * (count - 1)], "a key that is held down counts once"
    page.locator(".vote").last.get_by_role("button", name="Absent").dblclick()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    # a changed vote stays where it is: the same key again is the same vote
    page.keyboard.press("u")
    page.keyboard.press("u")
    page.keyboard.press("ArrowLeft")
    assert "u" in pressed(page) and pressed(page)[-1] == 0


def test_unclear_is_a_vote_that_is_saved_and_loaded(visit, forms, data):
    page = visit(forms["ann"])
    page.keyboard.press("u")
    assert pressed(page)[0] == "u"
    assert save(page, data / "a.json")["tasks"][0]["votes"][0] == "u"
    other = visit(forms["ann"])
    other.locator("#file").set_input_files(data / "a.json")
    other.get_by_text("Loaded: 1.", exact=True).wait_for()
    assert pressed(other)[0] == "u"


def test_partly_is_offered_where_it_is_asked_for(visit, forms, data, capsys):
    assert main(["make-label-form", *INPUTS, "--annotators", "ann", "--output-dir", "graded", "--partly"]) == 0
    plain, page = visit(forms["ann"]), visit(data / "graded/labels-ann.html")
    assert plain.get_by_role("button", name="Partly").count() == 0 and not plain.get_by_text("Partly: ").is_visible()
    plain.keyboard.press("p")
    assert set(pressed(plain)) == {None}, "no key of a vote that is not offered"
    assert "states only part of it" in plain.locator(".guide").inner_text()
    assert "states only part of it" not in page.locator(".guide").inner_text()
    assert page.get_by_text("Partly: ").is_visible()
    names = page.locator(".vote").first.get_by_role("button").all_inner_texts()
    assert [name.split()[-1] for name in names] == ["Present", "Partly", "Absent", "Unclear"]

    judge(page, lambda summary, unit: "p" if unit == "south" else held(summary, unit))
    page.locator(".vote").first.get_by_role("button", name="Partly").click()
    assert pressed(page)[0] == "0.5"
    saved = save(page, data / "ann.json")
    assert {vote for task in saved["tasks"] for vote in task["votes"]} == {0, 0.5, 1}
    page.reload()
    assert page.get_by_text("Your work was restored").is_visible()
    other = visit(data / "graded/labels-ann.html")
    other.locator("#file").set_input_files(data / "ann.json")
    other.get_by_text("Loaded: 4.", exact=True).wait_for()
    plain.locator("#file").set_input_files(data / "ann.json")
    plain.get_by_text("Ignored, as not part of this form: ").wait_for()

    assert main(["import-labels", *INPUTS, "--forms", "ann.json", "--output-dir", "gold"]) == 0
    labels = {label for line in read_lines(data / "gold/labels.jsonl") for label in line["labels"]}
    assert labels == {0, 0.5, 1}


def test_the_reference_is_there_on_demand(visit, forms, data):
    page = visit(forms["ann"])
    reference = page.locator("#reference-text")
    assert not reference.is_visible()
    page.keyboard.press("r")
    texts = {line["instance_id"]: line["references"][0]["text"] for line in read_lines(data / "summaries.jsonl")}
    assert reference.is_visible() and reference.text_content() in texts.values()


def drop_references(data):
    lines = [{name: value for name, value in line.items() if name != "references"}
             for line in read_lines(data / "summaries.jsonl")]  # fmt: skip
    write_lines(data / "summaries.jsonl", lines)


@pytest.mark.parametrize(("language", "word"), [("en", "reference"), ("de", "referenz")])
def test_without_references_no_text_is_about_one(visit, data, monkeypatch, axe_violations, language, word):
    monkeypatch.chdir(data)
    texts = ["he would preferred in charge", "Sea."]
    write_lines(data / "scus.jsonl", [{"instance_id": name, "units": texts} for name in "ab"])
    goal = ["make-label-form", *INPUTS, "--partly", "--language", language, "--output-dir"]
    assert main([*goal, "with"]) == 0
    shown = visit(data / "with/labels.html").locator("body").inner_text().lower()
    assert shown.count(word) == 6, "the reference, the guidelines' three, the key, and a unit that reads badly"
    drop_references(data)
    assert main([*goal, "without"]) == 0
    page = visit(data / "without/labels.html")
    assert word not in page.locator("body").inner_text().lower() and page.locator(".badly").count() == 1
    assert axe_violations(page) == []


@pytest.mark.parametrize("options", [[], ["--partly", "--language", "de"]])
def test_on_a_phone_saving_is_in_reach_and_covers_nothing(visit, forms, data, options):
    assert main(["make-label-form", *INPUTS, *options, "--annotators", "ann", "--output-dir", "one"]) == 0
    page = visit(data / "one/labels-ann.html", width=390, height=700)
    assert page.evaluate(SMALL) == []
    height = page.evaluate("document.documentElement.scrollHeight")
    assert height > 2 * 700
    for place in range(0, height, 300):
        page.evaluate(f"scrollTo({{top: {place}, behavior: 'instant'}})")
        assert page.evaluate(REACHED), place
    page.evaluate("form.notify('A message. '.repeat(20))")
    assert page.evaluate(REACHED), "a message is above it"
    # the end of the page and the unit to label are above the bar
    form, bar = (page.locator(each).bounding_box() for each in (".form", "#actions"))
    assert form["y"] + form["height"] <= bar["y"]
    for _ in range(3):
        page.keyboard.press("ArrowDown")
        page.evaluate("new Promise(requestAnimationFrame)")
        row, bar = page.locator(".vote[data-current]").bounding_box(), page.locator("#actions").bounding_box()
        assert row["y"] + row["height"] <= bar["y"]
    page.set_viewport_size({"width": 320, "height": 600})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    edges = [each.bounding_box() for each in page.locator("#actions button").all()]
    assert all(one["x"] + one["width"] <= other["x"] for one, other in zip(edges, edges[1:], strict=False))
    assert edges[-1]["x"] + edges[-1]["width"] <= 320


#: the places of elements on the page, by their order
BOXES = """(selector) => Object.fromEntries([...document.querySelectorAll(selector)].map((each, index) => {
  if (!each.checkVisibility()) return [index, null];
  const {x, y, width} = each.getBoundingClientRect();
  const fixed = ["header", "#actions"].some((own) => each.closest(own)
    && ["sticky", "fixed"].includes(getComputedStyle(each.closest(own)).position));
  return [`${index} ${each.tagName} ${each.id}`, [x, fixed ? y : y + scrollY, width].map(Math.round).join()];
}))"""


@pytest.mark.parametrize("width", [1280, 390])
def test_units_have_the_width_and_nothing_moves_while_a_summary_is_labelled(visit, data, monkeypatch, width):
    monkeypatch.chdir(data)
    texts = ["he would preferred in charge", "word " * 60, "Sea."]
    write_lines(data / "scus.jsonl", [{"instance_id": name, "units": texts} for name in "ab"])
    assert main(["make-label-form", *INPUTS, "--output-dir", "one"]) == 0
    page = visit(data / "one/labels.html", width=width)
    assert page.get_by_text("Reads badly").count() == 1
    row, text = (page.locator(each).nth(1).bounding_box() for each in (".vote", ".vote > span[id]"))
    assert text["width"] > 0.8 * row["width"]
    still = "header *, .vote *, .steps"
    before = page.evaluate(BOXES, still)
    page.keyboard.press("1")
    page.evaluate("form.notify('A message.')")
    page.keyboard.press("u")
    after = page.evaluate(BOXES, still)
    moved = [name for name, place in before.items() if after[name] != place]
    assert moved == []


def test_enter_is_no_vote_but_on_a_button(visit, forms):
    page = visit(forms["ann"])
    page.keyboard.press("Enter")
    assert set(pressed(page)) == {None}
    assert page.locator("#status").text_content() == "This unit has no label yet."
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert pressed(page)[:2] == [0, None]


def test_the_mouse_votes_too_and_units_can_be_labelled_in_any_order(visit, forms):
    page = visit(forms["ann"])
    page.locator(".vote").nth(1).get_by_role("button", name="Absent").click()
    assert pressed(page)[:2] == [None, 0]
    # on to the next unit below, not back to the one above
    assert page.locator(".vote[data-current] .number").text_content() != "1."
    assert "begun" in page.locator("#todo button").first.text_content()
    page.get_by_role("button", name="Next unlabelled summary").click()
    assert page.locator("#task-title").text_content() == "Summary 2 of 4"
    page.keyboard.press("ArrowLeft")
    assert pressed(page)[:2] == [None, 0]


def test_typing_a_name_votes_nothing(visit, data, forms):
    assert main(["make-label-form", *INPUTS, "--output-dir", "one"]) == 0
    page = visit(data / "one/labels.html")
    page.get_by_role("button", name="Save").click()
    assert page.get_by_text("Fill in your name first").is_visible()
    page.keyboard.type("Ann 01")
    assert set(pressed(page)) == {None}
    assert save(page, data / "a.json")["annotator"] == "Ann 01"


def test_the_browser_keeps_the_votes_and_a_file_brings_them_back(visit, forms, data):
    page = visit(forms["ann"])
    page.keyboard.press("1")
    save(page, data / "a.json")
    page.reload()
    assert pressed(page)[0] == 1
    assert page.get_by_text("Your work was restored").is_visible()
    other = visit(forms["ann"])
    assert pressed(other)[0] is None
    other.locator("#file").set_input_files(data / "a.json")
    other.get_by_text("Loaded: 1.", exact=True).wait_for()
    assert pressed(other)[0] == 1
    (data / "a.json").write_text('{"format": "other"}', "utf-8")
    other.locator("#file").set_input_files(data / "a.json")
    other.get_by_text("a.json was not loaded: it was not saved by this form.").wait_for()
    assert pressed(other)[0] == 1


def test_a_file_takes_no_votes_away_and_another_annotators_is_refused(visit, forms, data):
    page = visit(forms["ann"])
    page.keyboard.press("1")
    save(page, data / "a.json")
    other = visit(forms["ann"])
    other.keyboard.press("ArrowRight")
    other.keyboard.press("0")
    other.locator("#file").set_input_files(data / "a.json")
    other.get_by_text("Loaded: 1.", exact=True).wait_for()
    assert pressed(other)[0] == 0
    other.keyboard.press("ArrowLeft")
    assert pressed(other)[0] == 1
    bob = visit(forms["bob"])
    bob.locator("#file").set_input_files(data / "a.json")
    bob.get_by_text("it has the votes of ann, but this is the form of bob.").wait_for()
    assert bob.locator("#progress-text").text_content() == "0 of 4 summaries"
    assert bob.get_by_role("button", name="Undo").is_disabled()


def test_the_last_five_hundred_votes_can_be_undone(visit, forms):
    page = visit(forms["ann"])
    press = "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: String(index % 2), bubbles: true}))"
    page.evaluate(f"() => {{ for (let index = 0; index < 510; index += 1) {press}; }}")
    undone = "() => { let steps = 0; for (; !page.byId('undo').disabled; steps += 1) page.byId('undo').click(); "
    assert page.evaluate(undone + "return steps; }") == 500


def test_tab_stops_once_in_the_list_and_arrows_move_there(visit, forms):
    page = visit(forms["ann"])
    page.get_by_label("Theme").focus()
    page.keyboard.press("Tab")
    focused = "document.activeElement"
    assert page.evaluate(f"{focused}.getAttribute('aria-current')") == "true"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    assert page.locator("#task-title").text_content() == "Summary 2 of 4"
    assert page.evaluate("[...document.querySelectorAll('.todo button')].map((each) => each.tabIndex)") == [
        -1,
        0,
        -1,
        -1,
    ]
    page.locator(".todo [aria-current=true]").focus()
    page.keyboard.press("Tab")
    assert page.evaluate(f"{focused}.closest('.todo')") is None


def test_a_form_open_in_two_windows_warns_in_the_first(visit, forms):
    first = visit(forms["ann"])
    second = first.context.new_page()
    second.goto(forms["ann"].as_uri())
    second.locator("[data-current]").first.wait_for()
    second.keyboard.press("1")
    first.get_by_text("This form is open in another window").wait_for()
    assert not second.get_by_text("This form is open in another window").is_visible()


def test_the_saved_file_has_the_annotators_name_in_any_script(visit, data, forms):
    assert main(["make-label-form", *INPUTS, "--output-dir", "one"]) == 0
    page = visit(data / "one/labels.html")
    page.get_by_label("Your name").fill("李 José")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save").click()
    assert download.value.suggested_filename == "votes-李-José.json"


def test_the_form_tells_no_system(visit, forms):
    page = visit(forms["ann"])
    data = page.evaluate("JSON.stringify(page.data())")
    assert "cat sat" in data and "good" not in data and "poor" not in data


def test_hostile_texts_are_texts(visit, data, monkeypatch):
    monkeypatch.chdir(data)
    lines = [{**line, "summary": {"text": HOSTILE}} for line in read_lines(data / "summaries.jsonl")]
    write_lines(data / "summaries.jsonl", lines)
    write_lines(data / "scus.jsonl", [{"instance_id": name, "units": [HOSTILE, "w" * 300]} for name in "ab"])
    assert main(["make-label-form", *INPUTS, "--output-dir", "one"]) == 0
    page = visit(data / "one/labels.html", width=400)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("#summary").text_content() == HOSTILE
    assert page.locator("#unit-0").text_content() == HOSTILE
    assert page.evaluate("window.ran") is None and page.locator("main img, main script").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing(visit, forms, data, axe_violations, scheme, width):
    page = visit(forms["ann"], color_scheme=scheme, width=width)
    assert axe_violations(page) == []
    judge(page, lambda summary, unit: len(unit) % 2)
    save(page, data / "a.json")
    assert axe_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
