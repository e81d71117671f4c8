"""Finds the column of each field in a table, and its columns of numbers and of texts; splits rows by system."""

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
#: names of columns that always mean units; under other names, a cell must begin a list or have several words
UNIT_NAMES = ("units", "facts", "scus", "stus", "acus")
MAY_BE_UNITS = re.compile(r"\s*(\[|\S+\s+\S)").match
#: the fields of a row, and the names of their columns in groups: a column of an earlier group is preferred. Case and
#: punctuation are ignored. An ``answer`` is the summary, or the reference if another column is the summary.
FIELDS: dict[str, tuple[tuple[str, ...], ...]] = {
    "instance_id": (
        ("question_id", "query_id", "qid", "test_id", "test_idx", "test_case_id"),
        ("instance_id", "instance", "doc", "doc_id", "doc_idx", "document_id", "article_id", "story_id"),
        ("example_id", "sample_id", "id", "idx", "uid", "guid"),
    ),
    "summarizer_id": (
        tuple("summarizer_id summarizer system system_id system_name model model_id model_name".split()),
        ("provider_id", "app_id", "app_name"),
        ("provider",),
    ),
    "summarizer_type": (("summarizer_type",),),
    "summary": (
        ("response_output",),  # promptfoo's response.output
        (
            *("summary", "prediction", "pred", "output", "generated", "hypothesis", "candidate", "generation"),
            *("system_summary", "generated_summary", "model_summary", "model_output", "system_output", "response"),
            *("summaries", "predictions", "preds", "outputs", "hypotheses", "candidates", "system_outputs", "decoded"),
            "generated_text",
        ),
        ("actual_output", "generated_answer", "predicted_answer", "model_answer", "system_answer", "completion"),
        ("answer",),
    ),
    "references": (
        (
            *("references", "reference", "ref", "refs", "reference_summary", "reference_summaries", "target"),
            *("targets", "gold", "gold_summary", "gold_reference", "ground_truth", "highlights"),
        ),
        (
            *("ground_truths", "expected_answer", "expected_output", "expected", "gt_answer", "gold_answer"),
            *("gold_answers", "reference_answer", "reference_answers", "correct_answer", "ideal_answer", "ideal"),
        ),
        ("vars_expected", "vars_reference", "vars_ground_truth", "vars_answer"),
        ("answer",),
    ),
    "documents": (
        ("documents", "document", "source", "sources", "source_text", "source_document", "article"),
        ("retrieved_contexts", "retrieved_documents", "retrieval_context"),
        ("contexts",),
        ("context",),
        ("passages",),
    ),
    "units": (
        UNIT_NAMES,
        tuple("expected_facts nuggets key_facts key_points claims insights rubric criteria".split()),
    ),
    "human": (
        (
            *("human", "human_score", "human_rating", "human_judgement", "human_judgment", "judgement", "judgment"),
            *("rating", "ratings", "coverage", "human_coverage", "label", "litepyramid_recall"),
        ),
    ),
    "labels": (("labels", "unit_labels", "presence", "presence_labels"),),
    "question": (
        *(("question",), ("query",), ("user_input",), ("input",), ("vars_question",), ("vars_query",)),
        *(("vars_input",), ("prompt",), ("prompt_raw",)),
    ),
}
#: the fields that identify a summary
KEYS = ("instance_id", "summarizer_id")
#: the beginning of the name of several human scores' mean
MEAN = "mean of "
#: the fields that several columns cannot make up
ONE_COLUMN = ("summarizer_type", "labels", "question")
#: cells in a column of numbers that mean a missing number
MISSING_CELLS = ("na", "n/a", "none", "null", "-")
#: the end of names of columns that number the rows, and are not metrics
ROW_NUMBER = re.compile(r"(^|[^a-zA-Z])(?i:id|idx|index|row|seed|unnamed: \d+)$|[a-z](Id|Idx)$")
#: names of columns of texts that are not summaries, whatever they contain
OTHER_TEXTS = frozenset(
    """
    title headline text body content url link date comment comments note notes prompt instruction question topic
    category language author annotator split type context query subject tags input explanation rationale feedback
    """.split()
)
#: words in the names of columns of numbers that are not human scores, whatever they contain
OTHER_NUMBERS = "latency time duration seconds sec ms cost price usd token tokens words length count num year".split()

#: whether a score's name says that a lower value is better, as those of ranks and errors do
IS_LOWER_BETTER = re.compile(
    r"(?!.*(?i:free|without|negated|invers|invert|revers))(.*[^a-zA-Z]|.*[a-z](?=[A-Z]))?(?i:ranks?|rankings?|errors?|"
    r"mistakes?|distances?|loss|edits?|violations?|hallucinations?|omissions?|inconsistenc(y|ies)|contradictions?|"
    r"penalty|wer|cer|ter|mae|mse|rmse|perplexity|ppl|toxicity)(?![a-z])"
).match


class Cells(dict[str, Any]):
    """The cells of several columns of one field that are not blank, by column; as a text, an id."""

    def __str__(self) -> str:
        return " / ".join(map(str, self.values()))


def collect_columns(given: Columns) -> dict[str, list[str]]:
    """Return the given columns of each field, whose name may be any of its columns' names; ValueError if unknown."""
    columns: dict[str, list[str]] = {}
    for name, names in given.items():
        columns.setdefault(parse_field(name), []).extend([names] if isinstance(names, str) else names)
    return columns


def expand_nested(lines: Sequence[Line]) -> list[Line]:
    """Return the rows with further columns for the values of nested objects, named as in ``scores.overall``."""
    return [Line(dict(_list_nested(line.data)), line.where) for line in lines]


def _list_nested(cells: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in cells.items():
        yield f"{prefix}{name}", value
        if isinstance(value, Mapping) and "text" not in value:
            yield from _list_nested(value, f"{prefix}{name}.")


def join_columns(lines: Sequence[Line], given: Mapping[str, list[str]]) -> tuple[Sequence[Line], dict[str, str]]:
    """Return one column for each field: the given one, or a new column with the `Cells` of the given ones.

    Raises ValueError if the field takes only one column, or if a column is missing.
    """
    single = {}
    for field, names in given.items():
        single[field] = ", ".join(names)
        if len(names) > 1:
            if field in ONE_COLUMN:
                raise ValueError(f"{name_argument('columns')}: the field {field} takes one column, not {single[field]}")
            if field == "human":
                single[field] = MEAN + single[field]
            for name in names:
                check_column(lines, name)
            lines = [Line({**line.data, single[field]: _join_cells(line, names)}, line.where) for line in lines]
            logger.info("several columns are the field %s: %s", field, single[field])
    return lines, single


def _join_cells(line: Line, names: list[str]) -> Cells | str:
    return Cells((name, line.data[name]) for name in names if not is_blank(line.data.get(name))) or ""


def find_columns(
    lines: Sequence[Line], given: Mapping[str, str], fields: Collection[str] = tuple(FIELDS)
) -> dict[str, str]:
    """Return the column of each field that a table has.

    ``given``: columns by field; an empty column leaves the field out. Raises ValueError if a column is missing, or if
    several columns may be the same field.
    """
    chosen = dict(given)
    present = list(dict.fromkeys(name for line in lines for name in line.data))
    if not lines:
        return {}
    for column in filter(None, chosen.values()):
        check_column(lines, column)
    for field in fields:
        if field not in chosen:
            chosen[field] = _find_column(lines, field, _list_free(field, present, chosen))
    return {field: chosen[field] for field in FIELDS if chosen.get(field)}


def parse_keys(lines: Sequence[Line]) -> list[SummaryKey]:
    """Return the document and the system of each row; raise ValueError if the table or a row lacks one of them."""
    columns = find_columns(lines, {}, KEYS)
    for field in KEYS:
        if lines and field not in columns:
            raise ValueError(f"{lines[0].where}: no column was recognised as the {field}; rename its column to that")
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
        known = list_known(column, sorted(present))
        raise ValueError(f"{lines[0].where}: no column {column!r}; the columns are: {known}")


def list_number_columns(lines: Sequence[Line], taken: Collection[str]) -> list[str]:
    """Return the columns of numbers, except those that are taken and those that number the rows.

    Cells may be missing (see `parse_number`).
    """
    names = dict.fromkeys(name for line in lines for name in line.data if name not in taken)
    return [
        name
        for name in names
        if not ROW_NUMBER.search(name) and _are_numbers(to_list(line.data.get(name)) for line in lines)
    ]


def _are_numbers(cells: Iterable[Any]) -> bool:
    """Return whether at least one cell is a number, or a string of one, and all other cells are numbers or missing."""
    try:
        numbers = [parse_number(cell) for cell in cells]
    except (TypeError, ValueError):
        return False
    return any(number is not None for number in numbers)


def parse_number(cell: Any) -> float | None:
    """Return the number in a cell, or None if it is blank or a word for a missing value.

    Raises TypeError or ValueError for anything else.
    """
    if is_blank(cell) or (isinstance(cell, str) and cell.strip().casefold() in MISSING_CELLS):
        return None
    if isinstance(cell, bool):
        raise TypeError("a truth value is not a number")
    return float(cell)


def list_sentence_columns(lines: Sequence[Line], taken: Collection[str]) -> list[str]:
    """Return the columns, except taken ones, that may be summaries: sentences that differ between rows."""
    present = dict.fromkeys(name for line in lines for name in line.data if name not in taken)
    names = [name for name in present if name.casefold().rpartition(".")[2] not in OTHER_TEXTS]
    return [name for name in names if _may_be_summaries([line.data.get(name, "") for line in lines])]


def _may_be_summaries(cells: Sequence[Any]) -> bool:
    """Return whether most cells are sentences and, of three or more, distinct; empty cells do not count."""
    texts = [" ".join(map(str, cell)) if isinstance(cell, list) else cell for cell in cells]
    filled = [text for text in texts if not isinstance(text, str) or text.strip()]
    is_distinct = len(filled) < 3 or 2 * len(set(map(str, filled))) > len(filled)
    return is_distinct and 2 * sum(isinstance(text, str) and _is_sentence(text) for text in filled) > len(filled)


def _is_sentence(text: str) -> bool:
    """Return whether a text has several words, and few numbers, dates, addresses or identifiers."""
    tokens = text.split()
    others = sum(re.search(r"[\d_/@]", token) is not None for token in tokens)
    return len(tokens) - others >= max(3, 2 * others)


def parse_field(name: str) -> str:
    """Return the field with this name or column name; raise ValueError if there is none."""
    for field in FIELDS:
        if _normalize(name) in _list_names(field):
            return field
    raise ValueError(f"{name_argument('columns')}: unknown field {name!r}; known: {list_known(name, FIELDS)}")


def _list_names(field: str) -> list[str]:
    """Return the normalised names of a field's columns."""
    return [_normalize(name) for names in FIELDS[field] for name in names]


def find_human_columns(names: Sequence[str]) -> list[str]:
    """Return the columns whose names are those of human scores."""
    known = _list_names("human")
    return [name for name in names if _normalize(name) in known]


def suggest_human(rows: Sequence[Mapping[str, float]]) -> str:
    """Return the first metric with a name of human scores, else the only one that may be grades, else "NAME"."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    grades = [name for name in names if _are_grades(name, {row[name] for row in rows if name in row})]
    return next(iter(find_human_columns(names)), grades[0] if len(grades) == 1 else "NAME")


def _are_grades(name: str, values: Collection[float]) -> bool:
    """Return whether name and values may be those of grades from 0 to 10, or of means of up to four (n/12, rounded)."""
    words = {word.casefold() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", name)}
    are_means = all(0 <= value <= 10 and abs(12 * value - round(12 * value)) < 0.07 for value in values)
    return are_means and len(values) > 1 and words.isdisjoint(OTHER_NUMBERS)


def _list_free(field: str, present: Sequence[str], chosen: Mapping[str, str]) -> list[str]:
    """Return the columns that may be a field: those not chosen for another field.

    The references and the question may also identify the instances.
    """
    taken = {
        column for other, column in chosen.items() if other != "instance_id" or field not in ("references", "question")
    }
    return [name for name in present if name not in taken]


def _find_column(lines: Sequence[Line], field: str, present: Sequence[str]) -> str:
    """Return the column of a field, or "" if there is none; raise ValueError if there are several of one group."""
    for group in FIELDS[field]:
        names = set(map(_normalize, group))
        columns = [name for name in present if _normalize(name) in names]
        if field == "units" and group != UNIT_NAMES:
            columns = [name for name in columns if any(MAY_BE_UNITS(str(line.data.get(name))) for line in lines)]
        if len(columns) > 1:
            raise ValueError(
                f"{lines[0].where}: each of the columns {', '.join(map(repr, columns))} may be the field {field}; name "
                f"one (or an empty name to use none): {name_argument('columns', {field: columns[0]})}"
                + (f" or {name_argument('human', columns[0])}" if field == "human" else "")
            )
        if columns:
            return columns[0]
    return ""


def check_summaries_column(lines: Sequence[Line], columns: Mapping[str, str]) -> None:
    """Raise ValueError if there are rows, but no column of summaries."""
    if not lines or "summary" in columns:
        return
    present = list(dict.fromkeys(name for line in lines for name in line.data))
    candidates = list_sentence_columns(lines, columns.values())
    only = candidates[0] if len(candidates) == 1 else "NAME"
    one, several = (name_argument("columns", {"summary": names}) for names in (only, ["ONE", "TWO"]))
    raise ValueError(
        f"{lines[0].where}: no column was recognised as the summary; the columns are: {', '.join(present)}; name it: "
        f"{one}; if each system has its own column, name all of them: {several}"
    )


def _normalize(name: str) -> str:
    return "".join(character for character in name.casefold() if character.isalnum())


def is_blank(value: Any) -> bool:
    """Return whether a cell is empty or blank."""
    return value is None or (isinstance(value, str) and not value.strip())


def to_list(value: Any) -> Any:
    """Convert an array, which pandas makes of a list in Parquet, to a list."""
    return value.tolist() if isinstance(value, np.ndarray | np.generic) else value


#: the columns with the summary and the system in the rows of `split_systems`
SUMMARY, SYSTEM = "the summary", "the system"


def split_systems(lines: Sequence[Line], given: Columns) -> tuple[Sequence[Line], dict[str, list[str]]]:
    """Return one row for each summary, with `expand_nested`, and the given columns of each field.

    A row's summaries may be a mapping from systems to texts, or each system may have its own column: the columns given
    for the summary or, in a table without a column for summary or system, all columns of texts that are not another
    field. Other mappings from the row's systems are split too. Raises ValueError if a row lacks the mapping.
    """
    chosen = collect_columns(given)
    systems = chosen["summary"] if len(chosen.get("summary", ())) > 1 else []
    expanded = expand_nested(lines)
    first = {field: "".join(names[:1]) for field, names in chosen.items()}
    columns = find_columns(expanded, first | ({"summary": ""} if systems else {}))
    column = columns.get("summary", "")
    if not column and "summary" not in chosen and "summarizer_id" not in columns:
        systems = _guess_systems(expanded, columns)
    if not systems and not any(_maps_systems(line.data.get(column)) for line in expanded):
        return expanded, chosen
    # Scores by system, nested like the texts, are split, and must not become columns before.
    is_nested = any("." in name for name in systems)
    source = expanded if is_nested else lines
    numbers = list_number_columns(source, [columns.get("instance_id", "")])
    if numbers:
        names = ", ".join(map(repr, numbers))
        logger.info("columns not read, as they have one number for all systems of a row: %s", names)
    rows = [row for line in source for row in _split_row(line, column, systems, numbers)]
    return rows if is_nested else expand_nested(rows), {**chosen, "summary": [SUMMARY], "summarizer_id": [SYSTEM]}


def _guess_systems(lines: Sequence[Line], columns: Mapping[str, str]) -> list[str]:
    """Return the columns of sentences that are not a field, if there are several."""
    names = list_sentence_columns(lines, columns.values())
    if len(names) < 2:
        return []
    logger.info("each of these columns is read as a system's summaries: %s", ", ".join(map(repr, names)))
    return names


def _maps_systems(value: Any) -> bool:
    """Return whether a cell maps systems to summaries; SacreROUGE's ``{"text": …}`` does not."""
    return isinstance(value, Mapping) and "text" not in value


def _split_row(line: Line, column: str, systems: Sequence[str], dropped: Sequence[str]) -> Iterator[Line]:
    """Yield one row for each system in a column's mapping or in ``systems``, without the columns to drop."""
    outputs: Any = {name: line.data.get(name) for name in systems} if systems else line.data.get(column)
    if not _maps_systems(outputs):
        raise ValueError(
            f"{line.where}: the column {column!r} must map systems to summaries, as in other rows, not {outputs!r:.60}"
        )
    rest = {name: value for name, value in line.data.items() if name not in (column, *systems, *dropped)}
    for system, text in outputs.items():
        cells = {name: _select_system(value, system, outputs) for name, value in rest.items()}
        cells = {name: value for name, value in cells.items() if value is not None}
        yield Line({**cells, SUMMARY: "" if text is None else text, SYSTEM: system}, f"{line.where}, system {system!r}")


def _select_system(value: Any, system: str, outputs: Mapping[str, Any]) -> Any:
    """Return the system's value in a mapping from systems, and any other value unchanged."""
    is_mapping = isinstance(value, Mapping) and bool(value) and set(value) <= set(outputs)
    return value.get(system) if is_mapping else value
