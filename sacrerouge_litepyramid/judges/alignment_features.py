"""The features of the embedding judge beside the lexical ones: how close a summary's tokens are to a unit's.

A unit's token i has s_i = the largest cosine with a token of the summary. A token's weight is that of its word's stem
in the lexical model (sibling weight times idf), 0 for a stop word; the weights of a unit sum to 1.
"""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.words import STOP_WORDS, stem
from sacrerouge_litepyramid.judges.encoded_texts import EncodedText
from sacrerouge_litepyramid.judges.lexical_features import SIBLING_FLOOR

#: the number of layers that are compared, the last ones of the encoder
LAYERS = 3
CLOSE = 0.75
#: the weighted mean of s; the largest such mean over the tokens of one sentence; the smallest s of a content word; the
#: share of content words with s above CLOSE
PER_LAYER = ("mean", "best_sentence", "smallest", "close")
#: the cosine of the unit's mean vector with those of the summary's sentences, in the last layer: the best, the second
#: best (the best, where there is one sentence), the mean; and the number of the unit's tokens
BY_SENTENCE = ("best_cosine", "second_cosine", "mean_cosine", "tokens")
#: layers are counted from the end, as in encoders of any depth
DESCRIPTION = "closeness of meaning by token vectors"
FEATURES = (*(f"{name}_{layer}" for layer in range(-LAYERS, 0) for name in PER_LAYER), *BY_SENTENCE)

#: increased by a change that changes the value of a feature
VERSION = 1


class EncodedUnits(NamedTuple):
    """The units of a document that have tokens, joined; computed once for all of its summaries.

    ``units``: the number of all units; ``places``: those with tokens, (n,); ``starts``: the first token of each, (n,);
    ``vectors``: (layers, tokens, dimensions); ``weights``: (tokens,); ``means``: (n, dimensions).
    """

    units: int
    places: np.ndarray
    starts: np.ndarray
    vectors: np.ndarray
    weights: np.ndarray
    means: np.ndarray


def join_units(units: Sequence[EncodedText], idf: Callable[[str], float]) -> EncodedUnits:
    """Join the units of a document; ``idf``: a stem's inverse document frequency, positive."""
    weights = _token_weights(units, idf)
    places = [index for index, unit in enumerate(units) if len(unit.words)]
    sizes = [len(units[index].words) for index in places]
    empty = np.zeros((LAYERS, 0, 0))
    return EncodedUnits(
        units=len(units),
        places=np.array(places, dtype=np.int64),
        starts=np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int64) if places else np.zeros(0, np.int64),
        vectors=np.concatenate([units[index].vectors for index in places], axis=1, dtype=np.float32)
        if places
        else empty,
        weights=np.concatenate([weights[index] for index in places]) if places else np.zeros(0),
        means=np.stack([units[index].mean for index in places]) if places else np.zeros((0, 0)),
    )


def alignment_features(units: EncodedUnits, summary: EncodedText) -> np.ndarray:
    """Return the FEATURES of each unit, (units, features); zeros where unit or summary has no token."""
    values = np.zeros((units.units, len(FEATURES)))
    if not len(units.places) or not len(summary.words):
        return values
    # (layers, unit tokens, sentences): the cosine with the closest token of each sentence
    vectors = summary.vectors.astype(np.float32).transpose(0, 2, 1)
    cosines = np.maximum.reduceat(units.vectors @ vectors, summary.starts, axis=2)
    sentences = np.sort(units.means @ summary.sentences.T, axis=1)[:, ::-1]
    sizes = np.diff(np.append(units.starts, len(units.weights)))
    values[units.places] = np.column_stack(
        [
            *_layer_features(units, cosines),
            sentences[:, 0],
            sentences[:, min(1, sentences.shape[1] - 1)],
            sentences.mean(axis=1),
            sizes,
        ]
    )
    return values


def _layer_features(units: EncodedUnits, cosines: np.ndarray) -> list[np.ndarray]:
    """Return PER_LAYER of each layer, (units,) each; ``cosines``: (layers, tokens, sentences)."""
    closest, content = cosines.max(axis=2), units.weights > 0
    means = np.add.reduceat(closest * units.weights, units.starts, axis=1)
    best = np.add.reduceat(cosines * units.weights[:, None], units.starts, axis=1).max(axis=2)
    smallest = np.minimum.reduceat(np.where(content, closest, 1.0), units.starts, axis=1)
    counts = np.add.reduceat(content.astype(float), units.starts)
    close = np.add.reduceat((closest > CLOSE) & content, units.starts, axis=1, dtype=float) / counts
    return [each[layer] for layer in range(LAYERS) for each in (means, best, smallest, close)]


def _token_weights(units: Sequence[EncodedText], idf: Callable[[str], float]) -> list[np.ndarray]:
    """Return the weights of each unit's tokens, which sum to 1; equal ones where no word has content."""
    stems = [[_content_stem(word) for word in unit.texts] for unit in units]
    sharing = Counter(each for of_unit in stems for each in set(of_unit) if each)
    weights = []
    for unit, of_unit in zip(units, stems, strict=True):
        of_words = np.array(
            [
                (math.log((len(units) + 1) / sharing[each]) + SIBLING_FLOOR) * idf(each) if each else 0.0
                for each in of_unit
            ]
        )
        of_tokens = of_words[unit.words] if len(unit.words) else np.zeros(0)
        total = of_tokens.sum()
        weights.append(of_tokens / total if total > 0 else np.full(len(of_tokens), 1 / max(len(of_tokens), 1)))
    return weights


def _content_stem(word: str) -> str:
    """Return the stem of a word, "" for a stop word or punctuation."""
    if word.lower() in STOP_WORDS or not any(map(str.isalnum, word)):
        return ""
    return stem(word)
