"""reaper: relevance − redundancy of a summary's sentences (Rioux, Hasan and Chali, EMNLP 2014)."""

import math
from collections.abc import Sequence
from itertools import combinations

from sacrerouge_litepyramid.core.texts import Text
from sacrerouge_litepyramid.metrics.metric import Metric
from sacrerouge_litepyramid.metrics.supert.document_relevance import TermRelevance, TermVector, TfIdf, cosine, terms
from sacrerouge_litepyramid.metrics.supert.scorer import sentences_with_text

#: REAPER's share of relevance; the rest is redundancy's
RELEVANCE = 0.9


@Metric.register("reaper")
class Reaper(TermRelevance):
    """.9 · Σ cosine of a sentence with all documents − .1 · Σ cosine of two sentences, of tf-idf vectors.

    A sum: it grows with the number of sentences, and may be below 0. Document frequencies are those of the documents'
    sentences. Deviations: the released code compares with the documents where sentences are meant to be compared; the
    original reward also has a term for a sentence's place in its document, which a written summary does not have.
    """

    name = "reaper"

    def score_topic(self, summaries: Sequence[Text], documents: Sequence[Text]) -> list[float]:
        source = [terms(sentence) for document in documents for sentence in sentences_with_text(document)]
        weights = TfIdf(source)
        whole = weights.vector(term for sentence in source for term in sentence)
        if not whole:
            return [math.nan] * len(summaries)
        return [
            combine_cosines([weights.vector(terms(sentence)) for sentence in sentences_with_text(summary)], whole)
            for summary in summaries
        ]


def combine_cosines(sentences: Sequence[TermVector], documents: TermVector) -> float:
    """Return .9 · Σ cosine with the documents − .1 · Σ cosine of two sentences (Rioux et al. 2014); 0 for none."""
    relevance = math.fsum(cosine(sentence, documents) for sentence in sentences)
    redundancy = math.fsum(cosine(one, other) for one, other in combinations(sentences, 2))
    return RELEVANCE * relevance - (1 - RELEVANCE) * redundancy
