"""Tables that are read: CSV, TSV, Excel, Parquet, JSON, Hugging Face data sets, DataFrames."""

import codecs
import gzip
import itertools
import logging
import math
import zlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from sacrerouge_litepyramid.core.json_text import parse_json
from sacrerouge_litepyramid.core.texts import unify_name
from sacrerouge_litepyramid.io.delimited_text import read_delimited
from sacrerouge_litepyramid.io.files import Line, decode_text, open_binary, parse_json_lines
from sacrerouge_litepyramid.io.sources import BYTES_PER_READ

logger = logging.getLogger(__name__)

DELIMITERS = {".csv": ",", ".tsv": "\t"}
EXCEL = ".xlsx"
PARQUET = ".parquet"
GZIP = ".gz"
#: the endings of tables; text files may also be compressed, as .csv.gz
ENDINGS = (*DELIMITERS, PARQUET, ".jsonl", ".json", EXCEL)
UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
#: names of the list of rows in an object, such as promptfoo's {"results": {"results": [...],
#: "prompts": [...]}}
ROWS = "results data rows examples records items samples testRunData testCases test_cases".split()
#: rows in memory at once while a Parquet file is read as a stream
ROWS_PER_READ = 1024


def read_table(path: str | Path) -> list[Line]:
    """Read the rows of a table by the file's ending.

    A folder is one that datasets' ``save_to_disk`` wrote; a folder of splits may have only one.
    Cells of CSV and TSV are strings. Errors are ValueErrors that name the file and the row.
    """
    path = Path(path)
    if path.is_dir():
        return list_rows(_load_saved(path), str(path))
    ending = _find_ending(path)
    if ending == PARQUET:
        with open_binary(path) as file:
            return list(stream_parquet(str(path), file))
    if ending == EXCEL:
        return _read_workbook(path)
    data = _read_utf8(path)
    if ending in DELIMITERS:
        rows = read_delimited(path, _decode(path, data), DELIMITERS[ending])
        return _name_cells(path, iter(rows))
    return _read_json(path, data, ending)


def stream_parquet(name: str, file: IO[bytes], fields: Collection[str] = ()) -> Iterator[Line]:
    """Yield the rows of a Parquet file, by default with all columns, without null fields.

    Raises ValueError, beginning with ``name``, if the file is damaged or has no rows.
    """
    import pyarrow
    from pyarrow import parquet

    number = 0
    try:
        # pyarrow.dataset would read whole row groups at once, and many files have a single one.
        with parquet.ParquetFile(file, pre_buffer=False, buffer_size=BYTES_PER_READ) as rows:
            columns = [
                column for column in rows.schema_arrow.names if column in fields or not fields
            ]
            for batch in rows.iter_batches(batch_size=ROWS_PER_READ, columns=columns):
                for row in batch.to_pylist():
                    number += 1
                    yield Line(_clean_cell(row), f"{name}, row {number}")
    # Damaged pages raise OSError, damaged texts UnicodeDecodeError.
    except (pyarrow.ArrowException, OSError, ValueError) as error:
        raise ValueError(
            f"{name}: cannot be read as a Parquet file ({error}); get the file again"
        ) from None
    if not number:
        raise ValueError(f"{name}: the file has no rows; use one with summaries")


def _clean_cell(value: Any) -> Any:
    """Remove null fields, as a Parquet row has every field of the schema, and decode bytes.

    Bytes that are not UTF-8 remain; they may be of a column that is not read.
    """
    if isinstance(value, dict):
        return {name: _clean_cell(member) for name, member in value.items() if member is not None}
    if isinstance(value, list):
        return [_clean_cell(member) for member in value]
    if isinstance(value, bytes):
        try:
            return value.decode("utf-8")
        except UnicodeDecodeError:
            return value
    return value


def list_rows(table: Any, name: str = "table") -> list[Line]:
    """Return the rows of a table that is already in memory.

    It may be a DataFrame, a Hugging Face Dataset, an iterable of mappings, or a mapping of columns.
    Missing values (None, NaN) are omitted. Raises ValueError for a DatasetDict with several splits.
    """
    if isinstance(table, Mapping):
        table = _list_objects(table, name)
    if isinstance(table, str) or not hasattr(table, "__iter__"):
        raise ValueError(
            f"a table must be a DataFrame, a Dataset or a list of dictionaries, not {table!r:.60}; "
            "pass an evaluation as the folder that it wrote (output_dir)"
        )
    rows = table
    if hasattr(table, "notna"):
        table = _reset_index(table)
        # Only columns of objects can have None instead of pandas' missing values.
        rows = table.astype(object).where(table.notna(), None).to_dict("records")
    return [_build_line(row, f"{name}, row {number}") for number, row in enumerate(rows, 1)]


def _reset_index(table: Any) -> Any:
    """Return a DataFrame with the named levels of its index as columns (set_index, groupby)."""
    named = [name for name in table.index.names if name is not None and name not in table.columns]
    return table.reset_index(level=named) if named else table


def _find_ending(path: Path) -> str:
    """Return a table's ending in lower case, without .gz; raise ValueError if it is unknown."""
    ending = Path(path.name.lower().removesuffix(GZIP)).suffix
    if ending not in ENDINGS:
        raise ValueError(
            f"{path}: a table must end in {', '.join(ENDINGS)}, or for compressed text in "
            ".csv.gz or .jsonl.gz"
        )
    return ending


def _read_utf8(path: Path) -> bytes:
    """Return a text file in UTF-8, unpacked if it ends in .gz, and converted from UTF-16."""
    with open_binary(path) as file:
        data = file.read()
    try:
        if path.suffix.lower() == GZIP:
            data = gzip.decompress(data)
        return data.decode("utf-16").encode() if data.startswith(UTF16_MARKS) else data
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{path}: not UTF-16 text (byte {error.start}); convert it to UTF-8"
        ) from None
    except (EOFError, OSError, zlib.error) as error:
        raise ValueError(f"{path}: cannot be read as gzip ({error}); get the file again") from None


def _decode(path: Path, data: bytes) -> str:
    """Return a text in UTF-8; raise ValueError that names the line of another encoding."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        near = data[max(0, error.start - 12) : error.start + 12].decode("cp1252", "replace")
        raise ValueError(
            f"{path}, line {line}: not UTF-8 text, perhaps Windows-1252 or Latin-1 ({near!r}); "
            f"convert it: iconv -f WINDOWS-1252 -t UTF-8"
        ) from None


def _read_workbook(path: Path) -> list[Line]:
    try:
        from openpyxl import load_workbook
        from openpyxl.utils.escape import unescape
    except ImportError:
        raise ValueError(
            f'{path}: Excel files need openpyxl: pip install "sacrerouge-litepyramid[tables]"; or '
            "save the sheet as CSV"
        ) from None
    with open_binary(path) as file:
        try:
            sheet, *others = load_workbook(file, data_only=True).worksheets
            rows = []
            for number, row in enumerate(sheet.iter_rows(values_only=True), start=1):
                # Excel writes some characters as _xHHHH_, such as _x000D_, which openpyxl leaves
                # to its callers.
                cells = [unescape(cell) if isinstance(cell, str) else cell for cell in row]
                rows.append((f"{path}, row {number}", cells))
        # Other programs' files may raise nearly any exception.
        except Exception as error:
            raise ValueError(
                f"{path}: cannot be read as an Excel file ({error}); save the sheet as CSV"
            ) from None
    merged = [str(cells) for cells in sheet.merged_cells.ranges]
    if merged:
        raise ValueError(
            f"{path}: the merged cells {merged[0]} have one value for several rows; write it into "
            "each cell"
        )
    if others:
        count = 1 + len(others)
        logger.info("%s: reading only the first of its %d sheets: %r", path, count, sheet.title)
    return [_build_line(line.data, line.where) for line in _name_cells(path, iter(rows))]


def _name_cells(path: Path, rows: Iterator[tuple[str, Sequence[Any]]]) -> list[Line]:
    """Return the rows, with their places, by the names in the first row.

    Empty rows and nameless columns are omitted. Cells that are missing at a row's end are blank.
    """
    _, first = next(rows, ("", ()))
    header = ["" if name is None else unify_name(name) for name in first]
    names = [name for name in header if name]
    repeated = [name for name in names if names.count(name) > 1]
    if not names or repeated:
        problem = f"names the column {repeated[0]!r} twice" if repeated else "has no column names"
        raise ValueError(f"{path}: the first row {problem}; it must name each column once")
    if "" in header:
        logger.info("%s: columns without a name are not read", path)
    lines = []
    for where, row in rows:
        if not any(cell not in ("", None) for cell in row):
            continue
        if len(row) > len(header):
            raise ValueError(
                f"{where}: {len(row)} cells, but the first row names {len(header)}; quote texts "
                "that contain separators"
            )
        cells = itertools.zip_longest(header, row, fillvalue="")
        lines.append(Line({name: cell for name, cell in cells if name}, where))
    return lines


def _read_json(path: Path, data: bytes, ending: str) -> list[Line]:
    """Return the rows of JSON Lines, or of a JSON text as `_list_objects` does."""
    text = decode_text(data, path)
    is_one_value = ending == ".json" and not _is_json_lines(text)
    if is_one_value or text.lstrip().startswith("["):
        return list_rows(parse_json(text, path), str(path))
    lines = parse_json_lines(path, data.split(b"\n"))
    return [_build_line(line.data, line.where) for line in lines]


def _is_json_lines(text: str) -> bool:
    """Return whether a text has several lines, and the first line ends an object."""
    first, _, rest = text.lstrip().partition("\n")
    return bool(rest.strip()) and first.rstrip().endswith("}")


def _list_objects(data: Any, name: str) -> Any:
    """Return the rows of an object: a mapping of columns, a mapping of documents, or one row.

    A column is a list, or as in pandas' JSON a mapping from row numbers, or ``columns`` names those
    of the lists in ``data`` (orient="split", as of MLflow). A DatasetDict counts as its only split.
    Raises ValueError if it has several.
    """
    data = _find_rows(data)
    if not isinstance(data, Mapping):
        return data
    names, rows = data.get("columns"), data.get("data")
    if isinstance(names, list) and isinstance(rows, list):
        return [dict(zip(names, row, strict=True)) for row in rows]
    values = list(data.values())
    if not values:
        return [data]
    if all(hasattr(value, "column_names") for value in values):
        if len(values) > 1:
            raise ValueError(
                f"{name}: it has the splits {', '.join(data)}; pass one of them, or its folder"
            )
        return values[0]
    if all(isinstance(value, Mapping) for value in values):
        keys = dict.fromkeys(key for value in values for key in value)
        if all(str(key).isdigit() for key in keys):
            return [{name: column.get(key) for name, column in data.items()} for key in keys]
        return [{"id": name, **document} for name, document in data.items()]
    columns = {}
    for column, value in data.items():
        columns[column] = value.tolist() if hasattr(value, "tolist") else value
    if not all(isinstance(cells, list | tuple) for cells in columns.values()):
        return [data]
    if len(set(map(len, columns.values()))) > 1:
        counts = ", ".join(f"{column}: {len(cells)}" for column, cells in columns.items())
        raise ValueError(
            f"{name}: the table's columns have different lengths ({counts:.200}); pass a value for "
            "each row"
        )
    return [dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=True)]


def _find_rows(data: Any) -> Any:
    """Return the list of objects in an object under one of the names ROWS, or else the object."""
    for name in ROWS if isinstance(data, Mapping) else ():
        rows = _find_rows(data.get(name))
        if isinstance(rows, list) and rows and all(isinstance(row, Mapping) for row in rows):
            return rows
    return data


def _load_saved(folder: Path) -> Any:
    from datasets import load_from_disk

    try:
        return load_from_disk(str(folder))
    # Other programs' files may raise nearly any exception.
    except Exception as error:
        raise ValueError(
            f"{folder}: not a folder that datasets' save_to_disk wrote ({error}); pass a file in "
            "it; report, compare and agreement take the folder of an evaluation"
        ) from None


def _build_line(row: Any, where: str) -> Line:
    """Return a row without its missing cells; raise ValueError if it is not a mapping."""
    if not isinstance(row, Mapping):
        raise ValueError(
            f"{where}: a row must be a mapping of columns to values, not {type(row).__name__}"
        )
    cells = {}
    for name, value in row.items():
        is_nan = isinstance(value, float) and math.isnan(value)
        if value is not None and not is_nan:
            cells[unify_name(name)] = value
    return Line(cells, where)
