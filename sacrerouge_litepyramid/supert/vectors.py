"""The tokens of sentences that SUPERT aligns, each distinct sentence encoded once."""

from collections.abc import Iterable, Sequence

import numpy as np

from sacrerouge_litepyramid.encoders.char_ngram import CharNgramEncoder
from sacrerouge_litepyramid.encoders.prepare import Prepared, prepare_tokens
from sacrerouge_litepyramid.encoders.soft_alignment import unit_vectors
from sacrerouge_litepyramid.encoders.token_encoder import TokenEncoder


class SentenceVectors:
    """The vectors of each sentence's tokens, without stop words and the encoder's own marks. They are kept.

    ``encoder``: None is the offline default, ``char-ngram``.
    """

    def __init__(self, encoder: TokenEncoder | None = None) -> None:
        self.encoder = encoder if encoder is not None else CharNgramEncoder()
        self._known: dict[str, Prepared] = {}

    def encode(self, sentences: Iterable[str]) -> None:
        """Encodes the sentences that are new, in one call of the encoder."""
        new = [sentence for sentence in dict.fromkeys(sentences) if sentence not in self._known]
        if new:
            encoded = self.encoder.encode(new)
            self._known.update(
                (text, prepare_tokens(each, drop_stop_words=True)) for text, each in zip(new, encoded, strict=True)
            )

    def get(self, sentences: Sequence[str]) -> list[Prepared]:
        """Each sentence's tokens, in order."""
        self.encode(sentences)
        return [self._known[sentence] for sentence in sentences]


def sentence_vectors(sentences: Sequence[Prepared]) -> np.ndarray:
    """One unit vector a sentence, the mean of its tokens that count: (sentences, dimensions). Zeros without tokens.

    A deviation from the paper, whose sentence vectors take in stop words and marks.
    """
    dimensions = sentences[0].vectors.shape[1] if sentences else 0
    means = np.zeros((len(sentences), dimensions), dtype=np.float32)
    for mean, sentence in zip(means, sentences, strict=True):
        if len(sentence.tokens):
            mean[:] = sentence.vectors.mean(axis=0)
    return unit_vectors(means)
