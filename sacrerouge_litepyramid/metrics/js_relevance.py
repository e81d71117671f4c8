"""js-relevance: how alike the distributions of words are in a summary and its documents."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from sacrerouge_litepyramid.core.texts import Text, flatten
from sacrerouge_litepyramid.metrics.metric import Metric
from sacrerouge_litepyramid.metrics.supert.document_relevance import TermRelevance, terms


def jensen_shannon(one: Iterable[str], other: Iterable[str]) -> float:
    """Return the Jensen-Shannon divergence of two texts' terms in bits: 0 if equal, 1 if they share no term.

    It is 1 also for a text without terms. Frequencies are not smoothed.
    """
    first, second = Counter(one), Counter(other)
    if not first or not second:
        return 1.0
    of_first, of_second = 1 / first.total(), 1 / second.total()
    terms = (_part(first[term] * of_first, second[term] * of_second) for term in sorted(first.keys() | second.keys()))
    return min(max(math.fsum(terms) / 2, 0.0), 1.0)


def _part(p: float, q: float) -> float:
    """Return a term's part of the sum of both divergences from the mean distribution."""
    return sum(value * math.log2(2 * value / (p + q)) for value in (p, q) if value > 0)


@Metric.register("js-relevance")
class JensenShannonRelevance(TermRelevance):
    """1 − the Jensen-Shannon divergence of summary and documents, by unigrams: from 0 to 1.

    All documents are one distribution. A deviation from the released code, which gives the divergence itself and
    smooths the counts.
    """

    name = "js-relevance"

    def score_topic(self, summaries: Sequence[Text], documents: Sequence[Text]) -> list[float]:
        source = [term for document in documents for term in terms(flatten(document))]
        if not source:
            return [math.nan] * len(summaries)
        return [1 - jensen_shannon(terms(flatten(summary)), source) for summary in summaries]
