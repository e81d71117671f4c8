"""The sentences about who leads: one leader, several on a par, none, and by which test."""

import numpy as np
import pytest

from sacrerouge_litepyramid.evaluation.compared_systems import ComparisonSettings
from sacrerouge_litepyramid.evaluation.system_comparison import (
    compare_systems,
    describe_leaders,
    describe_test,
    join_names,
)

#: ten documents, on which a system's scores differ by 0.1 from document to document
WAVE = np.array([0.0, 0.1] * 5)


def found(*scores):
    names = [f"s{place}" for place in range(len(scores))]
    documents = [f"d{place}" for place in range(10)]
    return compare_systems(np.array(scores), names, documents, "m", ComparisonSettings(1024, 0))


def test_one_system_leads():
    result = found(WAVE, WAVE + 0.5, WAVE * 0.9)
    assert describe_leaders(result) == [
        "s1 leads with a mean of 0.550: it scores significantly higher than all 2 others.",
        "The next, s0, is 0.500 (95% interval 0.500 to 0.500) lower.",
    ]


def test_two_are_level_and_the_others_are_beaten():
    sentences = describe_leaders(found(WAVE + 0.5, WAVE[::-1] + 0.49, WAVE, WAVE - 0.5))
    assert sentences[0] == "s0 has the highest mean, 0.550, but s1 does not differ significantly from it."
    assert sentences[1].startswith(
        "It scores significantly higher than the other 2: the best of them, s2, is 0.500 (95% interval"
    )


def test_one_is_beaten_alone():
    sentences = describe_leaders(found(WAVE + 0.5, WAVE[::-1] + 0.49, WAVE))
    assert sentences[1].startswith("It scores significantly higher than s2, which is 0.500 (")


@pytest.mark.parametrize(
    ("systems", "rest"),
    [(2, "s1 does not differ significantly from it"), (3, "none of the other 2 differs significantly from it")],
)
def test_no_system_leads(systems, rest):
    scores = [WAVE + 0.5, WAVE[::-1] + 0.49, WAVE[::-1] + 0.48][:systems]
    assert describe_leaders(found(*scores)) == [f"No system leads: s0 has the highest mean (0.550), but {rest}."]


def test_the_test_is_named():
    assert describe_test(found(WAVE, WAVE + 1, WAVE + 2)) == (
        "Significance: a paired permutation test over 10 documents, p ≤ 0.05 after Holm's correction for 3 pairs."
    )


@pytest.mark.parametrize(
    ("count", "joined"), [(1, "a"), (2, "a and b"), (4, "a, b, c and d"), (5, "a, b, c, d and 1 other")]
)
def test_long_lists_of_names_are_cut(count, joined):
    assert join_names("abcdef"[:count]) == joined
