"""Features of two sentences: repeated words, first and later mentions, first person, linking words.

Words in lower and upper case are equal, so that lower-cased text gives the same features. Made for English.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.ffci.coherence.coherence_model import SentencePair
from sacrerouge_litepyramid.text.words import STOP_WORDS, split_sentences, stem

#: held, held_squared: the share of the second sentence's content stems that the first has; bigrams: the same of its
#: pairs of neighbouring stems; person_first, person_second, person_both: the share of words of the first and second
#: person, in each and the smaller of the two; name_shortened, name_lengthened: of the shared content stems, the share
#: that follows another content word only in the first ("Dai Aoki", then "Aoki") or only in the second sentence;
#: definite_later, definite_earlier: the number of stems after "a" in the first and "the" or the like in the second
#: sentence, or the reverse; linking_first, linking_second: begins with "but", "however" or the like; again_first,
#: again_second: the share of "also", "another" and the like
FEATURES = (
    "held",
    "held_squared",
    "bigrams",
    "person_first",
    "person_second",
    "person_both",
    "name_shortened",
    "name_lengthened",
    "definite_later",
    "definite_earlier",
    "linking_first",
    "linking_second",
    "again_first",
    "again_second",
)
#: increased by a change that changes the value of a feature
VERSION = 1

PERSON = frozenset("i me my we us our you your".split())
INDEFINITE = frozenset("a an one two".split())
DEFINITE = frozenset("the this that these those his her their its".split())
LINKING = frozenset(
    """
    but and however so then also yet meanwhile still instead or nor because although though while despite later
    afterwards now since moreover furthermore therefore thus nevertheless besides finally eventually
    """.split()
)
AGAIN = frozenset("also another other others too again both same further".split())


class Sentence(NamedTuple):
    """``bigrams``: of stems; ``after_content``: stems that follow a content word; ``introduced``, ``resumed``: stems
    that follow INDEFINITE and DEFINITE words; ``person``, ``again``: shares of the words; ``linking``: 0 or 1."""

    content: frozenset[str]
    bigrams: tuple[tuple[str, str], ...]
    after_content: frozenset[str]
    introduced: frozenset[str]
    resumed: frozenset[str]
    person: float
    linking: float
    again: float


def pair_features(pairs: Sequence[SentencePair]) -> np.ndarray:
    """Return features of shape (pairs, features), in the order of FEATURES."""
    rows = [_features(read_sentence(pair.first), read_sentence(pair.second)) for pair in pairs]
    return np.array(rows, dtype=np.float64).reshape(len(pairs), len(FEATURES))


@lru_cache(maxsize=1 << 14)
def read_sentence(text: str) -> Sentence:
    """Return what the features need of a sentence; all values are zero or empty for a text without words."""
    words = [word.lower() for part in split_sentences(text) for word in part]
    stems = [stem(word) for word in words]
    steps = list(zip(words, words[1:], stems[1:], strict=False))
    return Sentence(
        content=frozenset(each for word, each in zip(words, stems, strict=True) if word not in STOP_WORDS),
        bigrams=tuple(zip(stems, stems[1:], strict=False)),
        after_content=frozenset(
            each for before, word, each in steps if before not in STOP_WORDS and word not in STOP_WORDS
        ),
        introduced=frozenset(each for before, _, each in steps if before in INDEFINITE),
        resumed=frozenset(each for before, _, each in steps if before in DEFINITE),
        person=_share(words, PERSON),
        linking=float(words[:1] != [] and words[0] in LINKING),
        again=_share(words, AGAIN),
    )


def _features(first: Sentence, second: Sentence) -> list[float]:
    shared = first.content & second.content
    held = len(shared) / max(len(second.content), 1)
    known = set(first.bigrams)
    return [
        held,
        held**2,
        sum(bigram in known for bigram in second.bigrams) / max(len(second.bigrams), 1),
        first.person,
        second.person,
        min(first.person, second.person),
        len((shared & first.after_content) - second.after_content) / max(len(shared), 1),
        len((shared & second.after_content) - first.after_content) / max(len(shared), 1),
        len(first.introduced & second.resumed),
        len(second.introduced & first.resumed),
        first.linking,
        second.linking,
        first.again,
        second.again,
    ]


def _share(words: Sequence[str], of: frozenset[str]) -> float:
    return sum(word in of for word in words) / max(len(words), 1)
