"""Tables in and out: rows as a table, and a table of summaries as data of this package."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, TextIO

from sacrerouge_litepyramid.core.arguments import Files
from sacrerouge_litepyramid.io.corpus import PARQUET
from sacrerouge_litepyramid.io.files import (
    Written,
    atomic_path,
    write_json_lines,
)
from sacrerouge_litepyramid.io.output_folder import replace_data
from sacrerouge_litepyramid.io.table_data_set import FILES, build_data_set, write_data_set, write_table_metrics
from sacrerouge_litepyramid.io.tables import DELIMITERS, ENDINGS, list_rows, read_table


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


def import_table(
    table: Annotated[Any, Files(("*.arrow", "*.json"))],
    columns: Mapping[str, str | Sequence[str]] | None = None,
    *,
    human: str | None = None,
    output_dir: Annotated[str | Path, Files(FILES)],
    overwrite: bool = False,
) -> Written:
    """Write the summaries, units, labels and human scores of a table in this package's formats.

    Args:
        table: CSV, TSV, Excel, Parquet or JSON, a row for each summary or for each document; or a folder of datasets,
            of several splits that of one; from Python also a DataFrame, a Dataset or a list of dictionaries.
        columns: columns that are not found by their names, of instance_id, summarizer_id, summary, references, units,
            documents, human, labels, metrics; FIELD= leaves a field out; summary=A summary=B where systems have columns
            of their own.
        human: the column of human scores, short for human=COLUMN among the columns.
        output_dir: where to write summaries, units, labels and metrics (.jsonl), as far as the table goes.
        overwrite: replace other data in the folder.

    Raises:
        ValueError: for a table that lacks a column or contradicts itself, and for other data in the folder.
    """
    named = {**(columns or {}), **({} if human is None else {"human": human})}
    data = build_data_set(read_table(table) if isinstance(table, str | Path) else list_rows(table), named)
    folder = Path(output_dir)
    with replace_data(folder, FILES, overwrite):
        write_data_set(data, folder)
        write_table_metrics(data, folder)
    units = data.units.values()
    found = f"{len(data.rows)} summaries, {sum(map(len, units))} units of {len(units)} documents"
    return Written(folder, [line for line in (found, data.describe_human()) if line])
