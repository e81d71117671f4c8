"""What the baselines of SUPERT share: one value for a summary from its documents."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from tqdm import tqdm

from sacrerouge_litepyramid.core.texts import Text
from sacrerouge_litepyramid.metrics.metric import Context, Metric, MetricResult
from sacrerouge_litepyramid.signature import sign


class DocumentRelevance(Metric):
    """A value that is higher for a summary with more of its documents' content.

    0 for a summary without a content word; NaN for documents without one.
    """

    no_value: ClassVar[str] = "are of documents without words"

    @property
    def context(self) -> Context:
        return "documents"

    def score(self, summaries_list: Sequence[Sequence[Text]], contexts: Sequence[Sequence[Text]]) -> MetricResult:
        values = self.relevance(summaries_list, contexts)
        return MetricResult(values=[list(row) for row in values], signature=sign(self.name, self.settings()))

    @abstractmethod
    def relevance(
        self, summaries_list: Sequence[Sequence[Text]], documents_list: Sequence[Sequence[Text]]
    ) -> list[list[float]]:
        """Return the value of each summary, nested like the summaries."""

    def settings(self) -> dict[str, Any]:
        """Return what else changes the score, for the signature."""
        return {}


class TermRelevance(DocumentRelevance):
    """A baseline that counts terms, the stems of words that are not stop words, one topic at a time."""

    def relevance(
        self, summaries_list: Sequence[Sequence[Text]], documents_list: Sequence[Sequence[Text]]
    ) -> list[list[float]]:
        topics = list(zip(summaries_list, documents_list, strict=True))
        return [
            self.score_topic(summaries, documents)
            for summaries, documents in tqdm(topics, desc=self.name, unit="topic", disable=None, delay=1)
        ]

    @abstractmethod
    def score_topic(self, summaries: Sequence[Text], documents: Sequence[Text]) -> list[float]:
        """Return the value of each summary of the documents."""
