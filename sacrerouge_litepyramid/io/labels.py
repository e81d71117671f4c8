"""labels.jsonl, labels of a summary's units; and votes on them: votes.jsonl, label form (JSON), worksheet (CSV)."""

import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard

import numpy as np

from sacrerouge_litepyramid.core.judgements import LabelledSummary, keep_labelled
from sacrerouge_litepyramid.core.texts import flatten
from sacrerouge_litepyramid.io.files import Line, describe, read_json_lines, required, write_json_lines
from sacrerouge_litepyramid.io.forms import (
    COUNT_PATTERN,
    SHEET_ENDINGS,
    SheetRow,
    read_saved_form,
    read_sheet,
    write_sheet,
)
from sacrerouge_litepyramid.io.metrics import SummaryKey, parse_key
from sacrerouge_litepyramid.io.summaries import read_summaries
from sacrerouge_litepyramid.io.units import InstanceUnits, read_units
from sacrerouge_litepyramid.statistics.votes import Ballot

#: the files of a folder with annotators' labels of all units
LABEL_FILES = ("summaries.jsonl", "scus.jsonl", "labels.jsonl")


def read_labelled_folder(folder: str | Path) -> list[LabelledSummary]:
    """Read the labelled summaries of a folder as `read_labelled_summaries` does."""
    return read_labelled_summaries(*(Path(folder) / name for name in LABEL_FILES))


def read_labelled_summaries(
    summaries_file: str | Path, units_file: str | Path, labels_file: str | Path
) -> list[LabelledSummary]:
    """Read the labelled summaries in the order of the labels file, each with the units whose label is not null.

    Raises ValueError for labels of an unknown summary or of unknown units, a label that is neither a number from 0 to 1
    nor null, and a number of labels that differs from the number of units.
    """
    texts = {summary.key: flatten(summary.text) for summary in read_summaries(summaries_file)}
    units = read_units(units_file)
    labelled: dict[SummaryKey, LabelledSummary] = {}
    for line in read_json_lines(labels_file):
        key = parse_key(line)
        own = units.get(key.instance_id)
        if own is None:
            raise ValueError(f"{describe(line)}: unknown instance; {units_file} has no units for it")
        if key not in texts:
            raise ValueError(
                f"{describe(line)}: system {key.summarizer_id!r} has no summary for it in {summaries_file}"
            )
        if key in labelled:
            raise ValueError(f"{describe(line)}: system {key.summarizer_id!r} is labelled twice; keep one line")
        labelled[key] = keep_labelled(
            LabelledSummary(*key, texts[key], own.units, parse_labels(line, own, may_be_null=True))
        )
    return [each for each in labelled.values() if each.units]


def write_labels(path: str | Path, labels: Iterable[tuple[SummaryKey, Sequence[float | None]]]) -> None:
    """Write the labels of each summary's units, in the order of the units."""
    write_json_lines(path, ({**key._asdict(), "labels": list(own)} for key, own in labels))


def is_grade(label: Any) -> TypeGuard[float]:
    """Return whether a label is a number from 0, absent, to 1, wholly present."""
    return isinstance(label, int | float) and not isinstance(label, bool) and 0 <= label <= 1


def parse_labels(line: Line, units: InstanceUnits, may_be_null: bool = False) -> tuple[float, ...]:
    """Return the ``labels`` of a line, NaN for null; ValueError for one that is not allowed, or another number."""
    labels = required(line, "labels", list)
    wrong = [label for label in labels if not (is_grade(label) or (may_be_null and label is None))]
    if wrong:
        raise ValueError(f"{describe(line)}: a label must be a number from 0 to 1, not {wrong[0]!r}")
    if len(labels) != len(units.units):
        raise ValueError(
            f"{describe(line)}: {len(labels)} labels for the {len(units.units)} units of {units.where}; "
            "pass one label per unit, in the order of the units"
        )
    return tuple(math.nan if label is None else label for label in labels)


def read_partial_labels(path: str | Path) -> dict[SummaryKey, np.ndarray]:
    """Read by summary the votes of its units, (voters, units), NaN for none; ``labels`` count as one voter's.

    Raises ValueError naming file, line and instance for a second line of a summary and as `parse_votes`.
    """
    found: dict[SummaryKey, np.ndarray] = {}
    for line in read_json_lines(path):
        key = parse_key(line)
        if key in found:
            raise ValueError(f"{describe(line)}: system {key.summarizer_id!r} has labels already; keep one line")
        rows = required(line, "votes", list) if "votes" in line.data else [required(line, "labels", list)]
        found[key] = parse_votes(rows, describe(line))
    return found


def parse_votes(rows: Sequence[Any], where: str) -> np.ndarray:
    """Return votes (voters, units), 0 to 1, NaN for None; raise ValueError, beginning with ``where``, for others."""
    if not rows or not all(isinstance(row, (list, tuple)) and len(row) == len(rows[0]) for row in rows):
        raise ValueError(f"{where}: equally long lists of labels were expected, one per voter; pass one label per unit")
    wrong = [vote for row in rows for vote in row if not (is_grade(vote) or vote is None)]
    if wrong:
        raise ValueError(
            f"{where}: a label must be a number from 0 to 1, or null where nobody judged, not {wrong[0]!r:.40}"
        )
    return build_votes(rows)


#: the vote of an annotator who cannot tell what a unit says; it counts as missing
UNCLEAR = "u"
#: the vote that a summary states part of a unit, where the forms offer it
PARTLY = 0.5
#: 1 present, 0 absent, PARTLY, UNCLEAR, None not labelled
Vote = float | str | None


def read_votes(path: str | Path) -> dict[str, list[np.ndarray]]:
    """Read by system the pages of votes, arrays (workers, SCUs), NaN for null; ValueError as `parse_votes`."""
    pages: dict[str, list[np.ndarray]] = {}
    for line in read_json_lines(path):
        votes = parse_votes(required(line, "votes", list), describe(line))
        pages.setdefault(required(line, "summarizer_id", str), []).append(votes)
    return pages


def write_votes(path: str | Path, ballots: Mapping[SummaryKey, Ballot]) -> None:
    """Write one line per summary, with the voters' names beside the table of their votes."""
    write_json_lines(
        path,
        (
            {
                **key._asdict(),
                "annotators": list(ballot.voters),
                "votes": [list_grades(row) for row in ballot.votes],
            }
            for key, ballot in ballots.items()
        ),
    )


def build_votes(rows: Sequence[Sequence[Vote]]) -> np.ndarray:
    """Return votes as an array (voters, units): 0 to 1, and NaN if an annotator did not decide."""
    return np.array([[vote if is_grade(vote) else np.nan for vote in row] for row in rows], dtype=np.float64)


def list_grades(labels: Iterable[float]) -> list[float | None]:
    """Return labels or votes for JSON: 0 and 1 as integers, grades between as they are, None for NaN."""
    return [None if np.isnan(label) else int(label) if label in (0, 1) else float(label) for label in labels]


FORMAT = "litepyramid label votes"
#: ``task`` names summary and units but no system; ``number`` is the unit's, from 1
COLUMNS = ("annotator", "task", "number", "vote")
TEXT_COLUMNS = ("unit", "summary")


class TaskVotes(NamedTuple):
    """One annotator's votes on the units of one summary.

    ``seconds`` is the time that the form measured, None from a worksheet.
    """

    annotator: str
    task: str
    votes: tuple[Vote, ...]
    where: str
    seconds: float | None = None


def read_votes_of_form(path: str | Path) -> list[TaskVotes]:
    """Read the votes of a CSV or JSON file, by its ending; ValueError names the file and place of wrong input."""
    return _read_worksheet(path) if Path(path).suffix.lower() in SHEET_ENDINGS else _read_form(path)


def write_vote_sheet(path: str | Path, annotator: str, rows: Iterable[tuple[str, int, str, str]]) -> None:
    """Write one row per unit: its task, number and text, the summary, and an empty cell for the vote."""
    cells = ((annotator, task, number, "", unit, summary) for task, number, unit, summary in rows)
    write_sheet(path, (*COLUMNS, *TEXT_COLUMNS), cells)


def _read_form(path: str | Path) -> list[TaskVotes]:
    with read_saved_form(path, FORMAT) as data:
        tasks = enumerate(data["tasks"], start=1)
        name = data["annotator"].strip()
        found = [
            TaskVotes(name, each["task"], tuple(each["votes"]), f"{path}, task {number}", each.get("seconds"))
            for number, each in tasks
        ]
        known = (0, PARTLY, 1, UNCLEAR, None)
        if not name or any(isinstance(vote, bool) or vote not in known for each in found for vote in each.votes):
            raise ValueError(f"a name and votes 0, {PARTLY}, 1, '{UNCLEAR}' and null were expected")
    return found


def _read_worksheet(path: str | Path) -> list[TaskVotes]:
    """Read a worksheet, whose rows may be in any order; a unit without a row is not judged."""
    answers: dict[tuple[str, str], dict[int, Vote]] = {}
    where: dict[tuple[str, str], str] = {}
    for row in read_sheet(path, COLUMNS):
        own, number, vote = _row(row)
        given = answers.setdefault(own, {})
        if number in given:
            raise ValueError(f"{row.where}: unit {number} of task {own[1]!r} has a row already; remove one of them")
        given[number] = vote
        where.setdefault(own, row.where)
    return [
        TaskVotes(*own, tuple(given.get(number) for number in range(1, max(given) + 1)), where[own])
        for own, given in answers.items()
    ]


#: PARTLY in a worksheet; spreadsheets of many languages write a comma
_PARTLY_CELLS = ("partly", "0.5", ".5", "0,5", ",5")


def _row(row: SheetRow) -> tuple[tuple[str, str], int, Vote]:
    annotator, task, number, vote = (row.cells[name] for name in COLUMNS)
    if not annotator:
        raise ValueError(f"{row.where}: the column 'annotator' is empty; write the same name into all of your rows")
    if not COUNT_PATTERN.fullmatch(number):
        raise ValueError(f"{row.where}: the column 'number' must be a unit's number from 1, not {number!r}")
    votes: dict[str, Vote] = {"1": 1, "0": 0, UNCLEAR: UNCLEAR, "": None, **dict.fromkeys(_PARTLY_CELLS, PARTLY)}
    if vote.lower() not in votes:
        known = f"1 (present), 0 (absent), {UNCLEAR} (unclear), empty, or {PARTLY} (partly) where the plan offers it"
        raise ValueError(f"{row.where}: the column 'vote' must be {known}, not {vote!r}")
    return (annotator, task), int(number), votes[vote.lower()]
