from itertools import combinations

import numpy as np
import pytest

from helpers.hand_sources import sources
from sacrerouge_litepyramid.metrics.supert.repetition import (
    BeforeRepetition,
    TopAndCliques,
    maximal_cliques,
)

# cos 41° = .755 and cos 42° = .743: on either side of .75


def selected(selection, *documents):
    return selection.select(sources(*documents)).tolist()


@pytest.mark.parametrize(
    ("documents", "expected"),
    [
        ([[0, 90, 180, 131, 270]], [0, 1, 2]),
        ([[0, 90, 180, 132, 270]], [0, 1, 2, 3, 4]),
        ([[0, 90, 0], [0, 0, 0], [0, 90]], [0, 1, 3, 6, 7]),
        ([[0]], [0]),
        ([[]], []),
        ([], []),
    ],
)
def test_simmax_takes_each_document_until_it_repeats_itself(documents, expected):
    assert selected(BeforeRepetition(), *documents) == expected


def test_a_similarity_equal_to_the_threshold_is_not_a_repetition():
    assert selected(BeforeRepetition(threshold=1), [0, 90, 0, 0]) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("documents", "expected"),
    [
        # The beginnings at 0°; 100°, 120° and 140° are linked, the middle is the most central; 200°
        # is alone.
        ([[0, 100, 200], [0, 120, 140]], [0, 3, 4]),
        # 100° and 150° are not linked: two cliques, which share 125°, as central as the other of
        # each and before them.
        ([[0, 125, 100], [0, 150]], [0, 1, 3]),
        # The most central is within 41° of a beginning.
        ([[0, 30, 40, 50]], [0]),
        ([[0, 32, 42, 52]], [0, 2]),
        ([[0, 180]], [0]),
        ([[0]], [0]),
        ([], []),
    ],
)
def test_tc_selects_the_beginnings_and_the_centre_of_each_clique(documents, expected):
    assert selected(TopAndCliques(sentences=1), *documents) == expected


def test_the_default_of_tc_is_ten_sentences_of_each_document():
    assert selected(TopAndCliques(), [0] * 10 + [90, 90], [180] * 2) == [*range(10), 10, 12, 13]


def test_tc_links_sentences_whose_similarity_equals_the_threshold():
    assert selected(TopAndCliques(sentences=1, threshold=0.9), [0, 90, 115]) == [0, 1]
    assert selected(TopAndCliques(sentences=1, threshold=0.91), [0, 90, 115]) == [0]


def test_tc_excludes_a_centre_whose_similarity_to_a_beginning_equals_the_threshold():
    assert selected(TopAndCliques(sentences=1, threshold=1), [0, 0, 0]) == [0]


@pytest.mark.parametrize("make", [BeforeRepetition, TopAndCliques])
@pytest.mark.parametrize("value", [-1.1, 1.5, float("nan")])
def test_a_threshold_is_a_cosine(make, value):
    with pytest.raises(ValueError, match=f"threshold must be a cosine, from -1 to 1, not {value}"):
        make(threshold=value)


def test_tc_refuses_no_sentence():
    with pytest.raises(ValueError, match="sentences must be at least 1, not 0"):
        TopAndCliques(sentences=0)


def test_identities_of_repetition_selections_have_their_settings():
    assert BeforeRepetition(0.5).identity() == {"type": "simmax", "threshold": 0.5}
    assert TopAndCliques(3, 0.5).identity() == {
        "type": "top-clique",
        "sentences": 3,
        "threshold": 0.5,
    }


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
def test_maximal_cliques_by_hand(linked, expected):
    assert cliques(linked) == expected


def test_the_diagonal_is_not_read():
    linked = graph(3, (0, 1))
    np.fill_diagonal(linked, True)
    assert cliques(linked) == [[0, 1], [2]]


def test_cliques_equal_those_found_among_all_subsets():
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
    with pytest.raises(
        ValueError, match="of 36 vertices has over 100000 cliques; raise threshold to link fewer"
    ):
        maximal_cliques(group[:, None] != group[None, :])
