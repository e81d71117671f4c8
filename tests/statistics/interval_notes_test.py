"""From how many systems and documents on there is no warning."""

import pytest

from sacrerouge_litepyramid.statistics.interval_notes import list_warnings


@pytest.mark.parametrize(
    ("systems", "documents", "starts"),
    [
        (5, 20, []),
        (4, 20, ["4 systems"]),
        (2, 20, ["2 systems"]),
        (5, 19, ["19 documents"]),
        (3, 1, ["3 systems", "1 document"]),
    ],
)
def test_few_systems_and_few_documents(systems, documents, starts):
    warnings = list_warnings(systems, documents)
    assert [warning.text.split(":")[0] for warning in warnings] == starts


def test_folds_are_named():
    (warning,) = list_warnings(2, 100, folds=5)
    assert warning.text.startswith("2 systems in a fold: no correlation")
