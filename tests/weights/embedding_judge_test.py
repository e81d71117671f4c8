"""The embedding judge as shipped, with MiniLM's real weights, agrees with people as published."""

from collections.abc import Callable
from pathlib import Path

import pytest

from sacrerouge_litepyramid.corpora.litepyramid import PYRXSUM, Corpus
from sacrerouge_litepyramid.experiments.judge_training import measure_fit
from sacrerouge_litepyramid.judges.embedding import EmbeddingJudge
from sacrerouge_litepyramid.training.training_sets import read_training_set


def test_pyrxsum_agrees_with_human_scores_as_published(
    released_corpus: Callable[[Corpus], Path],
) -> None:
    """r as in docs/how-good.md, from `score` and `agreement`."""
    found = measure_fit(EmbeddingJudge(), read_training_set(released_corpus(PYRXSUM)))
    assert found["system_pearson"] == pytest.approx(0.990, abs=0.002)
    assert found["summary_pearson"] == pytest.approx(0.662, abs=0.002)
