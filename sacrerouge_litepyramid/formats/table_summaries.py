"""Rows of a table as summaries, with their references, documents, units and people's scores."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.texts import Text
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.formats.summaries import Summary
from sacrerouge_litepyramid.formats.units import units_of_line
from sacrerouge_litepyramid.storage.files import Line, describe

#: what a row may hold, and the columns in which it is looked for, unless another is named
FIELDS: dict[str, tuple[str, ...]] = {
    "instance_id": ("instance_id", "id"),
    "summarizer_id": ("summarizer_id", "system"),
    "summarizer_type": ("summarizer_type",),
    "summary": ("summary", "prediction"),
    "references": ("references", "reference"),
    "documents": ("documents", "document", "source"),
    "units": ("units", "facts"),
}


class Row(NamedTuple):
    """A summary of a table. ``units`` is None where the table has none; ``scores``: the named columns' numbers."""

    summary: Summary
    units: tuple[Unit, ...] | None
    scores: dict[str, float]

    @property
    def text(self) -> Text:
        return self.summary.text

    @property
    def references(self) -> list[Text]:
        return self.summary.references


def from_rows(lines: Sequence[Line], columns: Mapping[str, str], scores: Sequence[str] = ()) -> list[Row]:
    """The summaries of a table's rows, in order.

    ``columns``: the column of a field where it has another name than in FIELDS; ``scores``: columns with numbers. A row
    without instance is its own instance, numbered from 0; without system it is of "system". Several references,
    documents or units are a list, or a text that holds a JSON list; units may also stand on lines of one text. An empty
    text is no value but of a summary. Raises ValueError naming file, row and remedy.
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


def units_by_instance(rows: Iterable[Row]) -> dict[str, tuple[Unit, ...]]:
    """The units of each instance that has any; ValueError when two of its rows differ."""
    units: dict[str, tuple[Unit, ...]] = {}
    for row in rows:
        if row.units is not None and units.setdefault(row.summary.instance_id, row.units) != row.units:
            raise ValueError(
                f"{row.summary.where}, instance {row.summary.instance_id!r}: its units are not those of an earlier "
                "row; give one instance the same units in each row"
            )
    return units


def _row(index: int, row: Line, places: Mapping[str, Sequence[str]], scores: Sequence[str]) -> Row:
    columns = {field: next((name for name in names if name in row.data), None) for field, names in places.items()}
    named = {field: _plain(row.data[name]) for field, name in columns.items() if name is not None}
    data = {field: value for field, value in named.items() if value != "" or field == "summary"}
    data["instance_id"] = str(data.get("instance_id", index))
    line = Line(data, row.where)
    if "summary" not in data:
        raise ValueError(f"{describe(line)}: no summary; a column named {' or '.join(places['summary'])} must hold it")
    if "units" in data:
        data["units"] = _listed(data["units"]) or str(data["units"]).split("\n")
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
    numbers = {name: _number(line, name, row.data[name]) for name in scores if _plain(row.data.get(name, "")) != ""}
    return Row(summary, units_of_line(line) if "units" in data else None, numbers)


def _plain(value: Any) -> Any:
    """Arrays, as pandas makes of Parquet's lists, as lists."""
    return value.tolist() if isinstance(value, np.ndarray | np.generic) else value


def _texts(line: Line, field: str) -> list[Text]:
    if field not in line.data:
        return []
    value = line.data[field]
    return [_text(line, field, each) for each in (_listed(value) or [value])]


def _listed(value: Any) -> list[Any] | None:
    """A list, or the list that a text holds as JSON; None for any other value."""
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
