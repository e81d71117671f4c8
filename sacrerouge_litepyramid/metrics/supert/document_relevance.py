"""What the baselines of SUPERT share: one value for a summary from its documents, and texts as weighted terms."""

import math
from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from tqdm import tqdm

from sacrerouge_litepyramid.core.texts import Text
from sacrerouge_litepyramid.core.words import STOP_WORDS, stem, words_by_sentence
from sacrerouge_litepyramid.metrics.metric import Context, Item, Metric, MetricResult, group_by_context
from sacrerouge_litepyramid.signature import sign


def terms(text: str) -> list[str]:
    """Return the stems of a text's words and numbers that are not stop words, in order."""
    words = (word for sentence in words_by_sentence(text) for word in sentence)
    return [stem(word) for word in words if word.lower() not in STOP_WORDS]


#: a text's terms with their weights, at length 1; empty for a text without terms
TermVector = Mapping[str, float]


class TfIdf:
    """Weights terms by their count times log((1 + n) / (1 + df)) + 1, for ``n`` texts of which ``df`` have the term."""

    def __init__(self, texts: Iterable[Iterable[str]]) -> None:
        distinct = [set(terms) for terms in texts]
        self._texts = len(distinct)
        self._holding = Counter(term for terms in distinct for term in terms)

    def vector(self, terms: Iterable[str]) -> TermVector:
        weights = {term: count * self._idf(term) for term, count in Counter(terms).items()}
        length = math.sqrt(sum(weight * weight for weight in weights.values()))
        return {term: weight / length for term, weight in weights.items()}

    def _idf(self, term: str) -> float:
        return math.log((1 + self._texts) / (1 + self._holding[term])) + 1


def cosine(one: TermVector, other: TermVector) -> float:
    """Return the cosine of two vectors of length 1; 0 with an empty one."""
    if len(other) < len(one):
        one, other = other, one
    return math.fsum(weight * other[term] for term, weight in one.items() if term in other)


class DocumentRelevance(Metric):
    """A value that is higher for a summary with more of its documents' content.

    0 for a summary without a content word; NaN for documents without one.
    """

    no_value: ClassVar[str] = "are of documents without words"

    @property
    def context(self) -> Context:
        return "documents"

    def score(self, items: Sequence[Item]) -> MetricResult:
        return MetricResult(list(self.relevance(items)), sign(self.name, self.settings()))

    @abstractmethod
    def relevance(self, items: Sequence[Item]) -> list[float]:
        """Return the value of each summary with its documents."""

    def settings(self) -> dict[str, Any]:
        """Return what else changes the score, for the signature."""
        return {}


class TermRelevance(DocumentRelevance):
    """A baseline that counts terms, the stems of words that are not stop words, one topic at a time."""

    def relevance(self, items: Sequence[Item]) -> list[float]:
        values: dict[int, float] = {}
        for documents, places in tqdm(group_by_context(items), desc=self.name, unit="topic", disable=None, delay=1):
            found = self.score_topic([items[place].summary for place in places], documents)
            values.update(zip(places, found, strict=True))
        return [values[place] for place in range(len(items))]

    @abstractmethod
    def score_topic(self, summaries: Sequence[Text], documents: Sequence[Text]) -> list[float]:
        """Return the value of each summary of the documents."""
