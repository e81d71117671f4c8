"""Token vectors of the sentences that SUPERT aligns, each distinct sentence encoded once."""

from collections.abc import Iterable, Sequence

import numpy as np

from sacrerouge_litepyramid.encoders.char_ngram import CharNgramEncoder
from sacrerouge_litepyramid.encoders.prepare import Prepared, prepare_tokens
from sacrerouge_litepyramid.encoders.soft_alignment import unit_vectors
from sacrerouge_litepyramid.encoders.token_encoder import TokenEncoder


class SentenceVectors:
    """Encodes sentences, and keeps the vectors of their tokens without stop words and special tokens.

    ``encoder``: None is the offline default, ``char-ngram``.
    """

    def __init__(self, encoder: TokenEncoder | None = None) -> None:
        self.encoder = encoder if encoder is not None else CharNgramEncoder()
        self._known: dict[str, Prepared] = {}

    def encode(self, sentences: Iterable[str]) -> None:
        """Encode the new sentences in one call of the encoder."""
        new = [sentence for sentence in dict.fromkeys(sentences) if sentence not in self._known]
        if new:
            encoded = self.encoder.encode(new)
            self._known.update(
                (text, prepare_tokens(each, drop_stop_words=True)) for text, each in zip(new, encoded, strict=True)
            )

    def get(self, sentences: Sequence[str]) -> list[Prepared]:
        """Return each sentence's tokens, in order."""
        self.encode(sentences)
        return [self._known[sentence] for sentence in sentences]


def sentence_vectors(sentences: Sequence[Prepared]) -> np.ndarray:
    """Return the unit vector of each sentence's mean token vector, (sentences, dimensions); zeros without tokens.

    A deviation from the paper, whose sentence vectors include stop words and special tokens.
    """
    dimensions = sentences[0].vectors.shape[1] if sentences else 0
    means = np.zeros((len(sentences), dimensions), dtype=np.float32)
    for mean, sentence in zip(means, sentences, strict=True):
        if len(sentence.tokens):
            mean[:] = sentence.vectors.mean(axis=0)
    return unit_vectors(means)
