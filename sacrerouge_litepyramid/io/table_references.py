"""Finds the systems of a table whose texts are the references, as in many released sets of human scores."""

import logging
from collections import Counter
from collections.abc import Iterable, Sequence

from sacrerouge_litepyramid.core.texts import Text, flatten
from sacrerouge_litepyramid.core.words import words_by_sentence
from sacrerouge_litepyramid.io.table_rows import SummaryRow

logger = logging.getLogger(__name__)

#: a shorter text may equal a reference because it is the right answer, such as a name or a date
MIN_WORDS = 4
#: one equal text may be a coincidence
MIN_DOCUMENTS = 2


def collect_references(rows: Iterable[SummaryRow]) -> dict[str, list[Text]]:
    """Return the references of each document that has any; one of its rows may give them for all."""
    return {row.key.instance_id: row.references for row in rows if row.references}


def find_equal(text: Text, references: Sequence[Text]) -> set[int]:
    """Return the indices of the references with the same words as a text, whatever their case and punctuation.

    A text with fewer than MIN_WORDS words equals none.
    """
    words = _list_words(text)
    if len(words) < MIN_WORDS:
        return set()
    return {index for index, reference in enumerate(references) if _list_words(reference) == words}


def _list_words(text: Text) -> list[str]:
    sentences = words_by_sentence(flatten(text).casefold())
    return [word for words in sentences for word in words]


def mark_references(rows: Sequence[SummaryRow]) -> list[SummaryRow]:
    """Give the type "reference" to systems whose texts equal a reference in most documents, and log a warning.

    Nothing changes if no other system is in the table.
    """
    references = collect_references(rows)
    compared = [row for row in rows if row.key.instance_id in references]
    equal = [row for row in compared if find_equal(row.text, references[row.key.instance_id])]
    documents = Counter(row.key.summarizer_id for row in compared)
    counts = Counter(row.key.summarizer_id for row in equal)
    marked = [name for name, count in counts.items() if count >= MIN_DOCUMENTS and 2 * count > documents[name]]
    if {row.key.summarizer_id for row in rows} <= set(marked):
        return list(rows)
    for name in marked:
        logger.warning(
            "system %r is left out of ranking and correlation: its texts are references in %d of %d documents; "
            "to rank it, add a column summarizer_type with the value peer",
            *(name, counts[name], documents[name]),
        )
    return [
        row._replace(summary=row.summary._replace(summarizer_type="reference"))
        if row.key.summarizer_id in marked
        else row
        for row in rows
    ]
