"""What the plugin changes in SacreROUGE."""

import sys

import pytest
from sacrerouge.commands import metric_command

from helpers.support import write_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.plugin import host
from sacrerouge_litepyramid.verdict.demo import SAMPLE

SCORE = (
    "lite2pyramid score --dataset-reader units-based --judge lexical --silent --input-files".split()
)
FILES = [f"{SAMPLE}/summaries.jsonl", f"{SAMPLE}/scus.jsonl"]


def test_a_package_of_the_working_directory_is_included_with_its_modules(
    tmp_path, monkeypatch, capsys
):
    (tmp_path / "mine/inner").mkdir(parents=True)
    (tmp_path / "mine/__init__.py").write_text("print('mine')")
    (tmp_path / "mine/inner/__init__.py").write_text("print('inner')")
    (tmp_path / "mine/inner/deep.py").write_text("print('deep')")
    monkeypatch.chdir(tmp_path)
    assert not {"", ".", str(tmp_path)}.intersection(sys.path)
    host.import_module_and_submodules("mine")
    assert capsys.readouterr().out.split() == ["mine", "inner", "deep"]


def test_scores_that_cannot_be_written_leave_no_evidence(tmp_path, monkeypatch):
    def fail(*_):
        raise ValueError("no room")

    monkeypatch.setattr(metric_command, "save_score_results", fail)
    outputs = ["--output-jsonl", f"{tmp_path}/scores", "--evidence_output", f"{tmp_path}/evidence"]
    assert main([*SCORE, *FILES, *outputs]) == 1
    assert not list(tmp_path.iterdir())


SCORED = {"instance_id": "a", "metrics": {"human": 1, "ours": {"p2c": 0.5}}}
#: the words after the files, and the error
WITHOUT_SCORES = [
    (
        ["correlate", "--metrics", "human", "ours_p2", "--summarizer-type", "peer"],
        "no file has the metric 'ours_p2'; known: human, ours_p2c; did you mean 'ours_p2c'?",
    ),
    (
        ["correlate", "--metrics", "human", "ours_p2c", "--summarizer-type", "reference"],
        "no summary of --summarizer-type reference has human and ours_p2c; the files have "
        "summaries of the type peer",
    ),
    (
        [
            *["stat-sig-test", "--dependent-metric", "human", "--metric-A", "ours_p2c"],
            *["--metric-B", "theirs", "--summarizer-type", "peer"],
        ],
        "no file has the metric 'theirs'; known: human, ours_p2c",
    ),
]


@pytest.mark.parametrize(("words", "message"), WITHOUT_SCORES)
def test_what_no_file_has_is_named(words, message, tmp_path, capsys):
    systems = [{**SCORED, "summarizer_id": name, "summarizer_type": "peer"} for name in "xyz"]
    write_lines(tmp_path / "scores.jsonl", systems)
    files = ["--metrics-jsonl-files", str(tmp_path / "scores.jsonl"), "--silent"]
    assert main([*words, *files]) == 1
    assert message in capsys.readouterr().err
