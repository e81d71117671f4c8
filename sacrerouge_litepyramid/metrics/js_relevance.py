"""js-relevance: how alike the distributions of words are in a summary and its documents."""

import math
from collections.abc import Sequence

from sacrerouge_litepyramid.core.texts import Text, flatten
from sacrerouge_litepyramid.metrics.document_relevance import TermRelevance
from sacrerouge_litepyramid.metrics.metric import Metric
from sacrerouge_litepyramid.supert.divergence import jensen_shannon
from sacrerouge_litepyramid.supert.terms import terms


@Metric.register("js-relevance")
class JensenShannonRelevance(TermRelevance):
    """1 less the Jensen-Shannon divergence of summary and documents, by unigrams: from 0 to 1.

    All documents are one distribution. A deviation from the released code, which gives the divergence itself and
    smooths the counts.
    """

    name = "js-relevance"

    def score_topic(self, summaries: Sequence[Text], documents: Sequence[Text]) -> list[float]:
        source = [term for document in documents for term in terms(flatten(document))]
        if not source:
            return [math.nan] * len(summaries)
        return [1 - jensen_shannon(terms(flatten(summary)), source) for summary in summaries]
