"""Make training pairs for next-sentence models: adjacent sentences, and three kinds of wrong pairs.

A wrong pair is made from an adjacent pair of the same part of the data, and never equals an
adjacent pair. Source: Koto et al. 2022.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.texts import sentences_of
from sacrerouge_litepyramid.io.documents import Article
from sacrerouge_litepyramid.metrics.ffci.coherence import SentencePair

logger = logging.getLogger(__name__)

NEXT = "next"
FLIPPED = "flipped"
REPETITION = "repetition"
SAME_DOCUMENT = "same-document"
#: the proportions of the kinds of wrong pairs: the paper's best mix
PROPORTIONS: Mapping[str, float] = {FLIPPED: 25.0, REPETITION: 5.0, SAME_DOCUMENT: 20.0}
#: the smallest and the largest share of words dropped from a corrupted repetition; the choice of
#: this project
DROPPED_SHARES = (0.1, 0.5)
#: the number of attempts to make a wrong pair of a kind from each adjacent pair
_MAX_ROUNDS = 20
#: the number of pairs, half of them adjacent
MAX_PAIRS = 100_000


class Example(NamedTuple):
    """A right or wrong pair of sentences."""

    pair: SentencePair
    # NEXT or the kind of wrong pair
    kind: str
    instance_id: str

    @property
    def label(self) -> int:
        return int(self.kind == NEXT)


class SegmentedArticle(NamedTuple):
    """A document, split into sentences."""

    instance_id: str
    sentences: tuple[str, ...]


class PairPosition(NamedTuple):
    """Where an adjacent pair begins."""

    document: SegmentedArticle
    # the index of the first sentence
    first: int

    @property
    def pair(self) -> SentencePair:
        sentences = self.document.sentences
        return SentencePair(sentences[self.first], sentences[self.first + 1])


class Splits(NamedTuple):
    """Training, validation and test examples, of different documents."""

    training: list[Example]
    validation: list[Example]
    test: list[Example]


#: the shares of the documents and of the pairs in the parts
PART_SHARES = {"training": 0.8, "validation": 0.1, "test": 0.1}


def make_examples(articles: Sequence[Article], pairs: int = MAX_PAIRS, seed: int = 0) -> Splits:
    """Make training, validation and test pairs of different documents.

    They are fewer than ``pairs`` if the articles are few. Raises ValueError if fewer than three
    documents have adjacent sentences.
    """
    documents = segment_articles(articles)
    parts = split_by_instance(documents, np.random.default_rng(seed))
    drawn = []
    for number, (name, share) in enumerate(PART_SHARES.items(), start=1):
        generator = np.random.default_rng([seed, number])
        count = max(1, round(share * pairs / 2))
        drawn.append(draw_examples(parts[name], count, PROPORTIONS, generator, name))
    return Splits(*drawn)


def segment_articles(articles: Sequence[Article]) -> list[SegmentedArticle]:
    """Split articles into sentences, by rules if they are strings.

    Keep the articles with two sentences or more.
    """
    documents = []
    for article in articles:
        sentences = tuple(filter(None, sentences_of(article.text)))
        if len(sentences) > 1:
            documents.append(SegmentedArticle(article.instance_id, sentences))
    return documents


def split_by_instance(
    documents: Sequence[SegmentedArticle], generator: np.random.Generator
) -> dict[str, list[SegmentedArticle]]:
    """Split the documents by part, with about PART_SHARES of the instance ids, at least one."""
    names = sorted({document.instance_id for document in documents})
    if len(names) < len(PART_SHARES):
        raise ValueError(
            f"{len(names)} instances have an article of two sentences or more; training, "
            "validation and test need one each"
        )
    shuffled = generator.permutation(names)
    # the number of instances for validation, and of those for test
    held_out = max(1, round(PART_SHARES["test"] * len(names)))
    parts = {}
    for name, part in zip(PART_SHARES, np.split(shuffled, [-2 * held_out, -held_out]), strict=True):
        members = set(part.tolist())
        parts[name] = [document for document in documents if document.instance_id in members]
    return parts


def draw_examples(
    documents: Sequence[SegmentedArticle],
    count: int,
    proportions: Mapping[str, float],
    generator: np.random.Generator,
    name: str,
) -> list[Example]:
    """Draw ``count`` distinct adjacent pairs, or all if fewer, and as many wrong pairs.

    ``proportions``: those of the kinds of wrong pairs; ``name``: the part's name.
    """
    places = []
    for document in documents:
        pairs = len(document.sentences) - 1
        places += [PairPosition(document, index) for index in range(pairs)]
    positives: dict[SentencePair, Example] = {}
    for index in generator.permutation(len(places)):
        if len(positives) == count:
            break
        place = places[index]
        positives.setdefault(place.pair, Example(place.pair, NEXT, place.document.instance_id))
    examples = list(positives.values())
    scale = len(positives) / sum(proportions.values())
    quotas = {kind: round(scale * proportion) for kind, proportion in proportions.items()}
    # The first kind takes what rounding leaves over.
    first = next(iter(quotas))
    quotas[first] += len(positives) - sum(quotas.values())
    for kind, quota in quotas.items():
        wrong = make_wrong_pairs(places, kind, quota, generator)
        if len(wrong) < quota:
            logger.warning(
                "%s: only %d of %d wrong pairs of kind %r can be made",
                name,
                len(wrong),
                quota,
                kind,
            )
        examples.extend(wrong)
    return examples


def make_wrong_pairs(
    places: Sequence[PairPosition], kind: str, quota: int, generator: np.random.Generator
) -> list[Example]:
    """Make ``quota`` distinct pairs of a kind, or fewer, none of them adjacent anywhere."""
    adjacent = {place.pair for place in places}
    examples: dict[SentencePair, Example] = {}
    for _ in range(_MAX_ROUNDS):
        for index in generator.permutation(len(places)):
            if len(examples) == quota:
                return list(examples.values())
            place = places[index]
            pair = PAIR_MAKERS[kind](place, generator)
            if pair is not None and pair not in adjacent:
                examples.setdefault(pair, Example(pair, kind, place.document.instance_id))
    return list(examples.values())


def _flip(place: PairPosition, generator: np.random.Generator) -> SentencePair:
    first, second = place.pair
    return SentencePair(second, first)


def _repeat_corrupted(place: PairPosition, generator: np.random.Generator) -> SentencePair | None:
    """Pair a sentence with itself without some words; return None if it is a single word."""
    first = place.pair.first
    words = first.split()
    if len(words) < 2:
        return None
    share = generator.uniform(*DROPPED_SHARES)
    dropped = max(1, round(share * len(words)))
    indices = generator.choice(len(words), size=min(dropped, len(words) - 1), replace=False)
    kept = np.delete(words, indices)
    return SentencePair(first, " ".join(kept))


def _take_from_same_document(
    place: PairPosition, generator: np.random.Generator
) -> SentencePair | None:
    """Pair a sentence with another of its document, but not with a neighbour.

    Return None if there is no other, or if it is the same.
    """
    sentences = place.document.sentences
    # A neighbour would make a right or a flipped pair.
    near = range(max(place.first - 1, 0), place.first + 2)
    choices = len(sentences) - len(near)
    if not choices:
        return None
    drawn = int(generator.integers(choices))
    chosen = drawn if drawn < near.start else drawn + len(near)
    first, second = sentences[place.first], sentences[chosen]
    return None if first == second else SentencePair(first, second)


PAIR_MAKERS: Mapping[str, Callable[[PairPosition, np.random.Generator], SentencePair | None]] = {
    FLIPPED: _flip,
    REPETITION: _repeat_corrupted,
    SAME_DOCUMENT: _take_from_same_document,
}
