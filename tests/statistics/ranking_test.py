"""Ranking of systems: intervals, places and groups, by tables to check by hand."""

import numpy as np
import pytest

from sacrerouge_litepyramid.statistics.agreement import draw_documents
from sacrerouge_litepyramid.statistics.ranking import assign_groups, find_better, rank_systems


def test_constant_systems_are_ranked_without_doubt():
    scores = np.array([[1.0, 1, 1], [3, 3, 3], [2, 2, 2]])
    places = rank_systems(scores, resamples=40)
    assert [(each.system, each.mean, each.best, each.worst, each.group) for each in places] == [
        (1, 3.0, 1, 1, 1),
        (2, 2.0, 2, 2, 2),
        (0, 1.0, 3, 3, 3),
    ]
    assert places[0].interval == (3.0, 3.0) and places[0].documents == 3


def test_equal_systems_share_their_places():
    places = rank_systems(np.array([[1.0, 0, 1, 0], [1, 0, 1, 0]]), resamples=40)
    assert [(each.best, each.worst, each.group) for each in places] == [(1, 2, 1), (1, 2, 1)]


def test_a_difference_of_a_single_document_is_no_difference():
    places = rank_systems(np.array([[1.0] * 20, [1.0] * 19 + [0.0]]), resamples=500)
    assert [(each.system, each.best, each.worst) for each in places] == [(0, 1, 2), (1, 1, 2)]


def test_a_single_document_tells_no_systems_apart():
    places = rank_systems(np.array([[1.0], [0.0]]), resamples=40)
    assert [(each.system, each.best, each.worst, each.group) for each in places] == [(0, 1, 2, 1), (1, 1, 2, 1)]


def test_missing_scores_count_for_nobody():
    scores = np.array([[np.nan, np.nan], [1.0, np.nan], [0.5, 0.5]])
    places = rank_systems(scores, resamples=40)
    assert [(each.system, each.documents) for each in places] == [(1, 1), (2, 2)]


def test_a_single_system():
    (place,) = rank_systems(np.array([[1.0, 2.0]]), resamples=10)
    assert (place.best, place.worst, place.group) == (1, 1, 1)


def test_one_document_tells_no_system_better_and_has_no_interval():
    """Each resample of it is the same, which is no certainty."""
    places = rank_systems(np.array([[0.9], [0.1]]), resamples=40)
    assert [(each.system, each.best, each.worst, each.group) for each in places] == [(0, 1, 2, 1), (1, 1, 2, 1)]
    assert np.isnan([each.interval for each in places]).all()
    best, rest = rank_systems(np.array([[0.9, np.nan, np.nan], [0.1, 0.2, 0.3]]), resamples=40)
    assert np.isnan(best.interval).all() and not np.isnan(rest.interval).any()
    assert (best.worst, rest.best) == (2, 1)


def test_no_scores_make_no_ranking():
    assert rank_systems(np.full((2, 3), np.nan), resamples=10) == []


def test_better_is_of_the_row():
    better = find_better(np.array([[1.0, 1], [2, 2]]), draw_documents(2, 40))
    np.testing.assert_array_equal(better, [[False, False], [True, False]])


@pytest.mark.parametrize(
    ("better", "groups"),
    [
        ([], []),
        ([[0]], [1]),
        # the first beats the third alone
        ([[0, 0, 1], [0, 0, 0], [0, 0, 0]], [1, 1, 1]),
        # both of the first two beat the third
        ([[0, 0, 1], [0, 0, 1], [0, 0, 0]], [1, 1, 2]),
        ([[0, 1, 1], [0, 0, 0], [0, 0, 0]], [1, 2, 2]),
    ],
)
def test_groups_part_where_all_above_beat_all_below(better, groups):
    assert assign_groups(np.array(better, dtype=bool).reshape(len(better), len(better))) == groups
