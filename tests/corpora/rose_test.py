"""RoSE's layout as its page documents it, filled with made-up texts."""

import json
import re

import pytest

from helpers.score_files import score_files
from helpers.support import read_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.corpora.rose import read_rose
from sacrerouge_litepyramid.plugin.lite_pyramid import Lite2Pyramid
from sacrerouge_litepyramid.plugin.readers import UnitsBasedDatasetReader

RECORD = {
    "source": "The harbour burned on Monday. Nobody was hurt.",
    "reference": "A fire closed the harbour .\nNobody was hurt .",
    "reference_acus": ["A fire closed the harbour", "Nobody was hurt"],
    "count_id": 0,
    "example_id": "0a1b",
    "annotations": {
        "bart": {"acu_labels": [1, 0], "acu": 0.5, "normalized_acu": 0.4},
        "gold": {"acu_labels": [1, 1], "acu": 1.0, "normalized_acu": 1.0},
        "reference": {"acu_labels": [1, 1], "acu": 1.0, "normalized_acu": 1.0},
    },
    "system_outputs": {
        "bart": "A fire closed the harbour.",
        "gold": "Fire at the harbour, nobody hurt.",
    },
}
EMPTY = {
    **RECORD,
    "example_id": "2c3d",
    "reference_acus": [],
    "annotations": {},
    "system_outputs": {},
}


def save(tmp_path, *records):
    path = tmp_path / "rose.json"
    path.write_text(json.dumps(list(records)), "utf-8")
    return path


def test_a_part_of_rose_becomes_a_data_set_that_is_scored_and_correlated(tmp_path, capsys):
    other = {**RECORD, "example_id": "4e5f"}
    assert (
        main(
            [
                "setup-dataset",
                "rose",
                str(tmp_path / "data"),
                "--source",
                str(save(tmp_path, RECORD, EMPTY, other)),
            ]
        )
        == 0
    )
    assert ", labels: 8" in capsys.readouterr().out
    assert read_lines(tmp_path / "data" / "labels.jsonl")[0]["labels"] == [1, 0]
    assert read_lines(tmp_path / "data" / "metrics.jsonl")[0]["metrics"] == {
        "litepyramid_recall": 0.5,
        "acu": 0.5,
        "normalized_acu": 0.4,
    }
    inputs = [tmp_path / "data" / name for name in ("summaries.jsonl", "scus.jsonl")]
    lines = score_files(
        Lite2Pyramid(), UnitsBasedDatasetReader(), inputs, tmp_path / "scores.jsonl"
    )
    assert [line["summarizer_id"] for line in lines] == ["bart", "gold", "bart", "gold"]


def test_a_table_with_null_for_missing_values(tmp_path):
    datasets = pytest.importorskip("datasets")
    of_another = {
        "annotations": {"t5": {"acu_labels": [0, 1]}},
        "system_outputs": {"t5": "Nobody was hurt."},
    }
    data = datasets.Dataset.from_list([RECORD, {**RECORD, "example_id": "4e5f", **of_another}])
    path = tmp_path / "rose.parquet"
    data.to_parquet(path)
    assert [record.instance_id for record in read_rose(path)] == ["0a1b", "4e5f"]
    assert read_rose(path)[0]._replace(summaries=()) == read_rose(save(tmp_path, RECORD))[
        0
    ]._replace(summaries=())
    judged = [
        (summary.summary.summarizer_id, summary.labels, summary.scores)
        for summary in read_rose(path)[1].summaries
    ]
    assert judged == [("t5", (0, 1), {"litepyramid_recall": 0.5})]


DERIVED = {
    "instance_id": "v1",
    "reference": RECORD["reference"],
    "units": RECORD["reference_acus"],
    "summaries": RECORD["system_outputs"],
    "present": {"bart": 1, "gold": 2},
}


@pytest.mark.parametrize(
    "record",
    [DERIVED, {**RECORD, "annotations": {"bart": {"acu": 0.5}, "gold": {"acu": 1.0}}}],
    ids=["derived", "released"],
)
def test_a_part_without_labels_has_human_scores(tmp_path, capsys, record):
    source = ["--source", str(save(tmp_path, record))]
    assert main(["setup-dataset", "rose", str(tmp_path / "data"), *source]) == 0
    assert ", labels: 0" in capsys.readouterr().out
    assert sorted(path.name for path in (tmp_path / "data").iterdir()) == [
        "metrics.jsonl",
        "scus.jsonl",
        "summaries.jsonl",
    ]
    scores = [
        (line["summarizer_id"], line["metrics"])
        for line in read_lines(tmp_path / "data" / "metrics.jsonl")
    ]
    assert scores == [
        ("bart", {"litepyramid_recall": 0.5, "acu": 0.5}),
        ("gold", {"litepyramid_recall": 1, "acu": 1}),
    ]
    (tmp_path / "data" / "labels.jsonl").write_text("{}")
    assert main(["setup-dataset", "rose", str(tmp_path / "data"), *source]) == 1
    assert "labels.jsonl" in capsys.readouterr().err


BAD = {
    "instance '0a1b': system 'gold' must have a text and annotations with acu_labels or acu": {
        "annotations": {"bart": RECORD["annotations"]["bart"]}
    },
    "instance '0a1b', unit 1: a unit's text must be a non-empty string": {
        "reference_acus": ["", "x"]
    },
    "row 1: the field 'example_id' (a string or a number) is missing": {"example_id": None},
}


@pytest.mark.parametrize("message", BAD)
def test_bad_records_are_named(tmp_path, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        read_rose(save(tmp_path, {**RECORD, **BAD[message]}))


def test_a_part_without_acus_is_refused(tmp_path):
    with pytest.raises(ValueError, match="rose.json: no record has ACUs"):
        read_rose(save(tmp_path, EMPTY))
