"""This package's metrics as SacreROUGE's: each takes the engine's metric of its name and hands it nested lists."""

import logging
from typing import Any, ClassVar

from sacrerouge.data import MetricsDict
from sacrerouge.data.jackknifers import ReferencesJackknifer
from sacrerouge.metrics import Metric as SacreRougeMetric
from sacrerouge.metrics import SummaryBasedMetric

from sacrerouge_litepyramid import metrics as engine
from sacrerouge_litepyramid.io.evidence import write_evidence
from sacrerouge_litepyramid.metrics.metric import Metric, MetricResult, log_missing, mean_value
from sacrerouge_litepyramid.plugin.readers import UnitsJackknifer
from sacrerouge_litepyramid.registry import construct
from sacrerouge_litepyramid.signature import Signature, as_text

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
        """Build the metric of a config, whose components are those of this package's registry and no others."""
        if cls is PluginMetric:
            raise TypeError("PluginMetric itself is no metric; build one of its subclasses")
        return cls(**{name: value for name, value in params.as_dict(quiet=True).items() if name != "type"})

    def score_multi_all(self, summaries_list: list[list[Any]], *contexts: list[Any], **kwargs: Any) -> list[list[Any]]:
        """Score nested summaries: the i-th list holds the summaries of the i-th context."""
        scored = self.metric.score(summaries_list, contexts[0] if contexts else [None] * len(summaries_list))
        self.announce(scored)
        return [[MetricsDict({self.name: value}) for value in row] for row in scored.values]

    def aggregate(self, metrics_list: list[MetricsDict]) -> MetricsDict:
        """Return the mean over the summaries that have a value; log the number of the others."""
        values = [each[self.name] for each in metrics_list]
        log_missing(self.name, values, self.metric.no_value)
        return MetricsDict({self.name: mean_value(values)})

    def announce(self, scored: MetricResult) -> None:
        """Log what a reader of the scores should know, and their signature."""
        for notice in scored.notices:
            logger.warning(notice)
        logger.info("Signature: %s", as_text(scored.signature))
        if scored.signature not in self.signatures:
            self.signatures.append(scored.signature)


class EvidenceMetric(PluginMetric):
    """A metric that judges units, and can write them.

    Args:
        units_output: a JSON Lines file for the evidence: each summary's units, weights and measures.
        settings: the settings of the engine's metric.
    """

    def __init__(self, *, units_output: str | None = None, **settings: Any) -> None:
        super().__init__(**settings)
        self.units_output = units_output
        if units_output:
            self.required_summary_fields = ["summary", "summary_id"]

    def score_all(self, summaries: list[Any], *fields: list[Any], **kwargs: Any) -> list[MetricsDict]:
        *summary_ids, contexts = fields
        nested = [[[value] for value in values] for values in (summaries, *summary_ids)]
        return [results[0] for results in self.score_multi_all(*nested, contexts)]

    def score_multi_all(self, summaries_list: list[list[Any]], *fields: list[Any], **kwargs: Any) -> list[list[Any]]:
        """Score nested summaries: the i-th list holds the summaries to judge by the i-th context's units."""
        *summary_ids, contexts = fields
        scored = self.metric.score(summaries_list, contexts)
        self.announce(scored)
        if self.units_output and scored.judgements is not None:
            keys = [key for row in summary_ids[0] for key in row]
            judgements = [judgement for row in scored.judgements for judgement in row]
            write_evidence(self.units_output, self.name, zip(keys, judgements, strict=True), [scored.signature])
        return [[MetricsDict({self.name: value}) for value in row] for row in scored.values]


def adapt(metric: type[Metric], base: type[PluginMetric] = PluginMetric) -> type[PluginMetric]:
    """Make and register SacreROUGE's class of one of this package's metrics."""
    members = {"engine": metric, "name": metric.name, "__doc__": metric.__doc__, "__module__": __name__}
    adapter = type(metric.__name__, (base,), members)
    return SacreRougeMetric.register(metric.name)(adapter)


Lite2Pyramid = adapt(engine.lite_pyramid.Lite2Pyramid, EvidenceMetric)
Lite2xPyramid = adapt(engine.lite_pyramid.Lite2xPyramid, EvidenceMetric)
Lite3Pyramid = adapt(engine.lite_pyramid.Lite3Pyramid, EvidenceMetric)
SupertNative = adapt(engine.supert_native.SupertNative)
TfIdfRelevance = adapt(engine.tfidf_relevance.TfIdfRelevance)
JensenShannonRelevance = adapt(engine.js_relevance.JensenShannonRelevance)
Reaper = adapt(engine.reaper.Reaper)
ClsCosine = adapt(engine.cls_cosine.ClsCosine)
FfciFaithfulness = adapt(engine.ffci_faithfulness.FfciFaithfulness)
FfciFocus = adapt(engine.ffci_focus.FfciFocus)
FfciCoverage = adapt(engine.ffci_focus.FfciCoverage)
FfciCoherence = adapt(engine.ffci_coherence.FfciCoherence)

#: SacreROUGE's class of each metric by name
ADAPTERS: dict[str, type[PluginMetric]] = {
    adapter.engine.name: adapter
    for adapter in (
        Lite2Pyramid,
        Lite2xPyramid,
        Lite3Pyramid,
        SupertNative,
        TfIdfRelevance,
        JensenShannonRelevance,
        Reaper,
        ClsCosine,
        FfciFaithfulness,
        FfciFocus,
        FfciCoverage,
        FfciCoherence,
    )
}
