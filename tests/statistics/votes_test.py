"""Majority, ties, noisy voters and Krippendorff's alpha, by tables that a reader can count."""

import numpy as np
import pytest

from sacrerouge_litepyramid.statistics.votes import (
    Ballot,
    Disagreement,
    binary_counts,
    count_disagreements,
    drop_noisiest,
    find_noisier_than,
    find_noisiest,
    is_tied,
    majority,
    mean_alpha,
    nominal_alpha,
    share_agreeing_pairs,
)


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
    ],
)
def test_majority(votes, ties, expected):
    assert majority(np.array(votes), ties).tolist() == expected


def test_ties():
    assert is_tied(np.array([[1, 0], [1, 1]])).tolist() == [False, True]
    assert is_tied(np.array([[1, 0]])).tolist() == [False, False]


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


def test_one_voter_is_compared_with_nobody_and_two_with_each_other():
    assert count_disagreements([ballot(ann=[1, 0])]) == {"ann": Disagreement(0, 0)}
    assert count_disagreements([ballot(ann=[1, 0], bob=[1, 1])])["ann"] == Disagreement(1, 2)


def test_the_noisiest_is_one_who_stands_out():
    assert find_noisiest([ballot(ann=[1, 1, 1], bob=[1, 1, 1], cem=[0, 0, 1])]) == "cem"
    assert find_noisiest([ballot(ann=[1, 1], bob=[1, 1], cem=[1, 1])]) is None
    assert find_noisiest([ballot(ann=[1, 1], bob=[0, 0])]) is None
    assert find_noisiest([THREE]) is None


def test_each_document_loses_its_own_noisiest():
    documents = {
        "a": [ballot(ann=[1, 1], bob=[1, 1], cem=[0, 0])],
        "b": [ballot(ann=[0, 1], bob=[1, 1], cem=[1, 1])],
        "c": [ballot(ann=[1, 1], bob=[1, 1], cem=[1, 1])],
    }
    kept = drop_noisiest(documents)
    assert [kept[name][0].voters for name in "abc"] == [("ann", "bob"), ("bob", "cem"), ("ann", "bob", "cem")]
    assert kept["a"][0].votes.tolist() == [[1, 1], [1, 1]]


def test_voters_beyond_a_limit():
    ballots = [ballot(ann=[1, 1, 1, 0], bob=[1, 1, 1, 1], cem=[0, 0, 1, 1])]
    # ann differs where bob and cem agree: 1 of 2; cem where ann and bob do: 2 of 3
    assert find_noisier_than(ballots, 0.5) == ["cem"]
    assert find_noisier_than(ballots, 0.4) == ["ann", "cem"]
    with pytest.raises(ValueError, match="between 0 and 1, not 2"):
        find_noisier_than(ballots, 2)


# Krippendorff's own two-coder example of ten binary items: alpha 0.095.
CODERS = np.array([[0, 1, 0, 0, 0, 0, 0, 0, 1, 0], [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]])


def test_krippendorffs_example():
    assert nominal_alpha(binary_counts(CODERS)) == pytest.approx(1 - 19 * 8 / (20**2 - 14**2 - 6**2))
    assert nominal_alpha(binary_counts(CODERS)) == pytest.approx(0.095, abs=5e-4)


def test_by_hand():
    # Two agreed items and a split one: 6 votes, three each; 1 - 5 * 2 / (36 - 18).
    assert nominal_alpha(np.array([[0, 2], [2, 0], [1, 1]])) == pytest.approx(4 / 9)
    assert nominal_alpha(np.array([[2, 0, 0], [0, 3, 0], [0, 0, 2]])) == 1.0


def test_items_with_fewer_than_two_votes_say_nothing():
    counts = np.array([[0, 2], [2, 0], [1, 1]])
    assert nominal_alpha(np.vstack([counts, [[1, 0], [0, 0]]])) == nominal_alpha(counts)


@pytest.mark.parametrize("counts", [np.zeros((0, 2)), [[1, 0]], [[3, 0], [2, 0]]], ids=["none", "single", "unanimous"])
def test_where_it_is_undefined_it_is_nan(counts):
    assert np.isnan(nominal_alpha(np.array(counts)))


def test_unanimous_pages_count_as_one_by_default():
    pages = [np.array([[0, 2], [2, 0], [1, 1]]), np.array([[3, 0], [2, 0]])]
    assert mean_alpha(pages) == pytest.approx((4 / 9 + 1) / 2)
    assert mean_alpha(pages, unanimous=0.0) == pytest.approx(2 / 9)
    assert np.isnan(mean_alpha([]))


def test_pairs_of_votes_that_agree():
    # Krippendorff's two coders agree on six of ten items
    assert share_agreeing_pairs(binary_counts(CODERS)) == pytest.approx(0.6)
    # of three votes 2 : 1, one pair of three is equal; a single vote is no pair
    assert share_agreeing_pairs(np.array([[2, 1], [0, 1], [3, 0]])) == pytest.approx((1 / 3 + 1) / 2)
    assert np.isnan(share_agreeing_pairs(np.array([[1, 0]])))
