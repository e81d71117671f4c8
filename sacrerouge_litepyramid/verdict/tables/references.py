"""Systems of a table whose texts are the references, as in many released human scores."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

from sacrerouge_litepyramid.core.texts import flatten, list_some
from sacrerouge_litepyramid.core.words import words_by_sentence
from sacrerouge_litepyramid.verdict.tables.rows import SummaryRow

# Shorter texts, and those of fewer documents, may equal references as they are right answers.
MIN_WORDS = 6
MIN_DOCUMENTS = 5


def find_equal(row: SummaryRow) -> set[int]:
    """Return the indices of the references with the same words as the summary.

    Case and punctuation do not count. A summary with fewer than MIN_WORDS words equals none.
    """
    words = _list_words(flatten(row.text))
    if len(words) < MIN_WORDS:
        return set()
    references = enumerate(map(flatten, row.references))
    return {index for index, reference in references if _list_words(reference) == words}


# All systems of a document have the same references.
@lru_cache(maxsize=1 << 6)
def _list_words(text: str) -> list[str]:
    return list(chain.from_iterable(words_by_sentence(text.casefold())))


def mark_references(rows: Sequence[SummaryRow]) -> tuple[list[SummaryRow], str]:
    """Give the type "reference" to systems whose texts equal a reference in most documents.

    Returns a sentence on them too, "" if there are none. Nothing changes if all systems are such.
    """
    counts = Counter(row.key.summarizer_id for row in rows)
    equal = Counter(row.key.summarizer_id for row in rows if find_equal(row))
    marked = [
        system
        for system, count in counts.items()
        if count >= MIN_DOCUMENTS and 2 * equal[system] > count
    ]
    if not marked or len(marked) == len(counts):
        return list(rows), ""
    notice = (
        "left out of ranking and correlation, as most of their texts are references: "
        f"{list_some(marked)}; to rank them, add a column summarizer_type with the value peer"
    )
    changed = []
    for row in rows:
        if row.key.summarizer_id in marked:
            row = row._replace(summary=row.summary._replace(summarizer_type="reference"))
        changed.append(row)
    return changed, notice
