"""Labels and votes with gaps, as lines of labels.jsonl and of votes.jsonl."""

import json

import numpy as np
import pytest

from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid.io.labels import (
    find_labelled_units,
    read_partial_labels,
    read_votes_of_form,
    write_labels,
    write_votes,
)
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.statistics.votes import Ballot

KEY = {"instance_id": "d1", "summarizer_id": "s"}


def read(tmp_path, *lines):
    path = tmp_path / "labels.jsonl"
    write_lines(path, [{**KEY, **line} for line in lines])
    return read_partial_labels(path)


def test_labels_count_as_the_votes_of_one_voter(tmp_path):
    votes = read(tmp_path, {"labels": [1, None, 0.25]})
    assert np.array_equal(votes[SummaryKey("d1", "s")], [[1, np.nan, 0.25]], equal_nan=True)


def test_votes_of_several_annotators_are_read(tmp_path):
    votes = read(tmp_path, {"annotators": ["ann", "bob"], "votes": [[1, None], [0, 1]]})
    assert np.array_equal(votes[SummaryKey("d1", "s")], [[1, np.nan], [0, 1]], equal_nan=True)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            [{"labels": [1, 2]}],
            "line 1, instance 'd1': a label must be a number from 0 to 1, or null if nobody "
            "labelled the unit, not 2",
        ),
        ([{"labels": [True]}], "or null if nobody labelled the unit, not True"),
        ([{"votes": [[1, 0], [1]]}], "the votes must be lists of equal length"),
        ([{"votes": []}], "lists of equal length"),
        ([{"votes": [3]}], "lists of equal length"),
        (
            [{"labels": [1]}, {"labels": [0]}],
            "line 2, instance 'd1': system 's' already has labels",
        ),
        ([{}], "the field 'labels' .a list. is missing"),
    ],
)
def test_invalid_lines_are_refused(tmp_path, lines, message):
    with pytest.raises(ValueError, match=message):
        read(tmp_path, *lines)


def saved(tmp_path, tasks, annotator="ann"):
    path = tmp_path / "votes.json"
    data = {
        "format": "litepyramid label votes",
        "version": 1,
        "annotator": annotator,
        "tasks": tasks,
    }
    path.write_text(json.dumps(data), "utf-8")
    return path


def test_a_saved_form_is_read(tmp_path):
    path = saved(tmp_path, [{"task": "t1", "votes": [1, 0, 0.5, "u", None]}], " ann ")
    (votes,) = read_votes_of_form(path)
    assert votes == ("ann", "t1", (1, 0, 0.5, "u", None), f"{path}, task 1")


@pytest.mark.parametrize(
    ("tasks", "annotator", "reason"),
    [
        ([{"task": "t1", "votes": [1]}], " ", "a name is required"),
        ([{"votes": [1]}], "ann", "no field 'task'"),
    ],
)
def test_an_edited_form_is_refused(tmp_path, tasks, annotator, reason):
    with pytest.raises(
        ValueError, match=rf"votes.json: not a saved form as the form wrote it \({reason}\); use"
    ):
        read_votes_of_form(saved(tmp_path, tasks, annotator))


def test_votes_are_read_as_written(tmp_path):
    ballot = Ballot(("ann", "bob"), np.array([[1, 0, 0.5], [1, np.nan, 0.25]]))
    write_votes(tmp_path / "votes.jsonl", {SummaryKey("a", "good"): ballot})
    assert read_lines(tmp_path / "votes.jsonl")[0]["votes"] == [[1, 0, 0.5], [1, None, 0.25]]
    assert "[[1, 0, 0.5]" in (tmp_path / "votes.jsonl").read_text("utf-8"), "integers stay integers"
    page = read_partial_labels(tmp_path / "votes.jsonl")[SummaryKey("a", "good")]
    assert np.array_equal(page, ballot.votes, equal_nan=True)
    assert json.loads((tmp_path / "votes.jsonl").read_text("utf-8"))["annotators"] == ["ann", "bob"]


@pytest.mark.parametrize(
    ("files", "labels", "units"),
    [
        ((), None, "scus.jsonl"),
        (("scus.jsonl", "units.jsonl"), None, "scus.jsonl"),
        (("units.jsonl",), None, "units.jsonl"),
        (("scus.jsonl", "units.jsonl"), "units.jsonl", "units.jsonl"),
        (("units.jsonl",), "scus.jsonl", "units.jsonl"),
    ],
)
def test_labels_name_the_file_of_their_units_unless_it_is_the_scus(tmp_path, files, labels, units):
    for name in files:
        (tmp_path / name).touch()
    if labels:
        write_labels(tmp_path / "labels.jsonl", [(SummaryKey("d1", "s"), [1, 0])], labels)
    assert find_labelled_units(tmp_path).name == units
