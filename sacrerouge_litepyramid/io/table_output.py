"""Write tables: CSV, TSV, Parquet or JSON Lines."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

from sacrerouge_litepyramid.io.corpus import PARQUET
from sacrerouge_litepyramid.io.files import atomic_path, write_json_lines
from sacrerouge_litepyramid.io.tables import DELIMITERS, ENDINGS


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


def check_table_ending(path: str | Path) -> None:
    """Raise ValueError for a file name that is not of a table that can be written."""
    if Path(path).suffix not in ENDINGS:
        raise ValueError(f"{path}: a table must end in {', '.join(ENDINGS)}")
