"""STS over MiniLM against sentence-transformers, on REALSumm's sentences and articles."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sacrerouge_litepyramid.encoders.minilm import MiniLMEncoder
from sacrerouge_litepyramid.ffci.similarity.similarity import ComparedTexts
from sacrerouge_litepyramid.ffci.similarity.sts import Sts
from sacrerouge_litepyramid.formats.summaries import Summary
from sacrerouge_litepyramid.text.sentences import sentences_of

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
def articles(realsumm: list[Summary], released: Any) -> dict[str, list[str]]:
    """Two articles of each length: within the cut, within what the model sees, beyond; and a sentence of a summary."""
    found: dict[str, list[str]] = {"short": [], "middle": [], "long": []}
    distinct = {summary.instance_id: " ".join(sentences_of(summary.documents[0])) for summary in realsumm}
    for text in distinct.values():
        tokens = len(released.tokenizer(text)["input_ids"])
        found["short" if tokens <= CUT else "middle" if tokens <= MAX_POSITIONS else "long"].append(text)
    return {name: texts[:2] for name, texts in found.items()}


def cosines(released: Any, pairs: Sequence[tuple[str, str]]) -> np.ndarray:
    """The cosines of sentence-transformers; its vectors have length 1."""
    first, second = (released.encode([pair[side] for pair in pairs]) for side in (0, 1))
    return (first * second).sum(axis=1)


def compare(sts: Sts, pairs: Sequence[tuple[str, str]]) -> np.ndarray:
    return sts.compare([ComparedTexts((one,), (other,)) for one, other in pairs], "recall")


def test_sentences_are_as_similar_as_there(realsumm: list[Summary], sts: Sts, released: Any) -> None:
    pairs = [(own, str(summary.references[0][0])) for summary in realsumm[::50] for own in sentences_of(summary.text)]
    expected = cosines(released, pairs)
    assert len(pairs) > 100 and np.ptp(expected) > 0.5
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


def test_up_to_256_tokens_articles_are_as_similar_as_there(
    articles: dict[str, list[str]], realsumm: list[Summary], sts: Sts, released: Any
) -> None:
    pairs = [(text, realsumm[0].text) for text in articles["short"]]
    assert pairs and compare(sts, pairs) == pytest.approx(cosines(released, pairs), abs=1e-5)


def test_there_the_rest_is_cut_and_here_it_counts(
    articles: dict[str, list[str]], realsumm: list[Summary], sts: Sts, released: Any
) -> None:
    pairs = [(text, realsumm[0].text) for text in (*articles["middle"], *articles["long"])]
    found, cut = compare(sts, pairs), cosines(released, pairs)
    assert (np.abs(found - cut) > 1e-3).all()
    released.max_seq_length = MAX_POSITIONS
    uncut = cosines(released, pairs)
    released.max_seq_length = CUT
    middle = len(articles["middle"])
    assert found[:middle] == pytest.approx(uncut[:middle], abs=1e-5)
    assert (np.abs(found - uncut)[middle:] > 1e-4).all(), "windows, where even 512 tokens are too few"
