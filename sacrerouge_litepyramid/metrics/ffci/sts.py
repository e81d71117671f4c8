"""Semantic textual similarity: the cosine of two texts' embeddings (Cer et al., SemEval 2017)."""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from sacrerouge_litepyramid.metrics.ffci.similarity import ComparedTexts, Measure, Similarity
from sacrerouge_litepyramid.models.encoders.alignment import soft_alignment
from sacrerouge_litepyramid.models.encoders.token_encoder import TokenEncoder, encoded_groups, mean_vector
from sacrerouge_litepyramid.registry import build

SEGMENTS = ("sentence", "document")


@Similarity.register("sts")
class Sts(Similarity):
    """Each segment with the most similar one of the other text, by the cosine of the means of their tokens' vectors.

    ``encoder``: the token encoder; None is char-ngram, and a sentence-transformers model is meant. ``segment``:
    sentence, or document, where precision, recall and F1 are one cosine. A negative cosine has no F1: 0.
    """

    name = "sts"
    supporting: ClassVar[int | None] = 3

    def __init__(self, encoder: TokenEncoder | None = None, segment: str = "sentence") -> None:
        if segment not in SEGMENTS:
            raise ValueError(f"segment must be one of {', '.join(SEGMENTS)}, not {segment!r}")
        self.segment = segment
        self.encoder: TokenEncoder = build(TokenEncoder, encoder)

    def compare_distinct(self, pairs: Sequence[ComparedTexts], measure: Measure) -> list[float]:
        cut = [ComparedTexts(self._segments(pair.summary), self._segments(pair.other)) for pair in pairs]
        groups = [(*pair.other, *pair.summary) for pair in cut]
        sizes = iter([len(pair.other) for pair in cut])
        values: list[float] = []
        for block in encoded_groups(self.encoder, groups):
            pooled = {id(text): mean_vector(text) for group in block for text in group}
            for group in block:
                vectors, size = np.stack([pooled[id(text)] for text in group]), next(sizes)
                values.append(getattr(soft_alignment(vectors[:size], vectors[size:]), measure))
        return values

    def identity(self) -> dict[str, Any]:
        return {"type": "sts", "encoder": self.encoder.identity(), "segment": self.segment}

    def _segments(self, sentences: tuple[str, ...]) -> tuple[str, ...]:
        return sentences if self.segment == "sentence" else (" ".join(sentences),)
