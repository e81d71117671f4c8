"""Long facts divided into clauses, because a judge of words overlooks what a long fact states.

One negation, number or name anywhere in a fact lowers the value of the whole.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.core.words import count_words
from sacrerouge_litepyramid.extraction.clauses import ClauseExtractor

#: facts of more words are divided; of the facts that annotators wrote for the paper's data sets,
#: 99.7% have at most as many
MAX_WORDS = 20


def divide_facts(texts: Iterable[str]) -> dict[str, tuple[Unit, ...]]:
    """Return the clauses of each text of more than MAX_WORDS words that has several.

    A clause's weight is its number of content words.
    """
    long = [text for text in dict.fromkeys(texts) if count_words(text) > MAX_WORDS]
    if not long:
        return {}
    clauses = _load_extractor().extract(long)
    return {
        text: tuple(of_text)
        for text, of_text in zip(long, clauses, strict=True)
        if len(of_text) > 1
    }


def identify_division() -> dict[str, Any]:
    """Return what determines the clauses, for signatures."""
    return {"max_words": MAX_WORDS, **_load_extractor().identity()}


@lru_cache(maxsize=1)
def _load_extractor() -> ClauseExtractor:
    return ClauseExtractor()
