"""Any SacreROUGE metric that needs no reference as a reward."""

from collections.abc import Sequence
from typing import Any

from sacrerouge.data import MetricsDict
from sacrerouge.metrics import Metric

from sacrerouge_litepyramid.summarizers.interfaces import ExtractScorer, Reward
from sacrerouge_litepyramid.summarizers.source import Extract, Source


@Reward.register("metric")
class MetricReward(Reward):
    """A measure of a metric, asked about all extracts of a batch in one call; an extract is a list of its sentences.

    Args:
        metric: a metric of the summary alone, or of the summary and its documents.
        measure: which of its measures, nested names joined by ``_`` as SacreROUGE joins them; None for a metric that
            has one.
    """

    def __init__(self, metric: Metric, measure: str = None) -> None:
        contexts = metric.required_context_fields
        if metric.required_summary_fields != ["summary"] or contexts not in ([], ["documents"]):
            needs = ", ".join(field for field in [*metric.required_summary_fields, *contexts] if field != "summary")
            raise ValueError(
                f"the metric {type(metric).__name__} needs {needs}; a reward has the summary and its documents alone"
            )
        self.metric = metric
        self.measure = measure

    def scorer(self, source: Source) -> ExtractScorer:
        return _MetricScorer(self, source)


class _MetricScorer(ExtractScorer):
    def __init__(self, reward: MetricReward, source: Source) -> None:
        super().__init__()
        self.reward = reward
        self.source = source
        self.contexts: list[list[Any]] = [[list(source.documents)]] if reward.metric.required_context_fields else []

    def score_distinct(self, extracts: Sequence[Extract]) -> list[float]:
        summaries = [self.source.texts(extract) or "" for extract in extracts]
        (results,) = self.reward.metric.score_multi_all([summaries], *self.contexts)
        return [measured(result, self.reward.measure) for result in results]


def measured(result: MetricsDict, measure: str | None) -> float:
    """One measure of a metric's result; ValueError naming all of them where it is not clear which."""
    values = result.flatten_keys()
    if measure is None and len(values) == 1:
        return float(next(iter(values.values())))
    if measure not in values:
        wrong = "no measure is named" if measure is None else f"the measure {measure!r} is unknown"
        raise ValueError(f"{wrong}; the reward's metric has {', '.join(values)}: choose one as its 'measure'")
    return float(values[measure])
