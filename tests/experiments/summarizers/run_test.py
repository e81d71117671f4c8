"""The report by hand: means and comparisons, where some summaries have no reward."""

import pytest

from sacrerouge_litepyramid.experiments.summarizers.run import (
    Extract,
    compare_rewards,
    render_means,
)
from sacrerouge_litepyramid.io.documents import SourceInstance

NAN = float("nan")


def extracts(**rewards: list[float]) -> list[list[Extract]]:
    """Return for each place an instance's extracts.

    That of the first has one token, that of the second two, …
    """
    places = range(len(next(iter(rewards.values()))))
    return [
        [Extract(name, ["word"] * (place + 1), values[place]) for name, values in rewards.items()]
        for place in places
    ]


def test_above_is_not_equal_and_without_a_reward_is_neither() -> None:
    by_instance = extracts(mine=[3, 2, 1, NAN, 1], lead=[2, 2, 2, 1, NAN], random=[1, 1, 0, 0, 0])
    expected = (
        "reward of mine: above lead on 1 and equal on 1, above random on 4 and equal on 0 "
        "of 5 documents"
    )
    assert compare_rewards(by_instance) == expected


def test_means_leave_out_what_has_no_reward_and_count_it(caplog: pytest.LogCaptureFixture) -> None:
    instances = [SourceInstance("i", ["x"], [], "line")] * 3
    lines = [
        line.split()
        for line in render_means(instances, extracts(mine=[3, NAN, 1], lead=[2, 2, 5])).splitlines()
    ]
    assert lines == [["reward", "tokens"], ["mine", "2.0000", "2.0"], ["lead", "3.0000", "2.0"]]
    assert [record.getMessage() for record in caplog.records] == [
        "mine: 1 of 3 summaries have no reward; the mean excludes them"
    ]
