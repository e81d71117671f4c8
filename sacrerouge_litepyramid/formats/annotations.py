"""What people wrote for the sentences of a plan: the form's JSON, or the worksheet's CSV."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from sacrerouge_litepyramid.core.mixing import SentenceKey
from sacrerouge_litepyramid.formats.saved_forms import items_of, read_saved_form
from sacrerouge_litepyramid.formats.sheets import NUMBER, Row, read_sheet, write_sheet
from sacrerouge_litepyramid.storage.files import Line, required

FORMAT = "litepyramid annotation"
PLACE = ("instance_id", "reference", "sentence", "sentence_text")
#: ``also``: the numbers of further references that state the unit
COLUMNS = (*PLACE, "unit", "also")
CONTEXT = "reference_text"
#: in the place of a unit: people looked, and there is nothing to write
NOTHING = "-"
SHEETS = (".csv", ".tsv", ".txt")


class WrittenUnit(NamedTuple):
    """A unit's text, and the indices of the further references that state it."""

    text: str
    also: tuple[int, ...]
    where: str


class Written(NamedTuple):
    """A sentence as people left it; ``text``: as they saw it; ``nothing``: they say that it needs no unit."""

    key: SentenceKey
    text: str
    units: tuple[WrittenUnit, ...]
    nothing: bool
    where: str


def read_annotation(path: str | Path) -> list[Written]:
    """The sentences of a file, CSV by its name, else JSON; ValueError naming file and place for another layout."""
    return _of_sheet(path) if Path(path).suffix.lower() in SHEETS else _of_form(path)


def write_worksheet(path: str | Path, rows: Iterable[tuple[SentenceKey, str, str]]) -> None:
    """A row a sentence, with empty cells for its first unit; references and sentences are counted from 1.

    ``rows``: key, sentence and the whole reference.
    """
    cells = (
        (key.instance_id, key.reference + 1, key.sentence + 1, text, "", "", reference) for key, text, reference in rows
    )
    write_sheet(path, (*COLUMNS, CONTEXT), cells)


def _of_form(path: str | Path) -> list[Written]:
    return [_written(line) for line in items_of(path, read_saved_form(path, FORMAT), "sentences", "entry")]


def _written(line: Line) -> Written:
    key = SentenceKey(
        required(line, "instance_id", str), required(line, "reference", int), required(line, "sentence", int)
    )
    units = [_unit(line, number, each) for number, each in enumerate(required(line, "units", list), start=1)]
    return Written(key, required(line, "text", str), tuple(units), required(line, "nothing", bool), line.where)


def _unit(line: Line, number: int, data: object) -> WrittenUnit:
    where = f"{line.where}, unit {number}"
    if not isinstance(data, dict):
        raise ValueError(f"{where}: a unit must be an object, not {type(data).__name__}; save it again in the form")
    unit = Line(data, where)
    also = required(unit, "also", list) if "also" in data else []
    if not all(isinstance(each, int) and not isinstance(each, bool) for each in also):
        raise ValueError(f"{where}: 'also' must be a list of references' indices, not {also!r:.60}")
    return WrittenUnit(required(unit, "text", str), tuple(also), where)


def _of_sheet(path: str | Path) -> list[Written]:
    """A row without a place belongs to the sentence of the row above."""
    found: dict[SentenceKey, Written] = {}
    above: Written | None = None
    for row in read_sheet(path, COLUMNS):
        own = _place(row) if any(row.cells[name] for name in PLACE) else above
        if own is None:
            raise ValueError(f"{row.where}: it names no sentence, nor does a row above; fill {', '.join(PLACE)}")
        above = own
        before = found.get(own.key, own)
        nothing = row.cells["unit"] == NOTHING
        units = (WrittenUnit(row.cells["unit"], _also(row), row.where),) if row.cells["unit"] and not nothing else ()
        found[own.key] = Written(own.key, own.text, (*before.units, *units), before.nothing or nothing, own.where)
    return list(found.values())


def _place(row: Row) -> Written:
    """The sentence that a row names, without units."""
    reference, sentence = (_number(row, name) - 1 for name in ("reference", "sentence"))
    key = SentenceKey(row.cells["instance_id"], reference, sentence)
    return Written(key, row.cells["sentence_text"], (), False, row.where)


def _number(row: Row, column: str) -> int:
    if not NUMBER.fullmatch(row.cells[column]):
        raise ValueError(
            f"{row.where}: the column {column!r} must be a number from 1, not {row.cells[column]!r:.60}; "
            "copy it from the row of the sentence"
        )
    return int(row.cells[column])


def _also(row: Row) -> tuple[int, ...]:
    words = row.cells["also"].replace(",", " ").replace(";", " ").split()
    if not all(map(NUMBER.fullmatch, words)):
        raise ValueError(
            f"{row.where}: the column 'also' must hold numbers of references (2 3), not {row.cells['also']!r:.60}"
        )
    return tuple(int(word) - 1 for word in words)
