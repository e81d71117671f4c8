"""The interface of sentence selection, and the sentences from which it selects."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.registry import Registrable


class SourceSentences(NamedTuple):
    """The sentences of a topic's documents, in order.

    ``documents``, ``positions``: each sentence's document and its place there, from 0; ``vectors``: unit vectors of
    shape (sentences, dimensions), the mean of each sentence's token vectors.
    """

    texts: tuple[str, ...]
    documents: np.ndarray
    positions: np.ndarray
    vectors: np.ndarray

    def by_document(self) -> Iterator[np.ndarray]:
        """Yield the indices of each document's sentences."""
        for document in np.unique(self.documents):
            yield np.flatnonzero(self.documents == document)


class SentenceSelection(Registrable):
    """Selects the sentences that make the pseudo-references.

    Registered by name; built from a config's nested JSON, a name, or a JSON string on the command line.
    """

    noun = "selection"
    default_implementation = "whole"

    @abstractmethod
    def select(self, sources: SourceSentences) -> np.ndarray:
        """Return the ascending indices of the selected sentences, at least one if there are sentences."""

    @abstractmethod
    def identity(self) -> dict[str, Any]:
        """Return what determines the selection, JSON-ready, for signatures."""


def check_positive(name: str, count: int) -> int:
    """Return ``count``. Raises ValueError, with the argument's name, below 1."""
    if count < 1:
        raise ValueError(f"{name} must be at least 1, not {count}")
    return count


def check_cosine(name: str, value: float) -> float:
    """Return ``value``. Raises ValueError, with the argument's name, outside -1 to 1."""
    if not -1 <= value <= 1:
        raise ValueError(f"{name} must be a cosine, from -1 to 1, not {value}")
    return value
