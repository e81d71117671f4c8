"""Rewards and metrics without references whose values a reader can compute by hand."""

import os
from collections.abc import Sequence

from sacrerouge.data import MetricsDict
from sacrerouge.metrics import DocumentBasedMetric, Metric, ReferenceFreeMetric

from sacrerouge_litepyramid.summarizers.interfaces import ExtractScorer, Reward
from sacrerouge_litepyramid.summarizers.source import Extract, Source


@Reward.register("distinct-words")
class DistinctWords(Reward):
    """The number of distinct words of an extract; dies, as if killed, after $STOP_AFTER documents."""

    def __init__(self) -> None:
        self.stop_after = int(os.environ.get("STOP_AFTER", "0"))
        self.documents = 0

    def scorer(self, source: Source) -> "WordScorer":
        if self.stop_after and self.documents == self.stop_after:
            os._exit(9)
        self.documents += 1
        return WordScorer(source)


class WordScorer(ExtractScorer):
    """Keeps what it was asked."""

    def __init__(self, source: Source) -> None:
        super().__init__()
        self.source = source
        self.asked: list[Extract] = []

    def score_distinct(self, extracts: Sequence[Extract]) -> list[float]:
        self.asked.extend(extracts)
        return [len(set(" ".join(self.source.texts(extract)).split())) for extract in extracts]


@Metric.register("sentence-count")
class SentenceCount(ReferenceFreeMetric):
    """Two measures of a list of sentences, nested."""

    def score_multi_all(self, summaries_list, **kwargs):
        return [
            [MetricsDict({"count": {"sentences": len(s), "twice": 2 * len(s)}}) for s in row] for row in summaries_list
        ]


@Metric.register("document-count")
class DocumentCount(DocumentBasedMetric):
    """One measure: sentences of the summary + 10 × documents."""

    def score_multi_all(self, summaries_list, documents_list, **kwargs):
        return [
            [MetricsDict({"sum": len(summary) + 10 * len(documents)}) for summary in row]
            for row, documents in zip(summaries_list, documents_list, strict=True)
        ]
