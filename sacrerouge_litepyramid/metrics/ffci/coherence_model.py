"""The interface of coherence models."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.pairs import unique
from sacrerouge_litepyramid.registry import Registrable


class SentencePair(NamedTuple):
    """Two sentences that are, or could be, neighbours in a text."""

    first: str
    second: str


class CoherenceModel(Registrable):
    """Scores how well one sentence follows another, by these two only. Each distinct pair is scored once."""

    noun = "coherence model"
    default_implementation = "logistic"

    def score(self, pairs: Sequence[SentencePair]) -> np.ndarray:
        """Return scores of shape (pairs,); higher is better."""
        if not pairs:
            return np.zeros(0)
        distinct, inverse = unique(pairs)
        return np.asarray(self.score_distinct(distinct), dtype=np.float64)[inverse]

    @abstractmethod
    def score_distinct(self, pairs: Sequence[SentencePair]) -> np.ndarray:
        """Return scores of shape (pairs,) for at least one pair; all pairs differ."""

    @abstractmethod
    def identity(self) -> dict[str, Any]:
        """Return what determines the scores, JSON-ready, for signatures; settings of speed are excluded."""


def adjacent_pairs(sentences: Sequence[str]) -> list[SentencePair]:
    """Return each sentence with the next, blank sentences skipped; fewer than two sentences have no pair."""
    shown = [sentence for sentence in sentences if sentence.strip()]
    return [SentencePair(first, second) for first, second in zip(shown, shown[1:], strict=False)]
