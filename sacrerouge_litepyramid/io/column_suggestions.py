"""Suggests the column of the summaries in a table without the names that are known."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.io.files import Line
from sacrerouge_litepyramid.io.table_columns import list_columns

#: names of columns of texts that are not summaries, whatever they contain
OTHER_TEXTS = frozenset(
    """
    title headline text body content url link date comment comments note notes prompt instruction question topic
    category language author annotator split type context query subject tags input explanation rationale feedback
    """.split()
)


def check_summaries_column(lines: Sequence[Line], columns: Mapping[str, str]) -> None:
    """Raise ValueError if there are rows, but no column of summaries."""
    if not lines or "summary" in columns:
        return
    candidates = list_sentence_columns(lines, columns.values())
    only = candidates[0] if len(candidates) == 1 else "NAME"
    one = name_argument("columns", {"summary": only})
    several = name_argument("columns", {"summary": ["ONE", "TWO"]})
    raise ValueError(
        f"{lines[0].where}: no column was recognised as the summary; the columns are: "
        f"{', '.join(list_columns(lines))}; name it: {one}; if each system has its own column, name all of them: "
        f"{several}"
    )


def list_sentence_columns(lines: Sequence[Line], taken: Collection[str]) -> list[str]:
    """Return the columns, except taken ones, that may be summaries: sentences that differ between rows."""
    names = []
    for name in list_columns(lines):
        last_part = name.casefold().rpartition(".")[2]
        if name not in taken and last_part not in OTHER_TEXTS:
            cells = [line.data.get(name, "") for line in lines]
            if _may_be_summaries(cells):
                names.append(name)
    return names


def _may_be_summaries(cells: Sequence[Any]) -> bool:
    """Return whether most cells are sentences and, of three or more, distinct; empty cells do not count."""
    texts = [" ".join(map(str, cell)) if isinstance(cell, list) else cell for cell in cells]
    filled = [text for text in texts if not isinstance(text, str) or text.strip()]
    sentences = [text for text in filled if isinstance(text, str) and _is_sentence(text)]
    is_distinct = len(filled) < 3 or 2 * len(set(map(str, filled))) > len(filled)
    return is_distinct and 2 * len(sentences) > len(filled)


def _is_sentence(text: str) -> bool:
    """Return whether a text has several words, and few numbers, dates, addresses or identifiers."""
    tokens = text.split()
    others = [token for token in tokens if re.search(r"[\d_/@]", token)]
    return len(tokens) - len(others) >= max(3, 2 * len(others))
