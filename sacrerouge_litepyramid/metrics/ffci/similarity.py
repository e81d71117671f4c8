"""The interface of FFCI's base metrics: how similar a text is to another, by precision, recall or F1."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.pairs import unique
from sacrerouge_litepyramid.registry import Registrable

#: precision: of the summary in the other text; recall: of the other text in the summary
Measure = Literal["precision", "recall", "f1"]
Dimension = Literal["faithfulness", "focus", "coverage"]


class ComparedTexts(NamedTuple):
    """A summary, or a sentence of it, and the text to compare it with; both as their sentences, at least one."""

    summary: tuple[str, ...]
    other: tuple[str, ...]


class Similarity(Registrable):
    """Compares pairs of texts, each distinct pair once.

    ``name``: the value's name in results; ``supporting``: the number of source sentences over which faithfulness
    averages for each sentence of the summary, or None for a comparison of whole texts by precision.
    """

    noun = "base metric"
    default_implementation = "rouge"

    name: str
    supporting: ClassVar[int | None] = None

    def compare(self, pairs: Sequence[ComparedTexts], measure: Measure) -> np.ndarray:
        """Return the measure of each pair, of shape (pairs,); NaN where a pair has none."""
        distinct, inverse = unique(pairs)
        return np.array(self.compare_distinct(distinct, measure), dtype=np.float64)[inverse]

    def for_dimension(self, dimension: Dimension) -> "Similarity":
        """Return this base metric with its settings for the dimension."""
        return self

    @abstractmethod
    def compare_distinct(self, pairs: Sequence[ComparedTexts], measure: Measure) -> list[float]:
        """Return the measure of each pair; all pairs differ."""

    @abstractmethod
    def identity(self) -> dict[str, Any]:
        """Return what determines the values, JSON-ready, for signatures; settings of speed are excluded."""
