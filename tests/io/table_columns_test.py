import re
from itertools import chain

import pytest

from sacrerouge_litepyramid.io.files import Line
from sacrerouge_litepyramid.io.table_columns import FIELDS, find_columns, parse_field


def find(*names, given=None, **settings):
    return find_columns([Line(dict.fromkeys(names, "x"), "t, row 1")], given or {}, **settings)


def test_no_name_belongs_to_two_fields():
    names = ["".join(name.split("_")) for name in chain(*FIELDS.values())]
    assert len(names) == len(set(names))


def test_columns_are_found_without_regard_to_case_and_punctuation():
    found = find("Doc-ID", "MODEL", "System Summary", "target", "comment", "Human score", "SCUs")
    assert found == {
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
    found = find("summary", "reference", given={"instance_id": "reference"})
    assert found["instance_id"] == found["references"] == "reference"


def test_only_the_requested_fields_are_searched():
    assert find("summary", "human", "rating", fields=["summary"]) == {"summary": "summary"}


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (
            ["summary", "prediction"],
            "t, row 1: each of the columns 'summary', 'prediction' may be the field summary; name one (or an "
            "empty name to use none): columns={'summary': 'summary'}",
        ),
        (["summary", "human", "rating"], "columns={'human': 'human'} or human='human'"),
    ],
)
def test_ambiguous_columns_are_refused(names, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        find(*names)


def test_an_unknown_field_is_refused():
    assert parse_field("doc id") == "instance_id"
    with pytest.raises(ValueError, match="unknown field 'text'; known: instance_id, summarizer_id"):
        parse_field("text")
