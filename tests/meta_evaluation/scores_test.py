import numpy as np
import pytest

from helpers.support import write_lines
from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.meta_evaluation.scores import (
    Scores,
    add_metrics,
    read_metric_files,
    split_by_folds,
    to_matrix,
)

WHOLE = Scores(
    systems=("x", "y", "z"),
    documents=("a", "b"),
    human=np.array([[1.0, 2.0], [3.0, np.nan], [5.0, 6.0]]),
    metrics={"m": np.array([[0.1, 0.2], [np.nan, np.nan], [0.5, np.nan]])},
)


def test_parts_of_documents_and_of_systems():
    column = WHOLE.part("documents", ["b"])
    assert (column.systems, column.documents) == (("x", "y", "z"), ("b",))
    np.testing.assert_array_equal(column.human, [[2.0], [np.nan], [6.0]])
    rows = WHOLE.part("systems", ["z", "x"])
    assert (rows.systems, rows.documents) == (("x", "z"), ("a", "b"))
    np.testing.assert_array_equal(rows.metrics["m"], [[0.1, 0.2], [0.5, np.nan]])


def test_summaries_that_a_metric_lacks_are_counted():
    assert WHOLE.count_missing("m") == 2


def test_names_in_no_fold_are_excluded():
    assert [part.systems for part in split_by_folds(WHOLE, [["x"], ["z"]], "systems")] == [
        ("x",),
        ("z",),
    ]


def test_values_become_a_matrix():
    values = {SummaryKey("a", "x"): 1.0, SummaryKey("b", "y"): 2.0}
    np.testing.assert_array_equal(
        to_matrix(values, ["x", "y"], ["a", "b"]), [[1.0, np.nan], [np.nan, 2.0]]
    )


def test_metric_files_are_joined_on_human_scores(tmp_path):
    human = [("b", "y", 0.5), ("a", "x", 0.25)]
    ours = [("a", "x", 3.0), ("c", "x", 4.0)]
    for name, key, rows in (("human", "human", human), ("ours", "m", ours)):
        lines = [
            {"instance_id": row[0], "summarizer_id": row[1], "metrics": {key: row[2]}}
            for row in rows
        ]
        write_lines(tmp_path / f"{name}.jsonl", lines)
    paths = [tmp_path / "human.jsonl", tmp_path / "ours.jsonl"]
    found = read_metric_files(paths, "human", ["m"])
    assert (found.systems, found.documents) == (("x", "y"), ("a", "b"))
    np.testing.assert_array_equal(found.human, [[0.25, np.nan], [np.nan, 0.5]])
    np.testing.assert_array_equal(found.metrics["m"], [[3.0, np.nan], [np.nan, np.nan]])


def test_systems_and_documents_without_a_human_number_are_excluded(tmp_path):
    rows = [("a", "x", 0.5), ("a", "y", float("nan")), ("b", "y", float("nan"))]
    write_lines(
        tmp_path / "m.jsonl",
        [
            {"instance_id": name, "summarizer_id": system, "metrics": {"human": score, "m": 1}}
            for name, system, score in rows
        ],
    )
    found = read_metric_files([tmp_path / "m.jsonl"], "human", ["m"])
    assert (found.systems, found.documents) == (("x",), ("a",))


def test_human_scores_of_references_alone_are_refused(tmp_path):
    line = {
        "instance_id": "a",
        "summarizer_id": "x",
        "summarizer_type": "reference",
        "metrics": {"human": 1, "m": 1},
    }
    write_lines(tmp_path / "m.jsonl", [line])
    with pytest.raises(ValueError, match="no system summary has the score 'human'"):
        read_metric_files([tmp_path / "m.jsonl"], "human", ["m"])


@pytest.mark.parametrize("values", [{}, {SummaryKey("b", "y"): 1.0}], ids=["none", "others"])
def test_a_metric_of_other_summaries_is_refused(values):
    with pytest.raises(
        ValueError,
        match="the metric 'n' and the human score have no summary in common; the metric's first: ",
    ):
        add_metrics(WHOLE, {"n": values})
