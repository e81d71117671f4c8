"""SUPERT over MiniLM against the algorithm of the released code, written here a second time, on
REALSumm's texts.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sacrerouge_litepyramid.core.texts import sentences_of
from sacrerouge_litepyramid.core.words import STOP_WORDS
from sacrerouge_litepyramid.io.summaries import Summary
from sacrerouge_litepyramid.metrics.document_relevance import SupertNative
from sacrerouge_litepyramid.metrics.metric import Item
from sacrerouge_litepyramid.metrics.supert.selection import TopSentences
from sacrerouge_litepyramid.models.encoders.pretrained import MiniLMEncoder

ARTICLES, SYSTEMS = 2, 10
FIRST = 15


class Released:
    """Sentences one by one through plain transformers.

    ``drop_pieces``: stop words are dropped as parts of words too. The released code does so,
    because it reads a token's text alone.
    """

    def __init__(self, folder: Path, drop_pieces: bool) -> None:
        from transformers import AutoModel, AutoTokenizer

        self.tokenizer = AutoTokenizer.from_pretrained(folder)
        self.model = AutoModel.from_pretrained(folder).eval()
        self.drop_pieces = drop_pieces
        self.vectors = cache(self._vectors)

    def score(self, summary: Sequence[str], document: Sequence[str]) -> tuple[float, float, float]:
        """F1, recall and precision against the document's first sentences as the only
        pseudo-reference.
        """
        own, other = (
            np.concatenate([self.vectors(text) for text in side])
            for side in (summary, document[:FIRST])
        )
        similarity = other @ own.T
        recall, precision = similarity.max(axis=1).mean(), similarity.max(axis=0).mean()
        return 2 * precision * recall / (precision + recall), recall, precision

    def _vectors(self, sentence: str) -> np.ndarray:
        import torch

        inputs = self.tokenizer(sentence, return_tensors="pt")
        with torch.inference_mode():
            vectors = self.model(**inputs).last_hidden_state[0].numpy()
        tokens = self.tokenizer.convert_ids_to_tokens(inputs["input_ids"][0])
        kept = [
            place for place in range(1, len(tokens) - 1) if not self._is_stop_word(tokens, place)
        ]
        return vectors[kept] / np.linalg.norm(vectors[kept], axis=1, keepdims=True)

    def _is_stop_word(self, tokens: list[str], place: int) -> bool:
        is_piece = tokens[place + 1].startswith("##")
        return tokens[place] in STOP_WORDS and (self.drop_pieces or not is_piece)


@pytest.fixture(scope="module")
def topics(realsumm: list[Summary]) -> list[tuple[list[list[str]], list[str]]]:
    """Summaries of the first articles, as sentences, with their article's sentences."""
    articles = [realsumm[place :: len(realsumm) // 25][:SYSTEMS] for place in range(ARTICLES)]
    return [
        ([sentences_of(own.text) for own in of_one], sentences_of(of_one[0].documents[0]))
        for of_one in articles
    ]


@pytest.fixture(scope="module")
def found(topics: Any) -> np.ndarray:
    """The metric's F1, recall and precision of each summary."""
    metric = SupertNative(MiniLMEncoder(device="cpu"), TopSentences(FIRST))
    scored = metric.score(
        [Item(own, [document]) for summaries, document in topics for own in summaries]
    )
    return np.array(
        [[value[name] for name in ("f1", "recall", "precision")] for value in scored.values]
    )


def by_released_code(folder: Path, topics: Any, drop_pieces: bool) -> np.ndarray:
    released = Released(folder, drop_pieces)
    return np.array(
        [released.score(own, document) for summaries, document in topics for own in summaries]
    )


def test_scores_are_those_of_the_released_algorithm(
    found: np.ndarray, topics: Any, minilm_folder: Path
) -> None:
    assert found.shape == (ARTICLES * SYSTEMS, 3) and np.ptp(found, axis=0).min() > 0.05
    assert found == pytest.approx(
        by_released_code(minilm_folder, topics, drop_pieces=False), abs=1e-5
    )


def test_pieces_of_words_are_the_only_deviation(
    found: np.ndarray, topics: Any, minilm_folder: Path
) -> None:
    """Pieces such as "do" of "do ##zen" are dropped there and kept here.

    Docs/supert.md says by how much it counts.
    """
    difference = np.abs(found - by_released_code(minilm_folder, topics, drop_pieces=True))
    assert 1e-4 < difference.max() < 0.02
