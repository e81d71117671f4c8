"""From how many systems and documents on there is no warning."""

import pytest

from sacrerouge_litepyramid.statistics.interval_notes import (
    list_warnings,
    warn_of_few_values,
)


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
