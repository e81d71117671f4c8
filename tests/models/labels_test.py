"""What of the labels must be read."""

import pytest

from sacrerouge_litepyramid.models.answers import stems_of


@pytest.mark.parametrize(
    ("labels", "stems"),
    [
        ([(1,), (2,)], [()]),
        ([(5, 1), (5, 2)], [(5,)]),
        ([(5, 1), (2,)], [(5,)]),
        ([(5, 1), (6, 2)], [(5,), (6,)]),
        ([(5, 6, 1), (5, 2), (7, 3)], [(5, 6), (7,)]),
    ],
)
def test_a_stem_serves_all_labels_that_it_leads_to(labels: list[tuple[int, ...]], stems: list[tuple[int, ...]]) -> None:
    assert stems_of(labels) == stems
