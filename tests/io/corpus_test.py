"""A corpus as a stream: JSON Lines and Parquet, units of the line or of a file."""

import os
from pathlib import Path

import pytest

from helpers.support import write_lines
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.io.corpus import SUFFIXES, cut_batches, parse_batch, parse_corpus, stream_lines
from sacrerouge_litepyramid.io.files import read_json_lines, stream_json_lines
from sacrerouge_litepyramid.io.sources import SourceFile, list_sources
from sacrerouge_litepyramid.io.units import InstanceUnits

LINE = {"instance_id": "a", "summarizer_id": "s", "summary": "text"}


def test_units_in_a_line_take_precedence_over_the_units_file(tmp_path: Path) -> None:
    write_lines(tmp_path / "corpus.jsonl", [{**LINE, "units": ["own"]}, LINE, {**LINE, "units": []}])
    units = {"a": InstanceUnits("a", (Unit("of the file", weight=2),), "units.jsonl, line 1")}
    items = list(parse_corpus(stream_lines(tmp_path / "corpus.jsonl"), units))
    assert [item.units for item in items] == [(Unit("own"),), (Unit("of the file", weight=2),), ()]


@pytest.mark.parametrize(
    "summary", ["One. Two.", ["One.", "Two."], {"text": "One. Two."}, {"text": [["One."], "Two."]}]
)
def test_a_summary_may_have_several_forms(tmp_path: Path, summary: object) -> None:
    write_lines(
        tmp_path / "corpus.jsonl", [{**LINE, "summary": summary, "units": ["x"], "summarizer_type": "reference"}]
    )
    (item,) = parse_corpus(stream_lines(tmp_path / "corpus.jsonl"))
    assert item.text in ("One. Two.", ["One.", "Two."])
    assert item.summarizer_type == "reference"


def test_the_stream_does_not_read_ahead(tmp_path: Path) -> None:
    write_lines(tmp_path / "corpus.jsonl", [{**LINE, "units": ["x"]}, {"instance_id": "b"}])
    stream = parse_corpus(stream_lines(tmp_path / "corpus.jsonl"))
    assert next(stream).instance_id == "a"
    with pytest.raises(ValueError, match="corpus.jsonl, line 2, instance 'b': no field 'units'"):
        next(stream)


@pytest.mark.parametrize("text", ['{"a": 1}\n\n{"a": "\u2028 \\n"}\n', '\ufeff{"a": 1}\r\n{"b": 2}'])
def test_streaming_gives_the_same_lines_as_reading(tmp_path: Path, text: str) -> None:
    (tmp_path / "lines.jsonl").write_bytes(text.encode())
    lines = list(stream_json_lines(tmp_path / "lines.jsonl"))
    assert len(lines) == 2
    assert lines == read_json_lines(tmp_path / "lines.jsonl")


def test_an_ending_may_be_in_capitals(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    parquet.write_table(pyarrow.table({"summary": ["text"]}), tmp_path / "ROWS.PARQUET")
    assert [line.data for line in stream_lines(tmp_path / "ROWS.PARQUET")] == [{"summary": "text"}]
    assert [source.name for source in list_sources([str(tmp_path)], SUFFIXES)] == [str(tmp_path / "ROWS.PARQUET")]


def test_a_row_group_is_read_in_parts(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    texts = [os.urandom(1024).hex() for _ in range(8000)]
    table = pyarrow.table({"summary": texts})
    parquet.write_table(table, tmp_path / "rows.parquet", compression="none", use_dictionary=False)
    del table
    before = pyarrow.total_allocated_bytes()
    most = 0
    for line, text in zip(stream_lines(tmp_path / "rows.parquet"), texts, strict=True):
        assert line.data["summary"] == text
        most = max(most, pyarrow.total_allocated_bytes() - before)
    assert most < (tmp_path / "rows.parquet").stat().st_size / 2


def test_rows_of_parquet_are_counted_and_lose_their_nulls(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    from pyarrow import Table

    rows = [{"a": 1, "b": None, "c": [{"d": 2, "e": None}, {"d": None, "e": 3}]}, {"a": None, "b": "x", "c": None}]
    parquet.write_table(Table.from_pylist(rows), tmp_path / "rows.parquet")
    first, second = stream_lines(tmp_path / "rows.parquet")
    assert first.data == {"a": 1, "c": [{"d": 2}, {"e": 3}]}
    assert second.data == {"b": "x"}
    assert second.where == f"{tmp_path / 'rows.parquet'}, row 2"
    parquet.write_table(Table.from_pylist(rows).slice(0, 0), tmp_path / "empty.parquet")
    with pytest.raises(ValueError, match="empty.parquet: the file has no rows"):
        list(stream_lines(tmp_path / "empty.parquet"))
    with pytest.raises(ValueError, match="none.parquet: no such file"):
        list(stream_lines(tmp_path / "none.parquet"))


TEXT = '\ufeff{"a": 1}\r\n\n{"a": "\u2028"}\n\n\n\n{"a": 3}\n{"a": 4}'


def cut(path: Path, size: int) -> list:
    return list(cut_batches(SourceFile(str(path), str(path)), size))


@pytest.mark.parametrize("size", [1, 2, 3, 100])
def test_the_batches_of_json_lines_are_the_file(tmp_path: Path, size: int) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_bytes(TEXT.encode())
    batches = cut(path, size)
    assert [line for batch in batches for line in parse_batch(batch)] == read_json_lines(path)
    assert all(batch.data.strip() and batch.data.count(b"\n") <= size for batch in batches)
    assert [batch.first for batch in cut(path, 3)] == [1, 7]


@pytest.mark.parametrize("size", [1, 4, 100])
def test_the_batches_of_parquet_are_the_file(tmp_path: Path, size: int) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    from pyarrow import Table

    path = tmp_path / "rows.parquet"
    rows = [{"a": index, "b": [None, {"c": "x" * index}]} for index in range(10)]
    parquet.write_table(Table.from_pylist(rows), path, row_group_size=3)
    lines = [line for batch in cut(path, size) for line in parse_batch(batch)]
    assert [line.data for line in lines] == rows
    assert [line.where for line in lines] == [f"{path}, row {number}" for number in range(1, 11)]
    assert lines == list(stream_lines(path))


def test_a_broken_line_is_reported_with_its_number_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    path.write_bytes(b'{"a": 1}\n{"a": 2}\n{"a"\n{"a": "\xff"}\n')
    with pytest.raises(ValueError, match="lines.jsonl, line 3: not JSON"):
        list(parse_batch(cut(path, 2)[1]))
    with pytest.raises(ValueError, match="lines.jsonl, line 4: not UTF-8 text"):
        list(parse_batch(cut(path, 3)[1]))


def test_a_file_without_lines_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_bytes(b"\n \n")
    with pytest.raises(ValueError, match="empty.jsonl: the file is empty"):
        cut(tmp_path / "empty.jsonl", 1)
