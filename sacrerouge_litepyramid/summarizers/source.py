"""What a summary is extracted from: the sentences of an instance's documents."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sacrerouge_litepyramid.core.texts import Text
from sacrerouge_litepyramid.supert.scorer import sentences_with_text

#: the indices of sentences of a source
Extract = tuple[int, ...]


@dataclass(frozen=True)
class Source:
    """The sentences of all documents, in order; they are the indices' meaning in every extract.

    ``documents``: the texts as given; ``lengths``: each sentence's tokens, as white space parts them; ``positions``:
    its place in its document, from 1. Both are of shape (sentences,).
    """

    documents: tuple[Text, ...]
    sentences: tuple[str, ...]
    lengths: np.ndarray
    positions: np.ndarray

    def fitting_sentences(self, budget: int) -> np.ndarray:
        """The indices of the sentences that fit into a budget of tokens."""
        return np.flatnonzero(self.lengths <= budget)

    def texts(self, extract: Sequence[int]) -> list[str]:
        """The sentences of an extract, in the order of the documents."""
        return [self.sentences[index] for index in sorted(extract)]


def read_source(documents: Sequence[Text]) -> Source:
    """Splits documents into sentences; a document that is a list of sentences keeps those that are not empty."""
    split = [sentences_with_text(document) for document in documents]
    sentences = tuple(sentence for document in split for sentence in document)
    return Source(
        documents=tuple(documents),
        sentences=sentences,
        lengths=np.array([len(sentence.split()) for sentence in sentences], dtype=int),
        positions=np.array([place for document in split for place in range(1, len(document) + 1)], dtype=int),
    )
