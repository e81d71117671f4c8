"""The report by hand: means and comparisons, where some summaries have no reward."""

import pytest

from sacrerouge_litepyramid.experiments.summarizers.run import Candidate, compare_rewards, render_means, system_means
from sacrerouge_litepyramid.io.summaries import Summary

NAN = float("nan")


def candidates(**rewards: list[float]) -> list[dict[str, Candidate]]:
    """An instance a place; the summary of the first has one token, that of the second two, and so on."""
    return [
        {
            name: Candidate(Summary("i", name, "peer", ["word"] * (place + 1), [], [], "line"), values[place])
            for name, values in rewards.items()
        }
        for place in range(len(next(iter(rewards.values()))))
    ]


def test_above_is_not_equal_and_without_a_reward_is_neither() -> None:
    found = candidates(mine=[3, 2, 1, NAN, 1], lead=[2, 2, 2, 1, NAN], random=[1, 1, 0, 0, 0])
    expected = "reward of mine: above lead on 1 and equal on 1, above random on 4 and equal on 0 of 5 documents"
    assert compare_rewards(found, "mine") == expected


def test_means_leave_out_what_has_no_reward_and_count_it(caplog: pytest.LogCaptureFixture) -> None:
    mine, lead = system_means(candidates(mine=[3, NAN, 1], lead=[2, 2, 5]))
    assert (mine.name, mine.reward, mine.tokens, mine.rouge) == ("mine", 2, 2, {})
    assert lead.reward == 3
    assert [record.getMessage() for record in caplog.records] == [
        "mine: 1 of 3 summaries have no reward; the mean leaves them out"
    ]
    lines = [line.split() for line in render_means([mine, lead]).splitlines()]
    assert lines == [["reward", "tokens"], ["mine", "2.0000", "2.0"], ["lead", "3.0000", "2.0"]]
