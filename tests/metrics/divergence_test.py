import math

import pytest

from sacrerouge_litepyramid.metrics.document_relevance import jensen_shannon


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (["a", "b"], ["b", "b", "a", "a"], 0),
        (["a"], ["b", "c"], 1),
        # Means: a 3/4, b 1/4. Of a against them log2(4/3); of a, b in halves: 1/2 log2(2/3) + 1/2 log2(2).
        (["a"], ["a", "b"], (math.log2(4 / 3) + (math.log2(2 / 3) + 1) / 2) / 2),
        ([], ["a"], 1),
        (["a"], [], 1),
        ([], [], 1),
    ],
)
def test_the_divergence_in_bits(one, other, expected):
    assert jensen_shannon(one, other) == pytest.approx(expected)
    assert jensen_shannon(other, one) == pytest.approx(expected)


def test_rounding_leaves_nothing_outside_its_range():
    terms = [str(number) for number in range(7) for _ in range(number)]
    assert 0 <= jensen_shannon(terms, terms[::-1] * 3) < 1e-12
    assert jensen_shannon(terms, ["x"] * 3) <= 1
