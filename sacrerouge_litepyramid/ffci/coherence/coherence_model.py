"""The interface of coherence models."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.pairs import unique
from sacrerouge_litepyramid.registry import Registrable


class SentencePair(NamedTuple):
    """Two sentences of a text, or made up to look like it."""

    first: str
    second: str


class CoherenceModel(Registrable):
    """Tells how well one sentence follows another, by these two alone. Each distinct pair is judged once."""

    noun = "coherence model"
    default_implementation = "logistic"

    def score(self, pairs: Sequence[SentencePair]) -> np.ndarray:
        """Of shape (pairs,), higher is better."""
        if not pairs:
            return np.zeros(0)
        distinct, inverse = unique(pairs)
        return np.asarray(self.score_distinct(distinct), dtype=np.float64)[inverse]

    @abstractmethod
    def score_distinct(self, pairs: Sequence[SentencePair]) -> np.ndarray:
        """Of shape (pairs,), for pairs that all differ; there is at least one."""

    @abstractmethod
    def identity(self) -> dict[str, Any]:
        """What makes the scores, JSON-ready, for signatures; settings of speed alone are left out."""


def adjacent_pairs(sentences: Sequence[str]) -> list[SentencePair]:
    """Each sentence with the next; blank ones are passed over. None for a text of one sentence or without any."""
    shown = [sentence for sentence in sentences if sentence.strip()]
    return [SentencePair(first, second) for first, second in zip(shown, shown[1:], strict=False)]
