import json

import pytest

from helpers.support import write_lines
from sacrerouge_litepyramid.__main__ import main

SYSTEMS = ("abs_one", "abs_two", "abs_three", "ext_one", "ext_two")
DOCUMENTS = ("a", "b", "c")


@pytest.fixture
def files(tmp_path):
    """Human scores in one file, a nested metric in another, which lacks ext_two."""
    human, ours = [], []
    for row, system in enumerate(SYSTEMS):
        for column, document in enumerate(DOCUMENTS):
            line = {"instance_id": document, "summarizer_id": system, "summarizer_type": "peer"}
            human.append(
                {
                    **line,
                    "metrics": {
                        "litepyramid_recall": (row + column * row % 3) / 5,
                        "plain": row + column,
                    },
                }
            )
            if system != "ext_two":
                ours.append({**line, "metrics": {"ours": {"p2c": (row * 2 + column) % 5}}})
    write_lines(tmp_path / "metrics.jsonl", human)
    write_lines(tmp_path / "ours.jsonl", ours)
    return tmp_path


@pytest.fixture
def analyze(files, monkeypatch):
    monkeypatch.chdir(files)
    inputs = [".", "--scores", "ours.jsonl", "--output-dir", "out", "--resamples", "20"]
    return lambda *more: main(["experiment", "realsumm", *inputs, *more])


def test_the_files_and_the_log(analyze, files, capsys, caplog):
    more = ["--metrics", "plain", "ours_p2c"]
    assert analyze(*more) == 0
    report = json.loads((files / "out/metrics.json").read_text("utf-8"))
    assert (report["systems"], report["documents"], report["excluded"]) == (4, 3, ["ext_two"])
    assert set(report["correlations"]) == set(report["williams"]) == {"plain", "ours_p2c"}
    assert report["resamples"] == 20
    names = {path.name for path in (files / "out").iterdir()}
    assert names == {"metrics.json", "metrics.md"}
    assert "excluded, as a metric has no scores for them: ext_two" in caplog.text
    assert "metrics.json, metrics.md" in capsys.readouterr().out


@pytest.mark.parametrize(
    "more, message",
    [
        (["--metrics", "palin"], "no metric 'palin'; known: litepyramid_recall, ours_p2c, plain"),
        (["--metrics", "plain", "--resamples", "0"], "--resamples must be at least 1, not 0"),
        (["--metrics", "litepyramid_recall"], "must not name the human score 'litepyramid_recall'"),
    ],
)
def test_mistakes_are_named_and_nothing_written(analyze, files, capsys, more, message):
    assert analyze(*more) == 1
    assert message in capsys.readouterr().err
    assert not (files / "out").exists()
