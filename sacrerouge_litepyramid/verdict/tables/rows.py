"""The rows of a table of summaries: their texts, units, scores and labels."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.core.markup import read_passages
from sacrerouge_litepyramid.core.ready_text import prepare
from sacrerouge_litepyramid.core.texts import Text, unify_name
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.io.files import Line, build_error, describe
from sacrerouge_litepyramid.io.metrics import SummaryKey, parse_metric_value
from sacrerouge_litepyramid.io.summaries import Summary
from sacrerouge_litepyramid.io.table_cells import (
    find_text,
    is_blank,
    is_empty,
    is_missing_id,
    is_missing_text,
    parse_list,
    parse_number,
    to_list,
    to_text,
)
from sacrerouge_litepyramid.io.table_columns import SENTENCES, Cells, check_column, list_columns
from sacrerouge_litepyramid.io.units import parse_units

#: the system of all rows in a table without a column of systems
DEFAULT_SYSTEM = "system"
#: the fields whose cells are texts
TEXT_FIELDS = ("summary", "references", "documents", "units", "question")
#: the beginning of a string that is a list of strings
LIST_OF_TEXTS = re.compile(r"""\s*\[\s*['"]""")


class SummaryRow(NamedTuple):
    """A row of a table; what it has no cell for is None."""

    summary: Summary
    units: tuple[Unit, ...] | None
    # the metrics by column
    scores: dict[str, float]
    # the human scores by column
    ratings: dict[str, float]
    # the human score, which `rate_summaries` makes of the ratings
    human: float | None = None
    # the annotators' labels of the units, unchecked
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


def parse_rows(
    lines: Sequence[Line], columns: Mapping[str, str], scores: Sequence[str] = ()
) -> list[SummaryRow]:
    """Return the summaries of a table's rows, in order.

    ``columns`` come from `find_columns`, and ``scores`` are the columns of numbers. A row without
    an instance is its own instance, numbered from 0; without a system, its system is "system".
    References, documents, units and labels may be a list, or a string of a JSON or Python list;
    units may also be lines or bullets. A blank cell counts as missing, or as an empty summary.
    Raises ValueError if a cell is invalid, or the cell of the instance or the system is blank.
    """
    if lines and "summary" not in columns:
        one = name_argument("columns", {"summary": "NAME"})
        several = name_argument("columns", {"summary": ["ONE", "TWO"]})
        raise ValueError(
            f"{lines[0].where}: no column was recognised as the summary; the columns are: "
            f"{', '.join(list_columns(lines))}; name it: {one}; if each system has its own column, "
            f"name all of them: {several}"
        )
    for name in scores:
        check_column(lines, name)
    return [_parse_row(index, line, columns, scores) for index, line in enumerate(lines)]


def collect_units(rows: Iterable[SummaryRow]) -> dict[str, tuple[Unit, ...]]:
    """Return each instance's units, if any; raise ValueError if they differ between rows."""
    units: dict[str, tuple[Unit, ...]] = {}
    for row in rows:
        if row.units is None:
            continue
        if units.setdefault(row.key.instance_id, row.units) != row.units:
            raise ValueError(
                f"{row.summary.where}, instance {row.summary.instance_id!r}: its units differ from "
                "those in an earlier row; repeat the same units in each row of an instance"
            )
    return units


def _parse_row(
    index: int, row: Line, columns: Mapping[str, str], scores: Sequence[str]
) -> SummaryRow:
    data = {}
    for field, name in columns.items():
        cell = to_list(row.data.get(name))
        if not (is_blank(cell) or (field in TEXT_FIELDS and is_missing_text(cell))):
            data[field] = cell
    for field in ("instance_id", "summarizer_id"):
        if field in columns and is_missing_id(data.get(field)):
            raise ValueError(
                f"{row.where}: the cell in the column {columns[field]!r} is blank; fill it in, or "
                f"leave the column out: {name_argument('columns', {field: ''})}"
            )
    data["instance_id"] = unify_name(to_text(data.get("instance_id", index)))
    line = Line(data, row.where)
    question = data.get("question")
    summary = Summary(
        instance_id=data["instance_id"],
        summarizer_id=unify_name(to_text(data.get("summarizer_id", DEFAULT_SYSTEM))),
        summarizer_type=str(data.get("summarizer_type", "peer")),
        text=_parse_summary(line, columns.get("summary", "")),
        references=_parse_texts(line, "references"),
        documents=_parse_texts(line, "documents"),
        where=row.where,
        question=_parse_question(question),
    )
    numbers = {}
    for name in scores:
        number = _parse_score(line, name, to_list(row.data.get(name)))
        if number is not None:
            numbers[name] = number
    return SummaryRow(
        summary,
        _parse_units(line) if "units" in data else None,
        numbers,
        _parse_ratings(line, columns["human"]) if "human" in data else {},
        labels=_parse_labels(line) if "labels" in data else None,
    )


def _parse_question(cell: Any) -> str:
    """Return the question in a cell, which may be in an object, as MLflow's inputs."""
    texts = [cell] if isinstance(cell, str) else []
    if isinstance(cell, Mapping):
        texts = [value for value in cell.values() if isinstance(value, str)]
    return texts[0].strip() if len(texts) == 1 else ""


def _parse_units(line: Line) -> tuple[Unit, ...]:
    cell = line.data["units"]
    units = _parse_list(line, "units")
    if units is None:
        if not isinstance(cell, str):
            raise build_error(line, f"units must be a list of texts, not {cell!r:.60}")
        units = _split_items(cell)
    written = [unit for unit in units if not is_empty(unit)]
    return parse_units(Line({**line.data, "units": written}, line.where))


def _split_items(text: str) -> list[str]:
    """Return the lines of a text, without bullets, numbers, and lines that introduce bullets."""
    passages = read_passages(prepare(text).text.replace("\n", "\n\n"))
    introductions = {passage.introduction for passage in passages}
    return [passage.text for passage in passages if passage.text not in introductions]


def _parse_texts(line: Line, field: str) -> list[Text]:
    if field not in line.data:
        return []
    texts = _parse_list(line, field)
    if texts is None:
        texts = [line.data[field]]
    return [_parse_text(line, field, text) for text in texts if not is_empty(text)]


def _parse_list(line: Line, field: str) -> list[Any] | None:
    """Return a list, also from its text (`parse_list`).

    Lists and texts in several columns become one list. Returns None for anything else. Raises
    ValueError if a text begins like a list of texts but is not one, such as numpy's without commas.
    """
    value = line.data[field]
    if isinstance(value, Cells):
        items: list[Any] = []
        for cell in map(to_list, value.values()):
            several = _parse_list(Line({field: cell}, describe(line)), field)
            if not several:
                several = _split_items(str(cell)) if field == "units" else [cell]
            items += several
        return items
    members = parse_list(value)
    if members is None and isinstance(value, str) and LIST_OF_TEXTS.match(value):
        raise build_error(
            line,
            f"{field} begin like a list, but are not one: {value!r:.60}; write them as JSON "
            '(["one", "two"]), or leave the column out: '
            f"{name_argument('columns', {field: ''})}",
        )
    return members


def _parse_text(line: Line, field: str, value: Any) -> Text:
    """Return a text or a list of sentences, plain or as SacreROUGE's ``{"text"}``."""
    value = to_text(value)
    text = value["text"] if isinstance(value, dict) and "text" in value else value
    sentences = text if isinstance(text, list) else [text]
    if all(isinstance(sentence, str) for sentence in sentences):
        return text
    raise build_error(line, f"{field} must be a text or a list of texts, not {value!r:.60}")


def _parse_summary(line: Line, column: str) -> Text:
    """Return the text of a summary or an answer, "" if it is missing.

    Raises ValueError for a list of several texts, which may be sentences or sampled answers.
    """
    cell = line.data.get("summary", "")
    if isinstance(cell, str) and LIST_OF_TEXTS.match(cell):
        cell = parse_list(cell) or cell
    answer = find_text(cell)
    if isinstance(answer, list) and len(answer) != 1:
        if not answer:
            return ""
        columns = {
            part: name_argument("columns", {"summary": f"{column}.{part}"})
            for part in ("0", SENTENCES)
        }
        both = name_argument("columns", {"summary": [f"{column}.0", f"{column}.1"]})
        raise build_error(
            line,
            f"the column {column!r} has a list of {len(answer)} texts; if they are answers sampled "
            f"by one system, score the first: {columns['0']}, or each as a system: {both}; if they "
            f"are the sentences of one text: {columns[SENTENCES]}",
        )
    text = _parse_text(line, "summary", answer)
    return "" if is_missing_text(text) else text


def _parse_labels(line: Line) -> list[Any]:
    labels = _parse_list(line, "labels")
    if labels is None:
        raise build_error(
            line,
            f"labels must be a list of numbers from 0 to 1, one for each unit, "
            f"not {line.data['labels']!r:.60}; {name_argument('columns', {'labels': ''})} leaves "
            "the column out",
        )
    return labels


def _parse_ratings(line: Line, column: str) -> dict[str, float]:
    """Return a summary's human scores by column, without missing ones."""
    remedy = f"; {name_argument('columns', {'human': ''})} leaves the column out"
    value = line.data["human"]
    cells = value if isinstance(value, Cells) else {column: value}
    ratings = {}
    for name, cell in cells.items():
        number = _parse_score(line, name, to_list(cell), remedy)
        if number is not None:
            ratings[name] = parse_metric_value(line, column, number)
    return ratings


def _parse_score(line: Line, name: str, value: Any, remedy: str = "") -> float | None:
    """Return the number in a cell, or None if it is missing or NaN."""
    try:
        number = parse_number(value)
    except (TypeError, ValueError):
        raise build_error(
            line, f"the score {name!r} must be a number, not {value!r:.60}{remedy}"
        ) from None
    return None if number is None or math.isnan(number) else number
