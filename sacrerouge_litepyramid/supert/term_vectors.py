"""Texts as weighted terms: tf-idf and its cosine, and REAPER's reward of a summary's sentences."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

#: a text's terms with their weights, at length 1; empty for a text without terms
TermVector = Mapping[str, float]

#: REAPER's share of relevance; the rest is redundancy's
RELEVANCE = 0.9


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


def reaper(sentences: Sequence[TermVector], documents: TermVector) -> float:
    """Return .9 · Σ cosine with the documents − .1 · Σ cosine of two sentences (Rioux et al. 2014); 0 for none."""
    relevance = math.fsum(cosine(sentence, documents) for sentence in sentences)
    redundancy = math.fsum(cosine(one, other) for one, other in combinations(sentences, 2))
    return RELEVANCE * relevance - (1 - RELEVANCE) * redundancy
