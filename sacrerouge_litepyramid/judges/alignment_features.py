"""The embedding judge's further features: how close a unit's tokens are to those of a summary.

For a unit's token i, s_i is the largest cosine with a token of the summary. A token's weight is
that of its word's stem in the lexical model (sibling weight times idf), 0 for a stop word; the
weights of a unit sum to 1.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.texts import count_characters, split_sentences
from sacrerouge_litepyramid.core.words import STOP_WORDS, compared_stem
from sacrerouge_litepyramid.judges.lexical_features import weigh_sibling
from sacrerouge_litepyramid.models.encoders.token_encoder import TokenVectors, unit_vectors


class EncodedText(NamedTuple):
    """A text's tokens without the encoder's special ones; all vectors have length 1."""

    #: (layers, tokens, dimensions), in half precision, which is enough for cosines
    vectors: np.ndarray
    #: the index of each token's word, (tokens,)
    words: np.ndarray
    #: the words
    texts: tuple[str, ...]
    #: the first token of each sentence, ascending from 0
    starts: np.ndarray
    #: the mean vector of each sentence in the last layer, (sentences, dimensions)
    sentences: np.ndarray
    #: that of the whole text, (dimensions,)
    mean: np.ndarray

    @property
    def size(self) -> int:
        """The memory of the vectors in bytes."""
        return int(self.vectors.nbytes + self.sentences.nbytes)


def build_encoded_text(text: str, layers: Sequence[TokenVectors]) -> EncodedText:
    """Build a text from its token vectors in each layer; all layers have the same tokens."""
    first = layers[0]
    kept = np.flatnonzero(~first.special)
    tokens = [first.tokens[index] for index in kept]
    texts: list[str] = []
    words = []
    for index, token in zip(kept.tolist(), tokens, strict=True):
        # A piece belongs to the word of the token before it.
        if not texts or first.pieces is None or not first.pieces[index]:
            texts.append("")
        texts[-1] += token.strip()
        words.append(len(texts) - 1)
    vectors = np.stack([layer.vectors[kept] for layer in layers])
    last_layer = vectors[-1]
    starts = _find_sentence_starts(text, tokens)
    sums = np.add.reduceat(last_layer, starts, axis=0) if tokens else last_layer
    return EncodedText(
        vectors=unit_vectors(vectors).astype(np.float16),
        words=np.array(words, dtype=int),
        texts=tuple(texts),
        starts=starts,
        sentences=unit_vectors(sums),
        mean=unit_vectors(last_layer.sum(axis=0)),
    )


def _find_sentence_starts(text: str, tokens: Sequence[str]) -> np.ndarray:
    """Return the first token of each sentence.

    Tokens and sentences are aligned by the number of characters before them without white space.
    """
    ends = np.cumsum(list(map(count_characters, split_sentences(text))))
    sizes = np.array(list(map(count_characters, tokens)), dtype=int)
    before = np.cumsum(sizes) - sizes
    sentences = np.searchsorted(ends, before, side="right")
    return np.flatnonzero(np.diff(sentences, prepend=-1))


#: the number of layers that are compared, counted from the encoder's last
LAYER_COUNT = 3
_CLOSE_COSINE = 0.75
_LAYER_FEATURES = (
    # the weighted mean of s
    "mean",
    # the largest weighted mean of the cosines with the tokens of one sentence
    "best_sentence",
    # the smallest s of a content word
    "smallest",
    # the share of content words with s above _CLOSE_COSINE
    "close",
)
#: the features of the cosines between the unit's mean vector and those of the sentences
_SENTENCE_FEATURES = (
    "best_cosine",
    # the same as the best if there is only one sentence
    "second_cosine",
    "mean_cosine",
    # the number of the unit's tokens
    "tokens",
)
DESCRIPTION = "closeness of meaning by token vectors"
#: layers are counted from the end, so that names do not depend on the depth of the encoder
FEATURES = (
    *(f"{name}_{layer}" for layer in range(-LAYER_COUNT, 0) for name in _LAYER_FEATURES),
    *_SENTENCE_FEATURES,
)

#: increased whenever the value of a feature changes
VERSION = 2


class EncodedUnits(NamedTuple):
    """The tokens of a document's units, joined; computed once for all of its summaries."""

    unit_count: int
    #: the n units that have tokens, (n,), and the first token of each, (n,)
    places: np.ndarray
    starts: np.ndarray
    #: (layers, tokens, dimensions)
    vectors: np.ndarray
    #: (tokens,)
    weights: np.ndarray
    #: the units' mean vectors in the last layer, (n, dimensions)
    means: np.ndarray


def join_units(units: Sequence[EncodedText], idf: Callable[[str], float]) -> EncodedUnits:
    """Join the units of a document.

    ``idf`` returns a stem's inverse document frequency, which is positive.
    """
    sizes = np.array([len(unit.words) for unit in units], dtype=int)
    places = np.flatnonzero(sizes)
    if not len(places):
        return EncodedUnits(len(units), *np.zeros((5, 0)))
    known = [unit for unit in units if len(unit.words)]
    starts = np.cumsum(sizes) - sizes
    return EncodedUnits(
        unit_count=len(units),
        places=places,
        starts=starts[places],
        vectors=np.concatenate([unit.vectors for unit in known], axis=1, dtype=np.float32),
        weights=np.concatenate(_weigh_tokens(units, idf)),
        means=np.stack([unit.mean for unit in known]),
    )


def alignment_features(units: EncodedUnits, summary: EncodedText) -> np.ndarray:
    """Return the FEATURES of each unit, (units, features).

    They are zeros if the unit or the summary has no tokens.
    """
    values = np.zeros((units.unit_count, len(FEATURES)))
    if not len(units.places) or not len(summary.words):
        return values
    vectors = summary.vectors.astype(np.float32).transpose(0, 2, 1)
    token_cosines = units.vectors @ vectors
    # The cosine with the closest token of each sentence: (layers, tokens of units, sentences).
    closest = np.maximum.reduceat(token_cosines, summary.starts, axis=2)
    sentence_cosines = units.means @ summary.sentences.T
    sizes = np.diff(units.starts, append=len(units.weights))
    features = [
        *_compute_layer_features(units, closest),
        *_rank_cosines(sentence_cosines),
        sizes,
    ]
    values[units.places] = np.column_stack(features)
    return values


def _rank_cosines(cosines: np.ndarray) -> list[np.ndarray]:
    """Return the largest, the second largest and the mean cosine of each unit, each (units,)."""
    descending = np.sort(cosines, axis=1)[:, ::-1]
    _, sentences = descending.shape
    second = min(1, sentences - 1)
    return [descending[:, 0], descending[:, second], descending.mean(axis=1)]


def _compute_layer_features(units: EncodedUnits, cosines: np.ndarray) -> list[np.ndarray]:
    """Return the features of all layers, each (units,).

    ``cosines``: (layers, tokens, sentences).
    """
    starts = units.starts
    closest = cosines.max(axis=2)
    has_content = units.weights > 0
    is_close = (closest > _CLOSE_COSINE) & has_content
    means = np.add.reduceat(closest * units.weights, starts, axis=1)
    by_sentence = np.add.reduceat(cosines * units.weights[:, None], starts, axis=1)
    of_content = np.where(has_content, closest, 1.0)
    smallest = np.minimum.reduceat(of_content, starts, axis=1)
    close_counts = np.add.reduceat(is_close, starts, axis=1, dtype=float)
    content_counts = np.add.reduceat(has_content, starts, dtype=float)
    # In the order of _LAYER_FEATURES, each (layers, units).
    features = (means, by_sentence.max(axis=2), smallest, close_counts / content_counts)
    return [feature[layer] for layer in range(LAYER_COUNT) for feature in features]


def _weigh_tokens(units: Sequence[EncodedText], idf: Callable[[str], float]) -> list[np.ndarray]:
    """Return the weights of each unit's tokens, which sum to 1.

    They are equal if no word has content. A word's weight counts for each of its tokens.
    """
    stems = [list(map(_stem_content_word, unit.texts)) for unit in units]
    unit_counts = Counter(chain.from_iterable(map(set, stems)))
    stem_weights = {"": 0.0}
    for name, count in unit_counts.items():
        if name:
            stem_weights[name] = weigh_sibling(count, len(units)) * idf(name)
    weights = []
    for unit, unit_stems in zip(units, stems, strict=True):
        word_weights = np.array([stem_weights[name] for name in unit_stems])
        token_weights = word_weights[unit.words]
        if not token_weights.any():
            token_weights = np.ones(len(unit.words))
        weights.append(token_weights / token_weights.sum())
    return weights


def _stem_content_word(word: str) -> str:
    """Return the stem of a word, "" for a stop word or punctuation."""
    has_content = word.lower() not in STOP_WORDS and any(map(str.isalnum, word))
    return compared_stem(word) if has_content else ""
