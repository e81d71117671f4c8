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


def _mean_where(values: np.ndarray, where: np.ndarray) -> np.ndarray:
    sums = np.sum(values, axis=1, where=where)
    return sums / np.maximum(where.sum(axis=1), 1)


#: SUPERT's K: the number of sentences selected from a document's graph
_INDIVIDUAL_SENTENCES = 10
#: SUPERT's M: the number of sentences selected from the graph of all documents
_GLOBAL_SENTENCES = 90


class _GraphSelection(SentenceSelection):
    """Selects the most central ``sentences`` of each graph, the first of equally central ones."""

    name: ClassVar[str]
    #: whether one graph is over all documents
    is_global: ClassVar[bool]

    def __init__(self, sentences: int | None = None) -> None:
        default = _GLOBAL_SENTENCES if self.is_global else _INDIVIDUAL_SENTENCES
        self.sentences = check_positive("sentences", default if sentences is None else sentences)

    def select(self, sources: SourceSentences) -> np.ndarray:
        everything = np.arange(len(sources.texts))
        graphs = [everything] if self.is_global else sources.by_document()
        selected = [everything[:0]]
        for members in graphs:
            vectors = sources.vectors[members]
            # the cosines, as the vectors have length 1
            scores = self.centrality(vectors @ vectors.T, sources.positions[members])
            selected.append(members[find_top_indices(scores, self.sentences)])
        return np.sort(np.concatenate(selected))

    @abstractmethod
    def centrality(self, similarity: np.ndarray, positions: np.ndarray) -> np.ndarray:
        """Return each sentence's centrality, (sentences,)."""

    def identity(self) -> dict[str, Any]:
        return {"type": self.name, "sentences": self.sentences}


class _LexRankSelection(_GraphSelection):
    """SLR: degree centrality, the sum of cosines.

    Like the released code, it has no threshold for links, unlike LexRank.
    """

    def centrality(self, similarity: np.ndarray, positions: np.ndarray) -> np.ndarray:
        return degree_centrality(similarity)


class _PacSumSelection(_GraphSelection):
    """SPS: selects sentences that are similar to later sentences and not to earlier ones.

    The paper does not define "earlier" over all documents; here it is the position in a sentence's
    own document.
    """

    def centrality(self, similarity: np.ndarray, positions: np.ndarray) -> np.ndarray:
        return position_centrality(similarity, positions)


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
