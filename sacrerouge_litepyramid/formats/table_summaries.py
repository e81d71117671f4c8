"""Rows of a table as summaries, with their references, documents, units and people's scores."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.texts import Text
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.formats.summaries import Summary
from sacrerouge_litepyramid.formats.units import parse_units
from sacrerouge_litepyramid.storage.files import Line, describe

#: the fields of a row, and the columns in which each is looked for unless another is named
FIELDS: dict[str, tuple[str, ...]] = {
    "instance_id": ("instance_id", "id"),
    "summarizer_id": ("summarizer_id", "system"),
    "summarizer_type": ("summarizer_type",),
    "summary": ("summary", "prediction"),
    "references": ("references", "reference"),
    "documents": ("documents", "document", "source"),
    "units": ("units", "facts"),
}


class SummaryRow(NamedTuple):
    """A row of a table; ``units`` is None if the row has none, ``scores`` holds the numbers of the named columns."""

    summary: Summary
    units: tuple[Unit, ...] | None
    scores: dict[str, float]

    @property
    def text(self) -> Text:
        return self.summary.text

    @property
    def references(self) -> list[Text]:
        return self.summary.references


def parse_rows(lines: Sequence[Line], columns: Mapping[str, str], scores: Sequence[str] = ()) -> list[SummaryRow]:
    """Return the summaries of a table's rows, in order.

    ``columns`` names the column of a field whose name is not in FIELDS, ``scores`` the columns with numbers. A row
    without instance is its own instance, numbered from 0; without system, its system is "system". Several references,
    documents or units are a list or the text of a JSON list; units may also be the lines of one text. An empty text
    counts as missing, except in a summary. Raises ValueError naming file, row and remedy.
    """
    unknown = set(columns) - set(FIELDS)
    if unknown:
        raise ValueError(f"columns names the unknown field {min(unknown)!r}; known: {', '.join(FIELDS)}")
    present = {name for line in lines for name in line.data}
    for name in (*columns.values(), *scores):
        if lines and name not in present:
            raise ValueError(f"{lines[0].where}: there is no column {name!r}; there are: {', '.join(sorted(present))}")
    places = {field: [columns[field]] if field in columns else names for field, names in FIELDS.items()}
    return [_row(index, line, places, scores) for index, line in enumerate(lines)]


def collect_units(rows: Iterable[SummaryRow]) -> dict[str, tuple[Unit, ...]]:
    """Return the units of each instance that has units; ValueError if two of its rows differ."""
    units: dict[str, tuple[Unit, ...]] = {}
    for row in rows:
        if row.units is not None and units.setdefault(row.summary.instance_id, row.units) != row.units:
            raise ValueError(
                f"{row.summary.where}, instance {row.summary.instance_id!r}: its units are not those of an earlier "
                "row; give one instance the same units in each row"
            )
    return units


def _row(index: int, row: Line, places: Mapping[str, Sequence[str]], scores: Sequence[str]) -> SummaryRow:
    columns = {field: next((name for name in names if name in row.data), None) for field, names in places.items()}
    named = {field: _to_list(row.data[name]) for field, name in columns.items() if name is not None}
    data = {field: value for field, value in named.items() if value != "" or field == "summary"}
    data["instance_id"] = str(data.get("instance_id", index))
    line = Line(data, row.where)
    if "summary" not in data:
        raise ValueError(f"{describe(line)}: no summary; a column named {' or '.join(places['summary'])} must hold it")
    if "units" in data:
        data["units"] = _parse_list(data["units"]) or str(data["units"]).split("\n")
        data["units"] = [unit for unit in data["units"] if not isinstance(unit, str) or unit.strip()]
    summary = Summary(
        instance_id=data["instance_id"],
        summarizer_id=str(data.get("summarizer_id", "system")),
        summarizer_type=str(data.get("summarizer_type", "peer")),
        text=_text(line, "summary", data["summary"]),
        references=_texts(line, "references"),
        documents=_texts(line, "documents"),
        where=row.where,
    )
    numbers = {name: _number(line, name, row.data[name]) for name in scores if _to_list(row.data.get(name, "")) != ""}
    return SummaryRow(summary, parse_units(line) if "units" in data else None, numbers)


def _to_list(value: Any) -> Any:
    """Convert an array, which pandas makes of Parquet's lists, to a list."""
    return value.tolist() if isinstance(value, np.ndarray | np.generic) else value


def _texts(line: Line, field: str) -> list[Text]:
    if field not in line.data:
        return []
    value = line.data[field]
    return [_text(line, field, each) for each in (_parse_list(value) or [value])]


def _parse_list(value: Any) -> list[Any] | None:
    """Return a list, or the JSON list that a text holds; None for any other value."""
    if isinstance(value, str) and value.lstrip().startswith("["):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return None
    return list(value) if isinstance(value, list | tuple) else None


def _text(line: Line, field: str, value: Any) -> Text:
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return value
    raise ValueError(f"{describe(line)}: {field} must be a text or a list of texts, not {value!r:.60}")


def _number(line: Line, name: str, value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        raise ValueError(f"{describe(line)}: the score {name!r} must be a number, not {value!r:.60}") from None
