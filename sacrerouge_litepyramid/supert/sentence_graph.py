"""Which sentences matter in a graph of sentences, whose edges are their similarities."""

import numpy as np

#: scores that differ by less are equal: rounding must not choose between sentences
DECIMALS = 6


def cosines(vectors: np.ndarray) -> np.ndarray:
    """The similarities of sentences, (sentences, sentences), from their unit vectors, (sentences, dimensions)."""
    return vectors @ vectors.T


def degree_centrality(similarity: np.ndarray) -> np.ndarray:
    """The sum of each sentence's similarities with the others (LexRank's degree, Erkan and Radev 2004, weighted)."""
    return np.where(np.eye(len(similarity), dtype=bool), 0, similarity).sum(axis=1)


def position_centrality(similarity: np.ndarray, positions: np.ndarray) -> np.ndarray:
    """The mean similarity of each sentence with later ones less that with earlier ones (PacSum, λ = 1 and -1).

    A deviation from PacSum (Zheng and Lapata 2019), whose sums favour early places by their number of later ones alone.
    ``positions``: each sentence's place in its document; those of one place are neither earlier nor later. The mean
    over no sentence is 0.
    """
    later = positions[None, :] > positions[:, None]
    return _mean_where(similarity, later) - _mean_where(similarity, later.T)


def top_indices(scores: np.ndarray, count: int) -> np.ndarray:
    """The indices, ascending, of the ``count`` highest scores; of equal ones the first."""
    return np.sort(np.argsort(-np.round(scores, DECIMALS), kind="stable")[:count])


def count_before_repetition(similarity: np.ndarray, threshold: float) -> int:
    """How many sentences come before the first one whose similarity with an earlier one exceeds ``threshold``."""
    repeats = np.tril(similarity > threshold, k=-1).any(axis=1)
    return int(np.argmax(repeats)) if repeats.any() else len(similarity)


def most_central(similarity: np.ndarray, members: np.ndarray) -> int:
    """The member, an index, with the highest mean similarity with the other members; of equal ones the first."""
    centrality = degree_centrality(similarity[np.ix_(members, members)])
    return int(members[np.argmax(np.round(centrality, DECIMALS))])


def _mean_where(values: np.ndarray, where: np.ndarray) -> np.ndarray:
    counts = where.sum(axis=1)
    return np.where(where, values, 0).sum(axis=1) / np.maximum(counts, 1)
