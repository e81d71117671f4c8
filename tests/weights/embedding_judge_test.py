"""The embedding judge as shipped, with MiniLM's real weights: from the command line to people's
judgements.
"""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.corpora.litepyramid import PYRXSUM, Corpus
from sacrerouge_litepyramid.experiments.judge_training import measure_fit
from sacrerouge_litepyramid.judges.embedding import EmbeddingJudge
from sacrerouge_litepyramid.judges.lexical import LexicalJudge
from sacrerouge_litepyramid.training.training_sets import read_training_set

UNITS = ("The harbour was closed.", "Seven people died.")


@pytest.fixture(scope="module")
def model() -> EmbeddingJudge:
    return EmbeddingJudge()


@pytest.fixture(scope="module")
def pyrxsum(released_corpus: Callable[[Corpus], Path]) -> Path:
    return released_corpus(PYRXSUM)


def judge(model, summary: str) -> np.ndarray:
    (logits,) = model.predict([Group(summary, UNITS)])
    return logits[:, 0]


@pytest.mark.parametrize(
    "paraphrase",
    [
        "The port was shut. Seven persons were killed.",
        "The port was sealed off. Seven lives were lost.",
        "The port stays shut for ships. There were seven fatalities.",
    ],
)
def test_a_paraphrase_is_nearer_than_by_words_and_synonyms(model, paraphrase):
    assert (judge(model, paraphrase) > judge(LexicalJudge(), paraphrase)).all()
    assert (
        judge(model, paraphrase) > judge(model, "The singer released a new album in May.") + 2
    ).all()


def test_a_negation_and_another_number_are_noticed(model):
    stated = judge(model, "The harbour was closed. Seven people died.")
    changed = judge(model, "The harbour was not closed. Nine people died.")
    assert (stated > 0).all()
    assert (changed < stated - 2).all()
    assert changed[0] < 0


def test_pyrxsum_agrees_with_human_scores_as_published(model, pyrxsum):
    """r as in docs/how-good.md, from `score` and `agreement`."""
    found = measure_fit(model, read_training_set(pyrxsum))
    assert found["system_pearson"] == pytest.approx(0.990, abs=0.002)
    assert found["summary_pearson"] == pytest.approx(0.662, abs=0.002)
