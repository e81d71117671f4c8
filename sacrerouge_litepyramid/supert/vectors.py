"""The token vectors of sentences, each distinct one encoded once."""

from collections.abc import Iterable, Sequence

import numpy as np

from sacrerouge_litepyramid.core.soft_alignment import unit_vectors
from sacrerouge_litepyramid.encoders.base import TokenEncoder, TokenVectors
from sacrerouge_litepyramid.encoders.char_ngram import CharNgramEncoder
from sacrerouge_litepyramid.words import STOP_WORDS


class SentenceVectors:
    """The vectors of each sentence's tokens without stop words and the encoder's own marks; they are kept.

    ``encoder``: None is the offline default, ``char-ngram``.
    """

    def __init__(self, encoder: TokenEncoder = None) -> None:
        self.encoder = encoder if encoder is not None else CharNgramEncoder()
        self._known: dict[str, np.ndarray] = {}

    def encode(self, sentences: Iterable[str]) -> None:
        """Encodes the sentences that are new, in one call of the encoder."""
        new = [sentence for sentence in dict.fromkeys(sentences) if sentence not in self._known]
        if new:
            self._known.update(zip(new, map(_kept, self.encoder.encode(new)), strict=True))

    def tokens(self, sentences: Sequence[str]) -> list[np.ndarray]:
        """For each sentence the unit vectors of its tokens, (tokens, dimensions)."""
        self.encode(sentences)
        return [self._known[sentence] for sentence in sentences]


def stacked(sentences: Sequence[np.ndarray]) -> np.ndarray:
    """The tokens of several sentences as those of one text."""
    return np.concatenate(sentences) if sentences else np.zeros((0, 0), dtype=np.float32)


def sentence_vectors(sentences: Sequence[np.ndarray]) -> np.ndarray:
    """One unit vector a sentence, the mean of its tokens: (sentences, dimensions). Zeros without tokens."""
    dimensions = sentences[0].shape[1] if sentences else 0
    means = [tokens.mean(axis=0) if len(tokens) else np.zeros(dimensions, dtype=np.float32) for tokens in sentences]
    return unit_vectors(np.array(means, dtype=np.float32).reshape(len(sentences), dimensions))


def _kept(encoded: TokenVectors) -> np.ndarray:
    stop = np.array([token.lower() in STOP_WORDS for token in encoded.tokens], dtype=bool)
    return unit_vectors(encoded.vectors[~(stop | encoded.special)])
