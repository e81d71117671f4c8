"""Selection by a graph of sentences.

There is one graph per document ("individual"), or one over all documents ("global").
"""

from abc import abstractmethod
from typing import Any, ClassVar

import numpy as np

from sacrerouge_litepyramid.metrics.supert.selection import (
    SentenceSelection,
    SourceSentences,
    check_positive,
)

#: the decimals in which scores are compared, so that rounding errors do not choose between
#: sentences
_DECIMALS = 6


def cosines(vectors: np.ndarray) -> np.ndarray:
    """Return the cosines, (sentences, sentences), of unit vectors, (sentences, dimensions)."""
    return vectors @ vectors.T


def degree_centrality(similarity: np.ndarray) -> np.ndarray:
    """Return each sentence's sum of similarities with the others.

    It is LexRank's degree (Erkan and Radev 2004), weighted.
    """
    return np.sum(similarity, axis=1, where=~np.eye(len(similarity), dtype=bool))


def position_centrality(similarity: np.ndarray, positions: np.ndarray) -> np.ndarray:
    """Return each sentence's mean similarity with later minus that with earlier sentences.

    It is PacSum's centrality with λ = 1 and -1 (Zheng and Lapata 2019). A deviation: PacSum's sums
    favour early sentences, as more sentences follow them. ``positions``: the sentences' places in
    their documents; an equal place is neither earlier nor later. The mean over no sentence is 0.
    """
    later = positions[None, :] > positions[:, None]
    return _mean_where(similarity, later) - _mean_where(similarity, later.T)


def find_top_indices(scores: np.ndarray, count: int) -> np.ndarray:
    """Return the ascending indices of the ``count`` highest scores; the first of equal scores."""
    rounded = np.round(scores, _DECIMALS)
    highest = np.argsort(-rounded, kind="stable")[:count]
    return np.sort(highest)


def count_before_repetition(similarity: np.ndarray, threshold: float) -> int:
    """Count the sentences before the first that is too similar to an earlier one.

    ``threshold``: the largest similarity that is not too similar.
    """
    repeats = np.tril(similarity > threshold, k=-1).any(axis=1)
    return int(np.argmax(repeats)) if repeats.any() else len(similarity)


def find_most_central(similarity: np.ndarray, members: np.ndarray) -> int:
    """Return the first index of a member with the highest mean similarity with the others."""
    centrality = degree_centrality(similarity[np.ix_(members, members)])
    return int(members[np.argmax(np.round(centrality, _DECIMALS))])


def _mean_where(values: np.ndarray, where: np.ndarray) -> np.ndarray:
    sums = np.sum(values, axis=1, where=where)
    return sums / np.maximum(where.sum(axis=1), 1)


_DAMPING = 0.5
_MAX_ROUNDS = 200
_STABLE_ROUNDS = 15
#: the advantage of earlier points, as a share of the similarities' range, so that equal points do
#: not alternate
_TIE_BREAK = 1e-6


def exemplars(similarity: np.ndarray) -> np.ndarray:
    """Return the ascending indices of the cluster centres by affinity propagation.

    The source is Frey and Dueck, Science 2007. ``similarity``: (points, points). The preference of
    each point for itself is the median similarity of two different points, and the settings are the
    usual ones (damping .5; at most 200 rounds, fewer if 15 change nothing). At the end the centre
    of each cluster becomes the member most similar to the others, as in the authors' code. If all
    similarities are equal, the first point is the only centre; if no point becomes one, the most
    similar point is.
    """
    points = len(similarity)
    others = ~np.eye(points, dtype=bool)
    spread = float(np.ptp(similarity[others])) if points > 1 else 0.0
    if spread == 0:
        return np.arange(min(points, 1))
    preferring = np.array(similarity, dtype=float)
    np.fill_diagonal(preferring, np.median(preferring[others]))
    preferring -= _TIE_BREAK * spread * np.arange(points) / points
    centres = _propagate(preferring)
    if not centres.any():
        return preferring.sum(axis=0).argmax(keepdims=True)
    return _refine(preferring, np.flatnonzero(centres))


def _propagate(similarity: np.ndarray) -> np.ndarray:
    """Exchange messages until the centres no longer change.

    Return booleans, (points,), true for the centres.
    """
    responsibility = np.zeros_like(similarity)
    availability = np.zeros_like(similarity)
    centres = np.zeros(len(similarity), dtype=bool)
    stable = 0
    for _ in range(_MAX_ROUNDS):
        next_responsibility = _responsibility(similarity, availability)
        responsibility += (1 - _DAMPING) * (next_responsibility - responsibility)
        next_availability = _availability(responsibility)
        availability += (1 - _DAMPING) * (next_availability - availability)
        before = centres
        centres = np.diagonal(responsibility + availability) > 0
        stable = stable + 1 if (before == centres).all() else 0
        if stable >= _STABLE_ROUNDS and centres.any():
            break
    return centres


def _refine(similarity: np.ndarray, centres: np.ndarray) -> np.ndarray:
    """Return the centres, ascending: each cluster's member to which the others are most similar."""
    cluster_of = similarity[:, centres].argmax(axis=1)
    # A point may be more similar to another centre than it prefers itself.
    cluster_of[centres] = np.arange(len(centres))
    refined = []
    for cluster in range(len(centres)):
        members = np.flatnonzero(cluster_of == cluster)
        support = similarity[np.ix_(members, members)].sum(axis=0)
        refined.append(members[support.argmax()])
    return np.sort(refined)


def _responsibility(similarity: np.ndarray, availability: np.ndarray) -> np.ndarray:
    """Return how much better each column fits each row as a centre than others (equation 1)."""
    rows = np.arange(len(similarity))
    total = availability + similarity
    # The best column's rival is the second best; that of the others is the best.
    best = total.argmax(axis=1)
    highest = total[rows, best]
    total[rows, best] = -np.inf
    rival = np.repeat(highest[:, None], len(rows), axis=1)
    rival[rows, best] = total.max(axis=1)
    return similarity - rival


def _availability(responsibility: np.ndarray) -> np.ndarray:
    """Return how much the other rows support each column as a centre (equations 2 and 3)."""
    support = np.maximum(responsibility, 0)
    np.fill_diagonal(support, np.diagonal(responsibility))
    available = support.sum(axis=0) - support
    diagonal = np.diagonal(available).copy()
    available = np.minimum(available, 0)
    np.fill_diagonal(available, diagonal)
    return available


#: SUPERT's K: the number of sentences selected from a document's graph
_INDIVIDUAL_SENTENCES = 10
#: SUPERT's M: the number of sentences selected from the graph of all documents
_GLOBAL_SENTENCES = 90


class _GraphSelection(SentenceSelection):
    """Selects sentences by a graph."""

    name: ClassVar[str]
    #: whether one graph is over all documents
    is_global: ClassVar[bool]

    def select(self, sources: SourceSentences) -> np.ndarray:
        everything = np.arange(len(sources.texts))
        if not len(everything):
            return everything
        selected = []
        graphs = [everything] if self.is_global else sources.by_document()
        for members in graphs:
            similarity = cosines(sources.vectors[members])
            central = self.select_central(similarity, sources.positions[members])
            selected.append(members[central])
        return np.sort(np.concatenate(selected))

    @abstractmethod
    def select_central(self, similarity: np.ndarray, positions: np.ndarray) -> np.ndarray:
        """Return the ascending indices of the sentences that the graph selects."""

    def identity(self) -> dict[str, Any]:
        return {"type": self.name}


class _RankedSelection(_GraphSelection):
    """Selects the most central ``sentences`` of each graph, the first of equally central ones."""

    def __init__(self, sentences: int | None = None) -> None:
        default = _GLOBAL_SENTENCES if self.is_global else _INDIVIDUAL_SENTENCES
        self.sentences = check_positive("sentences", default if sentences is None else sentences)

    def select_central(self, similarity: np.ndarray, positions: np.ndarray) -> np.ndarray:
        return find_top_indices(self.centrality(similarity, positions), self.sentences)

    @abstractmethod
    def centrality(self, similarity: np.ndarray, positions: np.ndarray) -> np.ndarray:
        """Return each sentence's centrality, (sentences,)."""

    def identity(self) -> dict[str, Any]:
        return {"type": self.name, "sentences": self.sentences}


class _LexRankSelection(_RankedSelection):
    """SLR: degree centrality, the sum of cosines.

    Like the released code, it has no threshold for links, unlike LexRank.
    """

    def centrality(self, similarity: np.ndarray, positions: np.ndarray) -> np.ndarray:
        return degree_centrality(similarity)


class _PacSumSelection(_RankedSelection):
    """SPS: selects sentences that are similar to later sentences and not to earlier ones.

    The paper does not define "earlier" over all documents; here it is the position in a sentence's
    own document.
    """

    def centrality(self, similarity: np.ndarray, positions: np.ndarray) -> np.ndarray:
        return position_centrality(similarity, positions)


class _ClusterSelection(_GraphSelection):
    """SC: selects the centres of the clusters that affinity propagation over cosines finds."""

    def select_central(self, similarity: np.ndarray, positions: np.ndarray) -> np.ndarray:
        return exemplars(similarity)


@SentenceSelection.register("lexrank-individual")
class IndividualLexRank(_LexRankSelection):
    """SLR with a graph for each document: selects sentences with the largest sums of cosines."""

    name = "lexrank-individual"
    is_global = False


@SentenceSelection.register("lexrank-global")
class GlobalLexRank(_LexRankSelection):
    """SLR with one graph over all documents: selects sentences with the largest sums of cosines."""

    name = "lexrank-global"
    is_global = True


@SentenceSelection.register("clusters-individual")
class IndividualClusters(_ClusterSelection):
    """SC with a graph for each document: selects centres of clusters by affinity propagation."""

    name = "clusters-individual"
    is_global = False


@SentenceSelection.register("clusters-global")
class GlobalClusters(_ClusterSelection):
    """SC with one graph over all documents: selects centres of clusters by affinity propagation."""

    name = "clusters-global"
    is_global = True


@SentenceSelection.register("pacsum-individual")
class IndividualPacSum(_PacSumSelection):
    """SPS with a graph for each document: selects sentences that later ones resemble.

    Sentences that earlier ones resemble count less.
    """

    name = "pacsum-individual"
    is_global = False


@SentenceSelection.register("pacsum-global")
class GlobalPacSum(_PacSumSelection):
    """SPS with one graph over all documents: selects sentences that later ones resemble.

    Sentences that earlier ones resemble count less.
    """

    name = "pacsum-global"
    is_global = True
