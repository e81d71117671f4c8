"""What an interval is of."""

import pytest

from sacrerouge_litepyramid.statistics.interval_notes import ESTIMANDS, OF_FOLDS, describe_estimands, group_levels
from sacrerouge_litepyramid.statistics.resampling import OVER


def test_every_level_of_every_kind_has_its_own():
    assert list(ESTIMANDS) == list(OF_FOLDS) == list(OVER)
    assert len({each for by_level in ESTIMANDS.values() for each in by_level.values()}) == 9


@pytest.mark.parametrize("over", OVER)
def test_folds_differ_at_the_system_level_alone(over):
    whole, folds = describe_estimands("two-way", over), describe_estimands("two-way", over, has_folds=True)
    assert [level for level in whole if whole[level] != folds[level]] == ["system"]


def test_percentiles_are_said_once_for_all_levels():
    (levels,) = group_levels(describe_estimands("percentile", "both")).values()
    assert levels == "system, summary, global"
