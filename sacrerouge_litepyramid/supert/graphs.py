"""Selection by a graph of sentences, one graph a document ("individual") or one over all documents ("global")."""

from abc import abstractmethod
from typing import Any, ClassVar

import numpy as np

from sacrerouge_litepyramid.supert.affinity_propagation import exemplars
from sacrerouge_litepyramid.supert.sentence_graph import cosines, degree_centrality, highest, position_centrality
from sacrerouge_litepyramid.supert.sentence_selection import SentenceSelection, SourceSentences, at_least_one

#: the paper's K and M: sentences selected from a document's graph, and from the graph of all documents
INDIVIDUAL, GLOBAL = 10, 90


class GraphSelection(SentenceSelection):
    """What the strategies of one name share: one graph over all documents, or one for each."""

    name: ClassVar[str]
    over_all: ClassVar[bool]

    def select(self, sources: SourceSentences) -> np.ndarray:
        everything = np.arange(len(sources.texts))
        graphs = [everything] if self.over_all else list(sources.by_document())
        found = [
            members[self.central(cosines(sources.vectors[members]), sources.positions[members])]
            for members in graphs
            if len(members)
        ]
        return np.sort(np.concatenate(found)) if found else everything

    @abstractmethod
    def central(self, similarity: np.ndarray, positions: np.ndarray) -> np.ndarray:
        """The ascending indices of the sentences that the graph puts forward."""

    def identity(self) -> dict[str, Any]:
        return {"type": self.name}


class RankedSelection(GraphSelection):
    """The most central ``sentences`` of each graph; of equally central ones the first."""

    def __init__(self, sentences: int = None) -> None:
        default = GLOBAL if self.over_all else INDIVIDUAL
        self.sentences = at_least_one("sentences", default if sentences is None else sentences)

    def central(self, similarity: np.ndarray, positions: np.ndarray) -> np.ndarray:
        return highest(self.centrality(similarity, positions), self.sentences)

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

    def central(self, similarity: np.ndarray, positions: np.ndarray) -> np.ndarray:
        return exemplars(similarity)


@SentenceSelection.register("lexrank-individual")
class IndividualLexRank(LexRankSelection):
    name, over_all = "lexrank-individual", False


@SentenceSelection.register("lexrank-global")
class GlobalLexRank(LexRankSelection):
    name, over_all = "lexrank-global", True


@SentenceSelection.register("clusters-individual")
class IndividualClusters(ClusterSelection):
    name, over_all = "clusters-individual", False


@SentenceSelection.register("clusters-global")
class GlobalClusters(ClusterSelection):
    name, over_all = "clusters-global", True


@SentenceSelection.register("pacsum-individual")
class IndividualPacSum(PacSumSelection):
    name, over_all = "pacsum-individual", False


@SentenceSelection.register("pacsum-global")
class GlobalPacSum(PacSumSelection):
    name, over_all = "pacsum-global", True
