"""Rewards of extracts: any metric that needs no reference, and SUPERT without encoding an extract."""

from collections.abc import Sequence

from sacrerouge_litepyramid.experiments.summarizers.interfaces import Extract, ExtractScorer, Reward, Source
from sacrerouge_litepyramid.metrics.metric import Item, Metric, Value, iterate_measures
from sacrerouge_litepyramid.metrics.supert.scorer import SentenceVectors, SupertScorer
from sacrerouge_litepyramid.metrics.supert.selection import SentenceSelection
from sacrerouge_litepyramid.metrics.supert_native import SupertNative
from sacrerouge_litepyramid.models.encoders.token_encoder import TokenEncoder
from sacrerouge_litepyramid.signature import Signature


@Reward.register("metric")
class MetricReward(Reward):
    """A measure of a metric, computed for all extracts of a batch in one call; an extract is a list of sentences.

    Args:
        metric: a metric of the summary alone, or of the summary and its documents.
        measure: the measure to use; None for a metric that has only one.
    """

    def __init__(self, metric: Metric, measure: str | None = None) -> None:
        if metric.context not in (None, "documents"):
            raise ValueError(
                f"the metric {metric.name!r} needs {metric.context}; a reward has the summary and its documents alone"
            )
        self.metric = metric
        self.measure = measure
        self.scored: list[Signature] = []

    def signatures(self) -> list[Signature]:
        return self.scored

    def scorer(self, source: Source) -> ExtractScorer:
        return _MetricScorer(self, source)


class _MetricScorer(ExtractScorer):
    def __init__(self, reward: MetricReward, source: Source) -> None:
        super().__init__()
        self.reward = reward
        self.source = source

    def score_distinct(self, extracts: Sequence[Extract]) -> list[float]:
        reward, documents = self.reward, list(self.source.documents)
        scored = reward.metric.score([Item(self.source.texts(extract) or "", documents) for extract in extracts])
        if scored.signature not in reward.scored:
            reward.scored.append(scored.signature)
        return [select_measure(reward.metric.name, value, reward.measure) for value in scored.values]


def select_measure(metric: str, value: Value, measure: str | None) -> float:
    """Return one measure of a metric's value. Raises ValueError naming all measures where the choice is ambiguous.

    A measure may be named alone (f1), or with its metric before it, as in files of scores (supert-native_f1).
    """
    values = {f"{metric}_{name}" if name else metric: number for name, number in iterate_measures(value)}
    if measure is None and len(values) == 1:
        return float(next(iter(values.values())))
    name = measure if measure in values else f"{metric}_{measure}"
    if name not in values:
        wrong = "no measure is named" if measure is None else f"the measure {measure!r} is unknown"
        raise ValueError(f"{wrong}; the reward's metric has {', '.join(values)}: choose one as its 'measure'")
    return float(values[name])


MEASURES = ("f1", "recall", "precision")


@Reward.register("supert-native")
class SupertReward(Reward):
    """The metric ``supert-native`` with the same scores, computed without encoding any extract.

    Args:
        encoder, selection: as for the metric ``supert-native``.
        measure: f1, recall or precision.
    """

    def __init__(
        self, encoder: TokenEncoder | None = None, selection: SentenceSelection | None = None, measure: str = "f1"
    ) -> None:
        if measure not in MEASURES:
            raise ValueError(f"measure must be one of {', '.join(MEASURES)}, not {measure!r}")
        self.metric = SupertNative(encoder, selection)
        self.measure = measure

    def scorer(self, source: Source) -> ExtractScorer:
        vectors = SentenceVectors(self.metric.encoder)
        return _SupertExtracts(SupertScorer(source.documents, self.metric.selection, vectors), self.measure)

    def signatures(self) -> list[Signature]:
        return [self.metric.sign()]


class _SupertExtracts(ExtractScorer):
    def __init__(self, scorer: SupertScorer, measure: str) -> None:
        super().__init__()
        self.supert = scorer
        self.measure = measure

    def score_distinct(self, extracts: Sequence[Extract]) -> list[float]:
        return [getattr(alignment, self.measure) for alignment in self.supert.score_extracts(extracts)]
