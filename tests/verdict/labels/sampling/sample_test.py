"""Labels from votes."""

import numpy as np
import pytest

from helpers.labelled_frames import make_evidence
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.verdict.labels.sampling.frame import FrameRow, build_frame
from sacrerouge_litepyramid.verdict.labels.sampling.sample import label_rows, list_label_votes

EVIDENCE = make_evidence(systems=1, documents=2, units=3)
FRAME = build_frame(EVIDENCE)
NAN = np.nan


def test_shares_and_noise():
    votes = {
        FrameRow("d00", "a", 0): [1, 1, 0, 1],
        FrameRow("d00", "a", 2): [0, 1],
        FrameRow("d01", "a", 1): [1],
    }
    labels = label_rows(FRAME, votes)
    assert labels.value == pytest.approx([0.75, NAN, 0.5, NAN, 1.0, NAN], nan_ok=True)
    # .75 · .25 / 3 and .5 · .5 / 1; of the single vote the mean of .75 · .25 · 4 / 3 and .5 · .5 ·
    # 2 / 1
    assert labels.noise[[0, 2, 4]] == pytest.approx([0.0625, 0.25, (0.25 + 0.5) / 2])


def test_noise_of_grades_is_the_variance_of_their_mean():
    grades, equal = [0, 0.5, 1, 0.5], [0.5, 0.5]
    labels = label_rows(FRAME, {FrameRow("d00", "a", 0): grades, FrameRow("d00", "a", 1): equal})
    assert labels.value[:2] == pytest.approx([0.5, 0.5])
    assert labels.noise[:2] == pytest.approx([np.var(grades, ddof=1) / 4, 0])


def test_a_single_vote_a_unit_is_taken_as_the_truth():
    assert not label_rows(FRAME, {FrameRow("d00", "a", 0): [1.0]}).noise.any()


def test_votes_of_lists_with_gaps():
    given = {SummaryKey("d01", "a"): np.array([[1, NAN, 0], [1, NAN, NAN]])}
    assert list_label_votes(given, EVIDENCE) == {
        FrameRow("d01", "a", 0): [1, 1],
        FrameRow("d01", "a", 2): [0],
    }


@pytest.mark.parametrize(
    ("key", "units", "message"),
    [
        (SummaryKey("d00", "z"), 3, "system 'z': the evidence has no such summary"),
        (SummaryKey("d00", "a"), 2, "system 'a': 2 labels for 3 units; pass one per unit"),
    ],
)
def test_labels_that_do_not_fit(key, units, message):
    with pytest.raises(ValueError, match=message):
        list_label_votes({key: np.ones((1, units))}, EVIDENCE)
