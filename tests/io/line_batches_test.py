"""Batches of lines: together they are the file, and each knows where it was cut."""

from pathlib import Path

import pytest

from sacrerouge_litepyramid.io.corpus import cut_batches, parse_batch, stream_lines
from sacrerouge_litepyramid.io.files import read_json_lines
from sacrerouge_litepyramid.io.sources import Source

TEXT = '\ufeff{"a": 1}\r\n\n{"a": "\u2028"}\n\n\n\n{"a": 3}\n{"a": 4}'


def cut(path: Path, size: int) -> list:
    return list(cut_batches(Source(str(path), str(path)), size))


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
