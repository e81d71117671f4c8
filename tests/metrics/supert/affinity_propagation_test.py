from itertools import combinations

import numpy as np
import pytest

from sacrerouge_litepyramid.metrics.supert.graphs import exemplars


def similarities(points):
    """Less the squared distances of points, each a number or a list of them."""
    points = np.array(points, dtype=float)
    squares = (points[:, None] - points[None, :]) ** 2
    return -squares.reshape(len(points), len(points), points[:1].size).sum(axis=2)


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ([], []),
        ([5], [0]),
        ([5, 7], [0]),
        ([5, 5, 5], [0]),
        ([0, 1, 2, 10, 11, 12], [1, 4]),
        ([10, 1, 11, 0, 12, 2], [1, 2]),
        ([0, 1, 2, 50, 51, 52, 100, 101, 102], [1, 4, 7]),
        ([0, 0, 0, 9, 9], [0, 3]),
    ],
)
def test_the_middle_of_each_cluster(points, expected):
    assert exemplars(similarities(points)).tolist() == expected


def test_the_similarities_stay_as_they_are():
    given = similarities([0, 1, 10])
    kept = given.copy()
    exemplars(given)
    assert (given == kept).all()


def test_as_good_as_the_best_choice_of_centres():
    generator = np.random.default_rng(0)
    found, best = [], []
    for _ in range(20):
        similarity = similarities(generator.normal(size=(8, 2)) + 6 * generator.integers(0, 2, size=(8, 1)))
        preference = np.median(similarity[~np.eye(8, dtype=bool)])
        every = [list(group) for count in range(1, 9) for group in combinations(range(8), count)]
        best.append(max(net_similarity(similarity, preference, group) for group in every))
        found.append(net_similarity(similarity, preference, exemplars(similarity).tolist()))
    assert np.isclose(found, best).mean() >= 0.8
    assert (np.array(found) <= np.array(best) + 1e-9).all()


def net_similarity(similarity, preference, centres):
    """What affinity propagation maximises: of each point with its centre, and the centres' preferences."""
    nearest = similarity[:, centres].max(axis=1)
    nearest[centres] = preference
    return nearest.sum()
