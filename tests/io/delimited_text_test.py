"""Dialects of CSV: those that are read, and those whose error names the cause."""

import pytest

from sacrerouge_litepyramid.io.tables import read_table
from sacrerouge_litepyramid.verdict.tables.table_data_set import build_data_set

ROWS = {"a": 'It said "no".', "b": "Rain, then snow; later."}


def write(names, separator=",", quote='""'):
    lines = [separator.join(names)]
    for name, text in ROWS.items():
        text = text.replace('"', quote)
        lines.append(f'{name}{separator}"{text}"{separator}0.5')
    return "".join(f"{line}\n" for line in lines)


NAMES = ("id", "summary", "human")
READ = {
    "commas": write(NAMES),
    "a line that names the separator": "sep=,\n" + write(NAMES),
    "a line that names another": "sep=^\r\n" + write(NAMES, "^"),
    "bars": write(NAMES, "|"),
    "comments": "# exported today\n#\n" + write(NAMES),
    "a name that begins with #": write(("#", *NAMES[1:])).replace("#", "#id", 1),
    "quotes after backslashes": write(NAMES, quote='\\"'),
}


@pytest.mark.parametrize("dialect", READ)
def test_a_dialect_is_read(tmp_path, dialect):
    (tmp_path / "t.csv").write_text(READ[dialect], newline="")
    data = build_data_set(read_table(tmp_path / "t.csv"), {"summary": "summary"})
    assert {row.key.instance_id: row.text for row in data.rows} == ROWS
    assert [row.human for row in data.rows] == [0.5, 0.5]


def test_messages_count_the_skipped_lines(tmp_path):
    (tmp_path / "t.csv").write_text("# one\n# two\nid,summary\na,b,c\n")
    with pytest.raises(ValueError, match="t.csv, line 4: 3 cells"):
        read_table(tmp_path / "t.csv")


@pytest.mark.parametrize("cell", ["4/5", "good"])
def test_a_human_score_that_is_no_number_is_named(tmp_path, cell):
    (tmp_path / "t.csv").write_text(f"id,summary,human\na,b,{cell}\n")
    message = f"line 2, instance 'a': the score 'human' must be a number, not '{cell}'"
    with pytest.raises(ValueError, match=message):
        build_data_set(read_table(tmp_path / "t.csv"))


def test_other_scores_that_are_fractions_are_noted(tmp_path):
    (tmp_path / "t.csv").write_text("id,summary,judge\na,b,4/5\nc,d,3/5\n")
    data = build_data_set(read_table(tmp_path / "t.csv"))
    assert data.notices[-1] == "columns not read: 'judge' (such as '4/5', which is not a number)"


def test_bytes_in_parquet_are_texts(tmp_path):
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame({"id": ["a"], "summary": ["Ünï".encode()], "image": [b"\xff\xd8"]})
    table.to_parquet(tmp_path / "t.parquet")
    (row,) = build_data_set(read_table(tmp_path / "t.parquet")).rows
    assert row.text == "Ünï"


def test_a_named_index_of_pandas_is_columns():
    pandas = pytest.importorskip("pandas")
    from sacrerouge_litepyramid.io.tables import list_rows

    rows = [("a", "s", "x", 1), ("a", "t", "y", 2)]
    table = pandas.DataFrame(rows, columns=["doc_id", "system", "summary", "human"])
    indexed = list_rows(table.set_index(["doc_id", "system"]))
    assert [line.data for line in indexed] == [line.data for line in list_rows(table)]
