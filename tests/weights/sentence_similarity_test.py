"""STS over MiniLM against sentence-transformers, on REALSumm's sentences and articles."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sacrerouge_litepyramid.core.texts import sentences_of
from sacrerouge_litepyramid.io.summaries import Summary
from sacrerouge_litepyramid.metrics.ffci.similarity import ComparedTexts, Sts
from sacrerouge_litepyramid.models.encoders.pretrained import MiniLMEncoder


@pytest.fixture(scope="module")
def released(minilm_folder: Path) -> Any:
    from sentence_transformers import SentenceTransformer

    return SentenceTransformer(str(minilm_folder), device="cpu")


@pytest.fixture(scope="module")
def sts() -> Sts:
    return Sts(MiniLMEncoder(device="cpu"), segment="document")


def cosines(released: Any, pairs: Sequence[tuple[str, str]]) -> np.ndarray:
    """The cosines of sentence-transformers; its vectors have length 1."""
    first, second = (released.encode([pair[side] for pair in pairs]) for side in (0, 1))
    return (first * second).sum(axis=1)


def compare(sts: Sts, pairs: Sequence[tuple[str, str]]) -> np.ndarray:
    return sts.compare([ComparedTexts((one,), (other,)) for one, other in pairs], "recall")


def test_sentences_are_as_similar_as_there(
    realsumm: list[Summary], sts: Sts, released: Any
) -> None:
    pairs = [
        (own, str(summary.references[0][0]))
        for summary in realsumm[::104]
        for own in sentences_of(summary.text)
    ]
    expected = cosines(released, pairs)
    assert len(pairs) > 60 and np.ptp(expected) > 0.5
    assert compare(sts, pairs) == pytest.approx(expected, abs=1e-5)


def test_each_sentence_counts_with_the_most_similar_one(
    realsumm: list[Summary], released: Any
) -> None:
    summary = realsumm[0]
    own, other = tuple(sentences_of(summary.text)), tuple(sentences_of(summary.references[0]))
    matrix = released.encode(list(other)) @ released.encode(list(own)).T
    sts = Sts(MiniLMEncoder(device="cpu"))
    found = {
        measure: sts.compare([ComparedTexts(own, other)], measure)[0]
        for measure in ("precision", "recall")
    }
    expected = {"precision": matrix.max(axis=0).mean(), "recall": matrix.max(axis=1).mean()}
    assert min(len(own), len(other)) > 1
    assert found == pytest.approx(expected, abs=1e-5)
