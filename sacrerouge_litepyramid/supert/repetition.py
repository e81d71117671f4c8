"""Selection by repetition: sentences before the first repetition, or the first ones with central repeated ones."""

from typing import Any

import numpy as np

from sacrerouge_litepyramid.supert.cliques import maximal_cliques
from sacrerouge_litepyramid.supert.sentence_graph import cosines, count_before_repetition, most_central
from sacrerouge_litepyramid.supert.sentence_selection import (
    SentenceSelection,
    SourceSentences,
    check_cosine,
    check_positive,
)

#: the cosine from which the paper calls two sentences highly similar
HIGHLY_SIMILAR = 0.75


@SentenceSelection.register("simmax")
class BeforeRepetition(SentenceSelection):
    """Selects each document's sentences before the first whose cosine with an earlier one exceeds ``threshold``.

    The released code has no threshold; the default is what the paper calls highly similar.
    """

    def __init__(self, threshold: float = HIGHLY_SIMILAR) -> None:
        self.threshold = check_cosine("threshold", threshold)

    def select(self, sources: SourceSentences) -> np.ndarray:
        beginnings = [
            members[: count_before_repetition(cosines(sources.vectors[members]), self.threshold)]
            for members in sources.by_document()
        ]
        return np.concatenate(beginnings) if beginnings else np.arange(0)

    def identity(self) -> dict[str, Any]:
        return {"type": "simmax", "threshold": self.threshold}


@SentenceSelection.register("top-clique")
class TopAndCliques(SentenceSelection):
    """TC: selects the first ``sentences`` of each document, and a sentence for each group of similar later ones.

    Sentences after the first ones are linked where their cosine is at least ``threshold``. Of each maximal clique of
    two or more, the most central sentence is selected too unless its cosine with a first one reaches the threshold.
    That is the paper's text; the released code links all sentences and takes whole connected components of two
    documents or more.
    """

    def __init__(self, sentences: int = 10, threshold: float = HIGHLY_SIMILAR) -> None:
        self.sentences = check_positive("sentences", sentences)
        self.threshold = check_cosine("threshold", threshold)

    def select(self, sources: SourceSentences) -> np.ndarray:
        first = sources.positions < self.sentences
        others = np.flatnonzero(~first)
        similarity = cosines(sources.vectors)
        cliques = maximal_cliques(similarity[np.ix_(others, others)] >= self.threshold)
        central = {most_central(similarity, others[clique]) for clique in cliques if len(clique) > 1}
        new = [index for index in central if (similarity[index, first] < self.threshold).all()]
        return np.sort(np.concatenate([np.flatnonzero(first), np.array(new, dtype=int)]))

    def identity(self) -> dict[str, Any]:
        return {"type": "top-clique", "sentences": self.sentences, "threshold": self.threshold}
