"""Suggestions of columns with summaries, for tables without a known column name."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.io.files import Line
from sacrerouge_litepyramid.io.table_columns import is_blank, list_columns

#: names of columns of texts that are not summaries, whatever they contain
OTHER_TEXTS = frozenset(
    """
    title headline text body content url link date comment comments note notes prompt instruction
    question topic category language author annotator split type context query subject tags input
    explanation rationale feedback
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
        f"{', '.join(list_columns(lines))}; name it: {one}; if each system has its own column, "
        f"name all of them: {several}"
    )


def list_sentence_columns(lines: Sequence[Line], taken: Collection[str]) -> list[str]:
    """Return the columns, except taken ones, that have sentences which differ between rows."""
    names = []
    for name in list_columns(lines):
        # Columns of nested objects are called OBJECT.FIELD.
        field = name.casefold().rpartition(".")[2]
        if name not in taken and field not in OTHER_TEXTS:
            cells = [line.data.get(name, "") for line in lines]
            if _may_be_summaries(cells):
                names.append(name)
    return names


def _may_be_summaries(cells: Sequence[Any]) -> bool:
    """Return whether most cells are sentences and, of three or more, distinct.

    Empty cells do not count.
    """
    filled = []
    for cell in cells:
        text = " ".join(map(str, cell)) if isinstance(cell, list) else cell
        if not is_blank(text):
            filled.append(text)
    sentences = [text for text in filled if isinstance(text, str) and _is_sentence(text)]
    are_sentences = 2 * len(sentences) > len(filled)
    distinct = set(map(str, filled))
    are_distinct = len(filled) < 3 or 2 * len(distinct) > len(filled)
    return are_distinct and are_sentences


def _is_sentence(text: str) -> bool:
    """Return whether a text has several words, and few numbers, dates, addresses or identifiers."""
    tokens = text.split()
    words = [token for token in tokens if not re.search(r"[\d_/@]", token)]
    return len(words) >= 3 and 3 * len(words) >= 2 * len(tokens)
