from itertools import combinations

import numpy as np
import pytest

from sacrerouge_litepyramid.metrics.supert.repetition import maximal_cliques


def graph(size, *edges):
    linked = np.zeros((size, size), dtype=bool)
    for one, other in edges:
        linked[one, other] = linked[other, one] = True
    return linked


def cliques(linked):
    return [clique.tolist() for clique in maximal_cliques(linked)]


@pytest.mark.parametrize(
    ("linked", "expected"),
    [
        (graph(0), []),
        (graph(1), [[0]]),
        (graph(2), [[0], [1]]),
        (graph(3, (0, 2)), [[0, 2], [1]]),
        (graph(4, (0, 1), (1, 2), (0, 2), (2, 3)), [[0, 1, 2], [2, 3]]),
        (graph(4, (0, 1), (1, 2), (2, 3), (3, 0)), [[0, 1], [0, 3], [1, 2], [2, 3]]),
    ],
)
def test_groups_that_nobody_can_join(linked, expected):
    assert cliques(linked) == expected


def test_the_diagonal_is_not_read():
    linked = graph(3, (0, 1))
    np.fill_diagonal(linked, True)
    assert cliques(linked) == [[0, 1], [2]]


def test_as_trying_all_subsets():
    generator = np.random.default_rng(0)
    for _ in range(100):
        size = int(generator.integers(0, 8))
        linked = np.triu(generator.random((size, size)) < generator.random(), 1)
        linked |= linked.T
        groups = [
            set(group)
            for count in range(1, size + 1)
            for group in combinations(range(size), count)
            if all(linked[pair] for pair in combinations(group, 2))
        ]
        expected = [sorted(group) for group in groups if not any(group < other for other in groups)]
        assert cliques(linked) == sorted(expected)


def test_a_clique_longer_than_the_stack_of_python():
    assert cliques(np.ones((1500, 1500), dtype=bool)) == [list(range(1500))]


def test_a_graph_of_too_many_cliques_is_refused():
    # 3^(n/3) of them: groups of three that are linked to all but their own.
    group = np.arange(36) // 3
    with pytest.raises(ValueError, match="of 36 vertices has over 100000 cliques; link fewer: raise threshold"):
        maximal_cliques(group[:, None] != group[None, :])
