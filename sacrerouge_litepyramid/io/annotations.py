"""The units that annotators wrote for the sentences of a plan.

Form (JSON), worksheet (CSV), and records of the work.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from sacrerouge_litepyramid.core.mixing import SentenceKey
from sacrerouge_litepyramid.io.files import Line, required, write_json_lines
from sacrerouge_litepyramid.io.forms import (
    COUNT_PATTERN,
    SHEET_ENDINGS,
    SheetRow,
    read_items,
    read_saved_form,
    read_seconds,
    read_sheet,
    write_sheet,
)

FORMAT = "litepyramid annotation"
PLACE_COLUMNS = ("instance_id", "reference", "sentence", "sentence_text")
#: ``also`` holds the numbers of the other references that state the unit
COLUMNS = (*PLACE_COLUMNS, "unit", "also")
#: where a unit comes from: one of ORIGINS, own if empty
ORIGIN_COLUMN = "origin"
CONTEXT_COLUMNS = ("suggestions", "reference_text")
#: what became of a suggestion
OUTCOMES = ("accepted", "edited", "rejected", "open")
#: where a unit comes from: a suggestion as it was, a suggestion that was changed, or the annotator
ORIGINS = ("accepted", "edited", "own")
#: this cell in place of a unit says that the sentence needs no unit
NOTHING = "-"


class WrittenUnit(NamedTuple):
    """A unit's text, the indices of the other references that state it, and its origin, one of ORIGINS."""

    text: str
    also: tuple[int, ...]
    where: str
    origin: str = "own"


class Suggestion(NamedTuple):
    """A unit that was suggested for a sentence, and what became of it, one of OUTCOMES."""

    text: str
    outcome: str


class WrittenSentence(NamedTuple):
    """A sentence with the units people wrote; ``text`` is what they saw, ``nothing`` that it needs no unit.

    ``suggestions`` are those that the form showed, ``seconds`` is the time that it measured; both are None from a
    worksheet. ``annotator`` is "" where no name is known.
    """

    key: SentenceKey
    text: str
    units: tuple[WrittenUnit, ...]
    nothing: bool
    where: str
    suggestions: tuple[Suggestion, ...] | None = None
    seconds: float | None = None
    annotator: str = ""


class WorksheetRow(NamedTuple):
    """What a worksheet shows of a planned sentence: its place, its text, its suggestions and the whole reference."""

    key: SentenceKey
    text: str
    suggestions: tuple[str, ...]
    reference_text: str


def read_annotation(path: str | Path) -> list[WrittenSentence]:
    """Read the sentences of a CSV or JSON file, by its ending; ValueError names the file and place of wrong input."""
    return _read_worksheet(path) if Path(path).suffix.lower() in SHEET_ENDINGS else _read_form(path)


def write_worksheet(path: str | Path, rows: Iterable[WorksheetRow]) -> None:
    """Write one row per sentence, with empty cells for its first unit; references and sentences are counted from 1."""
    cells = (
        (
            *(row.key.instance_id, row.key.reference + 1, row.key.sentence + 1, row.text),
            *("", "", "", " | ".join(row.suggestions), row.reference_text),
        )
        for row in rows
    )
    write_sheet(path, (*COLUMNS, ORIGIN_COLUMN, *CONTEXT_COLUMNS), cells)


def _read_form(path: str | Path) -> list[WrittenSentence]:
    data = read_saved_form(path, FORMAT)
    annotator = data.get("annotator", "")
    if not isinstance(annotator, str):
        raise ValueError(f"{path}: 'annotator' must be a name, not {annotator!r:.60}; save it again in the form")
    return [_parse_sentence(line, annotator.strip()) for line in read_items(path, data, "sentences", "entry")]


def _parse_sentence(line: Line, annotator: str) -> WrittenSentence:
    key = SentenceKey(
        required(line, "instance_id", str), required(line, "reference", int), required(line, "sentence", int)
    )
    units = [_parse_unit(line, number, unit) for number, unit in enumerate(required(line, "units", list), start=1)]
    return WrittenSentence(
        key,
        required(line, "text", str),
        tuple(units),
        required(line, "nothing", bool),
        line.where,
        _parse_suggestions(line),
        read_seconds(line),
        annotator,
    )


def _parse_suggestions(line: Line) -> tuple[Suggestion, ...]:
    items = required(line, "suggestions", list) if "suggestions" in line.data else []
    for item in items:
        if not isinstance(item, dict) or not isinstance(item.get("text"), str) or item.get("outcome") not in OUTCOMES:
            raise ValueError(
                f"{line.where}: a suggestion needs a text and an outcome ({', '.join(OUTCOMES)}), not {item!r:.60}; "
                "save it again in the form"
            )
    return tuple(Suggestion(item["text"], item["outcome"]) for item in items)


def _parse_unit(line: Line, number: int, data: object) -> WrittenUnit:
    where = f"{line.where}, unit {number}"
    if not isinstance(data, dict):
        raise ValueError(f"{where}: a unit must be an object, not {type(data).__name__}; save it again in the form")
    unit = Line(data, where)
    also = required(unit, "also", list) if "also" in data else []
    if not all(isinstance(index, int) and not isinstance(index, bool) for index in also):
        raise ValueError(f"{where}: 'also' must be a list of references' indices, not {also!r:.60}")
    return WrittenUnit(required(unit, "text", str), tuple(also), where, _check_origin(data.get("origin"), where))


def _read_worksheet(path: str | Path) -> list[WrittenSentence]:
    """Read a worksheet, in which a row without a place belongs to the sentence of the row above."""
    found: dict[SentenceKey, WrittenSentence] = {}
    above: WrittenSentence | None = None
    for row in read_sheet(path, COLUMNS, [ORIGIN_COLUMN]):
        own = _parse_place(row) if any(row.cells[name] for name in PLACE_COLUMNS) else above
        if own is None:
            raise ValueError(
                f"{row.where}: it names no sentence, nor does a row above; fill {', '.join(PLACE_COLUMNS)}"
            )
        above = own
        before = found.get(own.key, own)
        nothing = row.cells["unit"] == NOTHING
        units = (_parse_sheet_unit(row),) if row.cells["unit"] and not nothing else ()
        found[own.key] = WrittenSentence(
            own.key, own.text, (*before.units, *units), before.nothing or nothing, own.where
        )
    return list(found.values())


def _parse_place(row: SheetRow) -> WrittenSentence:
    """Return the sentence that a row names, without units."""
    reference, sentence = (_parse_number(row, name) - 1 for name in ("reference", "sentence"))
    key = SentenceKey(row.cells["instance_id"], reference, sentence)
    return WrittenSentence(key, row.cells["sentence_text"], (), False, row.where)


def _parse_sheet_unit(row: SheetRow) -> WrittenUnit:
    origin = _check_origin(row.cells[ORIGIN_COLUMN], row.where)
    return WrittenUnit(row.cells["unit"], _parse_also(row), row.where, origin)


def _check_origin(origin: object, where: str) -> str:
    """Return where a unit comes from, "own" if nothing is given; raise ValueError for another word."""
    if origin and origin not in ORIGINS:
        raise ValueError(f"{where}: a unit's origin must be {', '.join(ORIGINS)} or empty, not {origin!r:.60}")
    return str(origin or "own")


def _parse_number(row: SheetRow, column: str) -> int:
    if not COUNT_PATTERN.fullmatch(row.cells[column]):
        raise ValueError(
            f"{row.where}: the column {column!r} must be a number from 1, not {row.cells[column]!r:.60}; "
            "copy it from the row of the sentence"
        )
    return int(row.cells[column])


def _parse_also(row: SheetRow) -> tuple[int, ...]:
    words = row.cells["also"].replace(",", " ").replace(";", " ").split()
    if not all(map(COUNT_PATTERN.fullmatch, words)):
        raise ValueError(
            f"{row.where}: the column 'also' must hold numbers of references (2 3), not {row.cells['also']!r:.60}"
        )
    return tuple(int(word) - 1 for word in words)


def write_annotation_records(path: str | Path, written: Iterable[WrittenSentence]) -> None:
    """Write a line per finished sentence; ``seconds`` and ``suggestions`` are null from a worksheet."""
    write_json_lines(path, map(_record, written))


def _record(sentence: WrittenSentence) -> dict[str, Any]:
    suggestions = sentence.suggestions
    return {
        **sentence.key._asdict(),
        "annotator": sentence.annotator,
        "seconds": sentence.seconds,
        "units": [{"text": " ".join(unit.text.split()), "origin": unit.origin} for unit in sentence.units],
        "suggestions": None if suggestions is None else [each._asdict() for each in suggestions],
    }
