"""The column of each field in a table, and the columns of numbers."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.core.texts import list_known, unify_name
from sacrerouge_litepyramid.io.files import Line
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.table_cells import (
    find_text,
    is_empty,
    is_missing_id,
    parse_list,
    parse_number,
    to_list,
    to_text,
)
from sacrerouge_litepyramid.io.table_exports import ANNOTATORS

#: by field, the name of its column, or the names of several
Columns: TypeAlias = Mapping[str, str | Sequence[str]]
#: names of columns that always mean units; under other names, a cell must begin a list or have
#: several words
UNIT_NAMES = "units facts scus stus acus"
MAY_BE_UNITS = re.compile(r"\s*(\[|\S+\s+\S)").match
#: names of columns that identify a document, or a row only
ROW_NAMES = "example_id sample_id id idx uid guid"
#: the fields of a row, and the names of their columns in groups: a column of an earlier group is
#: preferred. Case and punctuation are ignored. An ``answer`` is the summary, or the reference if
#: another column is the summary.
FIELDS: dict[str, tuple[str, ...]] = {
    "instance_id": (
        "question_id query_id qid test_id test_idx test_case_id topic_id narrative_id custom_id",
        "instance_id instance doc doc_id doc_idx document_id article_id story_id",
        ROW_NAMES,
    ),
    "summarizer_id": (
        "summarizer_id summarizer system system_id system_name model model_id model_name",
        "provider_id app_id app_name",
        "provider",
        "run_id",
    ),
    "summarizer_type": ("summarizer_type",),
    "summary": (
        "response_output",  # promptfoo's response.output
        "summary prediction pred output generated hypothesis candidate generation"
        " system_summary generated_summary model_summary model_output system_output response"
        " summaries predictions preds outputs hypotheses candidates system_outputs decoded"
        " generated_text",
        "actual_output generated_answer predicted_answer model_answer system_answer completion"
        " filtered_resps",
        "answer",
    ),
    "references": (
        "references reference ref refs reference_summary reference_summaries target targets"
        " gold gold_summary gold_reference ground_truth highlights",
        "ground_truths expected_answer expected_output expected gt_answer gold_answer gold_answers"
        " reference_answer reference_answers correct_answer ideal_answer ideal expected_response"
        " reference_outputs_answer",
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
        "expected_facts expectations_expected_facts nuggets key_facts key_points claims insights"
        " rubric criteria",
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
        "inputs",
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
#: objects of other tools' rows in which a field may be, such as Argilla's fields.summary
CONTAINERS = (
    "data doc example expectations fields inputs meta metadata output outputs record response"
    " response.body sample"
).split()
#: fields that a column of an object in CONTAINERS may be; others are too easily mistaken
NESTED_FIELDS = ("instance_id", "summarizer_id", "summary", "references", "question")
#: names that say little in an object of another tool, such as metadata.id
VAGUE_NAMES = "id idx uid guid provider input inputs".split()
#: parts of names of scores
IS_SCORE = re.compile(
    r"(?i)score|metric|rouge|bleu|bert|chrf|meteor|comet|summac|eval|mover|perplexity|ppl|"
    r"(^|[^a-z])(f1|em|nli|acc|wer|cer|ter|mae|mse|rmse)([^a-z]|$)|f.?measure|precision|recall|"
    r"accura|correct|match|judge|judgement|rating|grade|likert|human|gpt|claude|gemini|llama|llm|"
    r"faithful|factual|ground|relevan|cover|similar|quality|coheren|consisten|fluen|complete|"
    r"concise|inform|read|help|harm|useful|toxic|style|overall|entail|contradict|hallucinat|"
    r"omission|mistake|error|rank|loss|distance|edit|violation|penalty|preference|pyramid|"
    r"presence|succe|satisf|kappa|win.?rate|elo([^a-z]|$)"
)
#: parts of names of other numbers
IS_MEASUREMENT = re.compile(
    r"(?i)laten|tokens?([^a-z]|$)|cost|price|usd|duration|elapsed|second|runtime|(^|[^a-z])"
    r"(ms|sec|secs|time|times|timestamp|date|year|age|len|length|size|bytes|words|chars|count|"
    r"temperature|top.?[kp]|epoch|epochs|step|steps|order|page|version|threshold|status)([^a-z]|$)|"
    r"[a-z](Ms|Time|Count|Length|Tokens|Cost)$|characters|num_"
)
#: the name of a list's part that is all its texts, as the sentences of one text
SENTENCES = "sentences"
#: the end of names of columns that number the rows, and are not metrics
ROW_NUMBER = re.compile(r"(^|[^a-zA-Z])(?i:id|idx|index|row|seed|unnamed: \d+)$|[a-z](Id|Idx)$")
#: whether a score's name says that a lower value is better, as those of ranks and errors do
IS_LOWER_BETTER = re.compile(
    r"(?!.*(?i:free|without|negated|invers|invert|revers))(.*[^a-zA-Z]|.*[a-z](?=[A-Z]))?(?i:ranks?|rankings?|errors?|"
    r"mistakes?|distances?|loss|edits?|violations?|hallucinations?|omissions?|inconsistenc(y|ies)|contradictions?|"
    r"penalty|wer|cer|ter|mae|mse|rmse|perplexity|ppl|toxicity)(?![a-z])"
).match


class Cells(dict[str, Any]):
    """The cells of several columns of one field that are not empty, by column."""

    def __str__(self) -> str:
        """Return the id of a document that several columns identify together."""
        return " / ".join(str(to_text(cell)) for cell in self.values())


def collect_columns(given: Columns) -> dict[str, list[str]]:
    """Return the given columns of each field, whose name may be any of its columns' names.

    Raises ValueError for another name.
    """
    columns: dict[str, list[str]] = {}
    for name, names in given.items():
        field_columns = columns.setdefault(parse_field(name), [])
        field_columns += map(unify_name, [names] if isinstance(names, str) else names)
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


def name_list_items(lines: Sequence[Line], given: Mapping[str, list[str]]) -> list[Line]:
    """Return the rows with the given columns that are a part of a list in a column.

    ``answers.0`` is the first member of the column ``answers``; ``answers.sentences`` are all, as
    the sentences of one text.
    """
    present = set(list_columns(lines))
    wanted = [name for names in given.values() for name in names if name not in present]
    parts = []
    for name in wanted:
        column, _, part = name.rpartition(".")
        if column in present and (part.isdigit() or part == SENTENCES):
            parts.append((name, column, part))
    named = []
    for line in lines:
        cells = dict(line.data)
        for name, column, part in parts:
            answer = find_text(line.data.get(column))
            members = parse_list(answer) or []
            if part == SENTENCES:
                cells[name] = {"text": members}
            elif int(part) < len(members):
                cells[name] = members[int(part)]
        named.append(Line(cells, line.where))
    return named


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
        single[field] = joined
    return lines, single


def _join_cells(line: Line, names: Sequence[str]) -> Cells | str:
    cells = Cells()
    for name in names:
        cell = line.data.get(name)
        if not is_empty(cell):
            cells[name] = cell
    return cells or ""


def find_columns(
    lines: Sequence[Line],
    given: Mapping[str, str],
    fields: Collection[str] = tuple(FIELDS),
    *,
    can_name: bool = True,
) -> dict[str, str]:
    """Return the column of each field that a table has.

    ``given`` has columns by field; an empty column leaves the field out. ``can_name``: whether the
    user has the argument ``columns`` to name one. Raises ValueError if a column is missing, or if
    several columns may be the same field.
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
            chosen[field] = _find_column(lines, present, field, chosen, can_name)
    return {field: chosen[field] for field in FIELDS if chosen.get(field)}


def parse_keys(lines: Sequence[Line]) -> list[SummaryKey]:
    """Return each row's document and system; raise ValueError if one of them is missing."""
    columns = find_columns(lines, {}, KEYS, can_name=False)
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
            cell = to_text(line.data.get(columns[field], ""))
            name = unify_name(cell)
            if is_missing_id(cell):
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
        is_free = name not in taken and not ROW_NUMBER.search(name)
        if is_free and _are_numbers(list(cells_of(lines, name))):
            numbers.append(name)
    return numbers


def is_score_name(name: str) -> bool:
    """Return whether a column of numbers is a score by its name."""
    return bool(IS_SCORE.search(name)) and not is_measurement_name(name)


def is_measurement_name(name: str) -> bool:
    """Return whether a column of numbers has durations, lengths, costs or settings by its name."""
    return "score" not in name.casefold() and bool(IS_MEASUREMENT.search(name))


def _are_numbers(cells: Sequence[Any]) -> bool:
    """Return whether all cells are numbers, as strings too, or missing, and not all missing."""
    try:
        numbers = {parse_number(cell) for cell in cells}
    except (TypeError, ValueError):
        return False
    return bool(numbers - {None})


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
    lines: Sequence[Line],
    present: Sequence[str],
    field: str,
    chosen: Mapping[str, str],
    can_name: bool,
) -> str:
    """Return the column of a field that is not chosen for another field, or "" without one.

    Raises ValueError if there are several of one group.
    """
    taken = set(chosen.values())
    # The references and the question may also identify the instances.
    if field in ("references", "question"):
        taken = {column for other, column in chosen.items() if other != "instance_id"}
    free = [name for name in present if name not in taken]
    # An export may have an empty column beside the right one, such as "predictions": [].
    filled = [name for name in free if any(not is_empty(line.data.get(name)) for line in lines)]
    for columns in _list_candidates(lines, field, filled):
        if len(columns) > 1:
            remedy = "remove or rename the others"
            if can_name:
                option = name_argument("columns", {field: columns[0]})
                remedy = f"name one (or an empty name to use none): {option}"
            raise ValueError(
                f"{lines[0].where}: each of the columns {', '.join(map(repr, columns))} may be the "
                f"field {field}; {remedy}"
            )
        if columns:
            return columns[0]
    empty = [name for name in free if name not in filled]
    return next((name for name in empty if _normalize(name) in _list_names(field)), "")


def _list_candidates(
    lines: Sequence[Line], field: str, names: Sequence[str]
) -> Iterator[Sequence[str]]:
    """Yield the columns that may be a field, the likeliest first."""
    if field in KEYS:
        # An object or a list identifies nothing, such as lm-evaluation-harness' doc.
        names = [name for name in names if not any(map(is_nested, cells_of(lines, name)))]
    for group in FIELDS[field]:
        if group == ROW_NAMES:
            yield _list_nested_candidates(lines, field, names)
        known = set(map(_normalize, group.split()))
        columns = [name for name in names if _normalize(name) in known]
        if field == "units" and group != UNIT_NAMES:
            columns = [name for name in columns if _may_be_units(lines, name)]
        yield columns
    if field == "human":
        yield [name for name in names if name.startswith(ANNOTATORS)]
    if field in NESTED_FIELDS:
        yield _list_nested_candidates(lines, field, names)


def _list_nested_candidates(
    lines: Sequence[Line], field: str, names: Sequence[str]
) -> Sequence[str]:
    """Return the columns of objects in CONTAINERS that may be a field."""
    known = set(_list_names(field)) - set(VAGUE_NAMES)
    columns = [name for name in names if _normalize(_find_nested_name(name)) in known]
    if all(list(cells_of(lines, name)) == list(cells_of(lines, columns[0])) for name in columns):
        return columns[:1]
    # A wrong question or model would mislead; without a summary there is nothing to read.
    return columns if field in ("summary", "references") else []


def cells_of(lines: Sequence[Line], name: str) -> Iterator[Any]:
    """Yield the cells of a column, None for those that are missing."""
    return (to_list(line.data.get(name)) for line in lines)


def is_nested(cell: Any) -> bool:
    """Return whether a cell is an object or a list."""
    return isinstance(cell, Mapping | list)


def _find_nested_name(name: str) -> str:
    """Return the last part of a name in one of CONTAINERS, or ""."""
    container, _, last = name.rpartition(".")
    return last if container in CONTAINERS else ""


def _may_be_units(lines: Sequence[Line], column: str) -> bool:
    return any(MAY_BE_UNITS(str(line.data.get(column))) for line in lines)


def _normalize(name: str) -> str:
    return "".join(character for character in name.casefold() if character.isalnum())
