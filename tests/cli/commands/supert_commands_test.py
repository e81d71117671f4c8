"""supert-native and its baselines from the command line, away from the repository.

And on REALSumm's documents.
"""

import logging

import pytest

from helpers.support import read_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.verdict.demo import SAMPLE

DOCUMENT_BASED = ["--dataset-reader", "document-based", "--input-files"]


def score(metric, summaries, output, *more):
    words = [
        metric,
        "score",
        *DOCUMENT_BASED,
        str(summaries),
        "--output-jsonl",
        str(output),
        "--silent",
        *more,
    ]
    return main(words)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ([], "selection.type:whole"),
        (["--selection", "top"], "selection.type:top|selection.sentences:15"),
        (
            ["--selection", '{"type": "top", "sentences": 3}'],
            "selection.type:top|selection.sentences:3",
        ),
    ],
)
def test_a_selection_is_a_name_or_json(given, expected, tmp_path, caplog):
    caplog.set_level(logging.INFO)
    assert (
        score("supert-native", SAMPLE / "summaries.jsonl", tmp_path / "scores.jsonl", *given) == 0
    )
    assert expected in caplog.text
    values = [
        line["metrics"]["supert-native"]["f1"] for line in read_lines(tmp_path / "scores.jsonl")
    ]
    assert len(values) == 50 and min(values) >= 0 and max(values) <= 1 and len(set(values)) > 25
