"""cls-cosine: the cosine of one vector for a summary with one for each document."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.texts import flatten
from sacrerouge_litepyramid.metrics.metric import Item, Metric
from sacrerouge_litepyramid.metrics.supert.document_relevance import DocumentRelevance
from sacrerouge_litepyramid.models.encoders.token_encoder import TokenEncoder, text_vector
from sacrerouge_litepyramid.registry import build


@Metric.register("cls-cosine")
class ClsCosine(DocumentRelevance):
    """The mean cosine of the vector of a summary with those of its documents, from -1 to 1.

    A text's vector is that of the encoder's special token for it ([CLS], <s>), or the mean of its tokens where the
    encoder has none. A text is encoded in one piece; where the encoder cuts a long one into windows, the special token
    has seen one window only.

    Args:
        encoder: makes the vectors; None is ``char-ngram``.
    """

    name = "cls-cosine"

    def __init__(self, encoder: TokenEncoder | None = None) -> None:
        self.encoder: TokenEncoder = build(TokenEncoder, encoder)

    def relevance(self, items: Sequence[Item]) -> list[float]:
        texts = {flatten(text) for item in items for text in (item.summary, *item.context)}
        written = sorted(text for text in texts if text.strip())
        encoded = zip(written, self.encoder.encode(written), strict=True)
        vectors = {text: text_vector(each) for text, each in encoded if len(each.tokens)}
        return [
            _mean_cosine(vectors.get(flatten(summary)), [vectors.get(flatten(text)) for text in documents])
            for summary, documents in items
        ]

    def settings(self) -> dict[str, Any]:
        return {"encoder": self.encoder.identity()}


def _mean_cosine(summary: np.ndarray | None, documents: Sequence[np.ndarray | None]) -> float:
    """Return a summary's mean cosine with documents; None stands for a text without tokens."""
    there = [document for document in documents if document is not None]
    if not there:
        return math.nan
    return 0.0 if summary is None else min(float(summary @ np.mean(there, axis=0)), 1.0)
