"""Selection by a graph of sentences: one graph a document ("individual"), or one over all documents ("global")."""

from abc import abstractmethod
from typing import Any, ClassVar

import numpy as np

from sacrerouge_litepyramid.supert.affinity_propagation import exemplars
from sacrerouge_litepyramid.supert.sentence_graph import cosines, degree_centrality, position_centrality, top_indices
from sacrerouge_litepyramid.supert.sentence_selection import SentenceSelection, SourceSentences, check_positive

#: the paper's K and M: sentences selected from a document's graph, and from the graph of all documents
INDIVIDUAL, GLOBAL = 10, 90


class GraphSelection(SentenceSelection):
    """Selects sentences by a graph; ``is_global``: one graph over all documents instead of one for each."""

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
        """Return the ascending indices of the sentences that the graph selects."""

    def identity(self) -> dict[str, Any]:
        return {"type": self.name}


class RankedSelection(GraphSelection):
    """Selects the most central ``sentences`` of each graph; the first of equally central sentences."""

    def __init__(self, sentences: int | None = None) -> None:
        default = GLOBAL if self.is_global else INDIVIDUAL
        self.sentences = check_positive("sentences", default if sentences is None else sentences)

    def select_central(self, similarity: np.ndarray, positions: np.ndarray) -> np.ndarray:
        return top_indices(self.centrality(similarity, positions), self.sentences)

    @abstractmethod
    def centrality(self, similarity: np.ndarray, positions: np.ndarray) -> np.ndarray:
        """Return each sentence's centrality, (sentences,)."""

    def identity(self) -> dict[str, Any]:
        return {"type": self.name, "sentences": self.sentences}


class LexRankSelection(RankedSelection):
    """SLR: degree centrality, the sum of cosines as in the released code, without LexRank's threshold for links."""

    def centrality(self, similarity: np.ndarray, positions: np.ndarray) -> np.ndarray:
        return degree_centrality(similarity)


class PacSumSelection(RankedSelection):
    """SPS: selects sentences that are similar to later sentences and not to earlier ones.

    The paper does not define "earlier" over all documents; here it is the position in a sentence's own document.
    """

    def centrality(self, similarity: np.ndarray, positions: np.ndarray) -> np.ndarray:
        return position_centrality(similarity, positions)


class ClusterSelection(GraphSelection):
    """SC: selects the centres of clusters by affinity propagation over cosines."""

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
