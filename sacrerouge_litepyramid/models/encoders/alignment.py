"""Compare texts by the soft alignment of their token vectors, optionally with idf weights."""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.rouge import Alignment, f1
from sacrerouge_litepyramid.core.words import STOP_WORDS
from sacrerouge_litepyramid.models.encoders.token_encoder import TokenVectors, unit_vectors


def soft_alignment(
    reference: np.ndarray,
    summary: np.ndarray,
    reference_weights: np.ndarray | None = None,
    summary_weights: np.ndarray | None = None,
) -> Alignment:
    """Match tokens greedily by cosine (Zhang et al. 2020, equation 1; SUPERT's equations 1 and 2).

    Recall is the mean over the reference's tokens of the largest cosine with a token of the summary, precision the same
    with the sides exchanged, F1 = 2 P R / (P + R).

    ``reference``, ``summary``: unit vectors of shape (tokens, dimensions); the weights, of shape (tokens,), are such as
    idf values, and equal by default. Every measure is 0 for a text without tokens or without weight.
    """
    if not len(reference) or not len(summary):
        return Alignment(0.0, 0.0, 0.0)
    similarity = reference @ summary.T
    recall = _weighted_mean(similarity.max(axis=1), reference_weights)
    precision = _weighted_mean(similarity.max(axis=0), summary_weights)
    return Alignment(precision, recall, f1(precision, recall))


def _weighted_mean(best: np.ndarray, weights: np.ndarray | None) -> float:
    if weights is None:
        return float(best.mean())
    total = float(weights.sum())
    return float(best @ weights) / total if total > 0 else 0.0


class InverseDocumentFrequency:
    """Weights −log((df + 1) / (N + 1)) over N texts (Zhang et al. 2020, section 3, with their code's smoothing).

    ``texts``: the terms of each reference text, words or a tokeniser's ids. A term in all texts has the weight 0, a
    term in none log(N + 1). Raises ValueError for fewer than two texts, as all weights of a single text would be 0.
    """

    def __init__(self, texts: Iterable[Iterable[Hashable]]) -> None:
        distinct = [set(terms) for terms in texts]
        if len(distinct) < 2:
            raise ValueError(f"idf needs at least two reference texts, not {len(distinct)}; leave out idf")
        self._texts = len(distinct)
        self._counts = Counter(term for terms in distinct for term in terms)

    def weights(self, terms: Sequence[Hashable]) -> np.ndarray:
        """Return the weight of each term, float32 of shape (terms,)."""
        counts = np.array([self._counts[term] for term in terms], dtype=np.float32)
        return np.log((self._texts + 1) / (counts + 1))


class Prepared(NamedTuple):
    """A text's tokens to align; ``vectors``: unit vectors, (tokens, dimensions); ``weights``: (tokens,), or None."""

    tokens: tuple[str, ...]
    vectors: np.ndarray
    weights: np.ndarray | None = None


def prepare_content(encoded: TokenVectors) -> Prepared:
    """Return a text without special tokens and stop words; a piece of a longer word does not count as a stop word."""
    stop_words = np.array([token.strip().lower() in STOP_WORDS for token in encoded.tokens], dtype=bool)
    keep = ~encoded.special & ~(stop_words if encoded.pieces is None else stop_words & ~encoded.pieces)
    tokens = tuple(token for token, kept in zip(encoded.tokens, keep, strict=True) if kept)
    return Prepared(tokens, unit_vectors(encoded.vectors[keep]))


def join_prepared(parts: Sequence[Prepared]) -> Prepared:
    """Join the tokens of several texts without weights, such as the sentences of a pseudo-reference."""
    if not parts:
        return Prepared((), np.zeros((0, 0), dtype=np.float32))
    tokens = tuple(token for part in parts for token in part.tokens)
    return Prepared(tokens, np.concatenate([part.vectors for part in parts]))


def align_pair(reference: Prepared, summary: Prepared) -> Alignment:
    """Return the `soft_alignment` of two texts with their weights."""
    return soft_alignment(reference.vectors, summary.vectors, reference.weights, summary.weights)
