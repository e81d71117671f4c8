"""plan.json, which sentences annotators write units for; and what they wrote: form (JSON), worksheet (CSV), records."""

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
#: the setting that says whether the form of a plan shows suggestions
SUGGESTIONS = "suggestions"


class PlannedSentence(NamedTuple):
    """A sentence; ``easiness`` is the prediction or None, ``annotate`` whether annotators write its units."""

    text: str
    easiness: float | None
    annotate: bool


class Plan(NamedTuple):
    """An annotation plan: the sentences with a word in the order of the data set, and JSON-ready ``settings``."""

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
        """Return the distinct texts of the STUs of each sentence to annotate; none if switched off."""
        found: dict[SentenceKey, dict[str, None]] = {key: {} for key in self.list_annotated()}
        for name, stus in self.stus.items() if self.has_suggestions else ():
            for stu in stus:
                key = None if stu.sentence is None else SentenceKey(name, stu.references[0], stu.sentence)
                if key in found:
                    found[key][" ".join(stu.text.split())] = None
        return {key: tuple(texts) for key, texts in found.items()}

    def count_references(self) -> dict[str, int]:
        """Return the number of references of each instance, up to the last reference that has a sentence."""
        counts = dict.fromkeys(self.stus, 0)
        for key in self.sentences:
            counts[key.instance_id] = max(counts[key.instance_id], key.reference + 1)
        return counts

    def identity(self) -> str:
        """Return the hash by which a saved form names its plan; the same sentences and texts give the same hash."""
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
    """Read a plan; raise ValueError naming the file if it is not a plan or was changed by hand."""
    with refuse_changes(path, "plan", "plan-annotation"):
        data = json.loads(read_text(path))
        check_format(data, PLAN_FORMAT, VERSION)
        settings = {name: data[name] for name in data if name not in ("format", "version", "plan", "instances")}
        plan = Plan(settings, *_parse_instances(data["instances"]))
        if plan.identity() != data["plan"]:
            raise ValueError("its sentences are not those that were planned")
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
#: ``also`` holds the numbers of the other references that state the unit
COLUMNS = (*PLACE_COLUMNS, "unit", "also")
#: where a unit comes from: one of ORIGINS, own if empty
ORIGIN_COLUMN = "origin"
CONTEXT_COLUMNS = ("suggestions", "reference_text")
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
    """A unit that was suggested for a sentence, and what became of it: accepted, edited, rejected or open."""

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
    with read_saved_form(path, FORMAT) as data:
        annotator = data.get("annotator", "").strip()
        entries = enumerate(data["sentences"], start=1)
        return [_parse_sentence(each, f"{path}, entry {number}", annotator) for number, each in entries]


def _parse_sentence(data: Mapping[str, Any], where: str, annotator: str) -> WrittenSentence:
    return WrittenSentence(
        SentenceKey(data["instance_id"], data["reference"], data["sentence"]),
        data["text"],
        tuple(_parse_unit(unit, f"{where}, unit {number}") for number, unit in enumerate(data["units"], start=1)),
        data["nothing"],
        where,
        tuple(Suggestion(each["text"], each["outcome"]) for each in data.get("suggestions", ())),
        data.get("seconds"),
        annotator,
    )


def _parse_unit(data: Mapping[str, Any], where: str) -> WrittenUnit:
    return WrittenUnit(data["text"], tuple(data.get("also", ())), where, data.get("origin") or "own")


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
        "suggestions": None if suggestions is None else [suggestion._asdict() for suggestion in suggestions],
    }
