"""Nayeem and Chali's (2017) local coherence: neighbours are alike in the names they hold and in what they say."""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from sacrerouge_litepyramid.coherence.base import CoherenceModel, SentencePair
from sacrerouge_litepyramid.core.soft_alignment import unit_vectors
from sacrerouge_litepyramid.encoders.base import TokenEncoder
from sacrerouge_litepyramid.words import NUMBER_WORDS, STOP_WORDS, stem

#: words and numbers; other signs part two names
TOKEN = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*|\d+(?:[.,]\d+)*|[^\w\s]")
#: raised when a pair gets another score than before
VERSION = 1

Entity = frozenset[str]


@CoherenceModel.register("nayeem-chali")
class NayeemChali(CoherenceModel):
    """λ · entity similarity + (1 − λ) · cosine of the sentences' mean token vectors, up to 1.

    ``entity_weight``: λ; ``encoder``: of the tokens, None is ``char-ngram``. The authors use a named-entity tagger and
    word2vec; here names are found by their capitals (`entities`), so in lower-cased text only numbers are.
    """

    def __init__(self, entity_weight: float = 0.5, encoder: TokenEncoder = None) -> None:
        if not 0 <= entity_weight <= 1:
            raise ValueError(f"entity_weight must be from 0 to 1, not {entity_weight}")
        self.entity_weight = entity_weight
        self.encoder = encoder or TokenEncoder.by_name(TokenEncoder.default_implementation)()

    def score_distinct(self, pairs: Sequence[SentencePair]) -> np.ndarray:
        vectors = self._sentence_vectors([sentence for pair in pairs for sentence in pair])
        cosines = np.sum(vectors[0::2] * vectors[1::2], axis=1)
        names = np.array([entity_similarity(entities(pair.first), entities(pair.second)) for pair in pairs])
        return self.entity_weight * names + (1 - self.entity_weight) * cosines

    def identity(self) -> dict[str, Any]:
        return {
            "type": "nayeem-chali",
            "version": VERSION,
            "entity_weight": self.entity_weight,
            "encoder": self.encoder.identity(),
        }

    def _sentence_vectors(self, sentences: Sequence[str]) -> np.ndarray:
        """Unit vectors of shape (sentences, dimensions); zeros where a sentence has no token."""
        means = []
        for encoded in self.encoder.encode(sentences):
            own = encoded.vectors[~encoded.special]
            means.append(own.mean(axis=0) if len(own) else np.zeros(encoded.vectors.shape[1]))
        return unit_vectors(np.array(means))


def entities(sentence: str) -> list[Entity]:
    """Runs of capitalised words, and numbers, each as its stems; each once, in order.

    Stop words at a run's ends do not belong to it. The first word of a sentence has a capital anyway: alone it is no
    name, and neither is any word of a sentence in capitals.
    """
    tokens = TOKEN.findall(sentence)
    shouted = sentence == sentence.upper()
    found: dict[Entity, None] = {}
    run: list[str] = []
    for index, token in enumerate([*tokens, "."]):
        if token[0].isupper() and not shouted:
            run.append(token)
            continue
        name = _without_stop_words(run)
        if name and not (len(run) == 1 and index == 1):
            found[frozenset(map(stem, name))] = None
        run = []
        if token[0].isdigit() or token.lower() in NUMBER_WORDS:
            found[frozenset((stem(token),))] = None
    return list(found)


def entity_similarity(first: Sequence[Entity], second: Sequence[Entity]) -> float:
    """The entities in common over those of the sentence with fewer; 0 when one has none.

    One is the other when all its words are among the other's: "Obama", "Barack Obama".
    """
    if not first or not second:
        return 0.0
    common = min(_found(first, second), _found(second, first))
    return common / min(len(first), len(second))


def _found(some: Sequence[Entity], others: Sequence[Entity]) -> int:
    return sum(any(one <= other or other <= one for other in others) for one in some)


def _without_stop_words(run: Sequence[str]) -> list[str]:
    content = [index for index, word in enumerate(run) if word.lower() not in STOP_WORDS]
    return list(run[content[0] : content[-1] + 1]) if content else []
