"""SUPERT as a reward: the vectors and best matches of the documents' sentences are computed once."""

from collections.abc import Sequence

from sacrerouge_litepyramid.encoders.token_encoder import TokenEncoder
from sacrerouge_litepyramid.metrics.supert_native import SupertNative
from sacrerouge_litepyramid.signature import Signature
from sacrerouge_litepyramid.summarizers.interfaces import ExtractScorer, Reward
from sacrerouge_litepyramid.summarizers.source import Extract, Source
from sacrerouge_litepyramid.supert.scorer import SupertScorer
from sacrerouge_litepyramid.supert.sentence_selection import SentenceSelection
from sacrerouge_litepyramid.supert.vectors import SentenceVectors

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
