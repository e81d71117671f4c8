"""A topic's scorer: built once from the documents, then used for any number of summaries or extracts."""

from collections.abc import Sequence
from numbers import Integral
from typing import cast

import numpy as np

from sacrerouge_litepyramid.core.precision_recall import Alignment
from sacrerouge_litepyramid.core.texts import Text
from sacrerouge_litepyramid.encoders.alignment import align_all
from sacrerouge_litepyramid.encoders.prepare import Prepared, join_prepared
from sacrerouge_litepyramid.supert.extracts import SentenceMatches, extract_alignments, sentence_matches
from sacrerouge_litepyramid.supert.positions import WholeDocuments
from sacrerouge_litepyramid.supert.pseudo_references import group_by_document, mean_alignment
from sacrerouge_litepyramid.supert.sentence_selection import SentenceSelection, SourceSentences
from sacrerouge_litepyramid.supert.vectors import SentenceVectors, sentence_vectors
from sacrerouge_litepyramid.text.sentences import sentences_of

#: a text, the list of its sentences, or the indices of the documents' sentences that it takes over
SummaryOrExtract = str | list[str] | list[int]


class SupertScorer:
    """Scores summaries by soft alignment with pseudo-references from their documents.

    ``sentences``: the documents' sentences in order, to which an extract's indices refer, from 0.

    Args:
        documents: texts, which are split, or lists of sentences.
        selection: which sentences form the pseudo-references; None is all.
        vectors: encodes sentences and keeps their vectors; share it between topics. None is a new one with the default
            encoder.
    """

    def __init__(
        self,
        documents: Sequence[Text],
        selection: SentenceSelection | None = None,
        vectors: SentenceVectors | None = None,
    ) -> None:
        self._vectors = vectors or SentenceVectors()
        split = [sentences_with_text(document) for document in documents]
        self.sentences = [sentence for sentences in split for sentence in sentences]
        self._tokens = self._vectors.get(self.sentences)
        self.sources = SourceSentences(
            texts=tuple(self.sentences),
            documents=np.repeat(np.arange(len(split)), [len(sentences) for sentences in split]),
            positions=np.concatenate([np.arange(0), *(np.arange(len(sentences)) for sentences in split)]),
            vectors=sentence_vectors(self._tokens),
        )
        self.selected = (selection or WholeDocuments()).select(self.sources)
        groups = group_by_document(self.selected, self.sources.documents)
        together = [join_prepared([self._tokens[index] for index in group]) for group in groups]
        self._references = [reference for reference in together if reference.tokens]
        self._matches: list[SentenceMatches] | None = None

    def score(self, summaries: Sequence[SummaryOrExtract]) -> list[Alignment]:
        """Return the mean precision, recall and F1 of each summary over the pseudo-references.

        A summary without content words has 0; documents without any give NaN. Raises ValueError for indices outside the
        documents' sentences.
        """
        extracts = [is_extract(summary) for summary in summaries]
        texts = [cast(Text, summary) for summary, extract in zip(summaries, extracts, strict=True) if not extract]
        indices = [cast(list[int], summary) for summary, extract in zip(summaries, extracts, strict=True) if extract]
        found = {False: iter(self._score_texts(texts)), True: iter(self.score_extracts(indices))}
        return [next(found[extract]) for extract in extracts]

    def score_extracts(self, extracts: Sequence[Sequence[int]]) -> list[Alignment]:
        """Return `score` for lists of indices only, many of which are scored at once."""
        for index in {index for extract in extracts for index in extract}:
            if not 0 <= index < len(self.sentences):
                raise ValueError(f"the documents have no sentence {index}; they have {len(self.sentences)}, from 0")
        if not self._references:
            return [mean_alignment([])] * len(extracts)
        if self._matches is None:
            sentences = [sentence.vectors for sentence in self._tokens]
            self._matches = [sentence_matches(reference.vectors, sentences) for reference in self._references]
        means = np.mean([extract_alignments(matches, extracts) for matches in self._matches], axis=0)
        return [Alignment(*mean) for mean in np.minimum(means, 1).tolist()]

    def _score_texts(self, texts: Sequence[Text]) -> list[Alignment]:
        summaries: list[Prepared] = [join_prepared(self._vectors.get(sentences_with_text(text))) for text in texts]
        pairs = [(reference, summary) for summary in summaries for reference in self._references]
        found = iter(align_all(pairs, self._vectors.encoder.alignment_device))
        return [mean_alignment([next(found) for _ in self._references]) for _ in summaries]


def sentences_with_text(text: Text) -> list[str]:
    """Return the non-empty sentences of a document or a summary. Raises ValueError when it is not a text."""
    if not isinstance(text, str) and not (_is_list(text) and all(isinstance(sentence, str) for sentence in text)):
        raise ValueError(f"a text must be a string or a list of sentences, not {text!r:.60}")
    return [sentence for sentence in sentences_of(text) if sentence]


def is_extract(summary: SummaryOrExtract) -> bool:
    """Return whether a summary is a list of indices, as an empty list is. Raises ValueError for a mixed list."""
    if isinstance(summary, str) or not _is_list(summary):
        return False
    kinds = {isinstance(item, Integral) for item in summary}
    if len(kinds) > 1:
        raise ValueError(f"a summary is a list of sentences or of their indices, not of both: {list(summary)!r}")
    return kinds != {False}


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence | np.ndarray)
