"""supert-native and its baselines from the command line, away from the repository.

And on REALSumm's documents.
"""

import json
import logging

import numpy as np
import pytest

from helpers.support import read_lines
from sacrerouge_litepyramid.__main__ import main
from sacrerouge_litepyramid.corpora.litepyramid import REALSUMM
from sacrerouge_litepyramid.demo import SAMPLE
from sacrerouge_litepyramid.io.summaries import read_summaries
from sacrerouge_litepyramid.metrics.supert.scorer import SentenceVectors, SupertScorer
from sacrerouge_litepyramid.metrics.supert.selection import SentenceSelection

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


def correlate(folder, people, scores, metric):
    files = [
        "--metrics-jsonl-files",
        str(people),
        str(scores),
        "--metrics",
        "litepyramid_recall",
        metric,
    ]
    output = [
        "--output-file",
        str(folder / "correlations.json"),
        "--confidence-interval-method",
        "none",
        "--silent",
    ]
    assert main(["correlate", *files, "--summarizer-type", "peer", *output]) == 0
    return json.loads((folder / "correlations.json").read_text("utf-8"))


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


@pytest.fixture(scope="module")
def realsumm(released_corpus):
    return released_corpus(REALSUMM)


def test_agreement_with_human_scores_on_realsumm(realsumm, tmp_path):
    assert score("supert-native", realsumm / "summaries.jsonl", tmp_path / "scores.jsonl") == 0
    found = correlate(
        tmp_path, realsumm / "metrics.jsonl", tmp_path / "scores.jsonl", "supert-native_f1"
    )
    assert found["system_level"]["num_summarizers"] == 25
    assert (
        found["summary_level"]["pearson"]["r"] >= 0.36
        and found["summary_level"]["spearman"]["rho"] >= 0.34
    )
    assert (
        found["system_level"]["pearson"]["r"] >= 0.72
        and found["system_level"]["spearman"]["rho"] >= 0.80
    )


@pytest.fixture(scope="module")
def topics(realsumm):
    """The documents and a few of the summaries of each instance."""
    found: dict[str, tuple[list, list]] = {}
    for summary in read_summaries(realsumm / "summaries.jsonl"):
        found.setdefault(summary.instance_id, (summary.documents, []))[1].append(summary.text)
    return [(documents, texts[::5]) for documents, texts in found.values()]


@pytest.fixture(scope="module")
def vectors():
    return SentenceVectors()


@pytest.mark.parametrize("name", SentenceSelection.list_available())
def test_every_strategy_runs_on_every_document_of_realsumm(name, topics, vectors):
    selection = SentenceSelection.by_name(name)()
    scorers = [SupertScorer(documents, selection, vectors) for documents, _ in topics]
    assert all(0 < len(scorer.selected) <= len(scorer.sentences) for scorer in scorers)
    values = np.array(
        [scorer.score(texts) for scorer, (_, texts) in zip(scorers, topics, strict=True)]
    )
    assert values.shape == (100, 5, 3) and np.isfinite(values).all()
    assert values.min() >= 0 and values.max() <= 1
