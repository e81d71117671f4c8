"""A corpus as a stream: JSON Lines and Parquet, units of the line or of a file."""

import os
from pathlib import Path

import pytest

from helpers.corpus_lines import stream
from helpers.support import write_lines
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.io.corpus import parse_corpus
from sacrerouge_litepyramid.io.files import Line, read_json_lines
from sacrerouge_litepyramid.io.tables import stream_parquet
from sacrerouge_litepyramid.io.units import InstanceUnits

LINE = {"instance_id": "a", "summarizer_id": "s", "summary": "text"}


def test_units_in_a_line_take_precedence_over_the_units_file(tmp_path: Path) -> None:
    write_lines(
        tmp_path / "corpus.jsonl", [{**LINE, "units": ["own"]}, LINE, {**LINE, "units": []}]
    )
    units = {"a": InstanceUnits("a", (Unit("of the file", weight=2),), "units.jsonl, line 1")}
    items = list(parse_corpus(stream(tmp_path / "corpus.jsonl"), units))
    assert [item.units for item in items] == [(Unit("own"),), (Unit("of the file", weight=2),), ()]


@pytest.mark.parametrize(
    "summary", ["One. Two.", ["One.", "Two."], {"text": "One. Two."}, {"text": [["One."], "Two."]}]
)
def test_a_summary_may_have_several_forms(tmp_path: Path, summary: object) -> None:
    write_lines(
        tmp_path / "corpus.jsonl",
        [{**LINE, "summary": summary, "units": ["x"], "summarizer_type": "reference"}],
    )
    (item,) = parse_corpus(stream(tmp_path / "corpus.jsonl"))
    assert item.text in ("One. Two.", ["One.", "Two."])
    assert item.summarizer_type == "reference"


def test_the_stream_does_not_read_ahead(tmp_path: Path) -> None:
    write_lines(tmp_path / "corpus.jsonl", [{**LINE, "units": ["x"]}, {"instance_id": "b"}])
    items = parse_corpus(stream(tmp_path / "corpus.jsonl"))
    assert next(items).key.instance_id == "a"
    with pytest.raises(ValueError, match="line 2, instance 'b': the field 'summarizer_id'"):
        next(items)


def test_a_row_group_is_read_in_parts(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    texts = [os.urandom(1024).hex() for _ in range(8000)]
    table = pyarrow.table({"summary": texts})
    parquet.write_table(table, tmp_path / "rows.parquet", compression="none", use_dictionary=False)
    del table
    before = pyarrow.total_allocated_bytes()
    most = 0
    for line, text in zip(stream(tmp_path / "rows.parquet"), texts, strict=True):
        assert line.data["summary"] == text
        most = max(most, pyarrow.total_allocated_bytes() - before)
    assert most < (tmp_path / "rows.parquet").stat().st_size / 2


def test_rows_of_parquet_are_counted_and_lose_their_nulls(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    from pyarrow import Table

    rows = [
        {"a": 1, "b": None, "c": [{"d": 2, "e": None}, {"d": None, "e": 3}]},
        {"a": None, "b": "x", "c": None},
    ]
    parquet.write_table(Table.from_pylist(rows), tmp_path / "rows.parquet")
    with (tmp_path / "rows.parquet").open("rb") as file:
        first, second = stream_parquet("rows.parquet", file)
    assert first.data == {"a": 1, "c": [{"d": 2}, {"e": 3}]}
    assert second == Line({"b": "x"}, "rows.parquet, row 2")
    parquet.write_table(Table.from_pylist(rows).slice(0, 0), tmp_path / "empty.parquet")
    with pytest.raises(ValueError, match="empty.parquet: the file has no rows"):
        list(stream(tmp_path / "empty.parquet"))


TEXT = '\ufeff{"a": 1}\r\n\n{"a": "\u2028"}\n\n\n\n{"a": 3}\n{"a": 4}'


def test_json_lines_are_those_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_bytes(TEXT.encode())
    assert [line.data for line in read_json_lines(path)] == [
        {"a": 1},
        {"a": "\u2028"},
        {"a": 3},
        {"a": 4},
    ]
    assert [line.where for line in stream(path)] == [
        f"{path}, line {number}" for number in (1, 3, 7, 8)
    ]
