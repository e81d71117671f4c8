"""FFCI's metrics (Koto et al., JAIR 2022): faithfulness, focus, coverage and coherence."""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, product
from typing import Any, ClassVar

import numpy as np

from sacrerouge_litepyramid.core.pairs import split_rows
from sacrerouge_litepyramid.core.texts import SPLITTER, Text, sentences_of
from sacrerouge_litepyramid.metrics.ffci.coherence import CoherenceModel, adjacent_pairs
from sacrerouge_litepyramid.metrics.ffci.similarity import (
    ComparedTexts,
    Dimension,
    Measure,
    Similarity,
)
from sacrerouge_litepyramid.metrics.metric import Context, Item, MetricResult, SummaryMetric, Value
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.signature import sign


def faithfulness(similarity: np.ndarray, sentences: int) -> float:
    """Return how well a source supports a summary: the mean support of its sentences.

    ``similarity``: (summary sentences, source sentences). The support of a sentence is the mean of
    its ``sentences`` largest similarities, or of all if there are fewer.
    """
    largest = np.sort(similarity, axis=1)[:, -sentences:]
    return float(largest.mean(axis=1).mean())


def _find_best(values: Sequence[float]) -> float:
    """Return the highest value over several references; NaN if no reference has a value."""
    known = [value for value in values if not np.isnan(value)]
    return max(known, default=float("nan"))


Sentences = tuple[str, ...]
#: the sentences of a summary, and those of each text of its context
_SummaryWithContext = tuple[Sentences, list[Sentences]]


class FfciMetric(SummaryMetric):
    """A dimension of FFCI by a base metric (Koto, Baldwin and Lau, JAIR 2022).

    The value is named after the base metric, so one run may have several base metrics. It is from 0
    to 1, or × 100; 0 if the summary has no text, and NaN if the other side has none.

    Args:
        base: the base metric; by default ``unigram-precision`` for faithfulness, else ``rouge``.
        percent: whether scores are multiplied by 100, as in the paper; false by default.
    """

    no_value: ClassVar[str] = "have no value"
    dimension: ClassVar[Dimension]
    context: ClassVar[Context]
    #: the base metric that needs no model
    default: ClassVar[str]
    #: the paper's best base metric, for the notice about the default
    best: ClassVar[str]

    def __init__(self, base: Similarity | None = None, percent: bool = False) -> None:
        self.by_default = base is None
        built: Similarity = build(Similarity, self.default if base is None else base)
        self.base = built.for_dimension(self.dimension)
        self.percent = percent

    def score_ready(self, items: Sequence[Item]) -> MetricResult:
        texts_list = [
            (_sentences(item.summary), [_sentences(text) for text in item.context])
            for item in items
        ]
        factor = 100 if self.percent else 1
        values: list[Value] = [
            {self.base.name: factor * value} for value in self.values(texts_list)
        ]
        settings = {
            "base": self.base.identity(),
            **self.settings(),
            "percent": self.percent,
            "splitter": SPLITTER,
        }
        return MetricResult(values, sign(self.name, settings), self.notices())

    @abstractmethod
    def values(self, texts_list: Sequence[_SummaryWithContext]) -> list[float]:
        """Return each summary's value, from 0 to 1, with its context; NaN if undefined."""

    def _compare(self, pairs: Sequence[ComparedTexts], measure: Measure) -> list[float]:
        """Return the measure of each pair.

        It is 0 if the summary has no sentence, and NaN if the other text has none.
        """
        known = [pair for pair in pairs if all(pair)]
        values = dict(zip(known, self.base.compare(known, measure).tolist(), strict=True))
        return [values.get(pair, 0.0 if pair.other else float("nan")) for pair in pairs]

    def notices(self) -> tuple[str, ...]:
        """Return the notice that names the paper's best base metric, if the default is used."""
        notice = (
            f"No base metric was named: {self.name} uses {self.base.name}; the paper's best "
            f"is {self.best}"
        )
        return (notice,) if self.by_default else ()


class _ReferenceFfciMetric(FfciMetric):
    """Focus and coverage: the best value of the whole summary with any of its references."""

    context: ClassVar[Context] = "references"
    default = "rouge"
    measure: ClassVar[Measure]

    def values(self, texts_list: Sequence[_SummaryWithContext]) -> list[float]:
        pairs: list[ComparedTexts] = []
        for summary, texts in texts_list:
            pairs += [ComparedTexts(summary, text) for text in texts]
        values = iter(self._compare(pairs, self.measure))
        return [_find_best([next(values) for _ in texts]) for _, texts in texts_list]


def _sentences(text: Text) -> Sentences:
    """Return the non-empty sentences of a text."""
    return tuple(sentence for sentence in sentences_of(text) if sentence)


@SummaryMetric.add
class FfciFaithfulness(FfciMetric):
    """The mean over a summary's sentences of the mean F1 with their most similar source sentences.

    Several documents are one source. With a base metric that compares whole texts
    (unigram-precision, qags), the value is the precision of the summary against the source instead.

    Args:
        supporting: the number of source sentences that count for a summary sentence; by default 2
            for ROUGE, else 3.
    """

    name = "ffci-faithfulness"
    dimension = "faithfulness"
    context = "documents"
    default = "unigram-precision"
    best = '{"type": "bertscore", "model": "roberta-base"} (layer 10)'

    def __init__(
        self, base: Similarity | None = None, percent: bool = False, supporting: int | None = None
    ) -> None:
        super().__init__(base, percent)
        if supporting is not None and self.base.supporting is None:
            raise ValueError(
                f"supporting is for base metrics that compare sentences, but {self.base.name!r} "
                "compares whole texts; remove it"
            )
        if supporting is not None and supporting < 1:
            raise ValueError(f"supporting must be at least 1 source sentence, not {supporting}")
        self.supporting = self.base.supporting if supporting is None else supporting

    def values(self, texts_list: Sequence[_SummaryWithContext]) -> list[float]:
        pairs = []
        for summary, texts in texts_list:
            pairs.append(ComparedTexts(summary, tuple(chain.from_iterable(texts))))
        if self.supporting is None:
            return self._compare(pairs, "precision")
        sentence_pairs: list[ComparedTexts] = []
        for summary, source in pairs:
            sentence_pairs += [
                ComparedTexts((sentence,), (text,)) for sentence, text in product(summary, source)
            ]
        similarities = self.base.compare(sentence_pairs, "f1")
        parts = split_rows(similarities, [len(summary) * len(source) for summary, source in pairs])
        values = []
        for (summary, source), part in zip(pairs, parts, strict=True):
            matrix = part.reshape(len(summary), len(source))
            no_support = 0.0 if source else float("nan")
            values.append(faithfulness(matrix, self.supporting) if matrix.size else no_support)
        return values

    def settings(self) -> dict[str, Any]:
        return {} if self.supporting is None else {"supporting": self.supporting}


@SummaryMetric.add
class FfciFocus(_ReferenceFfciMetric):
    """The precision of a summary against its reference, or against the best of several."""

    name = "ffci-focus"
    dimension = "focus"
    measure = "precision"
    best = '{"type": "bertscore", "model": "gpt2-xl"} (layer 29)'


@SummaryMetric.add
class FfciCoverage(_ReferenceFfciMetric):
    """The recall of the reference by a summary, or of the best of several references."""

    name = "ffci-coverage"
    dimension = "coverage"
    measure = "recall"
    best = '{"type": "bertscore", "model": "gpt2-xl"} (layer 4)'


DEFAULT_NOTICE = (
    "No coherence model was named: the embedded logistic model is used, which agrees with human "
    "scores only weakly. "
    'The paper\'s is a finetuned next-sentence classifier: "coherence": {"type": "next-sentence", '
    '"model": FOLDER}, '
    "where FOLDER is what train coherence --model wrote."
)
MEASURES: Mapping[str, Callable[[np.ndarray], float]] = {
    "mean": np.mean,
    "min": np.min,
    "max": np.max,
}


@SummaryMetric.add
class FfciCoherence(SummaryMetric):
    """How well each sentence of a summary follows the previous one.

    Values: mean, min and max of the scores of adjacent sentences; the paper's is mean. They are NaN
    for a summary with fewer than two sentences.

    Args:
        coherence: the coherence model; by default ``logistic``.
        percent: whether scores are multiplied by 100, as in the paper; false by default.
    """

    name: ClassVar[str] = "ffci-coherence"
    context = None
    no_value = "have fewer than two sentences"

    def __init__(self, coherence: CoherenceModel | None = None, percent: bool = False) -> None:
        self.by_default = coherence is None
        self.coherence: CoherenceModel = build(CoherenceModel, coherence)
        self.percent = percent

    def score_ready(self, items: Sequence[Item]) -> MetricResult:
        """Score summaries; each distinct pair of sentences is judged once."""
        pairs_list = [adjacent_pairs(sentences_of(item.summary)) for item in items]
        lengths = [len(pairs) for pairs in pairs_list]
        scores = self.coherence.score(list(chain.from_iterable(pairs_list)))
        values = [self._measure(part) for part in split_rows(scores, lengths)]
        settings = {
            "coherence": self.coherence.identity(),
            "percent": self.percent,
            "splitter": SPLITTER,
        }
        notices = (DEFAULT_NOTICE,) if self.by_default else ()
        return MetricResult(values, sign(self.name, settings), notices)

    def _measure(self, scores: np.ndarray) -> Value:
        if not len(scores):
            return dict.fromkeys(MEASURES, float("nan"))
        factor = 100.0 if self.percent else 1.0
        return {name: factor * float(measure(scores)) for name, measure in MEASURES.items()}
