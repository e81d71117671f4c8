import math

import pytest

from sacrerouge_litepyramid.metrics.supert.document_relevance import TfIdf, cosine, reaper

# n = 3: idf of a = log(4/3) + 1, of b = log(4/2) + 1, of an unknown term = log(4) + 1
TEXTS = [["a", "b"], ["a", "a"], []]
A, B, UNKNOWN = math.log(4 / 3) + 1, math.log(2) + 1, math.log(4) + 1


def test_counts_by_rarity_at_length_one():
    vector = TfIdf(TEXTS).vector(["b", "a", "b", "z"])
    length = math.sqrt(A**2 + (2 * B) ** 2 + UNKNOWN**2)
    assert vector == pytest.approx({"b": 2 * B / length, "a": A / length, "z": UNKNOWN / length})
    assert TfIdf([]).vector(["a"]) == {"a": 1}
    assert TfIdf(TEXTS).vector([]) == {}


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ({"a": 0.6, "b": 0.8}, {"a": 0.6, "b": 0.8}, 1),
        ({"a": 0.6, "b": 0.8}, {"a": 1.0}, 0.6),
        ({"a": 1.0}, {"a": 0.6, "b": 0.8}, 0.6),
        ({"a": 1.0}, {"b": 1.0}, 0),
        ({}, {"a": 1.0}, 0),
        ({}, {}, 0),
    ],
)
def test_the_cosine_of_two_vectors(one, other, expected):
    assert cosine(one, other) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("sentences", "expected"),
    [
        ([], 0),
        ([{"a": 1.0}], 0.9 * 0.6),
        ([{"a": 1.0}, {"b": 1.0}], 0.9 * (0.6 + 0.8)),
        ([{"a": 1.0}, {"a": 1.0}], 0.9 * (0.6 + 0.6) - 0.1),
        ([{"a": 1.0}, {"a": 1.0}, {"a": 1.0}], 0.9 * 1.8 - 0.1 * 3),
        ([{"c": 1.0}, {"c": 1.0}], -0.1),
        ([{}], 0),
    ],
)
def test_relevance_less_redundancy(sentences, expected):
    assert reaper(sentences, {"a": 0.6, "b": 0.8}) == pytest.approx(expected)
