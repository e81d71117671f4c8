"""What the dimensions of FFCI share: a base metric, values and a signature (Koto, Baldwin and Lau, JAIR 2022)."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from sacrerouge_litepyramid.core.texts import SPLITTER, Text, sentences_of
from sacrerouge_litepyramid.metrics.ffci.similarity import ComparedTexts, Dimension, Measure, Similarity
from sacrerouge_litepyramid.metrics.metric import Context, Item, Metric, MetricResult, Value, group_by_context
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.signature import sign


def faithfulness(similarity: np.ndarray, sentences: int) -> float:
    """Return how well a source supports a summary: the mean support of its sentences.

    ``similarity``: of shape (summary sentences, source sentences). A sentence's support is the mean of its
    ``sentences`` largest similarities, or of all where there are fewer. NaN without a sentence on either side.
    """
    if sentences < 1:
        raise ValueError(f"sentences must be at least 1, not {sentences}")
    if not similarity.size:
        return float("nan")
    largest = np.sort(similarity, axis=1)[:, -sentences:]
    return float(largest.mean(axis=1).mean())


def best_value(values: Sequence[float]) -> float:
    """Return the highest value over several references; NaN where no reference has a value."""
    known = [value for value in values if not np.isnan(value)]
    return max(known, default=float("nan"))


SentenceTuple = tuple[str, ...]


class FfciMetric(Metric):
    """A dimension of FFCI by a base metric (Koto, Baldwin and Lau, JAIR 2022).

    Values: one, named as the base metric, so that one run may hold several base metrics; from 0 to 1, or × 100. A
    summary without text scores 0; where the other side has no text the score is missing: NaN.

    ``default``: the base metric that needs no model; ``best``: the paper's, for the notice that it is another.

    Args:
        base: the base metric; None is the dimension's default.
        percent: values × 100, as the paper reports them.
    """

    no_value: ClassVar[str] = "have no value"
    dimension: ClassVar[Dimension]
    compared: ClassVar[Context]
    default: ClassVar[str]
    best: ClassVar[str]

    def __init__(self, base: Similarity | None = None, percent: bool = False) -> None:
        self.by_default = base is None
        self.base: Similarity = build(Similarity, self.default if base is None else base).for_dimension(self.dimension)
        self.percent = percent

    @property
    def context(self) -> Context:
        return self.compared

    @property
    def value_name(self) -> str:
        return f"{self.name}_{self.base.name}"

    def score(self, items: Sequence[Item]) -> MetricResult:
        jobs: list[tuple[SentenceTuple, list[SentenceTuple]]] = [((), [])] * len(items)
        for context, places in group_by_context(items):
            texts = [_sentences(text) for text in context]
            for place in places:
                jobs[place] = (_sentences(items[place].summary), texts)
        values = [self._value(value) for value in self.values(jobs)]
        made_by = {"base": self.base.identity(), **self.settings(), "percent": self.percent, "splitter": SPLITTER}
        return MetricResult(values, sign(self.name, made_by), self.notices())

    @abstractmethod
    def values(self, jobs: Sequence[tuple[SentenceTuple, list[SentenceTuple]]]) -> list[float]:
        """Return the value, from 0 to 1, of each summary with the texts of its context; NaN where it is missing."""

    def settings(self) -> dict[str, Any]:
        """Return what else changes the score, for the signature."""
        return {}

    def notices(self) -> tuple[str, ...]:
        """Say that a default is not the paper's best."""
        taken = f"{self.name} takes {self.base.name}"
        return (f"No base metric was named: {taken}; the paper's best is {self.best}",) if self.by_default else ()

    def _value(self, value: float) -> Value:
        return {self.base.name: 100 * value if self.percent else value}


class ReferenceFfciMetric(FfciMetric):
    """Focus and coverage: one measure of the whole summary against each reference, of which the best counts."""

    compared: ClassVar[Context] = "references"
    default = "rouge"
    measure: ClassVar[Measure]

    def values(self, jobs: Sequence[tuple[SentenceTuple, list[SentenceTuple]]]) -> list[float]:
        held = [[text for text in texts if text] for _, texts in jobs]
        pairs = [
            ComparedTexts(summary, text)
            for (summary, _), texts in zip(jobs, held, strict=True)
            for text in texts
            if summary
        ]
        found = iter(self.base.compare(pairs, self.measure).tolist())
        return [
            best_value([next(found) if summary else 0.0 for _ in texts])
            for (summary, _), texts in zip(jobs, held, strict=True)
        ]


def _sentences(text: Text) -> SentenceTuple:
    """Return the non-empty sentences of a text."""
    return tuple(sentence for sentence in sentences_of(text) if sentence)
