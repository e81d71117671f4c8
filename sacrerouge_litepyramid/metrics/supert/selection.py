"""The interface of sentence selection, and the selection of all, the first, or random sentences."""

import zlib
from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.registry import Registrable


class SourceSentences(NamedTuple):
    """The sentences of a topic's documents, in order."""

    texts: tuple[str, ...]
    #: the document of each sentence, from 0
    documents: np.ndarray
    #: the place of each sentence in its document, from 0
    positions: np.ndarray
    #: unit vectors, (sentences, dimensions), of the sentences' mean token vectors
    vectors: np.ndarray

    def by_document(self) -> Iterator[np.ndarray]:
        """Yield the indices of each document's sentences."""
        for document in np.unique(self.documents):
            yield np.flatnonzero(self.documents == document)


class SentenceSelection(Registrable):
    """Selects the sentences of the pseudo-references."""

    noun = "selection"
    default_implementation = "whole"

    @abstractmethod
    def select(self, sources: SourceSentences) -> np.ndarray:
        """Return the selected indices, ascending, at least one if there are sentences."""

    @abstractmethod
    def identity(self) -> dict[str, Any]:
        """Return what determines the selection, JSON-ready, for signatures."""


def check_positive(name: str, count: int) -> int:
    """Return ``count``; raise ValueError with the argument's name if it is below 1."""
    if count < 1:
        raise ValueError(f"{name} must be at least 1, not {count}")
    return count


#: the sentences that the released class selects per document; in the paper 10 is best on TAC 2008
#: and 15 on 2009
_DEFAULT_SENTENCES = 15


@SentenceSelection.register("whole")
class WholeDocuments(SentenceSelection):
    """Selects every sentence."""

    def select(self, sources: SourceSentences) -> np.ndarray:
        return np.arange(len(sources.texts))

    def identity(self) -> dict[str, Any]:
        return {"type": "whole"}


@SentenceSelection.register("top")
class TopSentences(SentenceSelection):
    """Selects the first ``sentences`` of each document."""

    def __init__(self, sentences: int = _DEFAULT_SENTENCES) -> None:
        self.sentences = check_positive("sentences", sentences)

    def select(self, sources: SourceSentences) -> np.ndarray:
        return np.flatnonzero(sources.positions < self.sentences)

    def identity(self) -> dict[str, Any]:
        return {"type": "top", "sentences": self.sentences}


@SentenceSelection.register("random")
class RandomSentences(SentenceSelection):
    """Selects ``sentences`` random sentences of each document, or all if it has fewer.

    The draw depends on ``seed`` and the texts only. A deviation from the released code, which draws
    each sentence independently, so that their number varies.
    """

    def __init__(self, sentences: int = _DEFAULT_SENTENCES, seed: int = 0) -> None:
        self.sentences = check_positive("sentences", sentences)
        if seed < 0:
            raise ValueError(f"seed must be at least 0, not {seed}")
        self.seed = seed

    def select(self, sources: SourceSentences) -> np.ndarray:
        texts = "\n".join(sources.texts).encode("utf-8", "surrogatepass")
        generator = np.random.default_rng([self.seed, zlib.crc32(texts)])
        drawn = [np.arange(0)]
        for members in sources.by_document():
            shuffled = generator.permutation(members)
            drawn.append(shuffled[: self.sentences])
        return np.sort(np.concatenate(drawn))

    def identity(self) -> dict[str, Any]:
        return {"type": "random", "sentences": self.sentences, "seed": self.seed}
