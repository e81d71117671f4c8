"""The interface of coherence models, and the two models that need no download."""

import re
from abc import abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.pairs import unique
from sacrerouge_litepyramid.core.words import NUMBER_WORDS, STOP_WORDS, stem, words_by_sentence
from sacrerouge_litepyramid.judges.logistic_weights import LogisticWeights
from sacrerouge_litepyramid.models.encoders.token_encoder import (
    CharNgramEncoder,
    TokenEncoder,
    mean_vector,
)
from sacrerouge_litepyramid.registry import Registrable


class SentencePair(NamedTuple):
    """Two sentences that are, or could be, neighbours in a text."""

    first: str
    second: str


class CoherenceModel(Registrable):
    """Scores how well one sentence follows another, by these two only; each distinct pair once."""

    noun = "coherence model"
    default_implementation = "logistic"

    def score(self, pairs: Sequence[SentencePair]) -> np.ndarray:
        """Return scores of shape (pairs,); higher is better."""
        if not pairs:
            return np.zeros(0)
        distinct, inverse = unique(pairs)
        return np.asarray(self.score_distinct(distinct), dtype=np.float64)[inverse]

    @abstractmethod
    def score_distinct(self, pairs: Sequence[SentencePair]) -> np.ndarray:
        """Return scores of shape (pairs,) for at least one pair; all pairs differ."""

    @abstractmethod
    def identity(self) -> dict[str, Any]:
        """Return what determines the scores, JSON-ready, for signatures.

        Settings of speed are excluded.
        """


def adjacent_pairs(sentences: Sequence[str]) -> list[SentencePair]:
    """Return the pairs of each sentence with the next one, without blank sentences."""
    written = [sentence for sentence in sentences if sentence.strip()]
    return [SentencePair(*pair) for pair in pairwise(written)]


#: the features of two sentences, and what they measure
NEXT_SENTENCE_FEATURES = (
    "held",  # the share of the second sentence's content stems that the first has too
    "held_squared",
    # the share of the second sentence's pairs of neighbouring stems that the first has too
    "bigrams",
    # the share of the first sentence's words that are of the first or second person: "I", "you"
    "person_first",
    "person_second",
    "person_both",  # the smaller of these two shares
    # of shared content stems, the share after a content word in the first only: "Dai Aoki", "Aoki"
    "name_shortened",
    "name_lengthened",  # the same with the sentences exchanged: "Aoki", "Dai Aoki"
    # the number of stems after "a" in the first and after "the", "this" … in the second sentence
    "definite_later",
    "definite_earlier",  # the same with the sentences exchanged
    "linking_first",  # whether the first sentence begins with "but", "however" …
    "linking_second",
    "again_first",  # the share of the first sentence's words that are "also", "another" …
    "again_second",
)
#: increase it when the value of a feature changes
_VERSION = 1

_PERSON = frozenset("i me my we us our you your".split())
_INDEFINITE = frozenset("a an one two".split())
_DEFINITE = frozenset("the this that these those his her their its".split())
_LINKING = frozenset(
    """
    but and however so then also yet meanwhile still instead or nor because although though while
    despite later afterwards now since moreover furthermore therefore thus nevertheless besides
    finally eventually
    """.split()
)
_AGAIN = frozenset("also another other others too again both same further".split())


class _SentenceFacts(NamedTuple):
    """The facts about a sentence from which the features are computed."""

    #: stems of content words
    content: frozenset[str]
    #: pairs of neighbouring stems
    bigrams: tuple[tuple[str, str], ...]
    #: stems of content words that follow a content word
    after_content: frozenset[str]
    #: stems that follow _INDEFINITE words
    introduced: frozenset[str]
    #: stems that follow _DEFINITE words
    resumed: frozenset[str]
    #: the share of words that are _PERSON words
    person: float
    #: 1 if the first word is one of _LINKING, else 0
    linking: float
    #: the share of words that are _AGAIN words
    again: float


def pair_features(pairs: Sequence[SentencePair]) -> np.ndarray:
    """Return features of shape (pairs, features), in the order of NEXT_SENTENCE_FEATURES."""
    rows = [_compute_features(_find_facts(pair.first), _find_facts(pair.second)) for pair in pairs]
    return np.array(rows, dtype=np.float64).reshape(len(pairs), len(NEXT_SENTENCE_FEATURES))


@lru_cache(maxsize=1 << 14)
def _find_facts(text: str) -> _SentenceFacts:
    """Return the facts about a sentence; all are zero or empty for a text without words."""
    words = [word.lower() for word in chain.from_iterable(words_by_sentence(text))]
    stems = list(map(stem, words))
    content = [base for word, base in zip(words, stems, strict=True) if word not in STOP_WORDS]
    # Each word but the first, by its stem, with the word before it.
    steps = list(zip(words, words[1:], stems[1:], strict=False))
    return _SentenceFacts(
        content=frozenset(content),
        bigrams=tuple(pairwise(stems)),
        after_content=frozenset(
            base for before, word, base in steps if not {before, word} & STOP_WORDS
        ),
        introduced=frozenset(base for before, _, base in steps if before in _INDEFINITE),
        resumed=frozenset(base for before, _, base in steps if before in _DEFINITE),
        person=_share(words, _PERSON),
        linking=float(bool(words) and words[0] in _LINKING),
        again=_share(words, _AGAIN),
    )


def _compute_features(first: _SentenceFacts, second: _SentenceFacts) -> list[float]:
    shared = first.content & second.content
    shortened = (shared & first.after_content) - second.after_content
    lengthened = (shared & second.after_content) - first.after_content
    held_bigrams = set(first.bigrams).intersection(second.bigrams)
    share_held = len(shared) / max(len(second.content), 1)
    return [
        share_held,
        share_held**2,
        sum(bigram in held_bigrams for bigram in second.bigrams) / max(len(second.bigrams), 1),
        first.person,
        second.person,
        min(first.person, second.person),
        len(shortened) / max(len(shared), 1),
        len(lengthened) / max(len(shared), 1),
        len(first.introduced & second.resumed),
        len(second.introduced & first.resumed),
        first.linking,
        second.linking,
        first.again,
        second.again,
    ]


def _share(words: Sequence[str], counted: frozenset[str]) -> float:
    return sum(word in counted for word in words) / max(len(words), 1)


class NextSentenceWeights(LogisticWeights):
    """A logistic regression over the features of two sentences.

    Its probability is that the second is next.
    """

    features = NEXT_SENTENCE_FEATURES
    version = _VERSION
    command = "train coherence"
    shipped = Path(__file__).with_name("logistic_weights.json")


@CoherenceModel.register("logistic")
class LogisticCoherence(CoherenceModel):
    """P(next | first, second) from repeated words, mentions and linking words, not from meaning.

    Args:
        weights: a file that train coherence wrote; by default the shipped one, fitted to the
            articles of REALSumm.
    """

    def __init__(self, weights: str | None = None) -> None:
        self.weights = NextSentenceWeights.load(weights)

    def score_distinct(self, pairs: Sequence[SentencePair]) -> np.ndarray:
        return self.weights.probabilities(pair_features(pairs))

    def identity(self) -> dict[str, Any]:
        source = self.weights.provenance.get("source", "unnamed")
        return {"type": "logistic", "model": source, "revision": self.weights.revision}


#: words and numbers; other characters separate two names
_TOKEN = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*|\d+(?:[.,]\d+)*|[^\w\s]")
_END = "."
#: increase it when the score of a pair changes
_NAYEEM_CHALI_VERSION = 1


@CoherenceModel.register("nayeem-chali")
class NayeemChali(CoherenceModel):
    """λ · entity similarity + (1 − λ) · cosine of the sentences' mean token vectors, up to 1.

    The authors use a named-entity tagger and word2vec; here names are found by their capitals
    (`find_entities`), so lower-cased text has no names.

    Args:
        entity_weight: λ.
        encoder: the token encoder, by default ``char-ngram``.
    """

    def __init__(self, entity_weight: float = 0.5, encoder: TokenEncoder | None = None) -> None:
        if not 0 <= entity_weight <= 1:
            raise ValueError(f"entity_weight must be from 0 to 1, not {entity_weight}")
        self.entity_weight = entity_weight
        self.encoder = encoder or CharNgramEncoder()

    def score_distinct(self, pairs: Sequence[SentencePair]) -> np.ndarray:
        encoded = self.encoder.encode(list(chain.from_iterable(pairs)))
        means = np.array([mean_vector(sentence) for sentence in encoded])
        vectors = means.reshape(len(pairs), 2, -1)
        cosines = vectors.prod(axis=1).sum(axis=1)
        names = np.array(
            [
                entity_similarity(find_entities(first), find_entities(second))
                for first, second in pairs
            ]
        )
        return self.entity_weight * names + (1 - self.entity_weight) * cosines

    def identity(self) -> dict[str, Any]:
        return {
            "type": "nayeem-chali",
            "version": _NAYEEM_CHALI_VERSION,
            "entity_weight": self.entity_weight,
            "encoder": self.encoder.identity(),
        }


def find_entities(sentence: str) -> frozenset[str]:
    """Return the stems of numbers and of the last words of names.

    Names are runs of capitalised words.

    The last word identifies a name, so "Obama" equals "Barack Obama", but "Leeds United" also
    equals "Manchester United". Stop words at the end of a run are excluded. The first word of a
    sentence is always capitalised, so alone it is not a name; a sentence in capitals has no names.
    """
    names: set[str] = set()
    run: list[str] = []
    shouted = sentence == sentence.upper()
    for index, token in enumerate([*_TOKEN.findall(sentence), _END]):
        if token[0].isupper() and not shouted:
            run.append(token)
            continue
        name = [word for word in run if word.lower() not in STOP_WORDS]
        if name and index > 1:
            names.add(stem(name[-1]))
        run = []
        if token[0].isdigit() or token.lower() in NUMBER_WORDS:
            names.add(stem(token))
    return frozenset(names)


def entity_similarity(first: frozenset[str], second: frozenset[str]) -> float:
    """Return the common entities divided by those of the sentence with fewer entities.

    It is 0 if one has none.
    """
    fewest = min(len(first), len(second))
    return len(first & second) / max(fewest, 1)
