"""A metric of SacreROUGE as one of this package, for its other commands."""

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
        contexts = self.metric.required_context_fields
        return contexts[0] if contexts else None

    def score_ready(self, items: Sequence[Item]) -> MetricResult:
        # SacreROUGE's metrics read the context of several summaries once.
        topics = [list(topic) for _, topic in groupby(items, key=lambda item: id(item.context))]
        summaries_list = [[item.summary for item in topic] for topic in topics]
        fields = [summaries_list]
        if self.context:
            fields.append([topic[0].context for topic in topics])
        values: list[Value] = []
        for results in self.metric.score_multi_all(*fields):
            values += [dict(result.flatten_keys()) for result in results]
        return MetricResult(values, sign(self.name, {"metric": self.description}))
