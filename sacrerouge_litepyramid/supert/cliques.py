"""Maximal cliques of a graph: groups whose members are all linked, and to which no vertex can be added."""

from collections.abc import Iterator

import numpy as np

#: a graph of n vertices can have 3^(n/3); with more than this the threshold separates nothing
MAX_CLIQUES = 100_000


def maximal_cliques(linked: np.ndarray) -> list[np.ndarray]:
    """Return each maximal clique as ascending indices; a vertex without a link is a clique alone.

    ``linked``: booleans, (vertices, vertices), symmetric; the diagonal is ignored. Algorithm of Bron and Kerbosch
    (1973) with the pivot of Tomita et al. (2006). Raises ValueError for more than 100,000 cliques.
    """
    neighbours = _bit_sets(linked)
    cliques: list[np.ndarray] = []
    for clique in _grow(neighbours):
        if len(cliques) == MAX_CLIQUES:
            raise ValueError(
                f"the graph of {len(linked)} vertices has over {MAX_CLIQUES} cliques; link fewer: raise threshold"
            )
        cliques.append(np.array(list(_members(clique)), dtype=int))
    return sorted(cliques, key=list)


def _grow(neighbours: list[int]) -> Iterator[int]:
    """Yield bit sets of the maximal cliques, with an explicit stack: Python's recursion limit may be too low."""
    everyone = (1 << len(neighbours)) - 1
    stack = [(0, everyone, 0)] if neighbours else []
    while stack:
        clique, candidates, done = stack.pop()
        if not candidates | done:
            yield clique
            continue
        pivot = max(_members(candidates | done), key=lambda vertex: (candidates & neighbours[vertex]).bit_count())
        for vertex in _members(candidates & ~neighbours[pivot]):
            linked = neighbours[vertex]
            stack.append((clique | 1 << vertex, candidates & linked, done & linked))
            candidates &= ~(1 << vertex)
            done |= 1 << vertex


def _bit_sets(linked: np.ndarray) -> list[int]:
    return [
        sum(1 << int(other) for other in np.flatnonzero(row) if other != vertex) for vertex, row in enumerate(linked)
    ]


def _members(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
