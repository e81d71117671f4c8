"""Files of plans and annotations: what is written is read back, and anything else is refused by name."""

import json

import pytest

from sacrerouge_litepyramid.core.mixing import SentenceKey
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.io.annotations import (
    Plan,
    PlannedSentence,
    Suggestion,
    WorksheetRow,
    read_annotation,
    read_plan,
    write_plan,
    write_worksheet,
)

HEADER = "instance_id,reference,sentence,sentence_text,unit,also\n"
PLAN = Plan(
    {"selection": "regressor"},
    {
        SentenceKey("a", 0, 0): PlannedSentence("One.", 0.25, True),
        SentenceKey("a", 1, 2): PlannedSentence("Two.", None, False),
    },
    {"a": [Unit("two", 1.0, "stu", (1,), 2)], "b": []},
)


def test_a_plan_is_read_as_it_was_written(tmp_path):
    write_plan(tmp_path / "plan.json", PLAN)
    assert read_plan(tmp_path / "plan.json") == PLAN
    assert PLAN.list_annotated() == [SentenceKey("a", 0, 0)]
    assert PLAN.count_references() == {"a": 2, "b": 0}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data.update(format="other"), "its format is 'other'"),
        (lambda data: data.pop("instances"), "'instances'"),
        (lambda data: data["instances"][0]["sentences"][0].update(text="Another."), "its sentences were changed"),
        (lambda data: data.update(instances=3), "not a plan as plan-annotation wrote it"),
    ],
)
def test_a_changed_plan_is_refused(tmp_path, change, message):
    path = tmp_path / "plan.json"
    write_plan(path, PLAN)
    data = json.loads(path.read_text("utf-8"))
    change(data)
    path.write_text(json.dumps(data), "utf-8")
    with pytest.raises(ValueError, match=message):
        read_plan(path)


def sheet(tmp_path, text):
    path = tmp_path / "a.csv"
    path.write_text(HEADER + text, "utf-8")
    return path


def test_a_new_worksheet_has_no_units(tmp_path):
    rows = [
        WorksheetRow(SentenceKey("a", 0, 1), "=One", ("first", "second"), "All."),
        WorksheetRow(SentenceKey("b", 1, 0), "Two", (), "All."),
    ]
    write_worksheet(tmp_path / "w.csv", rows)
    assert [
        (written.key, written.text, written.units, written.nothing) for written in read_annotation(tmp_path / "w.csv")
    ] == [
        (SentenceKey("a", 0, 1), "=One", (), False),
        (SentenceKey("b", 1, 0), "Two", (), False),
    ]


def test_a_row_belongs_to_the_sentence_that_it_or_the_row_above_names(tmp_path):
    path = sheet(tmp_path, "a,1,1,One,first,\n,,,,second,2 3\nb,1,1,Two,-,\na,1,1,One,third,\n")
    first, second = read_annotation(path)
    assert [(unit.text, unit.also) for unit in first.units] == [("first", ()), ("second", (1, 2)), ("third", ())]
    assert first.units[1].where == f"{path}, row 3"
    assert (second.nothing, second.units) == (True, ())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (",,,,unit,\n", "row 2: neither this row nor one above it names a sentence"),
        ("a,one,1,One,unit,\n", "row 2: the column 'reference' must be a number from 1, not 'one'"),
        ("a,1,1,One,unit,\na,1,,One,unit,\n", "row 3: the column 'sentence' must be a number from 1, not ''"),
        (f"a,{'9' * 5000},1,One,unit,\n", "row 2: the column 'reference' must be a number from 1, not '999"),
        ("a,0,1,One,unit,\n", "row 2: the column 'reference' must be a number from 1, not '0'"),
        (f"a,1,1,One,unit,{'9' * 5000}\n", "row 2: the column 'also' must list reference numbers"),
        ("a,1,1,One,unit,second\n", "row 2: the column 'also' must list reference numbers"),
    ],
)
def test_a_row_that_names_no_valid_place_is_refused(tmp_path, text, message):
    with pytest.raises(ValueError, match=message):
        read_annotation(sheet(tmp_path, text))


def saved(tmp_path, **changes):
    sentence = {"instance_id": "a", "reference": 0, "sentence": 1, "text": "One", "nothing": False, "units": []}
    data = {"format": "litepyramid annotation", "version": 1, "sentences": [{**sentence, **changes}]}
    path = tmp_path / "a.json"
    path.write_text(json.dumps(data), "utf-8")
    return path


def test_a_saved_form_is_read(tmp_path):
    path = saved(tmp_path, units=[{"text": "first", "also": [1]}, {"text": "second"}])
    (written,) = read_annotation(path)
    assert written.key == SentenceKey("a", 0, 1) and not written.nothing
    assert [(unit.text, unit.also, unit.where) for unit in written.units] == [
        ("first", (1,), f"{path}, entry 1, unit 1"),
        ("second", (), f"{path}, entry 1, unit 2"),
    ]


def test_a_form_records_origins_suggestions_and_times(tmp_path):
    units = [{"text": "first", "origin": "edited"}, {"text": "second"}]
    suggestions = [{"text": "the first", "outcome": "edited"}, {"text": "a third", "outcome": "rejected"}]
    (written,) = read_annotation(saved(tmp_path, units=units, suggestions=suggestions, seconds=12.5))
    assert [unit.origin for unit in written.units] == ["edited", "own"]
    assert written.suggestions == (Suggestion("the first", "edited"), Suggestion("a third", "rejected"))
    assert written.seconds == 12.5 and written.annotator == ""


def test_a_worksheet_may_name_the_origin_of_a_unit(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text(HEADER.strip() + ",origin\na,1,1,One.,first,,accepted\n,,,,second,,\n", "utf-8")
    (written,) = read_annotation(path)
    assert [unit.origin for unit in written.units] == ["accepted", "own"] and written.seconds is None
    path.write_text(HEADER.strip() + ",origin\na,1,1,One.,first,,copied\n", "utf-8")
    with pytest.raises(ValueError, match="row 2: a unit's origin must be accepted, edited, own or empty, not 'copied'"):
        read_annotation(path)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("{", "Expecting property name"),
        ("[1]", "list indices must be integers"),
        ('{"format": "other", "version": 1}', "its format is 'other', version 1"),
        ('{"format": "litepyramid annotation", "version": 9}', "its format is 'litepyramid annotation', version 9"),
        ('{"format": "litepyramid annotation", "version": 1}', "no field 'sentences'"),
        ('{"format": "litepyramid annotation", "version": 1, "sentences": [{}]}', "no field 'instance_id'"),
    ],
)
def test_a_file_that_no_form_saved_is_refused(tmp_path, content, reason):
    (tmp_path / "a.json").write_text(content, "utf-8")
    message = rf"a.json: not a saved form as the form wrote it \({reason}.*\); use the original file"
    with pytest.raises(ValueError, match=message):
        read_annotation(tmp_path / "a.json")
