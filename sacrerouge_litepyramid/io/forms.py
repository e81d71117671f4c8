"""Files that annotators fill in (saved forms in JSON, worksheets in CSV), and the problems in them."""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.core.failures import PARTICULARS
from sacrerouge_litepyramid.core.texts import list_some
from sacrerouge_litepyramid.io.files import atomic_write, read_text
from sacrerouge_litepyramid.io.machine_files import check_format, refuse_changes
from sacrerouge_litepyramid.io.tables import find_separator


class Problem(NamedTuple):
    """A problem: where it is (file and row, instance or sentence), what is wrong, and the remedy."""

    where: str
    what: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}; {self.remedy}"


#: the number of problems that a message lists
MAX_SHOWN = 50


class ProblemsError(ValueError):
    """The error about files that annotators filled in; ``notes``: lines about the files to print in any case."""

    def __init__(self, problems: Sequence[object], notes: Sequence[str] = ()) -> None:
        lines = list(_merge_alike(problems))
        more = [f"… and {len(lines) - MAX_SHOWN} more"] if len(lines) > MAX_SHOWN else []
        self.problems = [*lines[:MAX_SHOWN], *more]
        self.notes = notes
        super().__init__(f"{len(problems)} problem{'s' * (len(problems) > 1)}, listed above; nothing was written")

    def __str__(self) -> str:
        return "\n".join([*self.problems, *self.args])


def _merge_alike(problems: Sequence[object]) -> Iterator[str]:
    """Yield one line for all problems that differ only in particulars, with the places of the others."""
    alike: dict[str, list[object]] = {}
    for problem in problems:
        text = f"{problem.what}; {problem.remedy}" if isinstance(problem, Problem) else str(problem)
        alike.setdefault(PARTICULARS.sub("", text), []).append(problem)
    for first, *others in alike.values():
        places = list_some([getattr(problem, "where", str(problem)) for problem in others])
        yield f"{first} (and {len(others)} more like it: {places})" if others else str(first)


def refuse_problems(problems: Sequence[object], notes: Sequence[str] = ()) -> None:
    """Raise `ProblemsError` for problems; do nothing if there are none."""
    if problems:
        raise ProblemsError(problems, notes)


def check_not_started(worksheet: Path) -> None:
    """Raise ValueError if a worksheet exists, because annotators may have filled it in."""
    if worksheet.exists():
        raise ValueError(
            f"{worksheet}: the worksheet exists, and may be filled in; choose another "
            f"{name_argument('output_dir')}, or remove it"
        )


VERSION = 1


@contextmanager
def read_saved_form(path: str | Path, kind: str) -> Iterator[dict[str, Any]]:
    """Yield the object of a saved form whose "format" is ``kind``; explain errors as `refuse_changes` does."""
    with refuse_changes(path, "saved form", "the form"):
        data = json.loads(read_text(path))
        check_format(data, kind, VERSION)
        yield data


SHEET_ENDINGS = (".csv", ".tsv", ".txt")
#: spreadsheets compute a cell that begins with one of these, even after white space and invisible characters; an
#: apostrophe before it makes it a text
FORMULA_STARTS = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
INVISIBLE_START = re.compile(r"^['\s\x00-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2060\ufeff]*")
#: a count from 1, below a million
COUNT_PATTERN = re.compile(r"[1-9]\d{0,5}")


class SheetRow(NamedTuple):
    """A row's cells by column, stripped of white space; ``where`` is "FILE, row N", where row 1 is the header."""

    cells: dict[str, str]
    where: str


def write_sheet(path: str | Path, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write rows in UTF-8 with a byte order mark, by which spreadsheets recognise the encoding."""
    with atomic_write(path) as out:
        out.write("\ufeff")
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows([escape_formula(cell) for cell in row] for row in rows)


def read_sheet(path: str | Path, columns: Sequence[str], optional: Sequence[str] = ()) -> list[SheetRow]:
    """Read the rows that are not empty; raise ValueError if the file lacks a column or is not CSV.

    The cells of a missing ``optional`` column are empty.
    """
    text = read_text(path)
    try:
        table = list(csv.reader(io.StringIO(text, newline=""), delimiter=find_separator(text), strict=True))
    except csv.Error as error:
        raise ValueError(f"{path}: not CSV ({error}); export it from the spreadsheet as CSV in UTF-8") from None
    names = [name.strip() for name in table[0]] if table else []
    missing = [name for name in columns if name not in names]
    if missing:
        raise ValueError(f"{path}: the column {missing[0]!r} is missing; the header must have: {', '.join(columns)}")
    rows, kept = [], (*columns, *optional)
    for number, cells in enumerate(table[1:], start=2):
        values = dict(zip(names, (unescape_formula(cell) for cell in cells), strict=False))
        if any(values.values()):
            rows.append(SheetRow({name: values.get(name, "") for name in kept}, f"{path}, row {number}"))
    return rows


def escape_formula(value: object) -> str:
    """Put an apostrophe before a cell that a spreadsheet would compute; `unescape_formula` removes it."""
    text = str(value)
    return f"'{text}" if _needs_apostrophe(text) else text


def escape_formulas(row: Mapping[str, Any]) -> dict[str, Any]:
    """Apply `escape_formula` to the texts and column names of a row; leave numbers as they are."""
    return {escape_formula(name): escape_formula(cell) if isinstance(cell, str) else cell for name, cell in row.items()}


def unescape_formula(cell: str) -> str:
    """Undo `escape_formula`, and strip white space."""
    text = cell.strip()
    return text[1:] if text.startswith("'") and _needs_apostrophe(text) else text


def _needs_apostrophe(text: str) -> bool:
    return text.startswith(("\t", "\r")) or INVISIBLE_START.sub("", text, count=1).startswith(FORMULA_STARTS)
