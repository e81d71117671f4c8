"""Rewards and metrics without references whose values a reader can compute by hand."""

import os
from collections.abc import Sequence

from sacrerouge_litepyramid.experiments.summarizers.interfaces import Extract, ExtractScorer, Reward, Source
from sacrerouge_litepyramid.metrics.metric import Metric, MetricResult


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
class SentenceCount(Metric):
    """Two measures of a list of sentences."""

    name = "count"
    no_value = "have no value"
    context = None

    def score(self, items):
        values = [{"sentences": len(item.summary), "twice": 2 * len(item.summary)} for item in items]
        return MetricResult(values, {"metric": "count"})


@Metric.register("document-count")
class DocumentCount(Metric):
    """One number: sentences of the summary + 10 × documents."""

    name = "sum"
    no_value = "have no value"
    context = "documents"

    def score(self, items):
        return MetricResult([len(item.summary) + 10 * len(item.context) for item in items], {"metric": "sum"})
