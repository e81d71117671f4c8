"""Rows of texts with separators: CSV and TSV, in the dialects that programs write."""

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

#: characters that may separate the cells of a row
SEPARATORS = ",;\t|"
#: the first line of a file that Excel is to open, such as "sep=;"
NAMED_SEPARATOR = re.compile(r"sep=(.)\r?\n")
#: a quote that is escaped by a backslash, as MySQL and Spark write it
ESCAPED_QUOTE = re.compile(r'(?<!\\)\\"')
#: a number with a decimal comma, as spreadsheets write it in files with semicolons
DECIMAL_COMMA = re.compile(r"^\s*([+-]?\d+),(\d+)\s*$")
#: the largest CSV cell, in characters; it may be a whole document
MAX_CELL_LENGTH = 1 << 30

#: a row's place in the file, such as "t.csv, line 3", and its cells
PlacedCells = tuple[str, list[str]]


def read_delimited(path: Path, text: str, default: str) -> list[PlacedCells]:
    """Return the rows of a text with separators, the names of the columns first.

    The separator is that of a line ``sep=;``, or else the most frequent one in the first row, in a
    tie the default. Comments before the first row are skipped; decimal commas become points in
    files with semicolons. Raises ValueError for quotes that do not close.
    """
    csv.field_size_limit(MAX_CELL_LENGTH)
    head, separator = _skip_head(text, default)
    skipped = text[:head].count("\n")
    body = text[head:]
    try:
        rows = list(_read_rows(path, body, separator, skipped))
    except csv.Error as error:
        try:
            rows = list(_read_rows(path, ESCAPED_QUOTE.sub('""', body), separator, skipped))
        except csv.Error:
            raise ValueError(f"{error}; quote each text, and double the quotes in it") from None
    if separator == ";":
        rows = [(where, [DECIMAL_COMMA.sub(r"\1.\2", cell) for cell in row]) for where, row in rows]
    return rows


def _read_rows(path: Path, text: str, separator: str, skipped: int) -> Iterator[PlacedCells]:
    """Yield the rows of a text; raise csv.Error, which begins with the place."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        for row in reader:
            yield f"{path}, line {reader.line_num + skipped}", row
    except csv.Error as error:
        place = f"{path}, line {reader.line_num + skipped}"
        raise csv.Error(f"{place}: not a table ({error})") from None


def _skip_head(text: str, default: str) -> tuple[int, str]:
    """Return where the row of names begins, after comments, and the separator."""
    if named := NAMED_SEPARATOR.match(text):
        return named.end(), named[1]
    start = 0
    while text.startswith("#", start):
        line, end, _ = text[start:].partition("\n")
        # A first row of names may begin with "#", too.
        if not end or any(separator in line for separator in SEPARATORS):
            break
        start += len(line) + 1
    header, _, _ = text[start:].partition("\n")
    separator = max(SEPARATORS, key=lambda mark: (header.count(mark), mark == default))
    return start, separator
