"""Selection by repetition: sentences before the first one, or the first and the repeated ones."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from sacrerouge_litepyramid.metrics.supert.graphs import (
    cosines,
    count_before_repetition,
    find_most_central,
)
from sacrerouge_litepyramid.metrics.supert.selection import (
    SentenceSelection,
    SourceSentences,
    check_cosine,
    check_positive,
)

#: a graph of n vertices can have 3^(n/3) cliques; a threshold that leaves more than this number is
#: too low
_MAX_CLIQUES = 100_000


def maximal_cliques(linked: np.ndarray) -> list[np.ndarray]:
    """Return the maximal cliques as ascending indices; a vertex without a link is a clique.

    ``linked``: booleans, (vertices, vertices), symmetric; the diagonal is ignored. Algorithm of
    Bron and Kerbosch (1973) with the pivot of Tomita et al. (2006). Raises ValueError if there are
    more than 100,000 cliques.
    """
    others = linked & ~np.eye(len(linked), dtype=bool)
    # A set of vertices is a number with a bit for each.
    neighbours = []
    for row in others:
        neighbours.append(sum(1 << vertex for vertex in np.flatnonzero(row).tolist()))
    cliques: list[np.ndarray] = []
    for clique in _iterate_cliques(neighbours):
        if len(cliques) == _MAX_CLIQUES:
            raise ValueError(
                f"the graph of {len(linked)} vertices has over {_MAX_CLIQUES} cliques; raise "
                "threshold to link fewer"
            )
        cliques.append(np.fromiter(_members(clique), dtype=int))
    return sorted(cliques, key=list)


def _iterate_cliques(neighbours: list[int]) -> Iterator[int]:
    """Yield the maximal cliques as bit sets.

    A stack of its own avoids Python's limit of recursion.
    """
    everyone = (1 << len(neighbours)) - 1
    stack = [(0, everyone, 0)] if neighbours else []
    while stack:
        clique, candidates, done = stack.pop()
        if not candidates | done:
            yield clique
            continue
        linked_counts = {
            vertex: (candidates & neighbours[vertex]).bit_count()
            for vertex in _members(candidates | done)
        }
        pivot = max(linked_counts, key=linked_counts.__getitem__)
        for vertex in _members(candidates & ~neighbours[pivot]):
            linked = neighbours[vertex]
            stack.append((clique | 1 << vertex, candidates & linked, done & linked))
            candidates &= ~(1 << vertex)
            done |= 1 << vertex


def _members(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


#: the smallest cosine of sentences that the paper calls highly similar
_HIGHLY_SIMILAR = 0.75


@SentenceSelection.register("simmax")
class BeforeRepetition(SentenceSelection):
    """Selects each document's sentences before its first repetition.

    A sentence repeats an earlier one if their cosine exceeds ``threshold``. The released code has
    no threshold; the default is what the paper calls highly similar.
    """

    def __init__(self, threshold: float = _HIGHLY_SIMILAR) -> None:
        self.threshold = check_cosine("threshold", threshold)

    def select(self, sources: SourceSentences) -> np.ndarray:
        beginnings = [np.arange(0)]
        for members in sources.by_document():
            similarity = cosines(sources.vectors[members])
            beginnings.append(members[: count_before_repetition(similarity, self.threshold)])
        return np.concatenate(beginnings)

    def identity(self) -> dict[str, Any]:
        return {"type": "simmax", "threshold": self.threshold}


@SentenceSelection.register("top-clique")
class TopAndCliques(SentenceSelection):
    """TC: selects each document's first ``sentences``, and one of each group of similar later ones.

    Later sentences are linked if their cosine is at least ``threshold``. Of each maximal clique of
    two or more, the most central sentence is selected, unless its cosine with a first sentence
    reaches the threshold. This follows the paper; the released code links all sentences and selects
    whole connected components of two documents or more.
    """

    def __init__(self, sentences: int = 10, threshold: float = _HIGHLY_SIMILAR) -> None:
        self.sentences = check_positive("sentences", sentences)
        self.threshold = check_cosine("threshold", threshold)

    def select(self, sources: SourceSentences) -> np.ndarray:
        first = sources.positions < self.sentences
        others = np.flatnonzero(~first)
        similarity = cosines(sources.vectors)
        selected = set(np.flatnonzero(first).tolist())
        linked = similarity[np.ix_(others, others)] >= self.threshold
        for clique in maximal_cliques(linked):
            if len(clique) > 1:
                central = find_most_central(similarity, others[clique])
                if (similarity[central, first] < self.threshold).all():
                    selected.add(central)
        return np.array(sorted(selected), dtype=int)

    def identity(self) -> dict[str, Any]:
        return {"type": "top-clique", "sentences": self.sentences, "threshold": self.threshold}
