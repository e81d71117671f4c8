"""Soft alignment of two texts by token vectors: each token with the most similar token of the other text."""

import math
from typing import NamedTuple

import numpy as np


class Alignment(NamedTuple):
    """``precision``: of the summary's tokens in the reference; ``recall``: of the reference's tokens in the summary."""

    precision: float
    recall: float
    f1: float


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


def f1(precision: float, recall: float) -> float:
    """Return the harmonic mean; 0 unless both values are above 0 (else it is unbounded), and NaN where one is NaN."""
    if math.isnan(precision) or math.isnan(recall):
        return math.nan
    return 2 * precision * recall / (precision + recall) if precision > 0 and recall > 0 else 0.0


def unit_vectors(vectors: np.ndarray) -> np.ndarray:
    """Scale the rows to length 1; a row of zeros, which is similar to no other, stays."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)


def _mean(best: np.ndarray, weights: np.ndarray | None) -> float:
    if weights is None:
        return float(best.mean())
    total = float(weights.sum())
    return float(best @ weights) / total if total > 0 else 0.0
