"""The column of each field in a table, and the columns of numbers."""

import logging
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.core.texts import list_known
from sacrerouge_litepyramid.io.files import Line
from sacrerouge_litepyramid.io.metrics import SummaryKey

logger = logging.getLogger(__name__)

#: by field, the name of its column, or the names of several
Columns: TypeAlias = Mapping[str, str | Sequence[str]]
#: names of columns that always mean units; under other names, a cell must begin a list or have
#: several words
UNIT_NAMES = "units facts scus stus acus"
MAY_BE_UNITS = re.compile(r"\s*(\[|\S+\s+\S)").match
#: the fields of a row, and the names of their columns in groups: a column of an earlier group is
#: preferred. Case and punctuation are ignored. An ``answer`` is the summary, or the reference if
#: another column is the summary.
FIELDS: dict[str, tuple[str, ...]] = {
    "instance_id": (
        "question_id query_id qid test_id test_idx test_case_id",
        "instance_id instance doc doc_id doc_idx document_id article_id story_id",
        "example_id sample_id id idx uid guid",
    ),
    "summarizer_id": (
        "summarizer_id summarizer system system_id system_name model model_id model_name",
        "provider_id app_id app_name",
        "provider",
    ),
    "summarizer_type": ("summarizer_type",),
    "summary": (
        "response_output",  # promptfoo's response.output
        "summary prediction pred output generated hypothesis candidate generation"
        " system_summary generated_summary model_summary model_output system_output response"
        " summaries predictions preds outputs hypotheses candidates system_outputs decoded"
        " generated_text",
        "actual_output generated_answer predicted_answer model_answer system_answer completion",
        "answer",
    ),
    "references": (
        "references reference ref refs reference_summary reference_summaries target targets"
        " gold gold_summary gold_reference ground_truth highlights",
        "ground_truths expected_answer expected_output expected gt_answer gold_answer gold_answers"
        " reference_answer reference_answers correct_answer ideal_answer ideal",
        "vars_expected vars_reference vars_ground_truth vars_answer",
        "answer",
    ),
    "documents": (
        "documents document source sources source_text source_document article",
        "retrieved_contexts retrieved_documents retrieval_context",
        "contexts",
        "context",
        "passages",
    ),
    "units": (
        UNIT_NAMES,
        "expected_facts nuggets key_facts key_points claims insights rubric criteria",
    ),
    "human": (
        "human human_score human_rating human_judgement human_judgment judgement judgment"
        " rating ratings coverage human_coverage label litepyramid_recall",
    ),
    "labels": ("labels unit_labels presence presence_labels",),
    "question": (
        "question",
        "query",
        "user_input",
        "input",
        "vars_question",
        "vars_query",
        "vars_input",
        "prompt",
        "prompt_raw",
    ),
}
#: the fields that identify a summary
KEYS = ("instance_id", "summarizer_id")
#: the fields that several columns cannot make up
ONE_COLUMN = ("summarizer_type", "labels", "question")
#: cells in a column of numbers that mean a missing number
MISSING_CELLS = ("na", "n/a", "none", "null", "-")
#: the end of names of columns that number the rows, and are not metrics
ROW_NUMBER = re.compile(r"(^|[^a-zA-Z])(?i:id|idx|index|row|seed|unnamed: \d+)$|[a-z](Id|Idx)$")
#: whether a score's name says that a lower value is better, as those of ranks and errors do
IS_LOWER_BETTER = re.compile(
    r"(?!.*(?i:free|without|negated|invers|invert|revers))(.*[^a-zA-Z]|.*[a-z](?=[A-Z]))?(?i:ranks?|rankings?|errors?|"
    r"mistakes?|distances?|loss|edits?|violations?|hallucinations?|omissions?|inconsistenc(y|ies)|contradictions?|"
    r"penalty|wer|cer|ter|mae|mse|rmse|perplexity|ppl|toxicity)(?![a-z])"
).match


class Cells(dict[str, Any]):
    """The cells of several columns of one field that are not blank, by column."""

    def __str__(self) -> str:
        """Return the id of a document that several columns identify together."""
        return " / ".join(map(str, self.values()))


def collect_columns(given: Columns) -> dict[str, list[str]]:
    """Return the given columns of each field, whose name may be any of its columns' names.

    Raises ValueError for another name.
    """
    columns: dict[str, list[str]] = {}
    for name, names in given.items():
        field_columns = columns.setdefault(parse_field(name), [])
        field_columns += [names] if isinstance(names, str) else names
    return columns


def list_columns(lines: Iterable[Line]) -> list[str]:
    """Return the columns of all rows, in order of first occurrence."""
    return list(dict.fromkeys(name for line in lines for name in line.data))


def expand_nested(lines: Sequence[Line]) -> list[Line]:
    """Return the rows with further columns for values in objects, such as ``scores.overall``."""
    return [Line(dict(_list_nested(line.data)), line.where) for line in lines]


def _list_nested(cells: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in cells.items():
        yield f"{prefix}{name}", value
        if isinstance(value, Mapping) and "text" not in value:
            yield from _list_nested(value, f"{prefix}{name}.")


def join_columns(
    lines: Sequence[Line], given: Mapping[str, list[str]]
) -> tuple[Sequence[Line], dict[str, str]]:
    """Return the rows and one column for each field, a new one if several are given.

    Its cells are `Cells`. Raises ValueError if the field takes only one column, or if a column is
    missing.
    """
    single = {}
    for field, names in given.items():
        joined = ", ".join(names)
        if len(names) > 1:
            if field in ONE_COLUMN:
                raise ValueError(
                    f"{name_argument('columns')}: the field {field} takes one column, not {joined}"
                )
            if field == "human":
                joined = f"mean of {joined}"
            for name in names:
                check_column(lines, name)
            widened = []
            for line in lines:
                cells = {**line.data, joined: _join_cells(line, names)}
                widened.append(Line(cells, line.where))
            lines = widened
            logger.info("several columns are the field %s: %s", field, joined)
        single[field] = joined
    return lines, single


def _join_cells(line: Line, names: Sequence[str]) -> Cells | str:
    cells = Cells()
    for name in names:
        cell = line.data.get(name)
        if not is_blank(cell):
            cells[name] = cell
    return cells or ""


def find_columns(
    lines: Sequence[Line], given: Mapping[str, str], fields: Collection[str] = tuple(FIELDS)
) -> dict[str, str]:
    """Return the column of each field that a table has.

    ``given`` has columns by field; an empty column leaves the field out. Raises ValueError if a
    column is missing, or if several columns may be the same field.
    """
    if not lines:
        return {}
    chosen = dict(given)
    for column in chosen.values():
        if column:
            check_column(lines, column)
    present = list_columns(lines)
    for field in fields:
        if field not in chosen:
            chosen[field] = _find_column(lines, present, field, chosen)
    return {field: chosen[field] for field in FIELDS if chosen.get(field)}


def parse_keys(lines: Sequence[Line]) -> list[SummaryKey]:
    """Return each row's document and system; raise ValueError if one of them is missing."""
    columns = find_columns(lines, {}, KEYS)
    for field in KEYS:
        if lines and field not in columns:
            raise ValueError(
                f"{lines[0].where}: no column was recognised as the {field}; rename its column to "
                "that"
            )
    keys = []
    for line in lines:
        names = []
        for field in KEYS:
            name = str(line.data.get(columns[field], "")).strip()
            if not name:
                raise ValueError(
                    f"{line.where}: no {field} in the column {columns[field]!r}; fill it in"
                )
            names.append(name)
        keys.append(SummaryKey(*names))
    return keys


def check_column(lines: Sequence[Line], column: str) -> None:
    """Raise ValueError if no row has the column."""
    present = list_columns(lines)
    if lines and column not in present:
        known = list_known(column, sorted(present))
        raise ValueError(f"{lines[0].where}: no column {column!r}; the columns are: {known}")


def list_number_columns(lines: Sequence[Line], taken: Collection[str]) -> list[str]:
    """Return the columns of numbers, except those that are taken and those that number the rows.

    Cells may be missing (see `parse_number`).
    """
    numbers = []
    for name in list_columns(lines):
        if name not in taken and not ROW_NUMBER.search(name):
            cells = [to_list(line.data.get(name)) for line in lines]
            if _are_numbers(cells):
                numbers.append(name)
    return numbers


def _are_numbers(cells: Sequence[Any]) -> bool:
    """Return whether all cells are numbers, as strings too, or missing, and not all missing."""
    try:
        numbers = {parse_number(cell) for cell in cells}
    except (TypeError, ValueError):
        return False
    return bool(numbers - {None})


def parse_number(cell: Any) -> float | None:
    """Return the number in a cell, or None if it is blank or a word for a missing value.

    Raises TypeError or ValueError for anything else.
    """
    if is_blank(cell) or (isinstance(cell, str) and cell.strip().casefold() in MISSING_CELLS):
        return None
    if isinstance(cell, bool):
        raise TypeError("a truth value is not a number")
    return float(cell)


def parse_field(name: str) -> str:
    """Return the field with this name or column name; raise ValueError if there is none."""
    for field in FIELDS:
        if _normalize(name) in _list_names(field):
            return field
    raise ValueError(
        f"{name_argument('columns')}: unknown field {name!r}; known: {list_known(name, FIELDS)}"
    )


def _list_names(field: str) -> list[str]:
    """Return the normalised names of a field's columns."""
    names = " ".join(FIELDS[field])
    return [_normalize(name) for name in names.split()]


def find_human_columns(names: Iterable[str]) -> list[str]:
    """Return the columns whose names are those of human scores."""
    known = _list_names("human")
    return [name for name in names if _normalize(name) in known]


def _find_column(
    lines: Sequence[Line], present: Sequence[str], field: str, chosen: Mapping[str, str]
) -> str:
    """Return the column of a field that is not chosen for another field, or "" without one.

    Raises ValueError if there are several of one group.
    """
    taken = set(chosen.values())
    # The references and the question may also identify the instances.
    if field in ("references", "question"):
        taken = {column for other, column in chosen.items() if other != "instance_id"}
    free = [name for name in present if name not in taken]
    for group in FIELDS[field]:
        names = {_normalize(name) for name in group.split()}
        columns = [name for name in free if _normalize(name) in names]
        if field == "units" and group != UNIT_NAMES:
            columns = [name for name in columns if _may_be_units(lines, name)]
        if len(columns) > 1:
            remedy = name_argument("columns", {field: columns[0]})
            if field == "human":
                remedy += f" or {name_argument('human', columns[0])}"
            raise ValueError(
                f"{lines[0].where}: each of the columns {', '.join(map(repr, columns))} may be the "
                f"field {field}; name one (or an empty name to use none): {remedy}"
            )
        if columns:
            return columns[0]
    return ""


def _may_be_units(lines: Sequence[Line], column: str) -> bool:
    return any(MAY_BE_UNITS(str(line.data.get(column))) for line in lines)


def _normalize(name: str) -> str:
    return "".join(character for character in name.casefold() if character.isalnum())


def is_blank(value: Any) -> bool:
    """Return whether a cell is empty or blank."""
    return value is None or (isinstance(value, str) and not value.strip())


def to_list(value: Any) -> Any:
    """Convert an array, which pandas makes of a list in Parquet, to a list."""
    return value.tolist() if isinstance(value, np.ndarray | np.generic) else value
