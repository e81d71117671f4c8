"""Adapters: this package's metrics for SacreROUGE, which passes nested lists, and SacreROUGE's metrics for this one."""

import logging
from collections.abc import Sequence
from itertools import groupby
from typing import Any, ClassVar

from sacrerouge.common import Params
from sacrerouge.data import MetricsDict
from sacrerouge.data.jackknifers import ReferencesJackknifer
from sacrerouge.metrics import Metric as SacreRougeMetric
from sacrerouge.metrics import SummaryBasedMetric

from sacrerouge_litepyramid.io.evidence import write_evidence
from sacrerouge_litepyramid.metrics.metric import Context, Item, Metric, MetricResult, Value, log_missing, mean_value
from sacrerouge_litepyramid.plugin.readers import UnitsJackknifer
from sacrerouge_litepyramid.registry import construct
from sacrerouge_litepyramid.signature import Signature, as_text, sign

logger = logging.getLogger(__name__)

JACKKNIFERS = {"units": UnitsJackknifer, "references": ReferencesJackknifer}


class PluginMetric(SummaryBasedMetric):
    """A metric of this package in SacreROUGE; its result is ``{name: value}`` or ``{name: {measure: value}}``.

    ``signatures`` holds the distinct signatures of the scores so far, in the order of their first occurrence.

    Args:
        settings: the settings of the engine's metric.
    """

    engine: ClassVar[type[Metric]]

    def __init__(self, **settings: Any) -> None:
        self.metric: Metric = construct(self.engine, settings, f"the metric {self.engine.name!r}")
        context = self.metric.context
        jackknifer = JACKKNIFERS[context]() if context in JACKKNIFERS else None
        super().__init__(["summary"], [context] if context else [], jackknifer=jackknifer)
        self.name = self.metric.name
        self.value_name = self.metric.value_name
        self.signatures: list[Signature] = []

    @classmethod
    def from_params(cls, params: Any, **extras: Any) -> "PluginMetric":
        """Build the metric of a config, whose components come from this package's registry only."""
        if cls is PluginMetric:
            raise TypeError("PluginMetric itself is not a metric; build one of its subclasses")
        return cls(**{name: value for name, value in params.as_dict(quiet=True).items() if name != "type"})

    def score_multi_all(self, summaries_list: list[list[Any]], *fields: list[Any], **kwargs: Any) -> list[list[Any]]:
        """Score nested summaries as flat items: the i-th list has the summaries of the i-th context in the last field.

        The notices and the signature of the scores are logged.
        """
        contexts = fields[-1] if self.metric.context else [None] * len(summaries_list)
        nested = zip(summaries_list, contexts, strict=True)
        scored = self.metric.score([Item(summary, context) for summaries, context in nested for summary in summaries])
        for notice in scored.notices:
            logger.warning(notice)
        logger.debug("Signature: %s", as_text(scored.signature))
        if scored.signature not in self.signatures:
            self.signatures.append(scored.signature)
        self.keep_judgements(scored, *fields)
        values = iter(scored.values)
        return [[MetricsDict({self.name: next(values)}) for _ in summaries] for summaries in summaries_list]

    def keep_judgements(self, scored: MetricResult, *fields: list[Any]) -> None:
        """Write the judgements behind the scores if the settings say so; ``fields``: those of `score_multi_all`."""

    def aggregate(self, metrics_list: list[MetricsDict]) -> MetricsDict:
        """Return the mean over the summaries that have a value; log the number without one."""
        values = [metrics[self.name] for metrics in metrics_list]
        log_missing(self.name, values, self.metric.no_value)
        return MetricsDict({self.name: mean_value(values)})


class EvidenceMetric(PluginMetric):
    """A metric that judges units, and can write them.

    Args:
        evidence_output: a JSON Lines file for the evidence: each summary's units, weights and measures.
        settings: the settings of the engine's metric.
    """

    def __init__(self, *, evidence_output: str | None = None, **settings: Any) -> None:
        super().__init__(**settings)
        self.evidence_output = evidence_output
        if evidence_output:
            self.required_summary_fields = ["summary", "summary_id"]

    def score_all(self, summaries: list[Any], *fields: list[Any], **kwargs: Any) -> list[MetricsDict]:
        *summary_ids, contexts = fields
        nested = [[[value] for value in values] for values in (summaries, *summary_ids)]
        return [results[0] for results in self.score_multi_all(*nested, contexts)]

    def keep_judgements(self, scored: MetricResult, *fields: list[Any]) -> None:
        if self.evidence_output and scored.judgements is not None:
            keys = [key for keys in fields[0] for key in keys]
            judgements = zip(keys, scored.judgements, strict=True)
            write_evidence(self.evidence_output, {self.name: judgements}, [scored.signature])


@Metric.register("sacrerouge")
class HostMetric(Metric):
    """A metric of SacreROUGE, with SacreROUGE's values; nested names are joined by ``_`` as there.

    Args:
        metric: a name, or a config's JSON; the metric must need only the summary and at most one context.
    """

    name = "sacrerouge"
    no_value = "have no value"

    def __init__(self, metric: str | dict[str, Any]) -> None:
        self.description = {"type": metric} if isinstance(metric, str) else dict(metric)
        self.metric = SacreRougeMetric.from_params(Params(dict(self.description)))
        contexts = self.metric.required_context_fields
        if self.metric.required_summary_fields != ["summary"] or len(contexts) > 1:
            raise ValueError(f"the metric {self.description['type']!r} needs more than the summary and one context")

    @property
    def context(self) -> Context | None:
        return next(iter(self.metric.required_context_fields), None)

    def score(self, items: Sequence[Item]) -> MetricResult:
        topics = [list(topic) for _, topic in groupby(items, key=lambda item: id(item.context))]
        contexts = [[topic[0].context for topic in topics]] if self.context else []
        summaries_list = [[item.summary for item in topic] for topic in topics]
        results_by_topic = self.metric.score_multi_all(summaries_list, *contexts)
        values: list[Value] = [dict(result.flatten_keys()) for results in results_by_topic for result in results]
        return MetricResult(values, sign(self.name, {"metric": self.description}))


#: by metric, the class that adapts it to SacreROUGE
ADAPTERS: dict[str, type[PluginMetric]] = {}


def adapt_metrics() -> None:
    """Make the adapters of registered metrics that have none yet, and register them with SacreROUGE."""
    for name in Metric.list_available():
        metric = Metric.by_name(name)
        if name not in ADAPTERS and not issubclass(metric, HostMetric):
            base = EvidenceMetric if metric.judges_units else PluginMetric
            members = {"engine": metric, "name": metric.name, "__doc__": metric.__doc__, "__module__": __name__}
            ADAPTERS[name] = SacreRougeMetric.register(name)(type(metric.__name__, (base,), members))


@classmethod  # type: ignore[misc]
def _list_adapted(cls: type[SacreRougeMetric]) -> list[str]:
    """Return the names of SacreROUGE's and this package's metrics, also of those that other packages registered."""
    adapt_metrics()
    return list(super(SacreRougeMetric, cls).list_available())


adapt_metrics()
# SacreROUGE asks it for the known names; its own function would omit metrics that another package registers later.
SacreRougeMetric.list_available = _list_adapted
