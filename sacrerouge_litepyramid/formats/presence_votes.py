"""Annotators' votes, in the presence form (JSON) or its worksheet (CSV), on whether a summary states a unit."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from sacrerouge_litepyramid.formats.annotations import SHEET_ENDINGS
from sacrerouge_litepyramid.formats.saved_forms import read_items, read_saved_form, read_seconds
from sacrerouge_litepyramid.formats.sheets import COUNT_PATTERN, SheetRow, read_sheet, write_sheet
from sacrerouge_litepyramid.storage.files import Line, required

FORMAT = "litepyramid presence votes"
#: ``task`` names summary and units but no system; ``number`` is the unit's, from 1
COLUMNS = ("annotator", "task", "number", "vote")
TEXT_COLUMNS = ("unit", "summary")


class Votes(NamedTuple):
    """One annotator's votes on the units of one summary: 1 present, 0 absent, None not judged.

    ``seconds`` is the time that the form measured, None from a worksheet.
    """

    annotator: str
    task: str
    votes: tuple[int | None, ...]
    where: str
    seconds: float | None = None


def read_presence_votes(path: str | Path) -> list[Votes]:
    """Read the votes of a CSV or JSON file, by its ending; ValueError names the file and place of wrong input."""
    return _read_worksheet(path) if Path(path).suffix.lower() in SHEET_ENDINGS else _read_form(path)


def write_vote_sheet(path: str | Path, annotator: str, rows: Iterable[tuple[str, int, str, str]]) -> None:
    """Write one row per unit: its task, number and text, the summary, and an empty cell for the vote."""
    cells = ((annotator, task, number, "", unit, summary) for task, number, unit, summary in rows)
    write_sheet(path, (*COLUMNS, *TEXT_COLUMNS), cells)


def _read_form(path: str | Path) -> list[Votes]:
    data = read_saved_form(path, FORMAT)
    annotator = data.get("annotator")
    if not isinstance(annotator, str) or not annotator.strip():
        raise ValueError(
            f"{path}: the annotator has no name; load the file into the form, fill in the name, save again"
        )
    return [_votes(line, annotator.strip()) for line in read_items(path, data, "tasks", "task")]


def _votes(line: Line, annotator: str) -> Votes:
    votes = required(line, "votes", list)
    wrong = [vote for vote in votes if isinstance(vote, bool) or vote not in (0, 1, None)]
    if wrong:
        raise ValueError(f"{line.where}: a vote must be 0, 1 or null, not {wrong[0]!r}; save it again in the form")
    return Votes(annotator, required(line, "task", str), tuple(votes), line.where, read_seconds(line))


def _read_worksheet(path: str | Path) -> list[Votes]:
    """Read a worksheet, whose rows may be in any order; a unit without a row is not judged."""
    answers: dict[tuple[str, str], dict[int, int | None]] = {}
    where: dict[tuple[str, str], str] = {}
    for row in read_sheet(path, COLUMNS):
        own, number, vote = _row(row)
        given = answers.setdefault(own, {})
        if number in given:
            raise ValueError(f"{row.where}: unit {number} of task {own[1]!r} has a row already; remove one of them")
        given[number] = vote
        where.setdefault(own, row.where)
    return [
        Votes(*own, tuple(given.get(number) for number in range(1, max(given) + 1)), where[own])
        for own, given in answers.items()
    ]


def _row(row: SheetRow) -> tuple[tuple[str, str], int, int | None]:
    annotator, task, number, vote = (row.cells[name] for name in COLUMNS)
    if not annotator:
        raise ValueError(f"{row.where}: the column 'annotator' is empty; write the same name into all of your rows")
    if not COUNT_PATTERN.fullmatch(number):
        raise ValueError(f"{row.where}: the column 'number' must be a unit's number from 1, not {number!r}")
    if vote not in ("", "0", "1"):
        raise ValueError(f"{row.where}: the column 'vote' must be 1 (present), 0 (absent) or empty, not {vote!r}")
    return (annotator, task), int(number), int(vote) if vote else None
