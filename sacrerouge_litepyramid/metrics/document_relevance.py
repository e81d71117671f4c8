"""What the baselines of SUPERT share: one number for a summary from its documents."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from sacrerouge.data import MetricsDict
from sacrerouge.metrics import DocumentBasedMetric

from sacrerouge_litepyramid import __version__, signature
from sacrerouge_litepyramid.formats.summaries import Text
from sacrerouge_litepyramid.metrics.missing import without_missing


class DocumentRelevance(DocumentBasedMetric):
    """Result: ``{name: value}``, higher for a summary that says more of what its documents say.

    0 for a summary without a word that counts; NaN for documents without one.
    """

    name: ClassVar[str]

    def score_multi_all(
        self, summaries_list: list[list[Text]], documents_list: list[list[Text]], **kwargs: Any
    ) -> list[list[MetricsDict]]:
        """Scores of nested summaries: the i-th list holds the summaries of the i-th documents."""
        values = self.relevance(summaries_list, documents_list)
        signature.announce({"metric": self.name, "version": __version__, **self.settings()})
        return [[MetricsDict({self.name: value}) for value in row] for row in values]

    def aggregate(self, metrics_list: list[MetricsDict]) -> MetricsDict:
        """The mean over the summaries that have a score; the others are counted in the log."""
        return super().aggregate(without_missing(metrics_list, self.name, "are of documents without words"))

    @abstractmethod
    def relevance(
        self, summaries_list: Sequence[Sequence[Text]], documents_list: Sequence[Sequence[Text]]
    ) -> list[list[float]]:
        """The value of each summary, nested as the summaries are."""

    def settings(self) -> dict[str, Any]:
        """What else changes the score, for the signature."""
        return {}


class TermRelevance(DocumentRelevance):
    """A baseline that counts terms, the stems of words that are not stop words, one topic at a time."""

    def relevance(
        self, summaries_list: Sequence[Sequence[Text]], documents_list: Sequence[Sequence[Text]]
    ) -> list[list[float]]:
        return [
            self.of_topic(summaries, documents)
            for summaries, documents in zip(summaries_list, documents_list, strict=True)
        ]

    @abstractmethod
    def of_topic(self, summaries: Sequence[Text], documents: Sequence[Text]) -> list[float]:
        """The value of each summary of the documents."""
