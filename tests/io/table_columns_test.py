import re
from itertools import chain

import pytest

from sacrerouge_litepyramid.io.files import Line
from sacrerouge_litepyramid.io.table_columns import (
    FIELDS,
    collect_columns,
    find_columns,
    join_columns,
    parse_field,
    parse_keys,
)


def find(*names, given=None, **settings):
    lines, single = join_columns(
        [Line(dict.fromkeys(names, "x"), "t, row 1")], collect_columns(given or {})
    )
    return find_columns(lines, single, **settings)


def test_no_name_but_answer_belongs_to_two_fields():
    groups = chain(*FIELDS.values())
    names = " ".join(groups).replace("_", "").split()
    assert {name for name in names if names.count(name) > 1} == {"answer"}


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ("question answer", {"summary": "answer"}),
        ("question answer ground_truth", {"summary": "answer", "references": "ground_truth"}),
        ("question answer prediction", {"summary": "prediction", "references": "answer"}),
        ("question answer expected_answer", {"summary": "answer", "references": "expected_answer"}),
        (
            "user_input response reference retrieved_contexts",
            {"summary": "response", "references": "reference", "documents": "retrieved_contexts"},
        ),
        (
            "input actualOutput expectedOutput retrievalContext",
            {
                "summary": "actualOutput",
                "references": "expectedOutput",
                "documents": "retrievalContext",
            },
        ),
        (
            "prompt gt_answer output id question_id",
            {"references": "gt_answer", "instance_id": "question_id"},
        ),
    ],
)
def test_the_names_of_questions_and_answers_are_known(names, expected):
    columns = find(*names.split())
    assert expected.items() <= columns.items() and columns["question"] == names.split()[0]


def test_columns_are_found_without_regard_to_case_and_punctuation():
    columns = find("Doc-ID", "MODEL", "System Summary", "target", "comment", "Human score", "SCUs")
    assert columns == {
        "instance_id": "Doc-ID",
        "summarizer_id": "MODEL",
        "summary": "System Summary",
        "references": "target",
        "units": "SCUs",
        "human": "Human score",
    }
    assert find_columns([], {}) == {}


def test_a_field_may_be_given_by_any_of_its_names():
    given = {"System": "who", "summary": "pred", "references": "summary"}
    assert find("who", "pred", "summary", given=given) == {
        "summarizer_id": "who",
        "summary": "pred",
        "references": "summary",
    }


def test_an_empty_name_leaves_a_field_out():
    assert find("summary", "human", given={"human": ""}) == {"summary": "summary"}


def test_only_the_reference_may_also_identify_the_instances():
    assert "documents" not in find("summary", "article", given={"instance_id": "article"})
    columns = find("summary", "reference", given={"instance_id": "reference"})
    assert columns["instance_id"] == columns["references"] == "reference"


def test_only_the_requested_fields_are_searched():
    assert find("summary", "human", "rating", fields=["summary"]) == {"summary": "summary"}


def test_without_the_argument_columns_the_remedy_is_in_the_table():
    message = "'system', 'model' may be the field summarizer_id; remove or rename the others"
    with pytest.raises(ValueError, match=message):
        parse_keys([Line({"doc": "d", "system": "a", "model": "b"}, "t, row 1")])


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (
            ["summary", "prediction"],
            "t, row 1: each of the columns 'summary', 'prediction' may be the field summary; name "
            "one (or an empty name to use none): columns={'summary': 'summary'}",
        ),
        (["summary", "human", "rating"], "columns={'human': 'human'}"),
        (
            ["output", "expected", "gt_answer"],
            "'expected', 'gt_answer' may be the field references",
        ),
    ],
)
def test_ambiguous_columns_are_refused(names, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        find(*names)


def test_several_columns_of_a_field_become_one():
    columns = find(
        "a", "b", given={"references": ["a", "b"], "human": "a", "rating": "b", "id": ["a", "b"]}
    )
    assert columns == {"references": "a, b", "human": "mean of a, b", "instance_id": "a, b"}
    for given, message in (
        ({"labels": ["a", "b"]}, "columns: the field labels takes one column, not a, b"),
        ({"references": ["a", "c"]}, "t, row 1: no column 'c'; the columns are: a, b"),
    ):
        with pytest.raises(ValueError, match=message):
            find("a", "b", given=given)


def test_an_unknown_field_is_refused():
    assert parse_field("doc id") == "instance_id"
    with pytest.raises(ValueError, match="unknown field 'text'; known: instance_id, summarizer_id"):
        parse_field("text")
