"""Prepare an encoder's tokens for alignment: filter them, scale their vectors to length 1, weight them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.precision_recall import Alignment
from sacrerouge_litepyramid.encoders.idf import InverseDocumentFrequency
from sacrerouge_litepyramid.encoders.soft_alignment import soft_alignment, unit_vectors
from sacrerouge_litepyramid.encoders.token_encoder import TokenVectors
from sacrerouge_litepyramid.text.words import STOP_WORDS


class Prepared(NamedTuple):
    """A text's tokens to align: ``vectors`` of length 1, (tokens, dimensions); ``weights``, (tokens,), or None."""

    tokens: tuple[str, ...]
    vectors: np.ndarray
    weights: np.ndarray | None = None


def prepare_tokens(
    encoded: TokenVectors,
    drop_special: bool = True,
    drop_stop_words: bool = False,
    idf: InverseDocumentFrequency | None = None,
) -> Prepared:
    """Drop the encoder's special tokens and the stop words if asked, and weight the others by ``idf`` if given.

    A piece of a longer word is never a stop word; punctuation is kept.
    """
    keep = ~encoded.special if drop_special else np.ones(len(encoded.tokens), dtype=bool)
    if drop_stop_words:
        keep = keep & ~stop_word_mask(encoded)
    tokens = tuple(token for token, kept in zip(encoded.tokens, keep, strict=True) if kept)
    weights = None if idf is None else idf.weights(encoded.terms)[keep]
    return Prepared(tokens, unit_vectors(encoded.vectors[keep]), weights)


def stop_word_mask(encoded: TokenVectors) -> np.ndarray:
    """Return booleans of shape (tokens,): true for whole words in the package's list of stop words."""
    found = np.array([token.strip().lower() in STOP_WORDS for token in encoded.tokens], dtype=bool)
    return found & ~encoded.special if encoded.pieces is None else found & ~encoded.special & ~encoded.pieces


def join_prepared(parts: Sequence[Prepared]) -> Prepared:
    """Join several texts that were prepared alike, such as the sentences of a pseudo-reference."""
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


def align_pair(reference: Prepared, summary: Prepared) -> Alignment:
    """Return the `soft_alignment` of two texts with their weights."""
    return soft_alignment(reference.vectors, summary.vectors, reference.weights, summary.weights)
