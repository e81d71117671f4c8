"""A topic's scorer: made once from the documents, then asked about any number of summaries or extracts."""

from collections.abc import Sequence
from numbers import Integral
from typing import cast

import numpy as np

from sacrerouge_litepyramid.core.precision_recall import Alignment
from sacrerouge_litepyramid.core.texts import Text
from sacrerouge_litepyramid.encoders.alignment import align_all
from sacrerouge_litepyramid.encoders.prepare import Prepared, joined
from sacrerouge_litepyramid.supert.extracts import SentenceMatches, extract_alignments, sentence_matches
from sacrerouge_litepyramid.supert.positions import WholeDocuments
from sacrerouge_litepyramid.supert.pseudo_references import grouped, mean_alignment
from sacrerouge_litepyramid.supert.sentence_selection import SentenceSelection, SourceSentences
from sacrerouge_litepyramid.supert.vectors import SentenceVectors, sentence_vectors
from sacrerouge_litepyramid.text.sentences import sentences_of

#: a text, the list of its sentences, or the indices of the documents' sentences that it takes over
Summary = str | list[str] | list[int]


class SupertScorer:
    """Scores summaries of some documents by soft alignment with pseudo-references from them.

    ``sentences``: the documents' sentences, in order, which an extract's indices count from 0.

    Args:
        documents: each a text, which is split, or the list of its sentences.
        selection: which sentences make the pseudo-references; None is all.
        vectors: encodes, and remembers; share it between topics. None is a new one with the default encoder.
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
        self._tokens = self._vectors.of(self.sentences)
        self.sources = SourceSentences(
            texts=tuple(self.sentences),
            documents=np.repeat(np.arange(len(split)), [len(sentences) for sentences in split]),
            positions=np.concatenate([np.arange(0), *(np.arange(len(sentences)) for sentences in split)]),
            vectors=sentence_vectors(self._tokens),
        )
        self.selected = (selection or WholeDocuments()).select(self.sources)
        groups = grouped(self.selected, self.sources.documents)
        together = [joined([self._tokens[index] for index in group]) for group in groups]
        self._references = [reference for reference in together if reference.tokens]
        self._matches: list[SentenceMatches] | None = None

    def score(self, summaries: Sequence[Summary]) -> list[Alignment]:
        """The mean precision, recall and F1 over the pseudo-references.

        0 for a summary without a word that counts; NaN when the documents have none either. Raises ValueError for
        indices that no sentence has.
        """
        extracts = [is_extract(summary) for summary in summaries]
        texts = [cast(Text, summary) for summary, extract in zip(summaries, extracts, strict=True) if not extract]
        indices = [cast(list[int], summary) for summary, extract in zip(summaries, extracts, strict=True) if extract]
        found = {False: iter(self._score_texts(texts)), True: iter(self.score_extracts(indices))}
        return [next(found[extract]) for extract in extracts]

    def score_extracts(self, extracts: Sequence[Sequence[int]]) -> list[Alignment]:
        """`score` of indices alone, which many extracts are scored by at once."""
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
        summaries: list[Prepared] = [joined(self._vectors.of(sentences_with_text(text))) for text in texts]
        pairs = [(reference, summary) for summary in summaries for reference in self._references]
        found = iter(align_all(pairs, self._vectors.encoder.alignment_device))
        return [mean_alignment([next(found) for _ in self._references]) for _ in summaries]


def sentences_with_text(text: Text) -> list[str]:
    """The sentences of a document or a summary; given ones that are empty are left out. ValueError for no text."""
    if not isinstance(text, str) and not (_is_list(text) and all(isinstance(sentence, str) for sentence in text)):
        raise ValueError(f"a text must be a string or a list of sentences, not {text!r:.60}")
    return [sentence for sentence in sentences_of(text) if sentence]


def is_extract(summary: Summary) -> bool:
    """Whether a summary is a list of indices; an empty list is one. ValueError for indices and sentences in one."""
    if isinstance(summary, str) or not _is_list(summary):
        return False
    kinds = {isinstance(item, Integral) for item in summary}
    if len(kinds) > 1:
        raise ValueError(f"a summary is a list of sentences or of their indices, not of both: {list(summary)!r}")
    return kinds != {False}


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence | np.ndarray)
