"""A corpus of summaries, read as a stream of JSON Lines or Parquet: one summary per line, units optional."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from sacrerouge_litepyramid.core.texts import Text
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.formats.summaries import parse_text
from sacrerouge_litepyramid.formats.units import InstanceUnits, parse_units
from sacrerouge_litepyramid.storage.files import Line, describe, required, stream_json_lines

PARQUET = ".parquet"
ROWS_PER_READ = 1024
BYTES_PER_READ = 2**16


class CorpusItem(NamedTuple):
    """One summary and the units to judge it by."""

    instance_id: str
    summarizer_id: str
    summarizer_type: str
    text: Text
    units: tuple[Unit, ...]


def stream_corpus(path: str | Path, units: Mapping[str, InstanceUnits] | None = None) -> Iterator[CorpusItem]:
    """Yield the summaries of a file one by one; ``units`` by instance serve lines without units.

    A line is ``{"instance_id", "summarizer_id", "summary": a text, a list of sentences or {"text": …}, "units"}``,
    units as in units.jsonl. Raises ValueError naming file, line and instance.
    """
    for line in stream_lines(path):
        yield _item(line, units or {})


def stream_lines(path: str | Path) -> Iterator[Line]:
    """Yield the objects of a JSON Lines file, or the rows of a Parquet file without their null fields."""
    return _stream_rows(Path(path)) if Path(path).suffix == PARQUET else stream_json_lines(path)


def _item(line: Line, units: Mapping[str, InstanceUnits]) -> CorpusItem:
    instance_id = required(line, "instance_id", str)
    if "units" in line.data:
        own = parse_units(line)
    elif instance_id in units:
        own = units[instance_id].units
    else:
        raise ValueError(f"{describe(line)}: it has no field 'units', and no units file has units for this instance")
    return CorpusItem(
        instance_id=instance_id,
        summarizer_id=required(line, "summarizer_id", str),
        summarizer_type=required(line, "summarizer_type", str) if "summarizer_type" in line.data else "peer",
        text=_text(line),
        units=own,
    )


def _text(line: Line) -> Text:
    summary = required(line, "summary", (str, list, dict))
    return parse_text(line, summary if isinstance(summary, dict) else {"text": summary}, "summary")


def _stream_rows(path: Path) -> Iterator[Line]:
    import pyarrow
    from pyarrow import parquet

    if not path.is_file():
        raise ValueError(f"{path}: no such file")
    number = 0
    try:
        # Without a batch size a whole row group is read at once, and many files have a single row group.
        with parquet.ParquetFile(path, pre_buffer=False, buffer_size=BYTES_PER_READ) as file:
            for batch in file.iter_batches(batch_size=ROWS_PER_READ):
                for row in batch.to_pylist():
                    number += 1
                    yield Line(_drop_nulls(row), f"{path}, row {number}")
    # Damaged pages give an OSError, damaged texts a UnicodeDecodeError.
    except (pyarrow.ArrowException, OSError, ValueError) as error:
        raise ValueError(f"{path}: not a Parquet file that can be read ({error})") from None
    if not number:
        raise ValueError(f"{path}: the file has no rows")


def _drop_nulls(value: Any) -> Any:
    """Remove null fields, for a row of Parquet names every field of the schema."""
    if isinstance(value, dict):
        return {name: _drop_nulls(each) for name, each in value.items() if each is not None}
    return [_drop_nulls(each) for each in value] if isinstance(value, list) else value
