"""The interface of FFCI's base metrics: how much of a text another holds, and how much of it is held."""

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
    """A summary, or a sentence of it, and what it is compared with; each as its sentences, at least one."""

    summary: tuple[str, ...]
    other: tuple[str, ...]


class Similarity(Registrable):
    """Compares texts two by two; each distinct pair once.

    ``name``: of the value in results. ``supporting``: how many source sentences faithfulness averages over for a
    sentence of the summary; None when it compares whole texts, by precision.
    """

    noun = "base metric"
    default_implementation = "rouge"

    name: str
    supporting: ClassVar[int | None] = None

    def compare(self, pairs: Sequence[ComparedTexts], measure: Measure) -> np.ndarray:
        """The measure of each pair, of shape (pairs,); NaN where a pair has none."""
        distinct, inverse = unique(pairs)
        return np.array(self.compare_distinct(distinct, measure), dtype=np.float64)[inverse]

    def for_dimension(self, dimension: Dimension) -> "Similarity":
        """Itself, or with what it does otherwise for this dimension."""
        return self

    @abstractmethod
    def compare_distinct(self, pairs: Sequence[ComparedTexts], measure: Measure) -> list[float]:
        """The measure of each of the pairs, which all differ."""

    @abstractmethod
    def identity(self) -> dict[str, Any]:
        """What makes the values, JSON-ready, for signatures; settings of speed alone are left out."""
