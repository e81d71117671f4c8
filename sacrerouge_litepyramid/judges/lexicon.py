"""Related words of English: pairs of stems from WordNet 3.1, packed by tools/pack_lexicon.py.

The file is compressed by zlib: the stems, a line each; an empty line; the opposites, a line each ("JJ closed open"); an
empty line; then for each of RELATIONS the number of its pairs (32 bits), and of all pairs, sorted, the first stem's
distance from that of the pair before and the second stem (16 bits each, all numbers little-endian)."""

import zlib
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

PATH = Path(__file__).with_name("lexicon.zlib")

#: the pairs go both ways, so that a stem's hypernyms are the more general and the more specific words
RELATIONS = ("synonyms", "antonyms", "derivations", "hypernyms")
COUNT, NUMBER = np.dtype("<u4"), np.dtype("<u2")
BREAK = b"\n\n"


class Relatives(NamedTuple):
    """The stems that stand in each of the RELATIONS to one stem."""

    synonyms: tuple[str, ...]
    antonyms: tuple[str, ...]
    derivations: tuple[str, ...]
    hypernyms: tuple[str, ...]


class Opposite(NamedTuple):
    """A word and its antonym, as lemmas; ``tag``: the Penn tag of their part of speech (NN, VB, JJ or RB)."""

    tag: str
    word: str
    antonym: str


class _Lexicon(NamedTuple):
    """``numbers``: of each stem; ``neighbours``: by relation, where a stem's begin, (stems + 1,), and their numbers."""

    stems: list[str]
    numbers: dict[str, int]
    neighbours: list[tuple[np.ndarray, np.ndarray]]
    opposites: list[str]


@lru_cache(maxsize=1 << 15)
def find_relatives(stem: str) -> Relatives:
    """Return the stems that are related to a stem, in the order of the alphabet; the file is read at the first call."""
    lexicon = _load()
    number = lexicon.numbers.get(stem)
    if number is None:
        return _NONE
    return Relatives(
        *(
            tuple(lexicon.stems[other] for other in others[starts[number] : starts[number + 1]].tolist())
            for starts, others in lexicon.neighbours
        )
    )


_NONE = Relatives((), (), (), ())


def list_opposites() -> list[Opposite]:
    """Return the words that are each other's antonyms, both ways, sorted."""
    return [Opposite(*line.split()) for line in _load().opposites]


@lru_cache(maxsize=1)
def _load() -> _Lexicon:
    stems, opposites, data = zlib.decompress(PATH.read_bytes()).split(BREAK, 2)
    words = stems.decode().split("\n")
    neighbours, place = [], 0
    for _ in RELATIONS:
        (pairs,) = np.frombuffer(data, COUNT, 1, place).tolist()
        numbers = np.frombuffer(data, NUMBER, 2 * pairs, place + COUNT.itemsize).astype(np.int64)
        place += COUNT.itemsize + numbers.size * NUMBER.itemsize
        first, second = np.cumsum(numbers[:pairs]), numbers[pairs:]
        neighbours.append(_index(np.concatenate([first, second]), np.concatenate([second, first]), len(words)))
    return _Lexicon(
        words, {word: number for number, word in enumerate(words)}, neighbours, opposites.decode().split("\n")
    )


def _index(ones: np.ndarray, others: np.ndarray, stems: int) -> tuple[np.ndarray, np.ndarray]:
    """Return where the pairs of each stem begin, (stems + 1,), and the other stem of each pair, sorted by both."""
    ones, others = np.divmod(np.sort(ones * stems + others), stems)
    return np.searchsorted(ones, np.arange(stems + 1)), others
