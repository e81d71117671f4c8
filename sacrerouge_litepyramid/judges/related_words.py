"""Features of related words: synonyms, derivations, hypernyms and antonyms that a summary has.

The lexicon has pairs of stems from WordNet 3.1, packed by tools/pack_lexicon.py and compressed by
zlib. Its parts are separated by empty lines:

1. the stems, one per line;
2. the opposites, one per line ("JJ closed open");
3. for each of RELATIONS, the number of its pairs (32 bits), the difference of each pair's first
   stem from that of the previous pair, in sorted order, and the second stem of each pair (16 bits
   each). All numbers are little-endian.

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
    """A word and its antonym, as lemmas."""

    #: the Penn tag of their part of speech (NN, VB, JJ or RB)
    tag: str
    word: str
    antonym: str


class _Lexicon(NamedTuple):
    """The lexicon in memory."""

    #: the stems, in alphabetical order, and the number of each
    stems: list[str]
    numbers: dict[str, int]
    #: for each relation, the pairs as `_index` returns them
    neighbours: list[tuple[np.ndarray, np.ndarray]]
    #: the lines of the opposites
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
    content = zlib.decompress(PATH.read_bytes())
    stem_lines, opposite_lines, data = content.split(BREAK, 2)
    stems = stem_lines.decode().split("\n")
    neighbours = []
    for _ in RELATIONS:
        (pairs,) = np.frombuffer(data, COUNT, 1).tolist()
        numbers = np.frombuffer(data, NUMBER, 2 * pairs, COUNT.itemsize)
        data = data[COUNT.itemsize + numbers.nbytes :]
        differences, second = numbers.astype(np.int64).reshape(2, pairs)
        first = np.cumsum(differences)
        # A pair counts in both directions.
        ones = np.append(first, second)
        others = np.append(second, first)
        neighbours.append(_index(ones, others, len(stems)))
    numbers_by_stem = {stem: number for number, stem in enumerate(stems)}
    return _Lexicon(stems, numbers_by_stem, neighbours, opposite_lines.decode().split("\n"))


def _index(ones: np.ndarray, others: np.ndarray, stems: int) -> tuple[np.ndarray, np.ndarray]:
    """Return where the pairs of each stem begin, (stems + 1,), and the other stem of each pair.

    The pairs are sorted by both stems.
    """
    # Both stems are packed into one number for sorting.
    ones, others = np.divmod(np.sort(ones * stems + others), stems)
    return np.searchsorted(ones, np.arange(stems + 1)), others


FEATURES = (
    # the share of the unit's weight whose stems are missing, but have a synonym in the summary
    "synonyms",
    # the largest share of weight in one sentence if a synonym counts as the stem
    "best_with_synonyms",
    # the share whose stems are missing and have no synonym, but a derivation
    "derivations",
    # the share whose stems are missing and have neither, but a hypernym or a hyponym
    "hypernyms",
    # whether a missing stem has an antonym in the nearest sentence
    "antonym",
)
#: what the features measure, in plain words
DESCRIPTIONS = {
    **dict.fromkeys(("synonyms", "best_with_synonyms"), "synonyms"),
    **dict.fromkeys(("derivations", "hypernyms"), "words of a related meaning"),
    "antonym": "a word's opposite",
}
#: the places of two of RELATIONS
SYNONYMS, ANTONYMS = 0, 1


def index_relatives(stems: Iterable[str]) -> dict[str, str]:
    """Return each stem that is related to one of ``stems``, with a character for each relation.

    The character of relation r to stem number k, both from 0, is chr(r + k * len(RELATIONS)).
    """
    index: dict[str, str] = {}
    for number, stem in enumerate(stems):
        for code, relatives in enumerate(find_relatives(stem), start=number * len(RELATIONS)):
            character = chr(code)
            for other in relatives:
                index[other] = index.get(other, "") + character
    return index


def find_missing(has_stem: np.ndarray, related: np.ndarray) -> np.ndarray:
    """Return, (3, stems, summaries), whether a summary has a relative of a stem that it lacks.

    The relatives are a synonym, else a derivation, else a hypernym. ``has_stem``: whether a summary
    has a stem, (stems, summaries); ``related``: whether it has a relative of the stem, (stems,
    RELATIONS, summaries).
    """
    synonyms, _, derivations, hypernyms = (related & ~has_stem[:, None]).swapaxes(0, 1)
    return np.array([synonyms, derivations & ~synonyms, hypernyms & ~(synonyms | derivations)])
