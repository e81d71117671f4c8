"""Make pairs of sentences of which the second does not follow the first, from adjacent pairs, in four ways."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.metrics.ffci.coherence_model import SentencePair

NEXT = "next"
FLIPPED, OTHER_DOCUMENT, REPETITION, SAME_DOCUMENT = "flipped", "other-document", "repetition", "same-document"
#: this project's choice: the least and the largest share of words that a corrupted repetition loses
DROPPED_SHARES = (0.1, 0.5)
#: how often each adjacent pair is tried for another wrong pair of a kind
MAX_ROUNDS = 20


class Example(NamedTuple):
    """``kind``: next, or the kind of the wrong pair; ``first``, ``second``: the instances of the two sentences."""

    pair: SentencePair
    kind: str
    first: str
    second: str

    @property
    def label(self) -> int:
        return int(self.kind == NEXT)


class SegmentedArticle(NamedTuple):
    instance_id: str
    sentences: tuple[str, ...]


class PairPosition(NamedTuple):
    """The document and the sentence that an adjacent pair begins with."""

    document: int
    sentence: int


def make_wrong_pairs(
    documents: Sequence[SegmentedArticle],
    places: Sequence[PairPosition],
    kind: str,
    quota: int,
    following: set[SentencePair],
    generator: np.random.Generator,
) -> list[Example]:
    """Make ``quota`` distinct pairs of a kind, or as many as are found, none from ``following``, the adjacent pairs."""
    make = MAKERS[kind]
    found: dict[SentencePair, Example] = {}
    for _ in range(MAX_ROUNDS):
        for index in generator.permutation(len(places)):
            if len(found) == quota:
                return list(found.values())
            example = make(documents, places[index], generator)
            if example is not None and example.pair not in following:
                found.setdefault(example.pair, example)
    return list(found.values())


def _flip(documents: Sequence[SegmentedArticle], place: PairPosition, generator: np.random.Generator) -> Example | None:
    first, second = adjacent_pair(documents, place)
    return None if first == second else _make_example(documents, SentencePair(second, first), FLIPPED, place.document)


def _take_from_other_document(
    documents: Sequence[SegmentedArticle], place: PairPosition, generator: np.random.Generator
) -> Example | None:
    other = int(generator.integers(len(documents)))
    if documents[other].instance_id == documents[place.document].instance_id:
        return None
    second = documents[other].sentences[int(generator.integers(len(documents[other].sentences)))]
    return _make_example(
        documents, SentencePair(adjacent_pair(documents, place).first, second), OTHER_DOCUMENT, place.document, other
    )


def _repeat_corrupted(
    documents: Sequence[SegmentedArticle], place: PairPosition, generator: np.random.Generator
) -> Example | None:
    first = adjacent_pair(documents, place).first
    words = first.split()
    if len(words) < 2:
        return None
    dropped = max(1, round(generator.uniform(*DROPPED_SHARES) * len(words)))
    gone = set(generator.choice(len(words), size=min(dropped, len(words) - 1), replace=False).tolist())
    corrupted = " ".join(word for index, word in enumerate(words) if index not in gone)
    return _make_example(documents, SentencePair(first, corrupted), REPETITION, place.document)


def _take_from_same_document(
    documents: Sequence[SegmentedArticle], place: PairPosition, generator: np.random.Generator
) -> Example | None:
    """Pair a sentence with another of its document, but not with a neighbour: those make right or flipped pairs."""
    sentences = documents[place.document].sentences
    near = range(max(place.sentence - 1, 0), place.sentence + 2)
    far = len(sentences) - len(near)
    if not far:
        return None
    drawn = int(generator.integers(far))
    first, second = sentences[place.sentence], sentences[drawn if drawn < near.start else drawn + len(near)]
    if first == second:
        return None
    return _make_example(documents, SentencePair(first, second), SAME_DOCUMENT, place.document)


MAKERS: Mapping[str, Callable[[Sequence[SegmentedArticle], PairPosition, np.random.Generator], Example | None]] = {
    FLIPPED: _flip,
    OTHER_DOCUMENT: _take_from_other_document,
    REPETITION: _repeat_corrupted,
    SAME_DOCUMENT: _take_from_same_document,
}


def adjacent_pair(documents: Sequence[SegmentedArticle], place: PairPosition) -> SentencePair:
    """Return the adjacent pair that begins at a position."""
    sentences = documents[place.document].sentences
    return SentencePair(sentences[place.sentence], sentences[place.sentence + 1])


def _make_example(
    documents: Sequence[SegmentedArticle], pair: SentencePair, kind: str, first: int, second: int | None = None
) -> Example:
    other = first if second is None else second
    return Example(pair, kind, documents[first].instance_id, documents[other].instance_id)
