"""Majority, ties and noisy voters, by tables that a reader can count."""

import numpy as np
import pytest

from sacrerouge_litepyramid.statistics.votes import (
    Ballot,
    Disagreement,
    count_disagreements,
    drop_noisiest,
    find_noisier_than,
    find_noisiest,
    is_tied,
    majority,
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
