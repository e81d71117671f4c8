"""Labels and votes with gaps, as lines of labels.jsonl and of votes.jsonl."""

import json

import numpy as np
import pytest

from helpers.support import read_lines, write_lines
from sacrerouge_litepyramid.io.labels import (
    read_partial_labels,
    read_votes,
    read_votes_of_form,
    write_vote_sheet,
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
    found = read(tmp_path, {"labels": [1, None, 0]})
    assert np.array_equal(found[SummaryKey("d1", "s")], [[1, np.nan, 0]], equal_nan=True)


def test_grades_are_read_as_labels(tmp_path):
    found = read(tmp_path, {"labels": [1, 0.5, 0.25]})
    assert np.array_equal(found[SummaryKey("d1", "s")], [[1, 0.5, 0.25]])


def test_votes_of_several_annotators_are_read(tmp_path):
    found = read(tmp_path, {"annotators": ["ann", "bob"], "votes": [[1, None], [0, 1]]})
    assert np.array_equal(found[SummaryKey("d1", "s")], [[1, np.nan], [0, 1]], equal_nan=True)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            [{"labels": [1, 2]}],
            "line 1, instance 'd1': a label must be a number from 0 to 1, or null if nobody labelled the unit, not 2",
        ),
        ([{"labels": [True]}], "or null if nobody labelled the unit, not True"),
        ([{"votes": [[1, 0], [1]]}], "the votes must be lists of equal length"),
        ([{"votes": []}], "lists of equal length"),
        ([{"votes": [3]}], "lists of equal length"),
        ([{"labels": [1]}, {"labels": [0]}], "line 2, instance 'd1': system 's' already has labels"),
        ([{}], "the field 'labels' .a list. is missing"),
    ],
)
def test_invalid_lines_are_refused(tmp_path, lines, message):
    with pytest.raises(ValueError, match=message):
        read(tmp_path, *lines)


HEADER = "annotator,task,number,vote\n"


def saved(tmp_path, tasks, annotator="ann"):
    path = tmp_path / "votes.json"
    data = {"format": "litepyramid label votes", "version": 1, "annotator": annotator, "tasks": tasks}
    path.write_text(json.dumps(data), "utf-8")
    return path


def test_a_saved_form_is_read(tmp_path):
    path = saved(tmp_path, [{"task": "t1", "votes": [1, 0, 0.5, "u", None]}], " ann ")
    (votes,) = read_votes_of_form(path)
    assert votes == ("ann", "t1", (1, 0, 0.5, "u", None), f"{path}, task 1")


@pytest.mark.parametrize(
    ("tasks", "annotator", "reason"),
    [
        ([{"task": "t1", "votes": [1]}], " ", "a name and votes of 0, 0.5, 1, 'u' or null are required"),
        ([{"task": "t1", "votes": [2]}], "ann", "a name and votes of 0, 0.5, 1, 'u' or null are required"),
        ([{"task": "t1", "votes": [True]}], "ann", "a name and votes of 0, 0.5, 1, 'u' or null are required"),
        ([{"votes": [1]}], "ann", "no field 'task'"),
    ],
)
def test_an_edited_form_is_refused(tmp_path, tasks, annotator, reason):
    with pytest.raises(ValueError, match=rf"votes.json: not a saved form as the form wrote it \({reason}\); use"):
        read_votes_of_form(saved(tmp_path, tasks, annotator))


def test_a_worksheet_may_be_in_any_order(tmp_path):
    write_vote_sheet(tmp_path / "w.csv", "ann", [("t1", 1, "=unit", "text"), ("t1", 2, "unit", "text")])
    assert [vote.votes for vote in read_votes_of_form(tmp_path / "w.csv")] == [(None, None)]
    (tmp_path / "w.csv").write_text(HEADER + "ann,t1,2,0\nann,t2,1,U\nann,t1,1,1\nbob,t1,2,1\n", "utf-8")
    assert [vote[:3] for vote in read_votes_of_form(tmp_path / "w.csv")] == [
        ("ann", "t1", (1, 0)),
        ("ann", "t2", ("u",)),
        ("bob", "t1", (None, 1)),
    ]


@pytest.mark.parametrize("cell", ["0.5", ".5", "partly", "Partly", '"0,5"'])
def test_a_worksheet_may_write_partly_in_several_ways(tmp_path, cell):
    (tmp_path / "w.csv").write_text(f"{HEADER}ann,t1,1,{cell}\n", "utf-8")
    assert [vote.votes for vote in read_votes_of_form(tmp_path / "w.csv")] == [(0.5,)]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (",t1,1,1\n", "row 2: the column 'annotator' is empty"),
        ("ann,t1,0,1\n", "row 2: the column 'number' must be a unit's number, from 1, not '0'"),
        ("ann,t1,1000000000000,1\n", "row 2: the column 'number' must be a unit's number, from 1, not '1000000000000'"),
        (
            "ann,t1,1,yes\n",
            "row 2: the column 'vote' must be 1 .present., 0 .absent., u .unclear., empty, or 0.5 .partly. if",
        ),
        ("ann,t1,1,1\nann,t1,1,\n", "row 3: unit 1 of task 't1' has another row already"),
    ],
)
def test_a_row_without_a_valid_vote_is_refused(tmp_path, rows, message):
    (tmp_path / "w.csv").write_text(HEADER + rows, "utf-8")
    with pytest.raises(ValueError, match=message):
        read_votes_of_form(tmp_path / "w.csv")


def test_votes_are_read_as_written(tmp_path):
    ballot = Ballot(("ann", "bob"), np.array([[1, 0, 0.5], [1, np.nan, 0.25]]))
    write_votes(tmp_path / "votes.jsonl", {SummaryKey("a", "good"): ballot})
    assert read_lines(tmp_path / "votes.jsonl")[0]["votes"] == [[1, 0, 0.5], [1, None, 0.25]]
    assert "[[1, 0, 0.5]" in (tmp_path / "votes.jsonl").read_text("utf-8"), "integers stay integers"
    (page,) = read_votes(tmp_path / "votes.jsonl")["good"]
    assert np.array_equal(page, ballot.votes, equal_nan=True)
    assert json.loads((tmp_path / "votes.jsonl").read_text("utf-8"))["annotators"] == ["ann", "bob"]


@pytest.mark.parametrize("votes", [[], [[1, 0], [1]], [[2]], [[True]], "1", [1]])
def test_invalid_votes_are_refused_with_their_place(tmp_path, votes):
    write_lines(tmp_path / "votes.jsonl", [{**KEY, "votes": votes}])
    with pytest.raises(ValueError, match=r"votes.jsonl, line 1, instance 'd1': (?=.*(labels|label|votes))"):
        read_votes(tmp_path / "votes.jsonl")
