from collections.abc import Sequence
from typing import Any

import numpy as np

from sacrerouge_litepyramid.metrics.ffci.coherence import CoherenceModel, SentencePair, adjacent_pairs


class Lengths(CoherenceModel):
    """Scores a pair by its letters, and remembers how many it was asked for."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def score_distinct(self, pairs: Sequence[SentencePair]) -> np.ndarray:
        self.asked.append(len(pairs))
        return np.array([len(first) + len(second) for first, second in pairs])

    def identity(self) -> dict[str, Any]:
        return {"type": "lengths"}


def test_each_distinct_pair_is_judged_once():
    model = Lengths()
    pairs = [SentencePair("a", "bb"), SentencePair("ccc", "d"), SentencePair("a", "bb")]
    assert model.score(pairs).tolist() == [3.0, 4.0, 3.0]
    assert model.asked == [2]


def test_nothing_to_judge_needs_no_model():
    model = Lengths()
    assert model.score([]).shape == (0,) and model.asked == []


def test_adjacent_pairs():
    assert adjacent_pairs(["a", " ", "b", "c"]) == [("a", "b"), ("b", "c")]
    assert adjacent_pairs(["a"]) == adjacent_pairs([]) == adjacent_pairs(["a", ""]) == []
