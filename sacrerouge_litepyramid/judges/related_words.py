"""Features of related words: synonyms, derivations, hypernyms and antonyms of a unit's words in a
summary.

The lexicon has pairs of stems from WordNet 3.1, packed by tools/pack_lexicon.py and compressed by
zlib: the stems, one per line; an empty line; the opposites, one per line ("JJ closed open"); an
empty line; then, for each of RELATIONS, the number of its pairs (32 bits), the difference of each
pair's first stem from that of the previous pair, in sorted order, and the second stem of each pair
(16 bits each; all numbers are little-endian).

A unit's content stem that is missing in the summary may have a synonym there, else a derivation,
else a hypernym (or a hyponym); the weights are those of the lexical features (widf)."""

import zlib
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

PATH = Path(__file__).with_name("lexicon.zlib")

#: pairs count in both directions, so that a stem's "hypernyms" include the more specific words
RELATIONS = ("synonyms", "antonyms", "derivations", "hypernyms")
COUNT, NUMBER = np.dtype("<u4"), np.dtype("<u2")
BREAK = b"\n\n"


class Relatives(NamedTuple):
    """The stems that are related to one stem, for each of the RELATIONS."""

    synonyms: tuple[str, ...]
    antonyms: tuple[str, ...]
    derivations: tuple[str, ...]
    hypernyms: tuple[str, ...]


class Opposite(NamedTuple):
    """A word and its antonym, as lemmas.

    ``tag``: the Penn tag of their part of speech (NN, VB, JJ or RB).
    """

    tag: str
    word: str
    antonym: str


class _Lexicon(NamedTuple):
    """``numbers``: the number of each stem.

    ``neighbours``: for each relation, the pairs as `_index` returns them.
    """

    stems: list[str]
    numbers: dict[str, int]
    neighbours: list[tuple[np.ndarray, np.ndarray]]
    opposites: list[str]


@lru_cache(maxsize=1 << 15)
def find_relatives(stem: str) -> Relatives:
    """Return the stems that are related to a stem, in alphabetical order.

    The first call reads the file.
    """
    lexicon = _load()
    number = lexicon.numbers.get(stem)
    if number is None:
        return _NONE
    relatives = []
    for starts, others in lexicon.neighbours:
        start, end = starts[number : number + 2]
        numbers = others[start:end].tolist()
        relatives.append(tuple(lexicon.stems[other] for other in numbers))
    return Relatives(*relatives)


_NONE = Relatives((), (), (), ())


def list_opposites() -> list[Opposite]:
    """Return all words with their antonyms, sorted; each pair occurs in both directions."""
    return [Opposite(*line.split()) for line in _load().opposites]


@lru_cache(maxsize=1)
def _load() -> _Lexicon:
    stems, opposites, data = zlib.decompress(PATH.read_bytes()).split(BREAK, 2)
    words = stems.decode().split("\n")
    neighbours = []
    for _ in RELATIONS:
        (pairs,) = np.frombuffer(data, COUNT, 1).tolist()
        numbers = np.frombuffer(data, NUMBER, 2 * pairs, COUNT.itemsize)
        data = data[COUNT.itemsize + numbers.nbytes :]
        differences, second = numbers.astype(np.int64).reshape(2, pairs)
        first = np.cumsum(differences)
        ones, others = np.append(first, second), np.append(second, first)
        neighbours.append(_index(ones, others, len(words)))
    numbers_by_word = {word: number for number, word in enumerate(words)}
    return _Lexicon(words, numbers_by_word, neighbours, opposites.decode().split("\n"))


def _index(ones: np.ndarray, others: np.ndarray, stems: int) -> tuple[np.ndarray, np.ndarray]:
    """Return where the pairs of each stem begin, (stems + 1,), and the other stem of each pair, in
    sorted order.
    """
    ones, others = np.divmod(np.sort(ones * stems + others), stems)
    return np.searchsorted(ones, np.arange(stems + 1)), others


#: synonyms, derivations, hypernyms: the share of the unit's weight whose stems are missing in the
#: summary, but have such a relative there and none of an earlier kind; best_with_synonyms: the
#: largest share of weight in one sentence if a synonym counts as the stem; antonym: whether a
#: missing stem has an antonym in the nearest sentence
FEATURES = ("synonyms", "best_with_synonyms", "derivations", "hypernyms", "antonym")
#: what the features measure, in plain words
DESCRIPTIONS = {
    **dict.fromkeys(("synonyms", "best_with_synonyms"), "synonyms"),
    **dict.fromkeys(("derivations", "hypernyms"), "words of a related meaning"),
    "antonym": "a word's opposite",
}
SYNONYMS, ANTONYMS, DERIVATIONS, HYPERNYMS = range(len(RELATIONS))


def index_relatives(stems: Iterable[str]) -> dict[str, str]:
    """Return each stem that is related to one of ``stems``, with a character for each such
    relation.

    The character of relation r to stem number k, both counted from 0, is chr(r + k *
    len(RELATIONS)).
    """
    index: dict[str, str] = {}
    for number, stem in enumerate(stems):
        for code, relatives in enumerate(find_relatives(stem), start=number * len(RELATIONS)):
            character = chr(code)
            for other in relatives:
                index[other] = index.get(other, "") + character
    return index


def related_parts(has_stem: np.ndarray, related: np.ndarray) -> np.ndarray:
    """Return the parts over which the features sum weights: whether each stem belongs to each part,
    (stems, parts).

    ``has_stem``: whether a sentence has a stem, (stems, sentences); ``related``: whether it has a
    relative of it, (stems, RELATIONS, sentences). The parts are, for each sentence, its stems;
    then, for each, its stems and those with a synonym in it; then, for each, the missing stems with
    an antonym in it; last, the missing stems with a synonym, those with a derivation, and those
    with a hypernym in the summary.
    """
    missing = ~np.any(has_stem, axis=1, keepdims=True)
    in_summary = np.any(related, axis=2) & missing
    synonyms, derivations, hypernyms = in_summary.T[[SYNONYMS, DERIVATIONS, HYPERNYMS]]
    closer = synonyms | derivations
    first = np.array([synonyms, derivations & ~synonyms, hypernyms & ~closer])
    opposites = related[:, ANTONYMS] & missing
    return np.concatenate([has_stem, has_stem | related[:, SYNONYMS], opposites, first.T], axis=1)


def related_features(shares: np.ndarray) -> np.ndarray:
    """Return the FEATURES of each unit, (units, features), from the ``shares`` of its weight in
    `related_parts`.
    """
    units, parts = shares.shape
    size = parts // 3 - 1
    if not size:
        return np.zeros((units, len(FEATURES)))
    synonyms, derivations, hypernyms = shares[:, 3 * size :].T
    best = shares[:, size : 2 * size].max(axis=1)
    nearest = shares[:, :size].argmax(axis=1)
    antonym = shares[np.arange(units), 2 * size + nearest] > 0
    return np.array([synonyms, best, derivations, hypernyms, antonym]).T
