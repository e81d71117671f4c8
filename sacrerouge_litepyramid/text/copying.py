"""How much of a summary is copied from its documents: the share of its pairs of adjacent words that they hold."""

from collections.abc import Iterable, Iterator

from sacrerouge_litepyramid.text.words import split_sentences


def list_bigrams(texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the pairs of adjacent words within the sentences of texts, in lower case."""
    for text in texts:
        for sentence in split_sentences(text):
            words = [word.lower() for word in sentence]
            yield from zip(words, words[1:], strict=False)


def measure_copying(summary: str, known: frozenset[tuple[str, str]]) -> float | None:
    """Return the share of a summary's bigrams that ``known`` holds, those of the documents; None without a bigram."""
    found = [bigram in known for bigram in list_bigrams([summary])]
    return sum(found) / len(found) if found else None
