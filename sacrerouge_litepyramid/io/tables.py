"""Tables of summaries or scores: CSV, TSV, Parquet, JSON Lines, data sets of Hugging Face, pandas."""

import csv
import io
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

from sacrerouge_litepyramid.core.json_text import parse_json
from sacrerouge_litepyramid.io.corpus import PARQUET, stream_lines
from sacrerouge_litepyramid.io.files import Line, atomic_path, read_text, write_json_lines

DELIMITERS = {".csv": ",", ".tsv": "\t"}
ENDINGS = (*DELIMITERS, PARQUET, ".jsonl")
#: characters of a CSV cell, which may hold a whole document
MAX_CELL_LENGTH = 1 << 30


def read_table(path: str | Path) -> list[Line]:
    """Read the rows of a table, by the file's ending, or of a folder written by datasets' ``save_to_disk``.

    Cells of CSV and TSV are texts. Raises ValueError naming file and row.
    """
    path = Path(path)
    if path.is_dir():
        return list_rows(_load_saved(path), str(path))
    check_table_ending(path)
    return _read_delimited(path) if path.suffix in DELIMITERS else list(stream_lines(path))


def list_rows(table: Any, name: str = "table") -> list[Line]:
    """Return the rows of a pandas DataFrame, a Hugging Face Dataset, or an iterable of mappings.

    Missing values (None, NaN) are omitted.
    """
    is_frame = hasattr(table, "notna")
    rows = table.astype(object).where(table.notna(), None).to_dict("records") if is_frame else table
    return [
        Line(_drop_missing(row, f"{name}, row {number}"), f"{name}, row {number}") for number, row in enumerate(rows, 1)
    ]


def add_columns(table: Any, columns: Mapping[str, Sequence[Any]]) -> Any:
    """Return a copy of a table (see `list_rows`) with columns added, or replaced where it has the name."""
    if hasattr(table, "assign"):
        return table.assign(**columns)
    if hasattr(table, "add_column"):
        for name, values in columns.items():
            table = table.remove_columns(name) if name in table.column_names else table
            table = table.add_column(name, list(values))
        return table
    return [{**row, **{name: columns[name][index] for name in columns}} for index, row in enumerate(table)]


def write_table(path: str | Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """Write rows as CSV, TSV, Parquet or JSON Lines, by the ending, with one column per field of any row."""
    path, rows = Path(path), list(rows)
    names = list(dict.fromkeys(name for row in rows for name in row))
    check_table_ending(path)
    if path.suffix == ".jsonl":
        write_json_lines(path, map(dict, rows))
        return
    with atomic_path(path) as temporary:
        if path.suffix == PARQUET:
            from pyarrow import Table, parquet

            columns = {name: _to_arrow(path, name, [row.get(name) for row in rows]) for name in names}
            parquet.write_table(Table.from_pydict(columns), temporary)
        else:
            with temporary.open("w", encoding="utf-8", errors="backslashreplace", newline="") as out:
                try:
                    _write_csv(out, rows, names, DELIMITERS[path.suffix])
                # On Python 3.10 the zero character.
                except csv.Error as error:
                    raise ValueError(f"{path}: a table cannot hold a text ({error}); write .jsonl") from None


def _write_csv(out: TextIO, rows: Sequence[Mapping[str, Any]], names: Sequence[str], delimiter: str) -> None:
    # An unquoted carriage return would be read as the end of the row, and csv does not quote it.
    returns = any("\r" in value for row in rows for value in row.values() if isinstance(value, str))
    writer = csv.DictWriter(
        out,
        names,
        delimiter=delimiter,
        lineterminator="\n",
        quoting=csv.QUOTE_ALL if returns else csv.QUOTE_MINIMAL,
    )
    writer.writeheader()
    writer.writerows(rows)


def _to_arrow(path: Path, name: str, values: Sequence[Any]) -> Any:
    """Return a column for Parquet, whose values are of one type; raise ValueError naming file and column for others."""
    import pyarrow

    try:
        return pyarrow.array(values)
    # Whole numbers beyond 64 bits give an OverflowError, lone surrogates a UnicodeEncodeError.
    except (pyarrow.ArrowException, OverflowError, ValueError) as error:
        raise ValueError(f"{path}: Parquet cannot hold the column {name!r} ({error}); write .csv or .jsonl") from None


def read_csv_rows(text: str, where: str | Path) -> Iterator[dict[str, str]]:
    """Yield the rows of a CSV text by its header; ValueError begins with ``where`` if the text is no CSV."""
    csv.field_size_limit(MAX_CELL_LENGTH)
    try:
        yield from csv.DictReader(io.StringIO(text, newline=""))
    except csv.Error as error:
        raise ValueError(f"{where}: not a table ({error}); get the file again") from None


def check_table_ending(path: str | Path) -> None:
    """Raise ValueError for a file name that is not of a table."""
    if Path(path).suffix not in ENDINGS:
        raise ValueError(f"{path}: a table must end in {', '.join(ENDINGS)}")


def _read_delimited(path: Path) -> list[Line]:
    csv.field_size_limit(MAX_CELL_LENGTH)
    reader = csv.reader(io.StringIO(read_text(path), newline=""), delimiter=DELIMITERS[path.suffix], strict=True)
    lines: list[Line] = []
    try:
        header = next(reader, [])
        repeated = [name for name in header if header.count(name) > 1]
        if not header or repeated:
            found = f"names the column {repeated[0]!r} twice" if repeated else "has no columns"
            raise ValueError(f"{path}: the first row {found}; it must name each column once")
        for row in filter(None, reader):
            where = f"{path}, line {reader.line_num}"
            if len(row) != len(header):
                raise ValueError(
                    f"{where}: {len(row)} cells for {len(header)} columns; quote texts that hold separators"
                )
            lines.append(Line(dict(zip(header, row, strict=True)), where))
    except csv.Error as error:
        raise ValueError(f"{path}, line {reader.line_num}: not a table ({error}); quote each text") from None
    return lines


def _load_saved(folder: Path) -> Any:
    from datasets import load_from_disk

    if (folder / "dataset_dict.json").exists():
        splits = ", ".join(sorted(each.name for each in folder.iterdir() if each.is_dir()))
        raise ValueError(f"{folder}: it holds the splits {splits}; give the folder of one of them")
    try:
        # datasets would open any path that is named there.
        names = [each["filename"] for each in parse_json(read_text(folder / "state.json"), folder)["_data_files"]]
        if outside := [name for name in names if Path(name).name != name]:
            raise ValueError(f"state.json names a file of another folder: {outside[0]!r:.60}")
        return load_from_disk(str(folder))
    # Another program's files may raise nearly any exception.
    except Exception as error:
        raise ValueError(f"{folder}: not a folder that datasets' save_to_disk wrote ({error})") from None


def _drop_missing(row: Any, where: str) -> dict[str, Any]:
    if not isinstance(row, Mapping):
        raise ValueError(f"{where}: a row must be a mapping of columns to values, not {type(row).__name__}")
    return {str(name): value for name, value in row.items() if not _is_missing(value)}


def _is_missing(value: Any) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))
