"""STS over MiniLM against sentence-transformers, on REALSumm's sentences and articles."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sacrerouge_litepyramid.core.texts import flatten, sentences_of
from sacrerouge_litepyramid.io.summaries import Summary
from sacrerouge_litepyramid.metrics.ffci.similarity import ComparedTexts, Sts
from sacrerouge_litepyramid.models.encoders.pretrained import MiniLMEncoder

pytest.importorskip("sentence_transformers", reason="make test-weights")

#: tokens that sentence-transformers keeps of a text, by the model's own settings, and that the model can see
CUT, MAX_POSITIONS = 256, 512


@pytest.fixture(scope="module")
def released(minilm_folder: Path) -> Any:
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(str(minilm_folder), device="cpu")
    assert model.max_seq_length == CUT
    return model


@pytest.fixture(scope="module")
def sts() -> Sts:
    return Sts(MiniLMEncoder(device="cpu"), segment="document")


@pytest.fixture(scope="module")
def articles(realsumm: list[Summary], released: Any) -> dict[bool, list[tuple[str, str]]]:
    """Two articles with their summaries that the model can see as a whole (True), and two that are longer (False)."""
    found: dict[bool, list[tuple[str, str]]] = {True: [], False: []}
    for summary in realsumm[:100]:
        text = flatten(summary.documents[0])
        tokens = len(released.tokenizer(text, verbose=False)["input_ids"])
        found[tokens <= MAX_POSITIONS].append((text, flatten(summary.text)))
        assert tokens > CUT
    return {whole: pairs[:2] for whole, pairs in found.items()}


def cosines(released: Any, pairs: Sequence[tuple[str, str]]) -> np.ndarray:
    """The cosines of sentence-transformers; its vectors have length 1."""
    first, second = (released.encode([pair[side] for pair in pairs]) for side in (0, 1))
    return (first * second).sum(axis=1)


def compare(sts: Sts, pairs: Sequence[tuple[str, str]]) -> np.ndarray:
    return sts.compare([ComparedTexts((one,), (other,)) for one, other in pairs], "recall")


def test_sentences_are_as_similar_as_there(realsumm: list[Summary], sts: Sts, released: Any) -> None:
    pairs = [(own, str(summary.references[0][0])) for summary in realsumm[::104] for own in sentences_of(summary.text)]
    expected = cosines(released, pairs)
    assert len(pairs) > 60 and np.ptp(expected) > 0.5
    assert compare(sts, pairs) == pytest.approx(expected, abs=1e-5)


def test_each_sentence_counts_with_the_most_similar_one(realsumm: list[Summary], released: Any) -> None:
    summary = realsumm[0]
    own, other = tuple(sentences_of(summary.text)), tuple(sentences_of(summary.references[0]))
    matrix = released.encode(list(other)) @ released.encode(list(own)).T
    sts = Sts(MiniLMEncoder(device="cpu"))
    found = {measure: sts.compare([ComparedTexts(own, other)], measure)[0] for measure in ("precision", "recall")}
    expected = {"precision": matrix.max(axis=0).mean(), "recall": matrix.max(axis=1).mean()}
    assert min(len(own), len(other)) > 1
    assert found == pytest.approx(expected, abs=1e-5)


def test_up_to_256_tokens_whole_texts_are_as_similar_as_there(realsumm: list[Summary], sts: Sts, released: Any) -> None:
    pairs = [(flatten(summary.references[0]), flatten(summary.text)) for summary in realsumm[::104]]
    assert compare(sts, pairs) == pytest.approx(cosines(released, pairs), abs=1e-5)


def test_there_the_rest_is_cut_and_here_it_counts(
    articles: dict[bool, list[tuple[str, str]]], sts: Sts, released: Any
) -> None:
    for whole, pairs in articles.items():
        found, cut = compare(sts, pairs), cosines(released, pairs)
        assert (np.abs(found - cut) > 1e-3).all()
        released.max_seq_length = MAX_POSITIONS
        uncut = cosines(released, pairs)
        released.max_seq_length = CUT
        if whole:
            assert found == pytest.approx(uncut, abs=1e-5)
        else:
            assert (np.abs(found - uncut) > 1e-4).all(), "windows, where even 512 tokens are too few"
