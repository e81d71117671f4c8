"""SUPERT over MiniLM against the algorithm of the released code, written here a second time, on
REALSumm's texts.
"""

from collections.abc import Sequence
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


@pytest.fixture(scope="module")
def network(minilm_folder: Path) -> Any:
    """The tokeniser and the model of plain transformers."""
    from transformers import AutoModel, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(minilm_folder)
    model = AutoModel.from_pretrained(minilm_folder)
    return tokenizer, model.eval()


def embed(network: Any, sentences: Sequence[str]) -> np.ndarray:
    """Return the unit vectors of the sentences' tokens, one sentence at a time.

    Stop words that are parts of words are kept. The released code drops them too, because it reads
    a token's text alone.
    """
    import torch

    tokenizer, model = network
    kept = []
    for sentence in sentences:
        inputs = tokenizer(sentence, return_tensors="pt")
        with torch.inference_mode():
            output = model(**inputs)
        vectors = output.last_hidden_state[0].numpy()
        tokens = tokenizer.convert_ids_to_tokens(inputs["input_ids"][0])
        # The marks at both ends are no words.
        for place in range(1, len(tokens) - 1):
            is_piece = tokens[place + 1].startswith("##")
            if is_piece or tokens[place] not in STOP_WORDS:
                kept.append(vectors[place])
    return np.stack(kept) / np.linalg.norm(kept, axis=1, keepdims=True)


def test_scores_are_those_of_the_released_algorithm(realsumm: list[Summary], network: Any) -> None:
    items, expected = [], []
    articles = len(realsumm) // 25
    for place in range(ARTICLES):
        summaries = realsumm[place::articles][:SYSTEMS]
        document = sentences_of(summaries[0].documents[0])
        # The first sentences are the only pseudo-reference.
        reference = embed(network, document[:FIRST])
        for summary in summaries:
            own = sentences_of(summary.text)
            similarity = reference @ embed(network, own).T
            recall = similarity.max(axis=1).mean()
            precision = similarity.max(axis=0).mean()
            expected.append((recall, precision))
            items.append(Item(own, [document]))
    metric = SupertNative(MiniLMEncoder(device="cpu"), TopSentences(FIRST))
    scores = metric.score(items).values
    values = [(score["recall"], score["precision"]) for score in scores]
    assert np.array(values) == pytest.approx(np.array(expected), abs=1e-5)
    assert np.ptp(values, axis=0).min() > 0.05
