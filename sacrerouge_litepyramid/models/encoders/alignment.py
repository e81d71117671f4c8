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

    Recall is the mean over the reference's tokens of the largest cosine with a token of the
    summary, precision the same with the sides exchanged, F1 = 2 P R / (P + R).

    Every measure is 0 for a text without tokens or without weight.

    Args:
        reference: unit vectors, (tokens, dimensions).
        summary: unit vectors, (tokens, dimensions).
        reference_weights: such as idf values, (tokens,); by default equal.
        summary_weights: likewise.
    """
    if not len(reference) or not len(summary):
        return Alignment(0.0, 0.0, 0.0)
    similarity = reference @ summary.T
    best_of_reference = similarity.max(axis=1)
    best_of_summary = similarity.max(axis=0)
    recall = _weighted_mean(best_of_reference, reference_weights)
    precision = _weighted_mean(best_of_summary, summary_weights)
    return Alignment(precision, recall, f1(precision, recall))


def _weighted_mean(best: np.ndarray, weights: np.ndarray | None) -> float:
    if weights is None:
        return float(best.mean())
    total = float(weights.sum())
    if total <= 0:
        return 0.0
    return float(best @ weights) / total


class InverseDocumentFrequency:
    """Weights −log((df + 1) / (N + 1)) over N texts.

    The source is Zhang et al. 2020, section 3, with their code's smoothing. A term in all texts has
    the weight 0, a term in none log(N + 1).

    Args:
        texts: the terms of each reference text, words or a tokeniser's ids.

    Raises:
        ValueError: for fewer than two texts, as all weights of a single text would be 0.
    """

    def __init__(self, texts: Iterable[Iterable[Hashable]]) -> None:
        distinct = [set(terms) for terms in texts]
        if len(distinct) < 2:
            raise ValueError(
                f"idf needs at least two reference texts, not {len(distinct)}; leave out idf"
            )
        self._texts = len(distinct)
        self._counts: Counter[Hashable] = Counter()
        for terms in distinct:
            self._counts.update(terms)

    def weights(self, terms: Sequence[Hashable]) -> np.ndarray:
        """Return the weight of each term, float32 of shape (terms,)."""
        counts = [self._counts[term] for term in terms]
        smoothed = np.array(counts, dtype=np.float32) + 1
        return np.log((self._texts + 1) / smoothed)


class Prepared(NamedTuple):
    """A text's tokens to align."""

    tokens: tuple[str, ...]
    #: unit vectors, (tokens, dimensions)
    vectors: np.ndarray
    #: (tokens,); None if all tokens weigh the same
    weights: np.ndarray | None = None


def prepare_content(encoded: TokenVectors) -> Prepared:
    """Return a text without special tokens and stop words.

    A piece of a longer word does not count as a stop word.
    """
    pieces = encoded.pieces
    if pieces is None:
        pieces = np.zeros(len(encoded.tokens), dtype=bool)
    kept = []
    for index, token in enumerate(encoded.tokens):
        word = token.strip().lower()
        is_stop_word = word in STOP_WORDS and not pieces[index]
        if not encoded.special[index] and not is_stop_word:
            kept.append(index)
    tokens = tuple(encoded.tokens[index] for index in kept)
    return Prepared(tokens, unit_vectors(encoded.vectors[kept]))


def join_prepared(parts: Sequence[Prepared]) -> Prepared:
    """Join the tokens of several texts without weights, such as a pseudo-reference's sentences."""
    if not parts:
        return Prepared((), np.zeros((0, 0), dtype=np.float32))
    tokens: list[str] = []
    for part in parts:
        tokens.extend(part.tokens)
    vectors = np.concatenate([part.vectors for part in parts])
    return Prepared(tuple(tokens), vectors)


def align_pair(reference: Prepared, summary: Prepared) -> Alignment:
    """Return the `soft_alignment` of two texts with their weights."""
    return soft_alignment(reference.vectors, summary.vectors, reference.weights, summary.weights)
