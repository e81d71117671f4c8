"""The interface of token encoders: a vector for each token of a text."""

from abc import abstractmethod
from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.pairs import unique
from sacrerouge_litepyramid.registry import Registrable


class TokenVectors(NamedTuple):
    """A text's tokens as the encoder cuts them.

    ``tokens``: what each covers of the text, or the name of a mark; ``vectors``: float32 of shape (tokens,
    dimensions); ``special``: booleans of shape (tokens,), true for the encoder's own marks ([CLS], </s>);
    ``pieces``: likewise, true for a part of a longer word; None when all tokens are whole; ``ids``: the tokeniser's
    number of each; None for one that has no vocabulary.
    """

    tokens: tuple[str, ...]
    vectors: np.ndarray
    special: np.ndarray
    pieces: np.ndarray | None = None
    ids: np.ndarray | None = None

    @property
    def terms(self) -> tuple[Hashable, ...]:
        """What idf tells tokens apart by: their ids, as BERTScore's code, or without them the words in lower case."""
        return tuple(token.lower() for token in self.tokens) if self.ids is None else tuple(self.ids.tolist())


class TokenEncoder(Registrable):
    """Encodes texts one by one: a text's vectors depend on no other text. Each distinct text is encoded once."""

    noun = "encoder"
    default_implementation = "char-ngram"

    def encode(self, texts: Sequence[str]) -> list[TokenVectors]:
        """The vectors of each text, in order; equal texts share them."""
        distinct, inverse = unique(texts)
        encoded = self.encode_distinct(distinct)
        return [encoded[index] for index in inverse]

    @abstractmethod
    def encode_distinct(self, texts: Sequence[str]) -> list[TokenVectors]:
        """The vectors of each of the texts, which all differ."""

    @property
    def alignment_device(self) -> str | None:
        """Where `align_all` should align the vectors: a device of torch, or None for numpy."""
        return None

    @abstractmethod
    def identity(self) -> dict[str, Any]:
        """What makes the vectors, JSON-ready, for signatures; settings of speed alone are left out."""
