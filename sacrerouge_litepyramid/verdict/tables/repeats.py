"""Rows that may belong to one document and system: dropped if equal, else a question."""

import re
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.core.texts import count_nouns, list_some, make_key
from sacrerouge_litepyramid.io.files import Line
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.table_cells import is_blank, to_list
from sacrerouge_litepyramid.io.table_columns import list_columns
from sacrerouge_litepyramid.verdict.tables.rows import SummaryRow

#: which of several rows of one document and system is kept; None: they are refused
Keep: TypeAlias = Literal["last"] | None
#: names of columns that may be the system
IS_SYSTEM = re.compile(
    r"(?i)system|model|prompt|variant|version|provider|candidate|method|agent|run|config|"
    r"experiment|setting|checkpoint|strategy|label|name"
)
#: names of columns that number or identify something, or of answers sampled again
IS_NUMBER = re.compile(r"(?i)(id|idx|index|hash|epoch|seed|repeat|trial|sample|attempt|row)$")
#: the longest name of a system, in characters, among the values of an unknown column
MAX_NAME = 80
#: the columns that a question names
MAX_PROPOSED = 3


class _Candidate(NamedTuple):
    """A column that tells rows of one document apart, and its number of different values."""

    column: str
    values: int


def drop_repeated(rows: Sequence[SummaryRow], keep: Keep) -> tuple[list[SummaryRow], str]:
    """Keep the last of equal rows, or with ``keep`` of each summary's rows.

    Returns a sentence on the others too, "" if there are none.
    """
    kept: dict[object, SummaryRow] = {}
    for row in rows:
        content = row._replace(summary=row.summary._replace(where=""))
        kept[row.key if keep else repr(content)] = row
    dropped = len(rows) - len(kept)
    later = "have a later row of the same document and system"
    reason = later if keep else "repeat an earlier one"
    notice = f"{dropped} of {len(rows)} rows {reason} and were dropped" if dropped else ""
    return list(kept.values()), notice


def reject_unnamed_systems(
    rows: Sequence[SummaryRow], lines: Sequence[Line], columns: Mapping[str, str]
) -> None:
    """Raise ValueError if a table of one system has several answers to most of its documents.

    Documents are known by their references or units, or without any by their questions. Columns
    that tell the answers apart are named, the likeliest first.
    """
    if len({row.key.summarizer_id for row in rows}) > 1:
        return
    groups: list[Hashable] = [_identify_document(row) for row in rows]
    counts = Counter(group for group in groups if group)
    repeated = {group: count for group, count in counts.items() if count > 1}
    if 2 * len(repeated) <= len(counts) or not repeated:
        return
    has_ids = len({row.key.instance_id for row in rows}) == len(rows)
    if "instance_id" in columns and not has_ids:
        # Two documents may have the same reference.
        groups = [(row.key.instance_id, group) for row, group in zip(rows, groups, strict=True)]
    candidates = _find_candidates(rows, lines, columns, groups)
    questions = {row.summary.question for row in rows}
    is_question = "question" in columns and len(questions) == len(rows)
    if not candidates and (is_question or (has_ids and "instance_id" in columns)):
        # Answers to different questions may be the same, such as "yes".
        return
    same = "references" if any(row.references for row in rows) else "question"
    problem = (
        f"{rows[0].summary.where}: several rows with the same {same} in "
        f"{count_nouns(document=len(repeated))}, but no column was recognised as the system"
    )
    if candidates:
        given: dict[str, Any] = {"summarizer_id": candidates[0].column}
        if has_ids and "instance_id" in columns:
            given["instance_id"] = ""
        raise ValueError(f"{problem}; {_propose(candidates, len(rows), given)}")
    raise ValueError(
        f"{problem}, and no column tells these rows apart; add a column with the system, or with "
        f"the document: {name_argument('columns', {'instance_id': 'NAME'})}"
    )


def _identify_document(row: SummaryRow) -> Hashable:
    """Return what tells a document from others, if not its id; None if nothing does."""
    if row.references or row.units:
        return (make_key(row.references), row.units)
    return row.summary.question or None


def reject_repeated(
    rows: Sequence[SummaryRow],
    lines: Sequence[Line],
    columns: Mapping[str, str],
    chosen: Mapping[str, Sequence[str]],
) -> None:
    """Raise ValueError if rows have the same document and system, with the ways to mend it.

    ``chosen`` has the given columns of each field.
    """
    firsts: dict[SummaryKey, SummaryRow] = {}
    repeated = [row for row in rows if firsts.setdefault(row.key, row) is not row]
    if not repeated:
        return
    ids = chosen.get("instance_id") or [*filter(None, [columns.get("instance_id", "")])]
    systems = chosen.get("summarizer_id") or [*filter(None, [columns.get("summarizer_id", "")])]
    candidates = _find_candidates(rows, lines, columns, [row.key for row in rows])
    pairs = [(_identify_document(row), _identify_document(firsts[row.key])) for row in repeated]
    is_same_document = all(one == other and one for one, other in pairs)
    remedy = ""
    if all(_has_same_texts(row, firsts[row.key]) for row in repeated):
        remedy = "keep one row of each summary, with the mean of its scores; or "
    elif candidates and (not systems or is_same_document):
        # A column with the same value in all rows is no part of the system's name.
        is_constant = len({row.key.summarizer_id for row in rows}) == 1
        names = [*([] if is_constant else systems), candidates[0].column]
        given = {"summarizer_id": names if len(names) > 1 else names[0]}
        remedy = f"{_propose(candidates, len(rows), given)}; or "
    elif not systems:
        column = name_argument("columns", {"summarizer_id": "NAME"})
        remedy = f"no column was recognised as the system; name it: {column}; or "
    elif candidates:
        part = candidates[0].column
        both = name_argument("columns", {"instance_id": [*ids, part]})
        remedy = (
            f"{', '.join(ids)} alone does not identify the rows, {part} does too; name both: "
            f"{both}; or "
        )
    # The places of rows are "FILE, row N".
    summary = repeated[0].summary
    first = firsts[summary.key].summary
    places = list_some([row.summary.where.partition(", ")[2] for row in repeated], 3)
    raise ValueError(
        f"{summary.where}, instance {summary.instance_id!r}: system {summary.summarizer_id!r} "
        f"already has a summary ({first.where}); rows that repeat a document and system: "
        f"{len(repeated)} of {len(rows)} ({places}); {remedy}use the last of them: "
        f"{name_argument('keep', 'last')}"
    )


def _has_same_texts(row: SummaryRow, other: SummaryRow) -> bool:
    return row.text == other.text and row.references == other.references


def _propose(
    candidates: Sequence[_Candidate], rows: int, given: Mapping[str, str | Sequence[str]]
) -> str:
    """Return a sentence with the argument that names the likeliest column, and other columns."""
    first, *others = candidates
    listed = f" (also possible: {', '.join(name for name, _ in others)})" if others else ""
    return (
        f"{first.column} tells them apart ({count_nouns(value=first.values)}, about "
        f"{count_nouns(row=rows // first.values)} for each); if it is the system: "
        f"{name_argument('columns', given)}{listed}"
    )


def _find_candidates(
    rows: Sequence[SummaryRow],
    lines: Sequence[Line],
    columns: Mapping[str, str],
    groups: Sequence[Hashable],
) -> list[_Candidate]:
    """Return the columns that tell the rows of each group apart, the likeliest first.

    Their values are names, and occur in several groups; dates and numbers of rows do not.
    """
    used = {name for field, name in columns.items() if field != "question"}
    cells = {line.where: line.data for line in lines}
    found = []
    for name in list_columns(lines):
        if name in used:
            continue
        values = [to_list(cells[row.summary.where].get(name)) for row in rows]
        if any(isinstance(value, list | Mapping) or is_blank(value) for value in values):
            continue
        names = list(map(str, values))
        counts = Counter(names)
        is_apart = len(set(zip(groups, names, strict=True))) == len(rows)
        if not is_apart or len(counts) < 2 or 3 * len(counts) > 2 * len(rows):
            continue
        is_even = len(set(counts.values())) == 1
        is_short = max(map(len, names)) <= MAX_NAME
        is_system = bool(IS_SYSTEM.search(name)) and not IS_NUMBER.search(name)
        is_number = bool(IS_NUMBER.search(name))
        order = (not is_even, not is_system, is_number, not is_short, len(counts))
        found.append((order, _Candidate(name, len(counts))))
    found.sort(key=lambda pair: pair[0])
    return [candidate for _, candidate in found[:MAX_PROPOSED]]
