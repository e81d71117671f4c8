import numpy as np
import pytest

from sacrerouge_litepyramid.metrics.supert.graphs import (
    cosines,
    count_before_repetition,
    degree_centrality,
    most_central,
    position_centrality,
    top_indices,
)

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


def test_cosines_of_unit_vectors():
    assert cosines(np.array([[1.0, 0.0], [0.6, 0.8]])) == pytest.approx(np.array([[1, 0.6], [0.6, 1]]))


def test_degree_is_the_sum_of_similarities_with_the_others():
    assert degree_centrality(SIMILARITY) == pytest.approx([1.5, 1.1, 0.3, 1.3])
    assert degree_centrality(SINGLE) == pytest.approx([0])
    assert degree_centrality(EMPTY).shape == (0,)


def test_position_centrality_is_the_mean_of_later_less_that_of_earlier_ones():
    found = position_centrality(SIMILARITY, np.arange(4))
    expected = [(0.5 + 0.1 + 0.9) / 3, (0.2 + 0.4) / 2 - 0.5, 0.0 - (0.1 + 0.2) / 2, -(0.9 + 0.4 + 0.0) / 3]
    assert found == pytest.approx(expected)
    assert position_centrality(SINGLE, np.arange(1)) == pytest.approx([0])
    assert position_centrality(EMPTY, np.arange(0)).shape == (0,)


def test_sentences_of_one_place_are_neither_earlier_nor_later():
    # Two documents of two sentences.
    found = position_centrality(SIMILARITY, np.array([0, 1, 0, 1]))
    assert found == pytest.approx([(0.5 + 0.9) / 2, -(0.5 + 0.2) / 2, (0.2 + 0.0) / 2, -(0.9 + 0.0) / 2])


@pytest.mark.parametrize(
    ("scores", "count", "expected"),
    [([0.2, 0.9, 0.5], 2, [1, 2]), ([0.5, 0.5, 0.5], 2, [0, 1]), ([0.5], 3, [0]), ([], 3, []), ([1, 3, 2, 3], 1, [1])],
)
def test_the_highest_scores_in_order_of_the_sentences(scores, count, expected):
    assert top_indices(np.array(scores), count).tolist() == expected


def test_rounding_does_not_choose():
    assert top_indices(np.array([0.3, 0.1 + 0.2]), 1).tolist() == [0]
    assert top_indices(np.array([0.3, 0.3 + 1e-5]), 1).tolist() == [1]


@pytest.mark.parametrize(("threshold", "expected"), [(0.95, 4), (0.9, 4), (0.89, 3), (0.49, 1), (-1, 1)])
def test_the_beginning_until_a_sentence_repeats_an_earlier_one(threshold, expected):
    assert count_before_repetition(SIMILARITY, threshold) == expected


def test_nothing_and_one_sentence_repeat_nothing():
    assert count_before_repetition(EMPTY, 0.5) == 0
    assert count_before_repetition(SINGLE, 0.5) == 1


@pytest.mark.parametrize(("members", "expected"), [([0, 1, 3], 0), ([1, 2, 3], 1), ([2], 2), ([3, 0], 3)])
def test_the_member_most_similar_to_the_others(members, expected):
    assert most_central(SIMILARITY, np.array(members)) == expected
