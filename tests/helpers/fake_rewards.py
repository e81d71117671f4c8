"""Metrics without references whose values a reader can compute by hand, as rewards."""

from sacrerouge_litepyramid.experiments.summarizers.task import Reward, Task
from sacrerouge_litepyramid.metrics.metric import MetricResult, SummaryMetric


class FakeMetric(SummaryMetric):
    """Keeps the summaries that it scored."""

    name = "fake"
    no_value = "have no value"
    context = None

    def __init__(self):
        self.asked = []

    def score_ready(self, items):
        self.asked.extend(item.summary for item in items)
        return MetricResult([self.value(item) for item in items], {"metric": self.name})


@SummaryMetric.register("distinct-words")
class DistinctWords(FakeMetric):
    """The number of distinct words of a summary."""

    def value(self, item):
        return len(set(" ".join(item.summary).split()))


@SummaryMetric.register("sentence-count")
class SentenceCount(FakeMetric):
    """Two measures of a list of sentences."""

    def value(self, item):
        return {"sentences": len(item.summary), "twice": 2 * len(item.summary)}


@SummaryMetric.register("document-count")
class DocumentCount(FakeMetric):
    """One number: sentences of the summary + 10 × documents."""

    context = "documents"

    def value(self, item):
        return len(item.summary) + 10 * len(item.context)


def make_task(documents, budget=100, reward="distinct-words", **settings):
    """Return a task and its reward's metric."""
    made = Reward({"type": reward, **settings})
    return Task(documents, made, budget), made.metric
