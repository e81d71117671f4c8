"""Reads a corpus of summaries (JSON Lines, Parquet) as batches of lines or rows, which can be parsed elsewhere."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from sacrerouge_litepyramid.core.texts import Text
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.io.files import Line, describe, parse_json_lines, required, stream_json_lines
from sacrerouge_litepyramid.io.sources import BYTES_PER_READ, SourceFile, is_url, open_source
from sacrerouge_litepyramid.io.summaries import parse_text
from sacrerouge_litepyramid.io.units import InstanceUnits, parse_units

PARQUET = ".parquet"
#: rows in memory at once while a Parquet file is read as a stream
ROWS_PER_READ = 1024


class LineBatch(NamedTuple):
    """Unparsed lines of a file: bytes of JSON Lines, or rows in Arrow's streaming format.

    ``first``: the line or row number of the first, counted from 1.
    """

    source: str
    first: int
    data: bytes
    is_parquet: bool


def cut_batches(source: SourceFile, size: int, fields: Collection[str] = ()) -> Iterator[LineBatch]:
    """Yield a file as batches of ``size`` lines (the last may be smaller), the same batches each time.

    Blank lines count. A file that ends in ".parquet" yields its rows, with the columns in ``fields``, by default all.
    Raises ValueError if the file cannot be read or has no lines.
    """
    is_parquet = (urlsplit(source.path).path if is_url(source.path) else source.path).lower().endswith(PARQUET)
    is_empty = True
    for batch in _cut_rows(source, size, fields) if is_parquet else _cut_lines(source, size):
        is_empty = False
        yield batch
    if is_empty:
        problem = "has no rows; use one with summaries" if is_parquet else "is empty; each line must be one JSON object"
        raise ValueError(f"{source.name}: the file {problem}")


def parse_batch(batch: LineBatch) -> Iterator[Line]:
    """Yield the objects of a batch; null fields of Parquet rows are dropped. ValueError names the file and line."""
    return _parse_rows(batch) if batch.is_parquet else parse_json_lines(batch.source, batch.data, batch.first)


def stream_lines(path: str | Path) -> Iterator[Line]:
    """Yield the objects of a JSON Lines file, or the rows of a Parquet file with null fields dropped."""
    if Path(path).suffix.lower() != PARQUET:
        yield from stream_json_lines(path)
        return
    for batch in cut_batches(SourceFile(str(path), str(path)), ROWS_PER_READ):
        yield from parse_batch(batch)


def _cut_lines(source: SourceFile, size: int) -> Iterator[LineBatch]:
    first = 1
    with open_source(source) as file:
        while lines := list(islice(file, size)):
            data = b"".join(lines)
            if data.strip():
                yield LineBatch(source.name, first, data, is_parquet=False)
            first += len(lines)


def _cut_rows(source: SourceFile, size: int, fields: Collection[str]) -> Iterator[LineBatch]:
    import pyarrow
    from pyarrow import parquet

    first = 1
    with open_source(source) as file:
        try:
            # Without a batch size, whole row groups are read at once, and many files have a single one.
            with parquet.ParquetFile(file, pre_buffer=False, buffer_size=BYTES_PER_READ) as rows:
                columns = [name for name in rows.schema_arrow.names if name in fields or not fields]
                for batch in rows.iter_batches(batch_size=size, columns=columns):
                    if batch.num_rows:
                        yield LineBatch(source.name, first, _to_bytes(batch), is_parquet=True)
                        first += batch.num_rows
        # Damaged pages raise OSError, damaged texts UnicodeDecodeError.
        except (pyarrow.ArrowException, OSError, ValueError) as error:
            raise _explain_damage(source.name, error) from None


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
        raise _explain_damage(batch.source, error) from None
    for number, row in enumerate(rows, start=batch.first):
        yield Line(_drop_nulls(row), f"{batch.source}, row {number}")


def _explain_damage(name: str, error: Exception) -> ValueError:
    return ValueError(f"{name}: cannot be read as a Parquet file ({error}); get the file again")


def _drop_nulls(value: Any) -> Any:
    """Remove null fields, as a Parquet row has every field of the schema."""
    if isinstance(value, dict):
        return {name: _drop_nulls(member) for name, member in value.items() if member is not None}
    return [_drop_nulls(member) for member in value] if isinstance(value, list) else value


#: the endings of the files that are read from a folder
SUFFIXES = (".jsonl", PARQUET)
#: the fields of a line; other Parquet columns are not read
FIELDS = ("instance_id", "summarizer_id", "summarizer_type", "summary", "units", "references")


class CorpusItem(NamedTuple):
    """One summary, with the units to judge it by or the references to extract units from."""

    instance_id: str
    summarizer_id: str
    summarizer_type: str
    text: Text
    units: tuple[Unit, ...]
    references: tuple[Text, ...] = ()


def parse_corpus(
    lines: Iterable[Line], units: Mapping[str, InstanceUnits] | None = None, takes_references: bool = False
) -> Iterator[CorpusItem]:
    """Yield the summary of each line; a line without units takes those of its instance in ``units``.

    A line is ``{"instance_id", "summarizer_id", "summary": a text, a list of sentences or {"text": …}, "units"}``,
    with units as in units.jsonl; with ``takes_references``, it has ``references``, a list of such texts, instead of
    units. Errors are ValueErrors that name the file, line and instance.
    """
    for line in lines:
        instance_id = required(line, "instance_id", str)
        line_units = () if takes_references else _find_units(line, instance_id, units or {})
        texts = required(line, "references", list) if takes_references else ()
        yield CorpusItem(
            instance_id=instance_id,
            summarizer_id=required(line, "summarizer_id", str),
            summarizer_type=required(line, "summarizer_type", str) if "summarizer_type" in line.data else "peer",
            text=parse_text(line, required(line, "summary", (str, list, dict)), "summary"),
            units=line_units,
            references=tuple(parse_text(line, text, "references") for text in texts),
        )


def _find_units(line: Line, instance_id: str, units: Mapping[str, InstanceUnits]) -> tuple[Unit, ...]:
    if "units" in line.data:
        return parse_units(line)
    if instance_id in units:
        return units[instance_id].units
    raise ValueError(
        f"{describe(line)}: no field 'units', and no units file has this instance; add its units to either file"
    )
