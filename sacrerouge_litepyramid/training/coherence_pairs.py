"""Make training pairs for next-sentence models: adjacent sentences, and four kinds of wrong pairs.

A wrong pair is made from an adjacent pair of the same part of the data, and never equals an
adjacent pair. Source: Koto et al. 2022.
"""

import logging
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.texts import sentences_of
from sacrerouge_litepyramid.io.documents import Article
from sacrerouge_litepyramid.metrics.ffci.coherence import SentencePair

logger = logging.getLogger(__name__)

NEXT = "next"
FLIPPED = "flipped"
OTHER_DOCUMENT = "other-document"
REPETITION = "repetition"
SAME_DOCUMENT = "same-document"
#: the smallest and the largest share of words dropped from a corrupted repetition; the choice of
#: this project
DROPPED_SHARES = (0.1, 0.5)
#: the number of attempts to make a wrong pair of a kind from each adjacent pair
_MAX_ROUNDS = 20
#: proportions of the kinds of wrong pairs by name: the paper's four data sets of a single kind, and
#: its best mix
VARIANTS: Mapping[str, Mapping[str, float]] = {
    FLIPPED: {FLIPPED: 1.0},
    OTHER_DOCUMENT: {OTHER_DOCUMENT: 1.0},
    REPETITION: {REPETITION: 1.0},
    SAME_DOCUMENT: {SAME_DOCUMENT: 1.0},
    "mix": {FLIPPED: 25.0, REPETITION: 5.0, SAME_DOCUMENT: 20.0},
}
#: the shares of the documents in the parts for training, validation and test
PART_SHARES = (0.8, 0.1, 0.1)


class Example(NamedTuple):
    """A right or wrong pair of sentences."""

    pair: SentencePair
    # NEXT or the kind of wrong pair
    kind: str
    # the instance ids of the two sentences
    first: str
    second: str

    @property
    def label(self) -> int:
        return int(self.kind == NEXT)


class SegmentedArticle(NamedTuple):
    """A document, split into sentences."""

    instance_id: str
    sentences: tuple[str, ...]


class PairPosition(NamedTuple):
    """Where an adjacent pair begins."""

    # the index of the document
    document: int
    # the index of the sentence in the document
    sentence: int


class Splits(NamedTuple):
    """Training, validation and test examples, of different documents."""

    training: list[Example]
    validation: list[Example]
    test: list[Example]


@dataclass(frozen=True)
class PairSettings:
    """How to draw pairs."""

    # the proportions of the kinds of wrong pairs
    negatives: Mapping[str, float] = field(
        default_factory=lambda: MappingProxyType(VARIANTS["mix"])
    )
    # the number of all pairs, half of them adjacent
    pairs: int = 100_000
    seed: int = 0

    def __post_init__(self) -> None:
        unknown = set(self.negatives) - set(PAIR_MAKERS)
        if unknown:
            raise ValueError(
                f"negatives of kind {min(unknown)!r} are unknown; known: {', '.join(PAIR_MAKERS)}"
            )
        proportions = self.negatives.values()
        are_valid = all(math.isfinite(value) and value >= 0 for value in proportions)
        if not are_valid or not sum(proportions):
            raise ValueError(
                "negatives must be proportions of 0 or more, at least one above 0, not "
                f"{dict(self.negatives)}"
            )
        if self.pairs < 2:
            raise ValueError(f"pairs must be at least 2, not {self.pairs}")
        if not 0 <= self.seed < 2**32:
            raise ValueError(f"seed must be from 0 to 4294967295, not {self.seed}")


def make_examples(articles: Sequence[Article], settings: PairSettings | None = None) -> Splits:
    """Make training, validation and test pairs of different documents.

    They are fewer than the settings say if the articles are few. Raises ValueError if fewer than
    three documents have adjacent sentences, or no pair of a kind can be made.
    """
    settings = settings or PairSettings()
    documents = segment_articles(articles)
    parts = split_by_instance(documents, np.random.default_rng(settings.seed))
    drawn = []
    for number, (name, part, share) in enumerate(
        zip(Splits._fields, parts, PART_SHARES, strict=True), start=1
    ):
        generator = np.random.default_rng([settings.seed, number])
        count = max(1, round(share * settings.pairs / 2))
        drawn.append(draw_examples(part, count, settings.negatives, generator, name))
    return Splits(*drawn)


def segment_articles(articles: Sequence[Article]) -> list[SegmentedArticle]:
    """Split articles into sentences, by rules if they are strings.

    Keep the articles with two sentences or more.
    """
    documents = []
    for article in articles:
        sentences = tuple(sentence for sentence in sentences_of(article.text) if sentence)
        if len(sentences) > 1:
            documents.append(SegmentedArticle(article.instance_id, sentences))
    return documents


def split_by_instance(
    documents: Sequence[SegmentedArticle], generator: np.random.Generator
) -> list[list[SegmentedArticle]]:
    """Split the documents into parts with about PART_SHARES of the instance ids, at least one."""
    names = sorted({document.instance_id for document in documents})
    if len(names) < len(PART_SHARES):
        raise ValueError(
            f"{len(names)} instances have an article of two sentences or more; training, "
            "validation and test need one each"
        )
    shuffled = [str(name) for name in generator.permutation(names)]
    _, validation_share, test_share = PART_SHARES
    test = len(names) - max(1, round(test_share * len(names)))
    validation = test - max(1, round(validation_share * len(names)))
    parts = []
    for part in (shuffled[:validation], shuffled[validation:test], shuffled[test:]):
        members = set(part)
        parts.append([document for document in documents if document.instance_id in members])
    return parts


def draw_examples(
    documents: Sequence[SegmentedArticle],
    count: int,
    negatives: Mapping[str, float],
    generator: np.random.Generator,
    name: str = "training",
) -> list[Example]:
    """Draw ``count`` distinct adjacent pairs, or all if fewer, and as many wrong pairs.

    ``name``: the part's name.
    """
    places = []
    for number, document in enumerate(documents):
        places += [
            PairPosition(number, sentence) for sentence in range(len(document.sentences) - 1)
        ]
    following = {get_adjacent_pair(documents, place) for place in places}
    positives: dict[SentencePair, Example] = {}
    for index in generator.permutation(len(places)):
        if len(positives) == count:
            break
        place = places[index]
        pair = get_adjacent_pair(documents, place)
        instance = documents[place.document].instance_id
        positives.setdefault(pair, Example(pair, NEXT, instance, instance))
    examples = list(positives.values())
    for kind, quota in apportion(len(positives), negatives).items():
        wrong = make_wrong_pairs(documents, places, kind, quota, following, generator)
        if not wrong and quota:
            raise ValueError(
                f"no wrong pair of kind {kind!r} can be made from the {name} articles; pass more "
                "articles"
            )
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


def apportion(total: int, proportions: Mapping[str, float]) -> dict[str, int]:
    """Split ``total`` into whole numbers by proportions.

    The largest remainders are rounded up; of equal ones, the first.
    """
    whole = sum(proportions.values())
    exact = {kind: total * value / whole for kind, value in proportions.items()}
    parts = {kind: int(value) for kind, value in exact.items()}
    by_remainder = sorted(exact, key=lambda kind: parts[kind] - exact[kind])
    remaining = total - sum(parts.values())
    for kind in by_remainder[:remaining]:
        parts[kind] += 1
    return parts


def make_wrong_pairs(
    documents: Sequence[SegmentedArticle],
    places: Sequence[PairPosition],
    kind: str,
    quota: int,
    following: set[SentencePair],
    generator: np.random.Generator,
) -> list[Example]:
    """Make ``quota`` distinct pairs of a kind, or fewer.

    ``following``: the adjacent pairs, which are not made.
    """
    examples: dict[SentencePair, Example] = {}
    for _ in range(_MAX_ROUNDS):
        for index in generator.permutation(len(places)):
            if len(examples) == quota:
                return list(examples.values())
            place = places[index]
            drawn = PAIR_MAKERS[kind](documents, place, generator)
            if drawn is None:
                continue
            pair, other = drawn
            if pair not in following:
                first = documents[place.document].instance_id
                second = documents[other].instance_id
                examples.setdefault(pair, Example(pair, kind, first, second))
    return list(examples.values())


Documents = Sequence[SegmentedArticle]
#: a wrong pair, and the index of its second sentence's document; None if none can be made
WrongPair = tuple[SentencePair, int] | None


def _flip(documents: Documents, place: PairPosition, generator: np.random.Generator) -> WrongPair:
    first, second = get_adjacent_pair(documents, place)
    return None if first == second else (SentencePair(second, first), place.document)


def _take_from_other_document(
    documents: Documents, place: PairPosition, generator: np.random.Generator
) -> WrongPair:
    other = int(generator.integers(len(documents)))
    document = documents[other]
    if document.instance_id == documents[place.document].instance_id:
        return None
    sentence = int(generator.integers(len(document.sentences)))
    first = get_adjacent_pair(documents, place).first
    return SentencePair(first, document.sentences[sentence]), other


def _repeat_corrupted(
    documents: Documents, place: PairPosition, generator: np.random.Generator
) -> WrongPair:
    first = get_adjacent_pair(documents, place).first
    words = first.split()
    if len(words) < 2:
        return None
    share = generator.uniform(*DROPPED_SHARES)
    dropped = max(1, round(share * len(words)))
    indices = generator.choice(len(words), size=min(dropped, len(words) - 1), replace=False)
    kept = np.delete(words, indices)
    return SentencePair(first, " ".join(kept)), place.document


def _take_from_same_document(
    documents: Documents, place: PairPosition, generator: np.random.Generator
) -> WrongPair:
    """Pair a sentence with another of its document, but not with a neighbour."""
    sentences = documents[place.document].sentences
    # A neighbour would make a right or a flipped pair.
    near = range(max(place.sentence - 1, 0), place.sentence + 2)
    choices = len(sentences) - len(near)
    if not choices:
        return None
    drawn = int(generator.integers(choices))
    chosen = drawn if drawn < near.start else drawn + len(near)
    first, second = sentences[place.sentence], sentences[chosen]
    return None if first == second else (SentencePair(first, second), place.document)


def get_adjacent_pair(documents: Sequence[SegmentedArticle], place: PairPosition) -> SentencePair:
    """Return the adjacent pair that begins at a position."""
    sentences = documents[place.document].sentences
    return SentencePair(sentences[place.sentence], sentences[place.sentence + 1])


PAIR_MAKERS: Mapping[str, Callable[[Documents, PairPosition, np.random.Generator], WrongPair]] = {
    FLIPPED: _flip,
    OTHER_DOCUMENT: _take_from_other_document,
    REPETITION: _repeat_corrupted,
    SAME_DOCUMENT: _take_from_same_document,
}
