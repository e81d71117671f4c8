"""Rows of a table that repeat a document and a system: they are dropped or refused."""

import logging
from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.core.texts import list_some
from sacrerouge_litepyramid.io.files import Line
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.table_columns import list_columns
from sacrerouge_litepyramid.io.table_rows import SummaryRow

logger = logging.getLogger(__name__)

#: which of several rows of one document and system is kept; None: they are refused
Keep: TypeAlias = Literal["last"] | None


def drop_repeated(rows: Sequence[SummaryRow], keep: Keep) -> list[SummaryRow]:
    """Keep the last of equal rows, or with ``keep`` of each summary's rows, and log the others."""
    kept: dict[object, SummaryRow] = {}
    for row in rows:
        content = row._replace(summary=row.summary._replace(where=""))
        kept[row.key if keep else repr(content)] = row
    dropped = len(rows) - len(kept)
    if dropped:
        later = "have a later row of the same document and system"
        reason = later if keep else "repeat an earlier one"
        logger.warning("%d of %d rows %s and were dropped", dropped, len(rows), reason)
    return list(kept.values())


def reject_repeated(
    rows: Sequence[SummaryRow],
    lines: Sequence[Line],
    columns: Mapping[str, str],
    ids: Sequence[str],
) -> None:
    """Raise ValueError if rows have the same document and system, with the ways to mend it.

    ``ids`` are the columns that identify the document.
    """
    firsts: dict[SummaryKey, SummaryRow] = {}
    repeated = [row for row in rows if firsts.setdefault(row.key, row) is not row]
    if not repeated:
        return
    remedy = ""
    if "summarizer_id" not in columns:
        column = name_argument("columns", {"summarizer_id": "NAME"})
        remedy = f"no column was recognised as the system; name it: {column}; or "
    elif all(_has_same_texts(row, firsts[row.key]) for row in repeated):
        remedy = "keep one row of each summary, with the mean of its scores; or "
    elif part := _find_key_part(rows, lines, columns):
        both = name_argument("columns", {"instance_id": [*filter(None, ids), part]})
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


def _find_key_part(
    rows: Sequence[SummaryRow], lines: Sequence[Line], columns: Mapping[str, str]
) -> str:
    """Return the column that identifies the rows, with document and system, or "" without one."""
    used = {name for field, name in columns.items() if field != "question"}
    cells = {line.where: line.data for line in lines}
    is_single = len({row.key.summarizer_id for row in rows}) == 1
    for name in list_columns(lines):
        if name in used:
            continue
        # Systems share the values of such a column, or documents if there is one system. They do
        # not share dates and numbers of rows.
        keys = set()
        shared = set()
        for row in rows:
            part = str(cells[row.summary.where].get(name))
            keys.add((row.key, part))
            shared.add(part if is_single else (row.key.instance_id, part))
        if len(keys) == len(rows) and 3 * len(shared) <= 2 * len(rows):
            return name
    return ""
