"""The way back: a metric of SacreROUGE as one of this package, so that its other commands can use
it.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from sacrerouge.common import Params
from sacrerouge.metrics import Metric

from sacrerouge_litepyramid.metrics.metric import Context, Item, MetricResult, SummaryMetric, Value
from sacrerouge_litepyramid.signature import sign


@SummaryMetric.add
class HostMetric(SummaryMetric):
    """A metric of SacreROUGE, with SacreROUGE's values; nested names are joined by ``_`` as there.

    Args:
        metric: a name, or a config's JSON; the metric must need only the summary and at most one
            context.
    """

    name = "sacrerouge"
    no_value = "have no value"

    def __init__(self, metric: str | dict[str, Any]) -> None:
        self.description = {"type": metric} if isinstance(metric, str) else dict(metric)
        self.metric = Metric.from_params(Params(dict(self.description)))
        contexts = self.metric.required_context_fields
        if self.metric.required_summary_fields != ["summary"] or len(contexts) > 1:
            raise ValueError(
                f"the metric {self.description['type']!r} needs more than the summary and one "
                "context"
            )

    @property
    def context(self) -> Context | None:
        return next(iter(self.metric.required_context_fields), None)

    def score_ready(self, items: Sequence[Item]) -> MetricResult:
        topics = [list(topic) for _, topic in groupby(items, key=lambda item: id(item.context))]
        contexts = [[topic[0].context for topic in topics]] if self.context else []
        summaries_list = [[item.summary for item in topic] for topic in topics]
        results_by_topic = self.metric.score_multi_all(summaries_list, *contexts)
        values: list[Value] = [
            dict(result.flatten_keys()) for results in results_by_topic for result in results
        ]
        return MetricResult(values, sign(self.name, {"metric": self.description}))
