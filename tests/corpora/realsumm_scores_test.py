import json

import pytest

from helpers.realsumm_release import write_release
from helpers.support import read_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.corpora import realsumm_scores
from sacrerouge_litepyramid.corpora.realsumm_scores import RealSummScores
from sacrerouge_litepyramid.io.line_aligned import read_aligned_labels, read_line_aligned
from sacrerouge_litepyramid.io.units import read_units


def test_the_command_writes_the_plugins_files(shared, tmp_path, capsys):
    source = str(shared / "data/realsumm")
    assert main(["setup-dataset", "realsumm-scores", str(tmp_path / "out"), "--source", source]) == 0
    counts = {"summaries": 2500, "rows": 7743, "scus": 1056, "labels": 26400, "ties": 277, "reproduced": 2400}
    expected = {**counts, "copied": 100, "bart": "drop", "systems": 24}
    assert json.loads((tmp_path / "out/counts.json").read_text("utf-8")) == expected
    assert expected.items() <= json.loads(capsys.readouterr().out).items()
    lines = read_lines(tmp_path / "out/metrics.jsonl")
    assert len(lines) == 2400 and {len(line["metrics"]) for line in lines} == {15}
    assert {next(iter(line["metrics"])) for line in lines} == {"litepyramid_recall"}, "the human score comes first"


def test_labels_are_the_lite_pyramid_authors(shared, tmp_path):
    RealSummScores().setup(tmp_path, shared / "data/realsumm")
    folder = shared / "data/lite-pyramid/REALSumm"
    data = read_line_aligned(folder)
    theirs = {(item.instance_id, item.summarizer_id): list(item.labels) for item in read_aligned_labels(folder, data)}
    ours = {
        (line["instance_id"], line["summarizer_id"]): line["labels"] for line in read_lines(tmp_path / "labels.jsonl")
    }
    assert ours == theirs
    assert {name: len(item.units) for name, item in read_units(tmp_path / "scus.jsonl").items()} == {
        name: len(item.units) for name, item in data.units.items()
    }


def test_another_release_is_refused_and_nothing_written(tmp_path):
    source = write_release(tmp_path / "release")
    with pytest.raises(ValueError, match="summaries: 8, but 2500 in the release; get the files again"):
        RealSummScores().setup(tmp_path / "out", source)
    assert not (tmp_path / "out").exists()


def test_a_release_with_the_right_counts_is_taken(tmp_path, monkeypatch):
    facts = {"summaries": 8, "rows": 20, "scus": 3, "labels": 12, "ties": 1, "reproduced": 6, "copied": 2}
    monkeypatch.setattr(realsumm_scores, "FACTS", facts)
    counts = RealSummScores().setup(tmp_path / "out", write_release(tmp_path / "release", pickled=True), "repaired")
    assert counts == {"dataset": "REALSumm scores", **facts, "bart": "repaired", "systems": 4}
    votes = {
        (line["instance_id"], line["summarizer_id"]): line["votes"] for line in read_lines(tmp_path / "out/votes.jsonl")
    }
    assert votes["cnndm10586", "ext_bart_out"] == [[1], [0], [1]]
    labels = read_lines(tmp_path / "out/labels.jsonl")
    assert len(labels) == 8 and {"instance_id": "cnndm10586", "summarizer_id": "ext_bart_out", "labels": [1]} in labels
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        "metrics.jsonl", "labels.jsonl", "votes.jsonl", "scus.jsonl", "counts.json"
    }  # fmt: skip
