"""CSV that people fill in by a spreadsheet: any of the usual separators, a byte-order mark, no formula in a text."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from sacrerouge_litepyramid.storage.files import atomic_write, read_text

SEPARATORS = ",;\t"
#: a cell that begins so is computed by spreadsheets; an apostrophe makes it a text
FORMULA = ("=", "+", "-", "@", "\t", "\r")
#: a count from 1; nothing that people fill in has a million of anything
NUMBER = re.compile(r"[1-9]\d{0,5}")


class Row(NamedTuple):
    """A row's cells by column, white space around them dropped; ``where``: "FILE, row N", the header being row 1."""

    cells: dict[str, str]
    where: str


def write_sheet(path: str | Path, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Writes UTF-8 with a byte-order mark, by which spreadsheets know it."""
    with atomic_write(path) as out:
        out.write("\ufeff")
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows([as_text(cell) for cell in row] for row in rows)


def read_sheet(path: str | Path, columns: Sequence[str]) -> list[Row]:
    """The rows that are not empty; ValueError naming the file where a column is missing, or it is no CSV."""
    text = read_text(path)
    header = text.split("\n", 1)[0]
    separator = max(SEPARATORS, key=header.count)
    try:
        table = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True))
    except csv.Error as error:
        raise ValueError(f"{path}: not CSV ({error}); export it from the spreadsheet as CSV, UTF-8") from None
    names = [name.strip() for name in table[0]] if table else []
    missing = [name for name in columns if name not in names]
    if missing:
        raise ValueError(f"{path}: the column {missing[0]!r} is missing; keep the header: {', '.join(columns)}")
    rows = []
    for number, cells in enumerate(table[1:], start=2):
        values = dict(zip(names, (plain(cell) for cell in cells), strict=False))
        if any(values.values()):
            rows.append(Row({name: values.get(name, "") for name in columns}, f"{path}, row {number}"))
    return rows


def as_text(value: object) -> str:
    """A cell that no spreadsheet takes for a formula; `plain` takes the apostrophe away again."""
    text = str(value)
    return f"'{text}" if _needs_apostrophe(text) else text


def plain(cell: str) -> str:
    """What `as_text` was given, white space around it dropped."""
    text = cell.strip()
    return text[1:] if text.startswith("'") and _needs_apostrophe(text) else text


def _needs_apostrophe(text: str) -> bool:
    return text.lstrip("'").startswith(FORMULA)
