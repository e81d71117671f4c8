import numpy as np
import pytest

from helpers.hand_sources import sources
from sacrerouge_litepyramid.metrics.supert import graphs
from sacrerouge_litepyramid.metrics.supert.graphs import (
    find_top_indices,
    position_centrality,
)
from sacrerouge_litepyramid.metrics.supert.selection import SentenceSelection

# Most alike the others: 20° in the first document, 100° in the second; over both 40°, then 90°.
TWO = sources([0, 20, 40], [100, 90, 180])


def selected(name, given=TWO, **arguments):
    return SentenceSelection.by_name(name)(**arguments).select(given).tolist()


@pytest.mark.parametrize(
    ("name", "sentences", "expected"),
    [
        ("lexrank-individual", 1, [1, 3]),
        ("lexrank-individual", 2, [0, 1, 3, 4]),
        ("lexrank-global", 1, [2]),
        ("lexrank-global", 2, [2, 4]),
        ("pacsum-individual", 1, [0, 3]),
        # After 100° comes .46 on average; 180° is the opposite of what came before it, -.44, and
        # nothing comes after.
        ("pacsum-global", 1, [3]),
        ("pacsum-global", 2, [3, 5]),
    ],
)
def test_the_most_central_of_each_graph(name, sentences, expected):
    assert selected(name, sentences=sentences) == expected


def test_pacsum_compares_places_within_documents_in_any_order_of_documents():
    assert selected("pacsum-individual", sources([30, 0, 90]), sentences=1) == [0]
    assert selected("pacsum-individual", sources([0, 90, 0]), sentences=2) == [0, 1]
    one, other = sources([0, 50], [10, 100]), sources([10, 100], [0, 50])
    assert selected("pacsum-global", one, sentences=1) == [2]
    assert selected("pacsum-global", other, sentences=1) == [0]


def test_the_defaults_are_ten_sentences_of_each_document_and_ninety_of_all():
    long = sources(range(60), range(60))
    for name in ("lexrank", "pacsum"):
        assert len(selected(f"{name}-individual", long)) == 20
        assert len(selected(f"{name}-global", long)) == 90


@pytest.mark.parametrize("name", SentenceSelection.list_available())
@pytest.mark.parametrize(
    ("given", "expected"), [(sources(), []), (sources([]), []), (sources([], [5]), [0])]
)
def test_nothing_and_one_sentence(name, given, expected):
    assert selected(name, given) == expected


def test_identities_of_graph_selections_have_their_settings():
    assert graphs.GlobalLexRank().identity() == {"type": "lexrank-global", "sentences": 90}
    assert graphs.IndividualPacSum(3).identity() == {"type": "pacsum-individual", "sentences": 3}


# Four sentences: the first and the last are alike, the third is like none.
SIMILARITY = np.array(
    [
        [1.0, 0.5, 0.1, 0.9],
        [0.5, 1.0, 0.2, 0.4],
        [0.1, 0.2, 1.0, 0.0],
        [0.9, 0.4, 0.0, 1.0],
    ]
)
EMPTY = np.zeros((0, 0))
SINGLE = np.ones((1, 1))


def test_position_centrality_is_the_mean_of_later_minus_that_of_earlier_ones():
    found = position_centrality(SIMILARITY, np.arange(4))
    expected = [
        (0.5 + 0.1 + 0.9) / 3,
        (0.2 + 0.4) / 2 - 0.5,
        0.0 - (0.1 + 0.2) / 2,
        -(0.9 + 0.4 + 0.0) / 3,
    ]
    assert found == pytest.approx(expected)
    assert position_centrality(SINGLE, np.arange(1)) == pytest.approx([0])
    assert position_centrality(EMPTY, np.arange(0)).shape == (0,)


def test_sentences_of_one_place_are_neither_earlier_nor_later():
    # Two documents of two sentences.
    found = position_centrality(SIMILARITY, np.array([0, 1, 0, 1]))
    assert found == pytest.approx(
        [(0.5 + 0.9) / 2, -(0.5 + 0.2) / 2, (0.2 + 0.0) / 2, -(0.9 + 0.0) / 2]
    )


def test_rounding_does_not_choose():
    assert find_top_indices(np.array([0.3, 0.1 + 0.2]), 1).tolist() == [0]
    assert find_top_indices(np.array([0.3, 0.3 + 1e-5]), 1).tolist() == [1]
