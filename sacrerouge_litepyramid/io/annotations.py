"""The plan of sentences for which annotators write units (plan.json); forms, worksheets and records of their units."""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sacrerouge_litepyramid.core.json_text import sha256
from sacrerouge_litepyramid.core.mixing import SentenceKey
from sacrerouge_litepyramid.core.units import Unit, unit_from_json, unit_to_json
from sacrerouge_litepyramid.io.files import read_text, write_json, write_json_lines
from sacrerouge_litepyramid.io.forms import (
    COUNT_PATTERN,
    SHEET_ENDINGS,
    SheetRow,
    read_saved_form,
    read_sheet,
    write_sheet,
)
from sacrerouge_litepyramid.io.machine_files import check_format, refuse_changes

PLAN_FORMAT = "litepyramid annotation plan"
VERSION = 1
#: the plan's setting for showing suggestions in the form
SUGGESTIONS = "suggestions"


class PlannedSentence(NamedTuple):
    """A sentence; ``easiness``: its predicted easiness or None; ``annotate``: whether annotators write its units."""

    text: str
    easiness: float | None
    annotate: bool


class Plan(NamedTuple):
    """An annotation plan: JSON-ready ``settings``, sentences (with at least one word) in order, and STUs."""

    settings: dict[str, Any]
    sentences: dict[SentenceKey, PlannedSentence]
    stus: dict[str, list[Unit]]

    def list_annotated(self) -> list[SentenceKey]:
        """Return the keys of the sentences to annotate."""
        return [key for key, sentence in self.sentences.items() if sentence.annotate]

    @property
    def has_suggestions(self) -> bool:
        """Whether the form shows suggestions."""
        return bool(self.settings.get(SUGGESTIONS))

    def list_suggestions(self) -> dict[SentenceKey, tuple[str, ...]]:
        """Return the distinct STUs of each sentence to annotate, or none if suggestions are off."""
        texts: dict[SentenceKey, dict[str, None]] = {key: {} for key in self.list_annotated()}
        for name, stus in self.stus.items() if self.has_suggestions else ():
            for stu in stus:
                key = None if stu.sentence is None else SentenceKey(name, stu.references[0], stu.sentence)
                if key in texts:
                    texts[key][" ".join(stu.text.split())] = None
        return {key: tuple(distinct) for key, distinct in texts.items()}

    def count_references(self) -> dict[str, int]:
        """Return the number of references of each instance, not counting empty ones at the end."""
        counts = dict.fromkeys(self.stus, 0)
        for key in self.sentences:
            counts[key.instance_id] = max(counts[key.instance_id], key.reference + 1)
        return counts

    def identity(self) -> str:
        """Return the hash that identifies the plan in saved forms; it depends only on the sentences and their texts."""
        facts = [[*key, sentence.text, sentence.annotate] for key, sentence in self.sentences.items()]
        return sha256(json.dumps(facts).encode())[:12]


def write_plan(path: str | Path, plan: Plan) -> None:
    """Write a plan as JSON."""
    sentences: dict[str, list[dict[str, Any]]] = {name: [] for name in plan.stus}
    for key, sentence in plan.sentences.items():
        place = {"reference": key.reference, "sentence": key.sentence}
        sentences[key.instance_id].append({**place, **sentence._asdict()})
    instances = [
        {"instance_id": name, "sentences": sentences[name], "stus": [unit_to_json(unit) for unit in stus]}
        for name, stus in plan.stus.items()
    ]
    head = {"format": PLAN_FORMAT, "version": VERSION, "plan": plan.identity(), **plan.settings}
    write_json(path, {**head, "instances": instances})


def read_plan(path: str | Path) -> Plan:
    """Read a plan; raise ValueError if the file is not a plan or was edited."""
    with refuse_changes(path, "plan", "plan-annotation"):
        data = json.loads(read_text(path))
        check_format(data, PLAN_FORMAT, VERSION)
        settings = {name: data[name] for name in data if name not in ("format", "version", "plan", "instances")}
        plan = Plan(settings, *_parse_instances(data["instances"]))
        if plan.identity() != data["plan"]:
            raise ValueError("its sentences were changed")
    return plan


def _parse_instances(
    instances: Sequence[dict[str, Any]],
) -> tuple[dict[SentenceKey, PlannedSentence], dict[str, list[Unit]]]:
    sentences = {
        SentenceKey(item["instance_id"], entry["reference"], entry["sentence"]): PlannedSentence(
            entry["text"], entry["easiness"], entry["annotate"]
        )
        for item in instances
        for entry in item["sentences"]
    }
    return sentences, {item["instance_id"]: [unit_from_json(unit) for unit in item["stus"]] for item in instances}


FORMAT = "litepyramid annotation"
PLACE_COLUMNS = ("instance_id", "reference", "sentence", "sentence_text")
#: ``also``: the numbers of the other references that state the unit
COLUMNS = (*PLACE_COLUMNS, "unit", "also")
#: the column with a unit's origin, one of ORIGINS; empty means own
ORIGIN_COLUMN = "origin"
CONTEXT_COLUMNS = ("suggestions", "reference_text")
#: the origin of a unit: an unchanged suggestion, an edited suggestion, or the annotator
ORIGINS = ("accepted", "edited", "own")
#: the cell in the column of units of a sentence that needs no unit
NOTHING = "-"


class WrittenUnit(NamedTuple):
    """A unit's text, the indices of the other references that state it, and its origin, one of ORIGINS."""

    text: str
    also: tuple[int, ...]
    where: str
    origin: str = "own"


class Suggestion(NamedTuple):
    """A unit that was suggested for a sentence, and its outcome: accepted, edited, rejected or open."""

    text: str
    outcome: str


class WrittenSentence(NamedTuple):
    """A sentence with the units that an annotator wrote; ``nothing``: whether it was marked as needing no unit.

    ``suggestions`` (shown by the form) and ``seconds`` (measured by it) are None for a worksheet. ``annotator`` is ""
    if unknown.
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
    """A planned sentence in a worksheet: its key, its text, its suggestions, and the text of its reference."""

    key: SentenceKey
    text: str
    suggestions: tuple[str, ...]
    reference_text: str


def read_annotation(path: str | Path) -> list[WrittenSentence]:
    """Read the sentences of a worksheet or a saved form; the file's ending decides which it is."""
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
    with read_saved_form(path, FORMAT) as data:
        annotator = data.get("annotator", "").strip()
        entries = enumerate(data["sentences"], start=1)
        return [_parse_sentence(entry, f"{path}, entry {number}", annotator) for number, entry in entries]


def _parse_sentence(data: Mapping[str, Any], where: str, annotator: str) -> WrittenSentence:
    return WrittenSentence(
        SentenceKey(data["instance_id"], data["reference"], data["sentence"]),
        data["text"],
        tuple(_parse_unit(unit, f"{where}, unit {number}") for number, unit in enumerate(data["units"], start=1)),
        data["nothing"],
        where,
        tuple(Suggestion(item["text"], item["outcome"]) for item in data.get("suggestions", ())),
        data.get("seconds"),
        annotator,
    )


def _parse_unit(data: Mapping[str, Any], where: str) -> WrittenUnit:
    return WrittenUnit(data["text"], tuple(data.get("also", ())), where, data.get("origin") or "own")


def _read_worksheet(path: str | Path) -> list[WrittenSentence]:
    """Read a worksheet; a row that names no sentence belongs to the sentence of the row above it."""
    written: dict[SentenceKey, WrittenSentence] = {}
    sentence: WrittenSentence | None = None
    for row in read_sheet(path, COLUMNS, [ORIGIN_COLUMN]):
        if any(row.cells[name] for name in PLACE_COLUMNS):
            sentence = _parse_place(row)
        if sentence is None:
            columns = ", ".join(PLACE_COLUMNS)
            raise ValueError(f"{row.where}: neither this row nor one above it names a sentence; fill in {columns}")
        before = written.get(sentence.key, sentence)
        nothing = row.cells["unit"] == NOTHING
        units = (_parse_sheet_unit(row),) if row.cells["unit"] and not nothing else ()
        written[sentence.key] = sentence._replace(units=(*before.units, *units), nothing=before.nothing or nothing)
    return list(written.values())


def _parse_place(row: SheetRow) -> WrittenSentence:
    """Return the sentence that a row names, with no units yet."""
    reference, sentence = (_parse_number(row, name) - 1 for name in ("reference", "sentence"))
    key = SentenceKey(row.cells["instance_id"], reference, sentence)
    return WrittenSentence(key, row.cells["sentence_text"], (), False, row.where)


def _parse_sheet_unit(row: SheetRow) -> WrittenUnit:
    origin = row.cells[ORIGIN_COLUMN] or "own"
    if origin not in ORIGINS:
        raise ValueError(f"{row.where}: a unit's origin must be {', '.join(ORIGINS)} or empty, not {origin!r:.60}")
    return WrittenUnit(row.cells["unit"], _parse_also(row), row.where, origin)


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
            f"{row.where}: the column 'also' must list reference numbers (2 3), not {row.cells['also']!r:.60}"
        )
    return tuple(int(word) - 1 for word in words)


def write_annotation_records(path: str | Path, written: Iterable[WrittenSentence]) -> None:
    """Write one line per finished sentence; ``seconds`` and ``suggestions`` are null for a worksheet."""
    write_json_lines(path, map(_to_record, written))


def _to_record(sentence: WrittenSentence) -> dict[str, Any]:
    suggestions = sentence.suggestions
    return {
        **sentence.key._asdict(),
        "annotator": sentence.annotator,
        "seconds": sentence.seconds,
        "units": [{"text": " ".join(unit.text.split()), "origin": unit.origin} for unit in sentence.units],
        "suggestions": None if suggestions is None else [suggestion._asdict() for suggestion in suggestions],
    }
