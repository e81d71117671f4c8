"""SUPERT's scorer of a topic, built once for any number of summaries or extracts."""

from collections.abc import Iterable, Sequence
from itertools import chain
from numbers import Integral
from typing import Any, NamedTuple, cast

import numpy as np

from sacrerouge_litepyramid.core.rouge import Alignment
from sacrerouge_litepyramid.core.texts import Text, flatten, sentences_of
from sacrerouge_litepyramid.metrics.supert.selection import (
    SentenceSelection,
    SourceSentences,
    WholeDocuments,
)
from sacrerouge_litepyramid.models.encoders.alignment import (
    Prepared,
    align_pair,
    join_prepared,
    prepare_content,
)
from sacrerouge_litepyramid.models.encoders.token_encoder import (
    CharNgramEncoder,
    TokenEncoder,
    unit_vectors,
)


class SentenceVectors:
    """Encodes sentences, by default by ``char-ngram``, and keeps their content tokens' vectors."""

    def __init__(self, encoder: TokenEncoder | None = None) -> None:
        self.encoder = encoder if encoder is not None else CharNgramEncoder()
        self._prepared: dict[str, Prepared] = {}

    def encode(self, sentences: Iterable[str]) -> None:
        """Encode the new sentences in one call of the encoder."""
        new = [sentence for sentence in dict.fromkeys(sentences) if sentence not in self._prepared]
        if not new:
            return
        encoded = self.encoder.encode(new)
        for sentence, vectors in zip(new, encoded, strict=True):
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


#: the number of similarities in a block of extracts; blocks that fit into a processor's cache are
#: fastest
_FLOATS_PER_BLOCK = 1 << 16


class _SentenceMatches(NamedTuple):
    """The similarities of a reference with several sentences, and with one without tokens.

    The last row is that of the sentence without tokens. It fills up short extracts.
    """

    #: how similar each reference token is to the sentence's nearest token, (sentences + 1,
    #: reference tokens)
    best: np.ndarray
    #: the sum over the sentence's tokens of the similarity to the nearest reference token,
    #: (sentences + 1,)
    total: np.ndarray
    #: the number of the sentence's tokens, (sentences + 1,)
    tokens: np.ndarray


def sentence_matches(reference: np.ndarray, sentences: Sequence[np.ndarray]) -> _SentenceMatches:
    """Match sentences with a reference, as arrays of unit vectors, (tokens, dimensions)."""
    tokens = np.array([*map(len, sentences), 0])
    best = np.full((len(tokens), len(reference)), -np.inf)
    total = np.zeros(len(tokens))
    for index, sentence in enumerate(sentences):
        if len(sentence) and len(reference):
            similarity = reference @ sentence.T
            best[index] = similarity.max(axis=1)
            total[index] = similarity.max(axis=0).sum()
    return _SentenceMatches(best, total, tokens)


def extract_alignments(matches: _SentenceMatches, extracts: Sequence[Sequence[int]]) -> np.ndarray:
    """Return the `soft_alignment` of each extract with the reference: (extracts, 3).

    An extract is a list of indices of sentences. The columns are those of `Alignment`; they are 0
    without tokens. The time for an extract grows with its sentences × the reference's tokens, as
    the best match of a reference token is the maximum over sentences.
    """
    alignments = np.zeros((len(extracts), len(Alignment._fields)))
    _, reference_tokens = matches.best.shape
    if not reference_tokens:
        return alignments
    longest = max(map(len, extracts), default=0)
    # The index -1 is that of the sentence without tokens.
    filled = np.full((len(extracts), longest), -1)
    for row, extract in zip(filled, extracts, strict=True):
        row[: len(extract)] = extract
    tokens = matches.tokens[filled].sum(axis=1)
    aligned = np.flatnonzero(tokens)
    rows = filled[aligned]
    precision = matches.total[rows].sum(axis=1) / tokens[aligned]
    recall = _recall(matches.best, rows)
    is_defined = (precision > 0) & (recall > 0)
    zeros = np.zeros(len(aligned))
    f1 = np.divide(2 * precision * recall, precision + recall, out=zeros, where=is_defined)
    alignments[aligned] = np.stack([precision, recall, f1], axis=1)
    return alignments


def _recall(best: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Return each row's recall, (rows,): the mean best match of the reference's tokens."""
    recall = np.zeros(len(rows))
    _, reference_tokens = best.shape
    step = max(1, _FLOATS_PER_BLOCK // reference_tokens)
    for start in range(0, len(rows), step):
        end = start + step
        first, *others = rows[start:end].T
        highest = best[first]
        for sentences in others:
            np.maximum(highest, best[sentences], out=highest)
        recall[start:end] = highest.mean(axis=1)
    return recall


#: a text, the list of its sentences, or the indices of the documents' sentences that it extracts
_SummaryOrExtract = str | list[str] | list[int]


class SupertScorer:
    """Scores summaries by soft alignment with pseudo-references from their documents.

    The indices of an extract refer to `sentences`, the documents' sentences in order, from 0.

    Args:
        documents: texts, which are split, or lists of sentences.
        selection: selects the sentences of the pseudo-references, by default all.
        vectors: encodes sentences and keeps their vectors, also for other topics; by default with
            the default encoder.
    """

    def __init__(
        self,
        documents: Sequence[Text],
        selection: SentenceSelection | None = None,
        vectors: SentenceVectors | None = None,
    ) -> None:
        self._vectors = vectors or SentenceVectors()
        split = [sentences_with_text(document) for document in documents]
        lengths = [len(sentences) for sentences in split]
        self.sentences = list(chain.from_iterable(split))
        self._tokens = self._vectors.get(self.sentences)
        self.sources = SourceSentences(
            texts=tuple(self.sentences),
            documents=np.repeat(np.arange(len(split)), lengths),
            # numpy refuses to join no arrays.
            positions=np.concatenate([np.arange(0), *map(np.arange, lengths)]),
            vectors=sentence_vectors(self._tokens),
        )
        self.selected = (selection or WholeDocuments()).select(self.sources)
        self._references: list[Prepared] = []
        for group in group_by_document(self.selected, self.sources.documents):
            reference = join_prepared([self._tokens[index] for index in group])
            if reference.tokens:
                self._references.append(reference)
        #: for each pseudo-reference, once extracts are scored
        self._matches: list[_SentenceMatches] | None = None

    def score(self, summaries: Sequence[_SummaryOrExtract]) -> list[Alignment]:
        """Return the mean precision, recall and F1 of each summary over the pseudo-references.

        They are 0 for a summary, and NaN for documents, without content words. Raises ValueError if
        an index is outside the documents' sentences.
        """
        extracts: list[Any] = [summary for summary in summaries if is_extract(summary)]
        of_extracts = iter(self.score_extracts(extracts))
        return [
            next(of_extracts) if is_extract(summary) else self._score_text(cast(Text, summary))
            for summary in summaries
        ]

    def score_extracts(self, extracts: Sequence[Sequence[int]]) -> list[Alignment]:
        """Return `score` for lists of indices only, which are scored together."""
        for index in set(chain.from_iterable(extracts)):
            if not 0 <= index < len(self.sentences):
                raise ValueError(
                    f"the documents have no sentence {index}; they have {len(self.sentences)}, "
                    "from 0"
                )
        if not self._references:
            return [mean_alignment([])] * len(extracts)
        if self._matches is None:
            sentences = [sentence.vectors for sentence in self._tokens]
            self._matches = [
                sentence_matches(reference.vectors, sentences) for reference in self._references
            ]
        by_reference = [extract_alignments(matches, extracts) for matches in self._matches]
        means = np.minimum(np.mean(by_reference, axis=0), 1)
        return [Alignment(*mean) for mean in means.tolist()]

    def _score_text(self, text: Text) -> Alignment:
        summary = join_prepared(self._vectors.get(sentences_with_text(text)))
        return mean_alignment([align_pair(reference, summary) for reference in self._references])


def sentences_with_text(text: Text) -> list[str]:
    """Return the non-empty sentences of a document or a summary.

    Raise ValueError if it is not a text.
    """
    # `flatten` refuses other values, but would join the keys of a dictionary.
    if isinstance(text, dict):
        raise ValueError(f"a text must be a string or a list of sentences, not {text!r:.60}")
    flatten(text)
    return [sentence for sentence in sentences_of(text) if sentence]


def is_extract(summary: _SummaryOrExtract) -> bool:
    """Return whether a summary is a list of indices, which may be empty."""
    is_list = isinstance(summary, list | tuple | np.ndarray)
    return is_list and all(isinstance(item, Integral) for item in summary)
