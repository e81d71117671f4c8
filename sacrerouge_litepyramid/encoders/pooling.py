"""One vector for a text from its tokens' vectors."""

import numpy as np

from sacrerouge_litepyramid.encoders.soft_alignment import unit_vectors
from sacrerouge_litepyramid.encoders.token_encoder import TokenVectors

#: the special token that represents the text in models like BERT, RoBERTa and XLNet
CLS = ("[CLS]", "<cls>", "<s>")


def mean_vector(encoded: TokenVectors) -> np.ndarray:
    """Return the unit vector of the mean over all tokens, special ones included (Reimers and Gurevych 2019).

    A text without tokens has zeros.
    """
    if not len(encoded.tokens):
        return np.zeros(encoded.vectors.shape[1], dtype=np.float32)
    return unit_vectors(encoded.vectors.mean(axis=0))


def cls_vector(encoded: TokenVectors) -> np.ndarray:
    """Return the unit vector of the token that represents the text. Raises ValueError when the encoder has none.

    Use it with bidirectional models only: in a decoder the first token does not see the text.
    """
    for token, vector, special in zip(encoded.tokens, encoded.vectors, encoded.special, strict=True):
        if special and token in CLS:
            return unit_vectors(vector)
    raise ValueError(f"the encoder sets none of the marks {', '.join(CLS)}; use the mean of its tokens instead")
