"""Centrality of sentences in a graph whose edges are similarities."""

import numpy as np

#: scores that differ by less are equal: rounding must not choose between sentences
DECIMALS = 6


def cosines(vectors: np.ndarray) -> np.ndarray:
    """Return similarities of shape (sentences, sentences) for unit vectors of shape (sentences, dimensions)."""
    return vectors @ vectors.T


def degree_centrality(similarity: np.ndarray) -> np.ndarray:
    """Return each sentence's sum of similarities with the others (LexRank's degree, Erkan and Radev 2004, weighted)."""
    return np.where(np.eye(len(similarity), dtype=bool), 0, similarity).sum(axis=1)


def position_centrality(similarity: np.ndarray, positions: np.ndarray) -> np.ndarray:
    """Return each sentence's mean similarity with later sentences minus that with earlier ones (PacSum, λ = 1 and -1).

    A deviation from PacSum (Zheng and Lapata 2019), whose sums favour early sentences because more sentences are later.
    ``positions``: each sentence's place in its document; sentences with the same place are neither earlier nor later.
    The mean over no sentence is 0.
    """
    later = positions[None, :] > positions[:, None]
    return _mean_where(similarity, later) - _mean_where(similarity, later.T)


def top_indices(scores: np.ndarray, count: int) -> np.ndarray:
    """Return the ascending indices of the ``count`` highest scores; the first of equal scores."""
    return np.sort(np.argsort(-np.round(scores, DECIMALS), kind="stable")[:count])


def count_before_repetition(similarity: np.ndarray, threshold: float) -> int:
    """Count the sentences before the first whose similarity with an earlier one exceeds ``threshold``."""
    repeats = np.tril(similarity > threshold, k=-1).any(axis=1)
    return int(np.argmax(repeats)) if repeats.any() else len(similarity)


def most_central(similarity: np.ndarray, members: np.ndarray) -> int:
    """Return the index of the member with the highest mean similarity with the other members; the first of equals."""
    centrality = degree_centrality(similarity[np.ix_(members, members)])
    return int(members[np.argmax(np.round(centrality, DECIMALS))])


def _mean_where(values: np.ndarray, where: np.ndarray) -> np.ndarray:
    counts = where.sum(axis=1)
    return np.where(where, values, 0).sum(axis=1) / np.maximum(counts, 1)
