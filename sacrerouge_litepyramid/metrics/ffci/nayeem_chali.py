"""Nayeem and Chali's (2017) local coherence: neighbouring sentences share names and have similar vectors."""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.words import NUMBER_WORDS, STOP_WORDS, stem
from sacrerouge_litepyramid.metrics.ffci.coherence_model import CoherenceModel, SentencePair
from sacrerouge_litepyramid.models.encoders.char_ngram import CharNgramEncoder
from sacrerouge_litepyramid.models.encoders.token_encoder import TokenEncoder, mean_vector

#: words and numbers; other characters separate two names
_TOKEN = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*|\d+(?:[.,]\d+)*|[^\w\s]")
_END = "."
#: increased by a change that changes the score of a pair
_VERSION = 1


@CoherenceModel.register("nayeem-chali")
class NayeemChali(CoherenceModel):
    """λ · entity similarity + (1 − λ) · cosine of the sentences' mean token vectors, up to 1.

    ``entity_weight``: λ; ``encoder``: of the tokens, None is ``char-ngram``. The authors use a named-entity tagger and
    word2vec; here names are found by their capitals (`entities`), so in lower-cased text only numbers are.
    """

    def __init__(self, entity_weight: float = 0.5, encoder: TokenEncoder | None = None) -> None:
        if not 0 <= entity_weight <= 1:
            raise ValueError(f"entity_weight must be from 0 to 1, not {entity_weight}")
        self.entity_weight = entity_weight
        self.encoder = encoder or CharNgramEncoder()

    def score_distinct(self, pairs: Sequence[SentencePair]) -> np.ndarray:
        encoded = self.encoder.encode([sentence for pair in pairs for sentence in pair])
        vectors = np.array([mean_vector(each) for each in encoded])
        cosines = np.sum(vectors[0::2] * vectors[1::2], axis=1)
        names = np.array([entity_similarity(entities(pair.first), entities(pair.second)) for pair in pairs])
        return self.entity_weight * names + (1 - self.entity_weight) * cosines

    def identity(self) -> dict[str, Any]:
        return {
            "type": "nayeem-chali",
            "version": _VERSION,
            "entity_weight": self.entity_weight,
            "encoder": self.encoder.identity(),
        }


def entities(sentence: str) -> frozenset[str]:
    """Return the stems of numbers and of the last words of names, which are runs of capitalised words.

    The last word identifies a name, so that "Obama" equals "Barack Obama", but also "Leeds United" equals "Manchester
    United". Stop words at the end of a run are excluded. The first word of a sentence is always capitalised: alone it
    is not a name, and neither is any word of a sentence in capitals.
    """
    found: set[str] = set()
    run: list[str] = []
    shouted = sentence == sentence.upper()
    for index, token in enumerate([*_TOKEN.findall(sentence), _END]):
        if token[0].isupper() and not shouted:
            run.append(token)
            continue
        name = [word for word in run if word.lower() not in STOP_WORDS]
        if name and index > 1:
            found.add(stem(name[-1]))
        run = []
        if token[0].isdigit() or token.lower() in NUMBER_WORDS:
            found.add(stem(token))
    return frozenset(found)


def entity_similarity(first: frozenset[str], second: frozenset[str]) -> float:
    """Return the common entities divided by those of the sentence with fewer; 0 when one has none."""
    return len(first & second) / min(len(first), len(second)) if first and second else 0.0
