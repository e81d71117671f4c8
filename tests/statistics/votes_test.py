"""Majority, ties, noisy voters, alpha and AC1, by tables that a reader can count."""

import numpy as np
import pytest

from sacrerouge_litepyramid.statistics.votes import (
    Ballot,
    Disagreement,
    count_disagreements,
    count_values,
    describe_low_agreement,
    gwet_ac1,
    is_tied,
    krippendorff_alpha,
    majority,
    mean_alpha,
    share_agreeing_pairs,
)

NAN = float("nan")


def ballot(**votes):
    return Ballot(tuple(votes), np.array(list(votes.values())))


THREE = ballot(ann=[1, 1, 0, 0], bob=[1, 0, 0, 1], cem=[0, 0, 1, 1])


@pytest.mark.parametrize(
    ("votes", "ties", "expected"),
    [
        ([[1, 0]], 0, [1, 0]),
        ([[1, 0], [1, 1]], 0, [1, 0]),
        ([[1, 0], [1, 1]], 1, [1, 1]),
        ([[1, 0], [1, 1], [0, 1]], 0, [1, 1]),
        ([[1, 0], [1, 1], [0, 0], [0, 1]], 0, [0, 0]),
        ([[0.5, 0, NAN], [1, 0.5, NAN], [1, NAN, NAN]], 0, [1, 0, 0]),
        ([[0.5, 0, NAN], [1, 0.5, NAN], [0, NAN, NAN]], 1, [0.5, 0.5, 1]),
        ([[0, 0.25], [0.5, 0.5], [0.5, 0.75], [1, 1]], 0, [0.5, 0.5]),
        ([[0, 0.25], [0.5, 0.5], [0.5, 0.75], [1, 1]], 1, [0.5, 0.75]),
    ],
)
def test_majority(votes, ties, expected):
    assert majority(np.array(votes), ties).tolist() == expected


def test_a_unit_is_tied_where_its_middle_votes_differ_and_without_votes():
    assert is_tied(np.array([[0.5, 0.5, NAN], [0.5, 1, NAN], [0, NAN, NAN]])).tolist() == [
        False,
        True,
        True,
    ]


def test_each_is_compared_with_the_majority_of_the_others():
    # ann: bob and cem agree on unit 2 (0) and on unit 4 (1), and ann votes the other way in both
    assert count_disagreements([THREE]) == {
        "ann": Disagreement(2, 2),
        "bob": Disagreement(0, 0),
        "cem": Disagreement(2, 2),
    }
    again = count_disagreements([THREE, ballot(ann=[1], bob=[1], cem=[0])])
    assert again["cem"] == Disagreement(3, 3) and again["ann"] == Disagreement(2, 2)
    assert again["bob"].rate == 0
    assert count_disagreements([ballot(ann=[1, 0])]) == {"ann": Disagreement(0, 0)}, (
        "compared with nobody"
    )


# Krippendorff's own two-coder example of ten binary items: alpha 0.095.
CODERS = np.array([[0, 1, 0, 0, 0, 0, 0, 0, 1, 0], [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]])


def test_krippendorffs_example():
    assert krippendorff_alpha(count_values([CODERS])[0]) == pytest.approx(
        1 - 19 * 8 / (20**2 - 14**2 - 6**2)
    )


def test_by_hand():
    # Two agreed items and a split one: 6 votes, three each; 1 - 5 * 2 / (36 - 18).
    assert krippendorff_alpha(np.array([[0, 2], [2, 0], [1, 1], [1, 0], [0, 0]])) == pytest.approx(
        4 / 9
    )


@pytest.mark.parametrize(
    "counts", [np.zeros((0, 2)), [[1, 0]], [[3, 0], [2, 0]]], ids=["none", "single", "unanimous"]
)
def test_where_it_is_undefined_it_is_nan(counts):
    assert np.isnan(krippendorff_alpha(np.array(counts)))


def test_unanimous_pages_count_as_one_by_default():
    pages = [np.array([[0, 2], [2, 0], [1, 1]]), np.array([[3, 0], [2, 0]])]
    assert mean_alpha(pages) == pytest.approx((4 / 9 + 1) / 2)
    assert np.isnan(mean_alpha([]))


def test_pairs_of_votes_that_agree():
    # of three votes 2 : 1, one pair of three is equal; a single vote is no pair
    assert share_agreeing_pairs(np.array([[2, 1], [0, 1], [3, 0]])) == pytest.approx(
        (1 / 3 + 1) / 2
    )
    assert np.isnan(share_agreeing_pairs(np.array([[1, 0]])))


# Krippendorff (2011), section E: four observers, twelve units, five values
OBSERVERS = np.array(
    [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, NAN, NAN, NAN],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NAN, 3],
        [NAN, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NAN],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NAN],
    ]
)


def test_krippendorffs_ordinal_example():
    (counts,) = count_values([(OBSERVERS - 1) / 4])
    assert krippendorff_alpha(counts) == pytest.approx(0.815, abs=5e-4)


def test_pages_are_counted_by_the_same_values():
    first, second = count_values([np.array([[1, 0], [1, NAN]]), np.array([[0.5], [0]])])
    assert first.tolist() == [[0, 0, 2], [1, 0, 0]] and second.tolist() == [[1, 1, 0]]


# Two annotators, 100 units: both say absent on 95, one or the other says present on 5, never both.
RARE = np.array([[2, 0]] * 95 + [[1, 1]] * 5)


def test_ac1_by_hand():
    # shares of 195/200 and 5/200: pe = 2 * .975 * .025 = .04875
    assert gwet_ac1(RARE) == pytest.approx((0.95 - 0.04875) / (1 - 0.04875))
    # three labels in equal shares: pe is a third
    assert gwet_ac1(
        np.array([[2, 0, 0], [0, 2, 0], [0, 0, 2], [1, 1, 0], [0, 1, 1], [1, 0, 1]])
    ) == pytest.approx(0.25)


def test_ac1_of_equal_votes_is_one_and_without_two_votes_undefined():
    assert gwet_ac1(np.array([[3, 0], [2, 0]])) == gwet_ac1(np.array([[2]])) == 1
    assert np.isnan(gwet_ac1(np.array([[1, 0], [0, 1]]))) and np.isnan(gwet_ac1(np.zeros((0, 2))))


def test_low_alpha_of_a_dominant_label_is_explained():
    assert describe_low_agreement(RARE, "The annotators ann, bob") == (
        "The annotators ann, bob agree less than chance: Krippendorff's alpha -0.02, below 0.4, on "
        "the 100 units with two or more votes. One label has 98% of the votes, which lowers alpha: "
        "judge the guidelines by Gwet's AC1, 0.95."
    )
    equal_shares = np.array([[2, 0], [0, 2], [1, 1], [1, 1]])
    said = describe_low_agreement(equal_shares)
    assert said.endswith("Discuss the guidelines before using these labels.")
    assert describe_low_agreement(equal_shares[:2]) == ""
