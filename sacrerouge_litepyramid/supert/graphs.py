"""Selection by a graph of sentences, one graph a document ("individual") or one over all documents ("global")."""

from abc import abstractmethod
from typing import Any, ClassVar

import numpy as np

from sacrerouge_litepyramid.supert.affinity_propagation import exemplars
from sacrerouge_litepyramid.supert.sentence_graph import cosines, degree_centrality, position_centrality, top_indices
from sacrerouge_litepyramid.supert.sentence_selection import SentenceSelection, SourceSentences, check_positive

#: the paper's K and M: sentences selected from a document's graph, and from the graph of all documents
INDIVIDUAL, GLOBAL = 10, 90


class GraphSelection(SentenceSelection):
    """What the strategies of one name share: one graph over all documents, or one for each."""

    name: ClassVar[str]
    is_global: ClassVar[bool]

    def select(self, sources: SourceSentences) -> np.ndarray:
        everything = np.arange(len(sources.texts))
        graphs = [everything] if self.is_global else list(sources.by_document())
        found = [
            members[self.select_central(cosines(sources.vectors[members]), sources.positions[members])]
            for members in graphs
            if len(members)
        ]
        return np.sort(np.concatenate(found)) if found else everything

    @abstractmethod
    def select_central(self, similarity: np.ndarray, positions: np.ndarray) -> np.ndarray:
        """The ascending indices of the sentences that the graph puts forward."""

    def identity(self) -> dict[str, Any]:
        return {"type": self.name}


class RankedSelection(GraphSelection):
    """The most central ``sentences`` of each graph; of equally central ones the first."""

    def __init__(self, sentences: int | None = None) -> None:
        default = GLOBAL if self.is_global else INDIVIDUAL
        self.sentences = check_positive("sentences", default if sentences is None else sentences)

    def select_central(self, similarity: np.ndarray, positions: np.ndarray) -> np.ndarray:
        return top_indices(self.centrality(similarity, positions), self.sentences)

    @abstractmethod
    def centrality(self, similarity: np.ndarray, positions: np.ndarray) -> np.ndarray:
        """Each sentence's centrality, (sentences,)."""

    def identity(self) -> dict[str, Any]:
        return {"type": self.name, "sentences": self.sentences}


class LexRankSelection(RankedSelection):
    """SLR: degree centrality. The sum of cosines, as released, not of links above a threshold as LexRank has it."""

    def centrality(self, similarity: np.ndarray, positions: np.ndarray) -> np.ndarray:
        return degree_centrality(similarity)


class PacSumSelection(RankedSelection):
    """SPS: similar to later sentences and not to earlier ones.

    Over all documents the paper does not say what is earlier: here, what comes earlier in its own document.
    """

    def centrality(self, similarity: np.ndarray, positions: np.ndarray) -> np.ndarray:
        return position_centrality(similarity, positions)


class ClusterSelection(GraphSelection):
    """SC: the centres of the clusters that affinity propagation finds by cosine."""

    def select_central(self, similarity: np.ndarray, positions: np.ndarray) -> np.ndarray:
        return exemplars(similarity)


@SentenceSelection.register("lexrank-individual")
class IndividualLexRank(LexRankSelection):
    name, is_global = "lexrank-individual", False


@SentenceSelection.register("lexrank-global")
class GlobalLexRank(LexRankSelection):
    name, is_global = "lexrank-global", True


@SentenceSelection.register("clusters-individual")
class IndividualClusters(ClusterSelection):
    name, is_global = "clusters-individual", False


@SentenceSelection.register("clusters-global")
class GlobalClusters(ClusterSelection):
    name, is_global = "clusters-global", True


@SentenceSelection.register("pacsum-individual")
class IndividualPacSum(PacSumSelection):
    name, is_global = "pacsum-individual", False


@SentenceSelection.register("pacsum-global")
class GlobalPacSum(PacSumSelection):
    name, is_global = "pacsum-global", True
