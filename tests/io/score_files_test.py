"""Score files that are tables, and the defaults of an evaluation folder."""

import pytest

from helpers.support import write_lines, write_table
from sacrerouge_litepyramid.io.evaluation_folder import EvaluationFolder, split_measure
from sacrerouge_litepyramid.io.metrics import SummaryKey, build_metrics_line
from sacrerouge_litepyramid.io.score_files import list_metric_names, read_scores

ROWS = [
    {"doc_id": "a", "model": "x", "rougeL": 0.25, "fluency": "", "note": "good"},
    {"doc_id": "b", "model": "x", "rougeL": 0.5, "fluency": 3, "note": ""},
]


@pytest.mark.parametrize("ending", ["csv", "tsv", "parquet", "jsonl"])
def test_columns_of_numbers_are_metrics(tmp_path, ending):
    path = tmp_path / f"t.{ending}"
    write_table(
        path,
        [
            {**row, "fluency": None} if row["fluency"] == "" and ending == "parquet" else row
            for row in ROWS
        ],
    )
    assert list_metric_names([path]) == ["rougeL", "fluency"]
    scores = read_scores([path], ["rougeL", "fluency"])
    assert scores["rougeL"] == {SummaryKey("a", "x"): 0.25, SummaryKey("b", "x"): 0.5}
    assert scores["fluency"] == {SummaryKey("b", "x"): 3.0}
    assert list_metric_names([path.rename(tmp_path / f"T.{ending.upper()}")]) == [
        "rougeL",
        "fluency",
    ]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([{"rougeL": 1}], "t.csv, line 2: no column was recognised as the instance_id"),
        (
            [{"doc_id": "a", "rougeL": 1}],
            "t.csv, line 2: no column was recognised as the summarizer_id",
        ),
        ([{"doc_id": "a", "model": "x", "note": "good"}], "t.csv: no column of numbers"),
        (
            [{"doc_id": "a", "model": "", "rougeL": 1}],
            "t.csv, line 2: no summarizer_id in the column 'model'; fill it in",
        ),
    ],
)
def test_an_incomplete_table_of_scores_is_refused(tmp_path, rows, message):
    write_table(tmp_path / "t.csv", rows)
    with pytest.raises(ValueError, match=message):
        read_scores([tmp_path / "t.csv"], ["rougeL"])


def write(path, **metrics):
    write_lines(path, [build_metrics_line(SummaryKey("a", "x"), metrics)])


def test_the_first_metric_is_the_default(tmp_path):
    write(tmp_path / "metrics.jsonl", coverage=1, fluency=2)
    assert EvaluationFolder(tmp_path).metric == EvaluationFolder(tmp_path).human == "coverage"
    write(tmp_path / "scores.jsonl", lite3pyramid={"p2c": 0.5, "l2c": 1}, rougeL=0.3)
    folder = EvaluationFolder(tmp_path)
    assert (folder.human, folder.metric) == ("coverage", "lite3pyramid_p2c")
    assert folder.metrics == ["fluency", "lite3pyramid_p2c", "lite3pyramid_l2c", "rougeL"]
    write(tmp_path / "more.jsonl", mine=1)
    assert EvaluationFolder(tmp_path, [tmp_path / "more.jsonl"]).metric == "mine"


def test_files_can_be_used_without_a_folder(tmp_path):
    write(tmp_path / "s.jsonl", litepyramid_recall=1, m=2)
    folder = EvaluationFolder(None, [tmp_path / "s.jsonl"])
    assert (folder.human, folder.find_human(), folder.metrics) == (
        None,
        "litepyramid_recall",
        ["m"],
    )


def test_a_path_that_is_not_a_folder_is_refused(tmp_path):
    for path, message in (
        (None, "no folder of an evaluation; pass one"),
        (tmp_path / "x", "x: no such folder"),
    ):
        with pytest.raises(ValueError, match=message):
            EvaluationFolder(path)
    with pytest.raises(ValueError, match="no scores; score its summaries first"):
        _ = EvaluationFolder(tmp_path).metric


def test_a_name_is_split_into_metric_and_measure():
    assert split_measure("lite3pyramid_p2c") == ("lite3pyramid", "p2c")
    assert split_measure("rougeL") == ("rougeL", None)
