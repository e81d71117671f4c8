"""tfidf-relevance: the cosine of a summary's tf-idf vector with its documents'."""

import math
from collections.abc import Sequence

from sacrerouge_litepyramid.core.texts import Text, flatten
from sacrerouge_litepyramid.metrics.metric import Metric
from sacrerouge_litepyramid.metrics.supert.document_relevance import TermRelevance, TfIdf, cosine, terms
from sacrerouge_litepyramid.metrics.supert.scorer import sentences_with_text


@Metric.register("tfidf-relevance")
class TfIdfRelevance(TermRelevance):
    """The mean cosine of the tf-idf vector of a summary with those of its documents, from 0 to 1.

    Document frequencies are those of the documents' sentences. A deviation from the released code, which counts the
    documents and all summaries that are scored with it, so that they change each other's scores.
    """

    name = "tfidf-relevance"

    def score_topic(self, summaries: Sequence[Text], documents: Sequence[Text]) -> list[float]:
        weights = TfIdf(terms(sentence) for document in documents for sentence in sentences_with_text(document))
        vectors = [weights.vector(terms(flatten(document))) for document in documents]
        vectors = [vector for vector in vectors if vector]
        if not vectors:
            return [math.nan] * len(summaries)
        return [
            math.fsum(cosine(summary, vector) for vector in vectors) / len(vectors)
            for summary in (weights.vector(terms(flatten(text))) for text in summaries)
        ]
