"""One vector for a text from its tokens' vectors."""

import numpy as np

from sacrerouge_litepyramid.encoders.soft_alignment import unit_vectors
from sacrerouge_litepyramid.encoders.token_encoder import TokenVectors

#: what BERT's, RoBERTa's and XLNet's kin call the mark that stands for the text
CLS = ("[CLS]", "<cls>", "<s>")


def mean_vector(encoded: TokenVectors) -> np.ndarray:
    """The mean over all tokens, marks included, at length 1 (Reimers and Gurevych 2019); zeros for no tokens."""
    if not len(encoded.tokens):
        return np.zeros(encoded.vectors.shape[1], dtype=np.float32)
    return unit_vectors(encoded.vectors.mean(axis=0))


def cls_vector(encoded: TokenVectors) -> np.ndarray:
    """The vector of the mark that stands for the text, at length 1. ValueError when the encoder sets none.

    Only a bidirectional model's says something: before a decoder's first mark there is no text to see.
    """
    for token, vector, special in zip(encoded.tokens, encoded.vectors, encoded.special, strict=True):
        if special and token in CLS:
            return unit_vectors(vector)
    raise ValueError(f"the encoder sets none of the marks {', '.join(CLS)}; use the mean of its tokens instead")
