"""Agreement of annotators, so far and at the end."""

import numpy as np
import pytest

from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.statistics.votes import Ballot
from sacrerouge_litepyramid.verdict.labels.annotators import (
    annotator_lines,
    build_agreement_report,
    describe_agreement_so_far,
    measure_agreement_so_far,
)

ALONE = SummaryKey("b", "x")
GIVEN = {
    SummaryKey("a", "x"): Ballot(
        ("ann", "bob", "cem"), np.array([[1, 1, 0], [1, 1, 0], [0, 0, 0]])
    ),
    ALONE: Ballot(("cem",), np.array([[1, 0]])),
}


def test_the_report_counts_by_annotator():
    report = build_agreement_report(GIVEN, {})
    assert report["annotators"]["cem"] == {
        "differing": 2,
        "compared": 3,
        "rate": 2 / 3,
        "summaries": 2,
    }
    assert report["tied_units"] == 0
    lines = list(annotator_lines(report))
    assert "  cem: 2 summaries, against the others' median in 2 of 3 votes (66.7%)" in lines


@pytest.mark.parametrize(
    ("counts", "measured", "line"),
    [
        (
            [[1, 0], [0, 1], [0, 0]],
            (2, 0, None, None),
            "on 2 of 3 units, two or more on 0; no agreement to measure yet",
        ),
        # shares of equal pairs 1, 0, 1/3; of 7 votes 3 are 0: alpha = 1 - 6 * (2 + 2) / (49 - 9 -
        # 16)
        (
            [[0, 2], [1, 1], [2, 1], [0, 0], [1, 0]],
            (4, 3, pytest.approx(0), pytest.approx(4 / 9)),
            # value 0 has shares 0, 1/2, 2/3, 1 of the votes on an item, 13/24 on average: pe =
            # 286/576
            "44.4% of pairs of votes agree, Krippendorff's alpha 0.000; Gwet's AC1 "
            f"{(256 - 286) / (576 - 286):.3f}",
        ),
        (
            [[0, 2], [0, 3]],
            (2, 2, None, 1),
            "Krippendorff's alpha undefined, all votes are equal; Gwet's AC1 1.000",
        ),
    ],
)
def test_agreement_so_far(counts, measured, line):
    agreement = measure_agreement_so_far(np.array(counts))
    assert agreement[:4] == measured
    assert describe_agreement_so_far(agreement, len(counts)).endswith(line)


def test_agreement_so_far_of_grades_is_ordinal_too():
    # by hand in tests/statistics/votes_test.py
    agreement = measure_agreement_so_far(np.array([[2, 0, 0], [1, 1, 0], [0, 1, 1], [0, 0, 2]]))
    assert agreement.alpha == pytest.approx(1 - 7 * 25 / 600)
    # AC1 is nominal: shares 3/8, 2/8 and 3/8, pe = (15 + 12 + 15) / 64 / 2
    line = f"alpha 0.708; Gwet's AC1 {(1 / 2 - 21 / 64) / (43 / 64):.3f}"
    assert describe_agreement_so_far(agreement, 4).endswith(line)


def test_a_report_of_grades_compares_with_the_median():
    votes = np.array([[0, 0, 0.5, 1], [0, 0.5, 1, 1]])
    graded = {ALONE: Ballot(("ann", "bob"), votes)}
    report = build_agreement_report(graded, {})
    assert report["tied_units"] == 2
    lines = list(annotator_lines(report))
    assert "  ann: 1 summary, against the others' median in 2 of 4 votes (50.0%)" in lines
