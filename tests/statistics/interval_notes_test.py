"""What an interval covers, and from how many systems and documents on there is no warning."""

import pytest

from sacrerouge_litepyramid.statistics.agreement import OVER
from sacrerouge_litepyramid.statistics.interval_notes import (
    ESTIMANDS,
    FOLD_ESTIMANDS,
    describe_estimands,
    list_warnings,
    warn_of_few_values,
)


def test_every_level_of_every_kind_has_its_own():
    assert list(ESTIMANDS) == list(FOLD_ESTIMANDS) == list(OVER)
    assert len({each for by_level in ESTIMANDS.values() for each in by_level.values()}) == 6


@pytest.mark.parametrize("over", OVER)
def test_folds_differ_at_the_system_level_alone(over):
    whole, folds = describe_estimands(over), describe_estimands(over, has_folds=True)
    assert [level for level in whole if whole[level] != folds[level]] == ["system"]


@pytest.mark.parametrize(
    ("systems", "documents", "starts"),
    [
        (5, 20, []),
        (4, 20, ["4 systems: with fewer than 5"]),
        (2, 20, ["2 systems: no correlation"]),
        (5, 19, ["19 documents: with fewer than 20"]),
        (3, 1, ["3 systems: with", "1 document: with"]),
    ],
)
def test_few_systems_and_few_documents(systems, documents, starts):
    found = list_warnings(systems, documents)
    assert len(found) == len(starts)
    assert all(each.startswith(start) for each, start in zip(found, starts, strict=True))


def test_folds_are_named():
    assert list_warnings(2, 100, folds=5)[0].startswith("2 systems in a fold: no correlation")


def test_few_summaries_of_a_mean():
    assert warn_of_few_values([30, 19, 1])[0].startswith("19 summaries of a system: with fewer than 20")
    assert not warn_of_few_values([20, 1]) and not warn_of_few_values([])
