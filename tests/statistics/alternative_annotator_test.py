"""The alternative annotator test, by hand and against the t-test and the correction of scipy."""

import numpy as np
import pytest
from scipy.stats import false_discovery_control, ttest_1samp

from sacrerouge_litepyramid.statistics.alternative_annotator import compare_with_annotators
from sacrerouge_litepyramid.statistics.votes import Ballot

VOTERS = ("ann", "ben", "cem")


def make_votes(rng, units, accuracy, voters=3):
    """Votes (voters, units), each right with a probability, and the truth."""
    truth = rng.integers(0, 2, units).astype(float)
    wrong = rng.random((voters, units)) > accuracy
    return np.where(wrong, 1 - truth, truth), truth


def split(votes):
    """A ballot for each unit, each of a document of its own."""
    return [Ballot(VOTERS, votes[:, [place]]) for place in range(votes.shape[1])]


def test_a_unit_by_hand():
    # On the fourth unit ben alone has a vote.
    votes = np.array([[1.0, 1, 0, np.nan], [1, 0, 0, 1], [1, 1, 1, np.nan]])
    found = compare_with_annotators(
        [Ballot(VOTERS, votes)] * 2, [np.array([1.0, 1, 0, 1])] * 2, ["a", "b"]
    )
    # On the second unit ben stands alone, on the third cem does; the judge is with the majority on
    # both.
    assert [comparison.judge_wins for comparison in found.comparisons] == [1, 1, 1]
    assert (
        found.passes
        and found.advantage == 1
        and [comparison.units for comparison in found.comparisons] == [6, 6, 6]
    )


def test_with_one_unit_per_document_p_is_that_of_the_paper():
    rng = np.random.default_rng(0)
    votes, truth = make_votes(rng, 60, 0.85)
    judged = np.where(rng.random(60) > 0.8, 1 - truth, truth)
    found = compare_with_annotators(
        split(votes), list(judged[:, None]), [str(place) for place in range(60)]
    )
    expected = []
    for place in range(3):
        others = np.delete(votes, place, axis=0)
        of_judge, of_annotator = (
            (others == judged).mean(axis=0),
            (others == votes[place]).mean(axis=0),
        )
        gap = (of_annotator >= of_judge).astype(float) - (of_judge >= of_annotator)
        expected.append(ttest_1samp(gap, 0.2, alternative="less").pvalue)
    assert [comparison.p for comparison in found.comparisons] == pytest.approx(expected, rel=1e-9)
    assert found.winning_rate == (false_discovery_control(expected, method="by") <= 0.05).mean()


def test_units_of_one_document_do_not_count_as_independent():
    votes, truth = make_votes(np.random.default_rng(1), 40, 0.8)
    apart = compare_with_annotators(
        split(votes), list(truth[:, None]), [str(place) for place in range(40)]
    )
    repeated = compare_with_annotators(
        split(np.tile(votes, 5)),
        list(np.tile(truth, 5)[:, None]),
        [str(place % 40) for place in range(200)],
    )
    assert [comparison.p for comparison in repeated.comparisons] == pytest.approx(
        [comparison.p for comparison in apart.comparisons], rel=1e-9
    )


def test_two_annotators_are_too_few():
    with pytest.raises(ValueError, match="needs at least 3 annotators, not 2"):
        compare_with_annotators([Ballot(("ann", "ben"), np.ones((2, 1)))], [np.ones(1)], ["a"])


def test_one_document_decides_nothing():
    found = compare_with_annotators([Ballot(VOTERS, np.ones((3, 4)))], [np.ones(4)], ["a"])
    assert np.isnan([comparison.p for comparison in found.comparisons]).all() and not found.passes
