"""Labels and votes with gaps, as lines of labels.jsonl and of votes.jsonl."""

import numpy as np
import pytest

from helpers.support import write_lines
from sacrerouge_litepyramid.io.labels import read_partial_labels
from sacrerouge_litepyramid.io.metrics import SummaryKey

KEY = {"instance_id": "d1", "summarizer_id": "s"}


def read(tmp_path, *lines):
    path = tmp_path / "labels.jsonl"
    write_lines(path, [{**KEY, **line} for line in lines])
    return read_partial_labels(path)


def test_labels_count_as_one_voters(tmp_path):
    found = read(tmp_path, {"labels": [1, None, 0]})
    assert np.array_equal(found[SummaryKey("d1", "s")], [[1, np.nan, 0]], equal_nan=True)


def test_votes_of_several(tmp_path):
    found = read(tmp_path, {"annotators": ["ann", "bob"], "votes": [[1, None], [0, 1]]})
    assert np.array_equal(found[SummaryKey("d1", "s")], [[1, np.nan], [0, 1]], equal_nan=True)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([{"labels": [1, 2]}], "line 1, instance 'd1': a label must be 0, 1 or null, not 2"),
        ([{"labels": [True]}], "must be 0, 1 or null, not True"),
        ([{"votes": [[1, 0], [1]]}], "equally long lists of labels were expected"),
        ([{"votes": []}], "equally long lists"),
        ([{"votes": [3]}], "equally long lists"),
        ([{"labels": [1]}, {"labels": [0]}], "line 2, instance 'd1': system 's' has labels already"),
        ([{}], "the field 'labels' .list. is missing"),
    ],
)
def test_wrong_lines(tmp_path, lines, message):
    with pytest.raises(ValueError, match=message):
        read(tmp_path, *lines)
