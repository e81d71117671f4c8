"""SUPERT's scorer of a topic, built once for any number of summaries or extracts."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.rouge import Alignment, f1
from sacrerouge_litepyramid.core.texts import Text, flatten, sentences_of
from sacrerouge_litepyramid.metrics.supert.selection import SentenceSelection, SourceSentences
from sacrerouge_litepyramid.models.encoders.alignment import (
    Prepared,
    align_pair,
    join_prepared,
    prepare_content,
)
from sacrerouge_litepyramid.models.encoders.token_encoder import TokenEncoder, unit_vectors


class SentenceVectors:
    """Encodes sentences, and keeps their content tokens' vectors."""

    def __init__(self, encoder: TokenEncoder) -> None:
        self.encoder = encoder
        self._prepared: dict[str, Prepared] = {}

    def encode(self, sentences: Iterable[str]) -> None:
        """Encode the new sentences in one call of the encoder."""
        new = [sentence for sentence in dict.fromkeys(sentences) if sentence not in self._prepared]
        if not new:
            return
        for sentence, vectors in zip(new, self.encoder.encode(new), strict=True):
            self._prepared[sentence] = prepare_content(vectors)

    def get(self, sentences: Sequence[str]) -> list[Prepared]:
        """Return the tokens of each sentence, in order."""
        self.encode(sentences)
        return [self._prepared[sentence] for sentence in sentences]


def sentence_vectors(sentences: Sequence[Prepared]) -> np.ndarray:
    """Return the unit vector of each sentence's mean token vector, (sentences, dimensions).

    It is zeros for a sentence without tokens. A deviation from the paper, whose sentence vectors
    include stop words and special tokens.
    """
    dimensions = sentences[0].vectors.shape[1] if sentences else 0
    means = np.zeros((len(sentences), dimensions), dtype=np.float32)
    for mean, sentence in zip(means, sentences, strict=True):
        if len(sentence.tokens):
            mean[:] = sentence.vectors.mean(axis=0)
    return unit_vectors(means)


#: with at least this number of selected sentences, each document is a pseudo-reference
_MIN_SEPARATE_SENTENCES = 15


def group_by_document(selected: np.ndarray, documents: np.ndarray) -> list[np.ndarray]:
    """Return the selected sentences by document if there are at least 15, else in one group.

    The released code does the same. ``selected``: indices of sentences; ``documents``: the
    documents of the sentences.
    """
    if len(selected) < _MIN_SEPARATE_SENTENCES:
        return [selected] if len(selected) else []
    owners = documents[selected]
    return [selected[owners == document] for document in np.unique(owners)]


def mean_alignment(alignments: Sequence[Alignment]) -> Alignment:
    """Return the mean of each measure over the pseudo-references, at most 1.

    It is NaN without pseudo-references.
    """
    if not alignments:
        return Alignment(np.nan, np.nan, np.nan)
    means = np.mean(alignments, axis=0)
    return Alignment(*np.minimum(means, 1).tolist())


class _SentenceMatches(NamedTuple):
    """The similarities of a reference's tokens with those of several sentences."""

    #: how similar each reference token is to the sentence's nearest token, (sentences, reference
    #: tokens); -inf for a sentence without tokens
    best: np.ndarray
    #: the sum over the sentence's tokens of the similarity to the nearest reference token,
    #: (sentences,)
    total: np.ndarray
    #: the number of the sentence's tokens, (sentences,)
    tokens: np.ndarray


def sentence_matches(reference: np.ndarray, sentences: Sequence[np.ndarray]) -> _SentenceMatches:
    """Match sentences with a reference, as arrays of unit vectors, (tokens, dimensions)."""
    tokens = np.array([len(sentence) for sentence in sentences])
    best = np.full((len(tokens), len(reference)), -np.inf)
    total = np.zeros(len(tokens))
    for index, sentence in enumerate(sentences):
        if len(sentence):
            similarity = reference @ sentence.T
            best[index] = similarity.max(axis=1)
            total[index] = similarity.max(axis=0).sum()
    return _SentenceMatches(best, total, tokens)


def align_extract(matches: _SentenceMatches, extract: Sequence[int]) -> Alignment:
    """Return the `soft_alignment` of an extract, a list of indices of sentences.

    The best match of a reference token is the maximum over sentences, so no vector is compared.
    """
    chosen = list(extract)
    tokens = matches.tokens[chosen].sum()
    if not tokens:
        return Alignment(0.0, 0.0, 0.0)
    precision = float(matches.total[chosen].sum() / tokens)
    recall = float(matches.best[chosen].max(axis=0).mean())
    return Alignment(precision, recall, f1(precision, recall))


class SupertScorer:
    """Scores summaries by soft alignment with pseudo-references from their documents.

    Args:
        documents: texts, which are split, or lists of sentences.
        selection: selects the sentences of the pseudo-references.
        vectors: encodes sentences and keeps their vectors, also for other topics.
    """

    def __init__(
        self, documents: Sequence[Text], selection: SentenceSelection, vectors: SentenceVectors
    ) -> None:
        self._vectors = vectors
        split = [sentences_with_text(document) for document in documents]
        lengths = [len(sentences) for sentences in split]
        sentences = list(chain.from_iterable(split))
        self._tokens = vectors.get(sentences)
        sources = SourceSentences(
            texts=tuple(sentences),
            documents=np.repeat(np.arange(len(split)), lengths),
            # numpy refuses to join no arrays.
            positions=np.concatenate([np.arange(0), *map(np.arange, lengths)]),
            vectors=sentence_vectors(self._tokens),
        )
        selected = selection.select(sources)
        self._references: list[Prepared] = []
        for group in group_by_document(selected, sources.documents):
            reference = join_prepared([self._tokens[index] for index in group])
            if reference.tokens:
                self._references.append(reference)

    def score(self, summaries: Sequence[Text]) -> list[Alignment]:
        """Return the mean precision, recall and F1 of each summary over the pseudo-references.

        They are 0 for a summary, and NaN for documents, without content words.
        """
        scores = []
        for text in summaries:
            summary = join_prepared(self._vectors.get(sentences_with_text(text)))
            alignments = [align_pair(reference, summary) for reference in self._references]
            scores.append(mean_alignment(alignments))
        return scores

    def score_extracts(self, extracts: Sequence[Sequence[int]]) -> list[Alignment]:
        """Return `score` of extracts: lists of indices of the documents' sentences, from 0."""
        scores = []
        for extract in extracts:
            alignments = [align_extract(matches, extract) for matches in self._matches]
            scores.append(mean_alignment(alignments))
        return scores

    @cached_property
    def _matches(self) -> list[_SentenceMatches]:
        """The matches of each pseudo-reference with the documents' sentences."""
        sentences = [sentence.vectors for sentence in self._tokens]
        return [sentence_matches(reference.vectors, sentences) for reference in self._references]


def sentences_with_text(text: Text) -> list[str]:
    """Return the non-empty sentences of a document or a summary.

    Raise ValueError if it is not a text.
    """
    flatten(text)
    return [sentence for sentence in sentences_of(text) if sentence]
