"""ffci-faithfulness: how far a summary's sentences have their support in its source."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from sacrerouge_litepyramid.metrics.ffci.dimension import FfciMetric, SentenceTuple, faithfulness
from sacrerouge_litepyramid.metrics.ffci.similarity import ComparedTexts, Similarity
from sacrerouge_litepyramid.metrics.metric import Metric


@Metric.register("ffci-faithfulness")
class FfciFaithfulness(FfciMetric):
    """The mean over the summary's sentences of the mean F1 of the source sentences most similar to each.

    Several documents are one source. A base metric that compares whole texts (unigram-precision, qags) gives its
    precision of the summary against the source instead.

    Args:
        base, percent: as for every dimension.
        supporting: how many source sentences count for one of the summary; None is 2 for ROUGE, else 3.
    """

    name = "ffci-faithfulness"
    dimension = "faithfulness"
    compared = "documents"
    default = "unigram-precision"
    best = '{"type": "bertscore", "model": "roberta-base"} (layer 10)'

    def __init__(self, base: Similarity | None = None, percent: bool = False, supporting: int | None = None) -> None:
        super().__init__(base, percent)
        if supporting is not None and self.base.supporting is None:
            raise ValueError(
                f"supporting is for base metrics that compare sentences, but {self.base.name!r} compares whole texts; "
                "leave it out"
            )
        if supporting is not None and supporting < 1:
            raise ValueError(f"supporting must be at least 1 source sentence, not {supporting}")
        self.supporting = self.base.supporting if supporting is None else supporting

    def values(self, jobs: Sequence[tuple[SentenceTuple, list[SentenceTuple]]]) -> list[float]:
        joined = [(summary, tuple(sentence for text in texts for sentence in text)) for summary, texts in jobs]
        found = (
            self._compare_texts(joined) if self.supporting is None else self._compare_sentences(joined, self.supporting)
        )
        return [
            float("nan") if not source else 0.0 if not summary else value
            for (summary, source), value in zip(joined, found, strict=True)
        ]

    def settings(self) -> dict[str, Any]:
        return {} if self.supporting is None else {"supporting": self.supporting}

    def _compare_texts(self, jobs: Sequence[tuple[SentenceTuple, SentenceTuple]]) -> list[float]:
        comparable = [ComparedTexts(*job) for job in jobs if all(job)]
        found = iter(self.base.compare(comparable, "precision").tolist())
        return [next(found) if all(job) else float("nan") for job in jobs]

    def _compare_sentences(self, jobs: Sequence[tuple[SentenceTuple, SentenceTuple]], supporting: int) -> list[float]:
        pairs = [ComparedTexts((own,), (other,)) for summary, source in jobs for own in summary for other in source]
        found = self.base.compare(pairs, "f1")
        ends = np.cumsum([len(summary) * len(source) for summary, source in jobs])
        matrices = np.split(found, ends[:-1]) if jobs else []
        return [
            faithfulness(values.reshape(len(summary), len(source)), supporting)
            for (summary, source), values in zip(jobs, matrices, strict=True)
        ]
