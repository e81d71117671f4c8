"""CSV as spreadsheets write it back: separators, a byte-order mark, formulas, missing columns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sacrerouge_litepyramid.io.forms import (
    FORMULA_STARTS,
    Problem,
    escape_formula,
    read_sheet,
    refuse_problems,
    unescape_formula,
    write_sheet,
)

COLUMNS = ("name", "text")


def test_a_worksheet_is_read_as_written(tmp_path):
    path = tmp_path / "a.csv"
    texts = ['=HYPERLINK("x")', "-1", "'quoted'", "a, b; c", 'two\nlines "here"', "+", "é 界"]
    write_sheet(path, COLUMNS, [(f"n{index}", text) for index, text in enumerate(texts)])
    assert path.read_bytes().startswith(b"\xef\xbb\xbf")
    rows = read_sheet(path, COLUMNS)
    assert [row.cells["text"] for row in rows] == texts
    assert rows[0].where == f"{path}, row 2"


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@a"])
def test_formulas_are_escaped(text):
    assert escape_formula(text) == "'" + text
    assert unescape_formula(escape_formula(text)) == text
    assert unescape_formula("'just quoted'") == "'just quoted'"


@given(st.text(st.characters(codec="utf-8", exclude_characters="\0")))
def test_an_escaped_cell_is_restored(text):
    assert unescape_formula(escape_formula(text.strip())) == text.strip()
    assert not escape_formula(text).startswith(FORMULA_STARTS)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_other_separators_more_columns_and_empty_rows_are_read(tmp_path, separator):
    path = tmp_path / "a.csv"
    lines = [["more", "text", "name"], ["x", " b ", "a"], ["", "", ""], ["", "c"]]
    path.write_text("\r\n".join(separator.join(line) for line in lines), "utf-8")
    assert [(row.cells, row.where) for row in read_sheet(path, COLUMNS)] == [
        ({"name": "a", "text": "b"}, f"{path}, row 2"),
        ({"name": "", "text": "c"}, f"{path}, row 4"),
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the column 'name' is missing; the header must have: name, text"),
        (b"name,other\na,b\n", "the column 'text' is missing"),
        (b'name,text\n"a,b\n', "not CSV"),
        (b"name,text\na,\xe9\n", "not UTF-8 text"),
    ],
)
def test_invalid_worksheets_are_refused(tmp_path, content, message):
    path = tmp_path / "a.csv"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=message):
        read_sheet(path, COLUMNS)


def test_problems_of_one_kind_share_a_line_with_their_places():
    found = [Problem(f"a.csv, row {row}", f"the task 't{row}' is of another plan", "ask") for row in (2, 3, 4)]
    with pytest.raises(ValueError, match="4 problems, listed above") as error:
        refuse_problems([*found, Problem("a.csv, row 9", "no vote", "label it")])
    assert error.value.problems == [
        "a.csv, row 2: the task 't2' is of another plan; ask (and 2 more like it: a.csv, row 3, a.csv, row 4)",
        "a.csv, row 9: no vote; label it",
    ]


def test_a_long_list_of_problems_is_truncated():
    with pytest.raises(ValueError, match="60 problems, listed above") as error:
        refuse_problems([f"problem {number}" for number in range(60)])
    assert len(error.value.problems) == 51 and error.value.problems[50] == "… and 10 more"
