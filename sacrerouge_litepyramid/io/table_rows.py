"""A table of summaries: which column holds each field, and its rows with references, units, scores and labels."""

import json
import math
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.core.texts import Text
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.io.files import Line, describe
from sacrerouge_litepyramid.io.metrics import SummaryKey, parse_metric_value
from sacrerouge_litepyramid.io.summaries import Summary
from sacrerouge_litepyramid.io.units import parse_units

#: the fields of a row, and the names of their columns; case and punctuation do not count
FIELDS: dict[str, tuple[str, ...]] = {
    "instance_id": (
        *(
            "instance_id",
            "instance",
            "id",
            "idx",
            "doc",
            "doc_id",
            "doc_idx",
            "document_id",
            "article_id",
            "example_id",
        ),
        *("sample_id", "story_id", "uid", "guid"),
    ),
    "summarizer_id": (
        "summarizer_id",
        "summarizer",
        "system",
        "system_id",
        "system_name",
        "model",
        "model_id",
        "model_name",
    ),
    "summarizer_type": ("summarizer_type",),
    "summary": (
        *("summary", "prediction", "pred", "output", "generated", "hypothesis", "candidate", "generation", "response"),
        *("system_summary", "generated_summary", "model_summary", "model_output", "system_output", "generated_text"),
        *("summaries", "predictions", "preds", "outputs", "hypotheses", "candidates", "system_outputs", "decoded"),
    ),
    "references": (
        *("references", "reference", "ref", "refs", "reference_summary", "reference_summaries", "target", "targets"),
        *("gold", "gold_summary", "gold_reference", "ground_truth", "highlights"),
    ),
    "documents": ("documents", "document", "source", "sources", "source_text", "source_document", "article"),
    "units": ("units", "facts", "scus", "stus", "acus"),
    "human": (
        *("human", "human_score", "human_rating", "human_judgement", "human_judgment", "judgement", "judgment"),
        *("rating", "ratings", "coverage", "human_coverage", "label", "litepyramid_recall"),
    ),
    "labels": ("labels", "unit_labels", "presence", "presence_labels"),
}
#: the fields that name a summary
KEYS = ("instance_id", "summarizer_id")
#: the cells of a column of numbers that stand for none
MISSING = ("na", "n/a", "none", "null", "-")
#: the end of a column's name that numbers rows, and is no metric
ROW_NUMBER = re.compile(r"(^|[^a-z])(id|idx|index|row|seed|unnamed: \d+)$", re.IGNORECASE)
#: the fields that a score depends on
CONTENT_FIELDS = ("summary", "references", "documents", "units")


def find_columns(
    lines: Sequence[Line], given: Mapping[str, str], fields: Collection[str] = tuple(FIELDS)
) -> dict[str, str]:
    """Return the column of each field that a table has.

    ``given`` names columns by field, or by one of the field's other names; an empty name leaves the field out. Raises
    ValueError for an unknown field, a column that is not there, and a field that several columns may hold.
    """
    chosen = {parse_field(field): column for field, column in given.items()}
    present = list(dict.fromkeys(name for line in lines for name in line.data))
    if not lines:
        return {}
    for column in filter(None, chosen.values()):
        check_column(lines, column)
    found = {
        field: chosen[field] if field in chosen else _find_column(lines, field, _list_free(field, present, chosen))
        for field in FIELDS
        if field in fields or field in chosen
    }
    return {field: column for field, column in found.items() if column}


def parse_keys(lines: Sequence[Line]) -> list[SummaryKey]:
    """Return the document and the system of each row; raise ValueError for a table or a row without one of them."""
    columns = find_columns(lines, {}, KEYS)
    for field in KEYS:
        if lines and field not in columns:
            raise ValueError(f"{lines[0].where}: no column is known to hold the {field}; name it so")
    keys = [SummaryKey(*(str(line.data.get(columns[field], "")).strip() for field in KEYS)) for line in lines]
    for line, key in zip(lines, keys, strict=True):
        for field, name in zip(KEYS, key, strict=True):
            if not name:
                raise ValueError(f"{line.where}: no {field} in the column {columns[field]!r}; fill it in")
    return keys


def check_column(lines: Sequence[Line], column: str) -> None:
    """Raise ValueError if no row has the column."""
    present = {name for line in lines for name in line.data}
    if lines and column not in present:
        raise ValueError(f"{lines[0].where}: there is no column {column!r}; there are: {', '.join(sorted(present))}")


def list_number_columns(lines: Sequence[Line], taken: Collection[str]) -> list[str]:
    """Return the columns, but those that are taken and those of row numbers, that hold numbers and nothing else.

    A cell may be missing (see `parse_number`).
    """
    names = dict.fromkeys(name for line in lines for name in line.data if name not in taken)
    return [
        name
        for name in names
        if not ROW_NUMBER.search(name) and _holds_numbers(_to_list(line.data.get(name)) for line in lines)
    ]


def _holds_numbers(cells: Iterable[Any]) -> bool:
    """Return whether some cells are numbers, or texts of numbers, and the others are missing."""
    try:
        numbers = [parse_number(cell) for cell in cells]
    except (TypeError, ValueError):
        return False
    return any(number is not None for number in numbers)


def parse_number(cell: Any) -> float | None:
    """Return the number of a cell, None for one that is blank or holds a word for a missing value.

    Raises TypeError or ValueError for anything else.
    """
    if _is_blank(cell) or (isinstance(cell, str) and cell.strip().casefold() in MISSING):
        return None
    if isinstance(cell, bool):
        raise TypeError("a truth value is no number")
    return float(cell)


def list_text_columns(lines: Sequence[Line], taken: Collection[str]) -> list[str]:
    """Return the columns, but those that are taken, that hold texts and no numbers, or lists; a cell may be empty."""
    numbers = list_number_columns(lines, taken)
    names = dict.fromkeys(name for line in lines for name in line.data if name not in (*taken, *numbers))
    return [name for name in names if all(isinstance(line.data.get(name, ""), str | list) for line in lines)]


def parse_field(name: str) -> str:
    """Return the field that is meant by its name or one of its columns' names; raise ValueError for any other."""
    for field, names in FIELDS.items():
        if _normalize(name) in map(_normalize, names):
            return field
    raise ValueError(f"columns names the unknown field {name!r}; known: {', '.join(FIELDS)}")


def find_human_columns(names: Sequence[str]) -> list[str]:
    """Return those of some columns that are known to hold a human score."""
    known = set(map(_normalize, FIELDS["human"]))
    return [name for name in names if _normalize(name) in known]


def _list_free(field: str, present: Sequence[str], chosen: Mapping[str, str]) -> list[str]:
    """Return the columns in which a field is looked for: those chosen for no other field.

    The references may also tell the instances apart.
    """
    taken = {column for other, column in chosen.items() if (other, field) != ("instance_id", "references")}
    return [name for name in present if name not in taken]


def _find_column(lines: Sequence[Line], field: str, present: Sequence[str]) -> str:
    """Return the column of a field, "" for none; raise ValueError for several."""
    names = set(map(_normalize, FIELDS[field]))
    columns = [name for name in present if _normalize(name) in names]
    if len(columns) > 1:
        raise ValueError(
            f"{lines[0].where}: each of the columns {', '.join(map(repr, columns))} may hold the field {field}; name "
            f"one, or none by an empty name: {name_argument('columns', {field: columns[0]})}"
            + (f" or {name_argument('human', columns[0])}" if field == "human" else "")
        )
    return columns[0] if columns else ""


def check_summaries_column(lines: Sequence[Line], columns: Mapping[str, str]) -> None:
    """Raise ValueError if there are rows, and no column for their summaries is known."""
    if not lines or "summary" in columns:
        return
    present = list(dict.fromkeys(name for line in lines for name in line.data))
    first = next(iter(list_text_columns(lines, columns.values())), "NAME")
    one, several = (name_argument("columns", {"summary": names}) for names in (first, ["ONE", "TWO"]))
    raise ValueError(
        f"{lines[0].where}: no column is known to hold the summary; there are: {', '.join(present)}; name it: {one}; "
        f"where each system has a column, name them all: {several}"
    )


def _normalize(name: str) -> str:
    return "".join(character for character in name.casefold() if character.isalnum())


#: the system of all rows of a table without a column for it
DEFAULT_SYSTEM = "system"


class SummaryRow(NamedTuple):
    """A row of a table; ``units`` is None if the row has none.

    ``scores`` holds the numbers of the named columns, ``human`` the human score, ``labels`` the annotators' labels of
    the units as the row has them; both are None where there are none.
    """

    summary: Summary
    units: tuple[Unit, ...] | None
    scores: dict[str, float]
    human: float | None = None
    labels: list[Any] | None = None

    @property
    def key(self) -> SummaryKey:
        return self.summary.key

    @property
    def text(self) -> Text:
        return self.summary.text

    @property
    def references(self) -> list[Text]:
        return self.summary.references


def parse_rows(lines: Sequence[Line], columns: Mapping[str, str], scores: Sequence[str] = ()) -> list[SummaryRow]:
    """Return the summaries of a table's rows, in order.

    ``columns``: of `find_columns`; ``scores``: the columns with numbers. A row without instance is its own instance,
    numbered from 0; without system, its system is "system". Several references, documents, units or labels are a list
    or the text of a JSON list; units may also be the lines of one text. A blank cell counts as missing, and as an empty
    summary. Raises ValueError naming file, row and remedy, also for a blank cell in the column of the instance or of
    the system.
    """
    check_summaries_column(lines, columns)
    for name in scores:
        check_column(lines, name)
    return [_row(index, line, columns, scores) for index, line in enumerate(lines)]


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


def _row(index: int, row: Line, columns: Mapping[str, str], scores: Sequence[str]) -> SummaryRow:
    cells = {field: _to_list(row.data.get(name, "")) for field, name in columns.items()}
    data = {field: value for field, value in cells.items() if not _is_blank(value)}
    for field in ("instance_id", "summarizer_id"):
        if field in columns and field not in data:
            raise ValueError(
                f"{row.where}: the cell of the column {columns[field]!r} is blank; fill it in, or leave the column "
                f"out: {name_argument('columns', {field: ''})}"
            )
    data["instance_id"] = str(data.get("instance_id", index)).strip()
    line = Line(data, row.where)
    if "units" in data:
        units = _parse_list(data["units"])
        data["units"] = str(data["units"]).split("\n") if units is None else units
        data["units"] = [unit for unit in data["units"] if not isinstance(unit, str) or unit.strip()]
    summary = Summary(
        instance_id=data["instance_id"],
        summarizer_id=str(data.get("summarizer_id", DEFAULT_SYSTEM)).strip(),
        summarizer_type=str(data.get("summarizer_type", "peer")),
        text=_text(line, "summary", data.get("summary", "")),
        references=_texts(line, "references"),
        documents=_texts(line, "documents"),
        where=row.where,
    )
    numbers = {name: _number(line, name, _to_list(row.data.get(name))) for name in scores}
    return SummaryRow(
        summary,
        parse_units(line) if "units" in data else None,
        {name: number for name, number in numbers.items() if number is not None},
        _human_score(line, columns["human"]) if "human" in data else None,
        _labels(line) if "labels" in data else None,
    )


def _is_blank(value: Any) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def _to_list(value: Any) -> Any:
    """Convert an array, which pandas makes of Parquet's lists, to a list."""
    return value.tolist() if isinstance(value, np.ndarray | np.generic) else value


def _texts(line: Line, field: str) -> list[Text]:
    if field not in line.data:
        return []
    texts = _parse_list(line.data[field])
    return [_text(line, field, each) for each in ([line.data[field]] if texts is None else texts)]


def _parse_list(value: Any) -> list[Any] | None:
    """Return a list, or the JSON list that a text holds; None for any other value."""
    if isinstance(value, str) and value.lstrip().startswith("["):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return None
    return list(value) if isinstance(value, list | tuple) else None


def _text(line: Line, field: str, value: Any) -> Text:
    """Return a text or a list of sentences, either one also as SacreROUGE writes it, under "text"."""
    text = value["text"] if isinstance(value, dict) and "text" in value else value
    if isinstance(text, str):
        return text
    if isinstance(text, list) and all(isinstance(each, str) for each in text):
        return text
    raise ValueError(f"{describe(line)}: {field} must be a text or a list of texts, not {value!r:.60}")


def _labels(line: Line) -> list[Any]:
    labels = _parse_list(line.data["labels"])
    if labels is None:
        raise ValueError(
            f"{describe(line)}: labels must be a list of 0 and 1, one label for each unit, not "
            f"{line.data['labels']!r:.60}; {name_argument('columns', {'labels': ''})} leaves the column out"
        )
    return labels


def _human_score(line: Line, column: str) -> float | None:
    """Return the human score of a summary; None for a missing one."""
    remedy = f"; {name_argument('columns', {'human': ''})} leaves the column out"
    score = _number(line, column, line.data["human"], remedy)
    return None if score is None else parse_metric_value(line, column, score)


def _number(line: Line, name: str, value: Any, remedy: str = "") -> float | None:
    """Return the number of a cell; None for a missing one, and for NaN."""
    try:
        number = parse_number(value)
    except (TypeError, ValueError):
        raise ValueError(f"{describe(line)}: the score {name!r} must be a number, not {value!r:.60}{remedy}") from None
    return None if number is None or math.isnan(number) else number
