"""Successive lines of a JSON Lines file, or rows of a Parquet file, cut out as they are and parsed where needed."""

from collections.abc import Collection, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from sacrerouge_litepyramid.storage.files import Line, parse_json_lines, stream_json_lines
from sacrerouge_litepyramid.storage.sources import BYTES_PER_READ, Source, is_url, open_source

PARQUET = ".parquet"
#: rows that are in memory together while a Parquet file is read as a stream
ROWS_PER_READ = 1024


class LineBatch(NamedTuple):
    """Lines of a file that are not parsed yet: the bytes of JSON Lines, or rows in Arrow's streaming format.

    ``first``: the number in the file of the first line or row, from 1.
    """

    source: str
    first: int
    data: bytes
    is_parquet: bool


def cut_batches(source: Source, size: int, fields: Collection[str] = ()) -> Iterator[LineBatch]:
    """Yield a file as batches of ``size`` lines, the last one smaller; the same batches each time.

    Blank lines count as lines. A file that ends in ".parquet" gives its rows, with no columns but ``fields``, if any
    are named. Raises ValueError naming the file where it cannot be read, or has no lines.
    """
    is_parquet = (urlsplit(source.path).path if is_url(source.path) else source.path).endswith(PARQUET)
    is_empty = True
    for batch in _cut_rows(source, size, fields) if is_parquet else _cut_lines(source, size):
        is_empty = False
        yield batch
    if is_empty:
        expected = (
            "has no rows; give one with summaries" if is_parquet else "is empty; each line must be one JSON object"
        )
        raise ValueError(f"{source.name}: the file {expected}")


def parse_batch(batch: LineBatch) -> Iterator[Line]:
    """Yield the objects of a batch; Parquet's rows are without their null fields. ValueError names file and line."""
    return _parse_rows(batch) if batch.is_parquet else parse_json_lines(batch.source, batch.data, batch.first)


def stream_lines(path: str | Path) -> Iterator[Line]:
    """Yield the objects of a JSON Lines file, or the rows of a Parquet file without their null fields."""
    if Path(path).suffix != PARQUET:
        yield from stream_json_lines(path)
        return
    for batch in cut_batches(Source(str(path), str(path)), ROWS_PER_READ):
        yield from parse_batch(batch)


def _cut_lines(source: Source, size: int) -> Iterator[LineBatch]:
    first = 1
    with open_source(source) as file:
        while lines := list(islice(file, size)):
            data = b"".join(lines)
            if data.strip():
                yield LineBatch(source.name, first, data, is_parquet=False)
            first += len(lines)


def _cut_rows(source: Source, size: int, fields: Collection[str]) -> Iterator[LineBatch]:
    import pyarrow
    from pyarrow import parquet

    first = 1
    with open_source(source) as file:
        try:
            # Without a batch size a whole row group is read at once, and many files have a single row group.
            with parquet.ParquetFile(file, pre_buffer=False, buffer_size=BYTES_PER_READ) as rows:
                columns = [name for name in rows.schema_arrow.names if name in fields or not fields]
                for batch in rows.iter_batches(batch_size=size, columns=columns):
                    if batch.num_rows:
                        yield LineBatch(source.name, first, _to_bytes(batch), is_parquet=True)
                        first += batch.num_rows
        # Damaged pages give an OSError, damaged texts a UnicodeDecodeError.
        except (pyarrow.ArrowException, OSError, ValueError) as error:
            raise _damaged(source.name, error) from None


def _to_bytes(batch: Any) -> bytes:
    import pyarrow

    sink = pyarrow.BufferOutputStream()
    with pyarrow.ipc.new_stream(sink, batch.schema) as stream:
        stream.write_batch(batch)
    data: bytes = sink.getvalue().to_pybytes()
    return data


def _parse_rows(batch: LineBatch) -> Iterator[Line]:
    import pyarrow

    try:
        rows = pyarrow.ipc.open_stream(batch.data).read_all().to_pylist()
    except (pyarrow.ArrowException, OSError, ValueError) as error:
        raise _damaged(batch.source, error) from None
    for number, row in enumerate(rows, start=batch.first):
        yield Line(_drop_nulls(row), f"{batch.source}, row {number}")


def _damaged(name: str, error: Exception) -> ValueError:
    return ValueError(f"{name}: not a Parquet file that can be read ({error}); get the file again")


def _drop_nulls(value: Any) -> Any:
    """Remove null fields, for a row of Parquet names every field of the schema."""
    if isinstance(value, dict):
        return {name: _drop_nulls(member) for name, member in value.items() if member is not None}
    return [_drop_nulls(member) for member in value] if isinstance(value, list) else value
