"""Soft alignment of two texts by token vectors: each token with the most similar token of the other text."""

import numpy as np

from sacrerouge_litepyramid.core.precision_recall import Alignment, f1


def soft_alignment(
    reference: np.ndarray,
    summary: np.ndarray,
    reference_weights: np.ndarray | None = None,
    summary_weights: np.ndarray | None = None,
) -> Alignment:
    """Match tokens greedily by cosine (Zhang et al. 2020, equation 1; SUPERT's equations 1 and 2).

    ``reference``, ``summary``: unit vectors of shape (tokens, dimensions); the weights, of shape (tokens,), are idf
    values or the like, and all equal when left out. Every measure is 0 for a text without tokens or without weight.
    """
    if not len(reference) or not len(summary):
        return Alignment(0.0, 0.0, 0.0)
    similarity = reference @ summary.T
    recall = _mean(similarity.max(axis=1), reference_weights)
    precision = _mean(similarity.max(axis=0), summary_weights)
    return Alignment(precision, recall, f1(precision, recall))


def unit_vectors(vectors: np.ndarray) -> np.ndarray:
    """Scale the rows to length 1; a row of zeros, which is similar to no other, stays."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)


def _mean(best: np.ndarray, weights: np.ndarray | None) -> float:
    if weights is None:
        return float(best.mean())
    total = float(weights.sum())
    return float(best @ weights) / total if total > 0 else 0.0
