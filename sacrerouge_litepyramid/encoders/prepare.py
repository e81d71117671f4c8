"""From an encoder's tokens to what is aligned: filtered, at length 1, weighted."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.precision_recall import Alignment
from sacrerouge_litepyramid.encoders.idf import InverseDocumentFrequency
from sacrerouge_litepyramid.encoders.soft_alignment import soft_alignment, unit_vectors
from sacrerouge_litepyramid.encoders.token_encoder import TokenVectors
from sacrerouge_litepyramid.text.words import STOP_WORDS


class Prepared(NamedTuple):
    """A text's tokens that count: ``vectors`` of length 1, (tokens, dimensions); ``weights``, (tokens,), or None."""

    tokens: tuple[str, ...]
    vectors: np.ndarray
    weights: np.ndarray | None = None


def prepared(
    encoded: TokenVectors,
    drop_special: bool = True,
    drop_stop_words: bool = False,
    idf: InverseDocumentFrequency | None = None,
) -> Prepared:
    """Drops the encoder's marks and the stop words if asked, and weighs the rest by ``idf`` if there is one.

    A piece of a longer word is no stop word, whatever its letters; punctuation stays.
    """
    keep = ~encoded.special if drop_special else np.ones(len(encoded.tokens), dtype=bool)
    if drop_stop_words:
        keep = keep & ~stop_words(encoded)
    tokens = tuple(token for token, kept in zip(encoded.tokens, keep, strict=True) if kept)
    weights = None if idf is None else idf.weights(encoded.terms)[keep]
    return Prepared(tokens, unit_vectors(encoded.vectors[keep]), weights)


def stop_words(encoded: TokenVectors) -> np.ndarray:
    """Booleans of shape (tokens,): whole words of the list that all of the package shares."""
    found = np.array([token.strip().lower() in STOP_WORDS for token in encoded.tokens], dtype=bool)
    return found & ~encoded.special if encoded.pieces is None else found & ~encoded.special & ~encoded.pieces


def joined(parts: Sequence[Prepared]) -> Prepared:
    """Several texts, prepared alike, as one: a pseudo-reference of its sentences."""
    if not parts:
        return Prepared((), np.zeros((0, 0), dtype=np.float32))
    weights = [part.weights for part in parts if part.weights is not None]
    if weights and len(weights) < len(parts):
        raise ValueError(f"{len(weights)} of {len(parts)} texts have weights; prepare all alike, with idf or without")
    return Prepared(
        tuple(token for part in parts for token in part.tokens),
        np.concatenate([part.vectors for part in parts]),
        np.concatenate(weights) if weights else None,
    )


def aligned(reference: Prepared, summary: Prepared) -> Alignment:
    """`soft_alignment` of two texts with their weights."""
    return soft_alignment(reference.vectors, summary.vectors, reference.weights, summary.weights)
