"""SUPERT with any encoder (Gao, Zhao and Eger, ACL 2020), and its baselines.

The baselines compare weighted terms or text vectors.
"""

import math
from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import Any, ClassVar

import numpy as np
from tqdm import tqdm

from sacrerouge_litepyramid.core.texts import SPLITTER, Text, flatten
from sacrerouge_litepyramid.core.words import STOP_WORDS, stem, words_by_sentence
from sacrerouge_litepyramid.metrics.metric import (
    Item,
    MetricResult,
    SummaryMetric,
    Value,
    group_by_context,
)
from sacrerouge_litepyramid.metrics.supert.scorer import (
    SentenceVectors,
    SupertScorer,
    sentences_with_text,
)
from sacrerouge_litepyramid.metrics.supert.selection import SentenceSelection
from sacrerouge_litepyramid.models.encoders.token_encoder import TokenEncoder, text_vector
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.signature import Signature, sign

DEFAULT_NOTICE = (
    "No encoder was named: char-ngram, which sees wording and not meaning, aligns the tokens. The "
    "paper's settings: "
    '"encoder": {"type": "transformers", "model": '
    '"sentence-transformers/bert-large-nli-stsb-mean-tokens"}, "selection": "top", with the extra '
    "[nli] installed."
)


@SummaryMetric.add
class SupertNative(SummaryMetric):
    """Soft alignment of a summary with sentences selected from its documents; needs no reference.

    Values: f1, recall and precision, means over the pseudo-references; the paper's score is f1.
    They are 0 if the summary, and NaN if the documents, have no content word.

    Args:
        encoder: the token encoder; by default ``char-ngram``.
        selection: selects the document sentences of the pseudo-references; by default ``whole``,
            which agrees best with human scores under the default encoder; the released class has
            ``top``.
    """

    name = "supert-native"
    context = "documents"
    no_value = "are of documents without words"

    def __init__(
        self, encoder: TokenEncoder | None = None, selection: SentenceSelection | None = None
    ) -> None:
        self.by_default = encoder is None
        self.encoder: TokenEncoder = build(TokenEncoder, encoder)
        self.selection: SentenceSelection = build(SentenceSelection, selection)

    def score_ready(self, items: Sequence[Item]) -> MetricResult:
        topics = group_by_context(items)
        documents_of_topics = chain.from_iterable(documents for documents, _ in topics)
        summaries = [item.summary for item in items]
        vectors = SentenceVectors(self.encoder)
        # The encoder is fastest when it gets all sentences of a run in one call.
        vectors.encode(_list_sentences(chain(documents_of_topics, summaries)))
        values: dict[int, Value] = {}
        for documents, places in tqdm(topics, desc="supert", unit="topic", disable=None, delay=1):
            scorer = SupertScorer(documents, self.selection, vectors)
            alignments = scorer.score([items[place].summary for place in places])
            for place, (precision, recall, f1) in zip(places, alignments, strict=True):
                values[place] = {"f1": f1, "recall": recall, "precision": precision}
        notices = (DEFAULT_NOTICE,) if self.by_default else ()
        return MetricResult([values[place] for place in range(len(items))], self.sign(), notices)

    def sign(self) -> Signature:
        """Return the signature of the scores."""
        settings = {
            "encoder": self.encoder.identity(),
            "selection": self.selection.identity(),
            "splitter": SPLITTER,
        }
        return sign(self.name, settings)


def extract_terms(text: Text) -> list[str]:
    """Return the stems of the words and numbers of a text, without stop words, in order."""
    words = chain.from_iterable(words_by_sentence(flatten(text)))
    return [stem(word) for word in words if word.lower() not in STOP_WORDS]


def _extract_sentence_terms(texts: Sequence[Text]) -> list[list[str]]:
    """Return the terms of each sentence of all texts."""
    return [extract_terms(sentence) for sentence in _list_sentences(texts)]


def _list_sentences(texts: Iterable[Text]) -> Iterator[str]:
    return chain.from_iterable(map(sentences_with_text, texts))


#: the weights of a text's terms, as a vector of length 1; empty for a text without terms
_TermVector = Mapping[str, float]


class TfIdf:
    """Weights terms by their count × (log((1 + n) / (1 + df)) + 1).

    There are ``n`` texts, of which ``df`` have the term.
    """

    def __init__(self, texts: Iterable[Iterable[str]]) -> None:
        distinct = [set(terms) for terms in texts]
        self._text_count = len(distinct)
        self._document_frequencies = Counter(chain.from_iterable(distinct))

    def vector(self, terms: Iterable[str]) -> _TermVector:
        """Return the weights of a text's terms."""
        counts = Counter(terms)
        weights = {term: count * self._idf(term) for term, count in counts.items()}
        length = math.sqrt(sum(weight * weight for weight in weights.values()))
        return {term: weight / length for term, weight in weights.items()}

    def _idf(self, term: str) -> float:
        frequency = self._document_frequencies[term]
        return math.log((1 + self._text_count) / (1 + frequency)) + 1


def cosine(one: _TermVector, other: _TermVector) -> float:
    """Return the cosine of two vectors of length 1; 0 if one is empty."""
    return math.fsum(weight * other[term] for term, weight in one.items() if term in other)


class _DocumentRelevance(SummaryMetric):
    """Scores how much of its documents a summary covers.

    The score is 0 if it has no words, and NaN if the documents have none.
    """

    context = "documents"
    no_value: ClassVar[str] = "are of documents without words"

    def score_ready(self, items: Sequence[Item]) -> MetricResult:
        values: list[Value] = [*self.relevance(items)]
        return MetricResult(values, sign(self.name, self.settings()))

    @abstractmethod
    def relevance(self, items: Sequence[Item]) -> list[float]:
        """Return the value of each summary with its documents."""


class _TermRelevance(_DocumentRelevance):
    """A baseline that counts the stems of words that are not stop words, one topic at a time."""

    def relevance(self, items: Sequence[Item]) -> list[float]:
        values: dict[int, float] = {}
        topics = group_by_context(items)
        for documents, places in tqdm(topics, self.name, unit="topic", disable=None, delay=1):
            summaries = [items[place].summary for place in places]
            values.update(zip(places, self.score_topic(summaries, documents), strict=True))
        return [values[place] for place in range(len(items))]

    @abstractmethod
    def score_topic(self, summaries: Sequence[Text], documents: Sequence[Text]) -> list[float]:
        """Return the value of each summary of the documents."""


@SummaryMetric.add
class ClsCosine(_DocumentRelevance):
    """The mean cosine of a summary's vector with the vectors of its documents, from -1 to 1.

    The vector of a text is that of the encoder's special token ([CLS], <s>), or the mean of its
    tokens if the encoder has none. If the encoder cuts a long text into windows, the special token
    represents one window only.

    Args:
        encoder: the token encoder; by default ``char-ngram``.
    """

    name = "cls-cosine"

    def __init__(self, encoder: TokenEncoder | None = None) -> None:
        self.encoder: TokenEncoder = build(TokenEncoder, encoder)

    def relevance(self, items: Sequence[Item]) -> list[float]:
        summaries = [flatten(item.summary) for item in items]
        documents_list = [list(map(flatten, item.context)) for item in items]
        texts = {*summaries, *chain.from_iterable(documents_list)}
        written = sorted(text for text in texts if text.strip())
        vectors: dict[str, np.ndarray] = {}
        for text, tokens in zip(written, self.encoder.encode(written), strict=True):
            if len(tokens.tokens):
                vectors[text] = text_vector(tokens)
        values = []
        for summary, documents in zip(summaries, documents_list, strict=True):
            known = [vectors[document] for document in documents if document in vectors]
            values.append(_mean_cosine(vectors.get(summary), known))
        return values

    def settings(self) -> dict[str, Any]:
        return {"encoder": self.encoder.identity()}


def _mean_cosine(summary: np.ndarray | None, documents: Sequence[np.ndarray]) -> float:
    """Return a summary's mean cosine with documents that have tokens.

    The vector of a summary without tokens is None.
    """
    if not documents:
        return math.nan
    return 0.0 if summary is None else min(float(summary @ np.mean(documents, axis=0)), 1.0)


def jensen_shannon(one: Iterable[str], other: Iterable[str]) -> float:
    """Return the Jensen-Shannon divergence of the terms of two texts in bits.

    It is 0 if they are equal, and 1 if they share no term.
    """
    first, second = Counter(one), Counter(other)
    if not first or not second:
        return 1.0
    first_scale = 1 / first.total()
    second_scale = 1 / second.total()
    parts = [
        _diverge(first[term] * first_scale, second[term] * second_scale) for term in first | second
    ]
    # The sum is exact, so it does not depend on the order of terms.
    return min(max(math.fsum(parts) / 2, 0.0), 1.0)


def _diverge(p: float, q: float) -> float:
    """Return a term's part of the sum of both divergences from the mean distribution."""
    mean = (p + q) / 2
    return sum(value * math.log2(value / mean) for value in (p, q) if value > 0)


@SummaryMetric.add
class JensenShannonRelevance(_TermRelevance):
    """1 − the Jensen-Shannon divergence of summary and documents, by unigrams: from 0 to 1.

    All documents are one distribution. A deviation from the released code, which returns the
    divergence itself and smooths the counts.
    """

    name = "js-relevance"

    def score_topic(self, summaries: Sequence[Text], documents: Sequence[Text]) -> list[float]:
        source = list(chain.from_iterable(map(extract_terms, documents)))
        if not source:
            return [math.nan] * len(summaries)
        return [1 - jensen_shannon(extract_terms(summary), source) for summary in summaries]


@SummaryMetric.add
class TfIdfRelevance(_TermRelevance):
    """The mean cosine of a summary's tf-idf vector with those of its documents, from 0 to 1.

    Idf weights are counted over the documents' sentences. A deviation from the released code, which
    counts over the documents and all summaries scored with them, so that summaries change each
    other's scores.
    """

    name = "tfidf-relevance"

    def score_topic(self, summaries: Sequence[Text], documents: Sequence[Text]) -> list[float]:
        weights = TfIdf(_extract_sentence_terms(documents))
        all_vectors = [weights.vector(extract_terms(document)) for document in documents]
        vectors = [vector for vector in all_vectors if vector]
        if not vectors:
            return [math.nan] * len(summaries)
        values = []
        for text in summaries:
            summary = weights.vector(extract_terms(text))
            values.append(math.fsum(cosine(summary, vector) for vector in vectors) / len(vectors))
        return values


#: REAPER's weight of relevance; redundancy has the rest
_RELEVANCE_WEIGHT = 0.9


@SummaryMetric.add
class Reaper(_TermRelevance):
    """.9 · Σ cos(sentence, documents) − .1 · Σ cos(sentence, sentence), of tf-idf vectors.

    The sum grows with the number of sentences, and may be negative. Idf weights are counted over
    the documents' sentences. Deviations: the released code compares sentences with the documents
    where it should compare them with each other; the original reward also has a term for the place
    of a sentence in its document, which a written summary does not have.
    """

    name = "reaper"

    def score_topic(self, summaries: Sequence[Text], documents: Sequence[Text]) -> list[float]:
        source = _extract_sentence_terms(documents)
        weights = TfIdf(source)
        whole = weights.vector(chain.from_iterable(source))
        if not whole:
            return [math.nan] * len(summaries)
        values = []
        for summary in summaries:
            sentences = [weights.vector(terms) for terms in _extract_sentence_terms([summary])]
            values.append(combine_cosines(sentences, whole))
        return values


def combine_cosines(sentences: Sequence[_TermVector], documents: _TermVector) -> float:
    """Return .9 · Σ cos(sentence, documents) − .1 · Σ cos(sentence, sentence).

    The equation is that of Rioux et al. 2014.
    """
    relevance = math.fsum(cosine(sentence, documents) for sentence in sentences)
    redundancy = math.fsum(cosine(one, other) for one, other in combinations(sentences, 2))
    return _RELEVANCE_WEIGHT * relevance - (1 - _RELEVANCE_WEIGHT) * redundancy
