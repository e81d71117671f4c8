"""What documents are filtered by: the words, capitalised names and novel bigrams of their summaries."""

from collections.abc import Iterable, Sequence

from sacrerouge_litepyramid.core.texts import flatten
from sacrerouge_litepyramid.core.words import list_bigrams, list_proper_names, measure_copying, words_by_sentence
from sacrerouge_litepyramid.io.summaries import Summary

DOCUMENTS, REFERENCES = "documents", "references"


def choose_source(summaries: Iterable[Summary]) -> str:
    """Return what bigrams are novel against: the documents if any summary has some, else the references."""
    return DOCUMENTS if any(summary.documents for summary in summaries) else REFERENCES


def measure_properties(summaries: Sequence[Summary | None], source: str) -> list[list[int | None] | None]:
    """Return [words, capitalised names, novel bigrams in percent] of an instance's summaries, None for none.

    The percentage is None for a summary without bigrams, and for an instance without texts to compare with.
    """
    texts = next((getattr(each, source) for each in summaries if each and getattr(each, source)), None)
    known = frozenset(list_bigrams(map(flatten, texts))) if texts else None
    return [each and _measure(flatten(each.text), known) for each in summaries]


def _measure(text: str, known: frozenset[tuple[str, str]] | None) -> list[int | None]:
    copied = None if known is None else measure_copying(text, known)
    words = sum(map(len, words_by_sentence(text)))
    return [words, len(list_proper_names(text)), None if copied is None else round(100 * (1 - copied))]
