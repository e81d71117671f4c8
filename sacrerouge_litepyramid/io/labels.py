"""Labels of summaries' units (labels.jsonl), and votes on them (votes.jsonl and saved forms)."""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard

import numpy as np

from sacrerouge_litepyramid.core.judgements import LabelledSummary, keep_labelled
from sacrerouge_litepyramid.core.texts import count_nouns, flatten
from sacrerouge_litepyramid.io.files import (
    Line,
    build_error,
    describe,
    read_json_lines,
    read_text,
    required,
    stream_json_lines,
    write_json_lines,
)
from sacrerouge_litepyramid.io.machine_files import check_format, refuse_changes
from sacrerouge_litepyramid.io.metrics import SummaryKey, parse_new_key
from sacrerouge_litepyramid.io.summaries import read_summaries
from sacrerouge_litepyramid.io.units import InstanceUnits, read_units
from sacrerouge_litepyramid.statistics.votes import Ballot

#: the files of a folder in which annotators labelled all units
LABEL_FILES = SUMMARIES, UNITS, LABELS = ("summaries.jsonl", "scus.jsonl", "labels.jsonl")
#: all annotators' votes on all units
VOTES_FILE = "votes.jsonl"
#: the files of units that labels may be of: SCUs, and extracted units
UNIT_FILES = (UNITS, "units.jsonl")


def find_labelled_units(folder: str | Path) -> Path:
    """Return the file of the units that a folder's labels are of, or would be of without labels.

    It is the file that the first line of the labels names (``units_file``), otherwise the first of
    UNIT_FILES that exists.
    """
    folder = Path(folder)
    labels = folder / LABELS
    name = None
    if labels.exists():
        first = next(stream_json_lines(labels))
        name = first.data.get("units_file")
    if name is None:
        name = next((name for name in UNIT_FILES if (folder / name).exists()), UNITS)
    return folder / name


def read_labelled_folder(folder: str | Path) -> list[LabelledSummary]:
    """Read the labelled summaries of a folder in the order of the labels file.

    Units whose label is null are left out. Raises ValueError if a summary or its units are unknown,
    a label is neither a number from 0 to 1 nor null, or the numbers of labels and units differ.
    """
    folder = Path(folder)
    summaries_file = folder / SUMMARIES
    units_file = find_labelled_units(folder)
    texts = {summary.key: flatten(summary.text) for summary in read_summaries(summaries_file)}
    units = read_units(units_file)
    labelled: dict[SummaryKey, LabelledSummary] = {}
    for line in read_json_lines(folder / LABELS):
        key = parse_new_key(line, labelled, "is labelled twice")
        if key.instance_id not in units:
            raise build_error(line, f"unknown instance; {units_file} has no units for it")
        if key not in texts:
            raise build_error(
                line, f"system {key.summarizer_id!r} has no summary for it in {summaries_file}"
            )
        instance_units = units[key.instance_id]
        labels = parse_labels(line, instance_units, may_be_null=True)
        summary = LabelledSummary(*key, texts[key], instance_units.units, labels)
        labelled[key] = keep_labelled(summary)
    return [summary for summary in labelled.values() if summary.units]


def write_labels(
    path: str | Path,
    labels: Iterable[tuple[SummaryKey, Sequence[float | None]]],
    units_file: str = UNITS,
) -> None:
    """Write the labels of each summary's units in the order of the units.

    Lines name the units' file if it is not that of the SCUs.
    """
    named = {} if units_file == UNITS else {"units_file": units_file}
    lines = ({**key._asdict(), **named, "labels": list(grades)} for key, grades in labels)
    write_json_lines(path, lines)


def is_grade(label: Any) -> TypeGuard[float]:
    """Return whether a label is a number from 0 (absent) to 1 (wholly present)."""
    return isinstance(label, int | float) and not isinstance(label, bool) and 0 <= label <= 1


def parse_labels(line: Line, units: InstanceUnits, may_be_null: bool = False) -> tuple[float, ...]:
    """Return a line's labels, one for each unit, NaN for null.

    Raises ValueError if a label is invalid, or their number is not that of the units.
    """
    labels = required(line, "labels", list)
    for label in labels:
        if not is_grade(label) and not (may_be_null and label is None):
            raise build_error(line, f"a label must be a number from 0 to 1, not {label!r}")
    if len(labels) != len(units.units):
        given = count_nouns(label=len(labels))
        expected = count_nouns(unit=len(units.units))
        raise build_error(
            line,
            f"{given} for {expected} of {units.where}; write one label per unit, in the order of "
            "the units",
        )
    return tuple(math.nan if label is None else label for label in labels)


def read_partial_labels(path: str | Path) -> dict[SummaryKey, np.ndarray]:
    """Read the votes on each summary's units, (voters, units), NaN if missing.

    The field ``labels`` counts as the votes of one voter. Raises ValueError if a summary has two
    lines, or for invalid votes, as `parse_votes` does.
    """
    votes: dict[SummaryKey, np.ndarray] = {}
    for line in read_json_lines(path):
        key = parse_new_key(line, votes, "already has labels")
        if "votes" in line.data:
            rows = required(line, "votes", list)
        else:
            rows = [required(line, "labels", list)]
        votes[key] = parse_votes(rows, describe(line))
    return votes


def parse_votes(rows: Sequence[Any], where: str) -> np.ndarray:
    """Return votes from 0 to 1, (voters, units), NaN for None.

    Raises ValueError, beginning with ``where``, if they are invalid.
    """
    are_lists = all(isinstance(row, (list, tuple)) for row in rows)
    if not rows or not are_lists or len(set(map(len, rows))) > 1:
        raise ValueError(
            f"{where}: the votes must be lists of equal length, one per voter; write one label per "
            "unit"
        )
    for row in rows:
        for vote in row:
            if not is_grade(vote) and vote is not None:
                rule = "a label must be a number from 0 to 1, or null if nobody labelled the unit"
                raise ValueError(f"{where}: {rule}, not {vote!r:.40}")
    return build_votes(rows)


#: the vote of an annotator who finds a unit unclear; it counts as missing
UNCLEAR = "u"
#: 1 (present), 0 (absent), 0.5 (part of the unit, if the form offers it), UNCLEAR, or None (not
#: labelled)
Vote = float | str | None


def write_votes(path: str | Path, ballots: Mapping[SummaryKey, Ballot]) -> None:
    """Write one line per summary, with the voters' names and the table of their votes."""
    lines = []
    for key, ballot in ballots.items():
        votes = [list_grades(row) for row in ballot.votes]
        lines.append({**key._asdict(), "annotators": list(ballot.voters), "votes": votes})
    write_json_lines(path, lines)


#: a summary's annotators, "" without a name, and the labels of each
VotedSummary = tuple[tuple[str, ...], list[LabelledSummary]]


def read_voted_summaries(folder: Path) -> dict[SummaryKey, VotedSummary]:
    """Read a folder's votes.jsonl, if it has one.

    Raises ValueError, with the line, for votes that do not match the units.
    """
    path = folder / VOTES_FILE
    voted: dict[SummaryKey, VotedSummary] = {}
    if not path.exists():
        return voted
    units = read_units(find_labelled_units(folder))
    for line in read_json_lines(path):
        key = parse_new_key(line, voted, "already has votes")
        votes = required(line, "votes", list)
        document = units.get(key.instance_id)
        # REALSumm's crowd workers have no names.
        names = tuple(map(str, line.data.get("annotators", [""] * len(votes))))
        if document is None or len(names) != len(votes):
            raise build_error(
                line,
                "the summary has no units, or its votes lack annotators; write the name of each "
                "list of votes",
            )
        summaries = []
        for row in votes:
            as_labels = Line({**line.data, "labels": row}, line.where)
            labels = parse_labels(as_labels, document, may_be_null=True)
            summaries.append(LabelledSummary(*key, "", document.units, labels))
        voted[key] = names, summaries
    return voted


def build_votes(rows: Sequence[Sequence[Vote]]) -> np.ndarray:
    """Return votes from 0 to 1, (voters, units), NaN where an annotator did not decide."""
    grades = []
    for row in rows:
        grades.append([vote if is_grade(vote) else np.nan for vote in row])
    return np.array(grades, dtype=np.float64)


def list_grades(labels: Iterable[float]) -> list[float | None]:
    """Return labels or votes for JSON: 0 and 1 as integers, other grades as floats, NaN as None."""
    grades: list[float | None] = []
    for label in labels:
        if np.isnan(label):
            grades.append(None)
        else:
            grades.append(int(label) if label in (0, 1) else float(label))
    return grades


FORMAT, VERSION = "litepyramid label votes", 1


class TaskVotes(NamedTuple):
    """One annotator's votes on the units of one summary."""

    annotator: str
    task: str
    votes: tuple[Vote, ...]
    where: str


def read_votes_of_form(path: str | Path) -> list[TaskVotes]:
    """Read the votes of a saved form."""
    with refuse_changes(path, "saved form", "the form"):
        data = json.loads(read_text(path))
        check_format(data, FORMAT, VERSION)
        name = data["annotator"].strip()
        if not name:
            raise ValueError("a name is required")
        voted = []
        for number, task in enumerate(data["tasks"], start=1):
            where = f"{path}, task {number}"
            voted.append(TaskVotes(name, task["task"], tuple(task["votes"]), where))
    return voted
