"""The source of a summary: the sentences of an instance's documents."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sacrerouge_litepyramid.core.texts import Text
from sacrerouge_litepyramid.supert.scorer import sentences_with_text

#: the indices of sentences of a source
Extract = tuple[int, ...]


@dataclass(frozen=True)
class Source:
    """The sentences of all documents, in order; an extract's indices refer to them.

    ``documents``: the texts as given; ``lengths``: each sentence's tokens, separated by white space; ``positions``: its
    place in its document, from 1. Both are of shape (sentences,).
    """

    documents: tuple[Text, ...]
    sentences: tuple[str, ...]
    lengths: np.ndarray
    positions: np.ndarray

    def fitting_sentences(self, budget: int) -> np.ndarray:
        """Return the indices of the sentences that fit into a budget of tokens."""
        return np.flatnonzero(self.lengths <= budget)

    def texts(self, extract: Sequence[int]) -> list[str]:
        """Return the sentences of an extract, in the order of the documents."""
        return [self.sentences[index] for index in sorted(extract)]


def read_source(documents: Sequence[Text]) -> Source:
    """Split documents into sentences; a document that is a list of sentences keeps the non-empty ones."""
    split = [sentences_with_text(document) for document in documents]
    sentences = tuple(sentence for document in split for sentence in document)
    return Source(
        documents=tuple(documents),
        sentences=sentences,
        lengths=np.array([len(sentence.split()) for sentence in sentences], dtype=int),
        positions=np.array([place for document in split for place in range(1, len(document) + 1)], dtype=int),
    )
