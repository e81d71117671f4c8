"""Selection by position only: all sentences, the first ones, or random ones (section 5 of the paper)."""

import zlib
from typing import Any

import numpy as np

from sacrerouge_litepyramid.supert.sentence_selection import SentenceSelection, SourceSentences, check_positive

#: the released class's default; in the paper 10 is best on TAC 2008 and 15 on 2009
PER_DOCUMENT = 15


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

    def __init__(self, sentences: int = PER_DOCUMENT) -> None:
        self.sentences = check_positive("sentences", sentences)

    def select(self, sources: SourceSentences) -> np.ndarray:
        return np.flatnonzero(sources.positions < self.sentences)

    def identity(self) -> dict[str, Any]:
        return {"type": "top", "sentences": self.sentences}


@SentenceSelection.register("random")
class RandomSentences(SentenceSelection):
    """Selects ``sentences`` random sentences of each document, or all where it has no more.

    The draw depends on ``seed`` and the texts only. A deviation from the released code, which draws each sentence by
    itself, so that their number varies.
    """

    def __init__(self, sentences: int = PER_DOCUMENT, seed: int = 0) -> None:
        self.sentences = check_positive("sentences", sentences)
        if seed < 0:
            raise ValueError(f"seed must be at least 0, not {seed}")
        self.seed = seed

    def select(self, sources: SourceSentences) -> np.ndarray:
        texts = "\n".join(sources.texts).encode("utf-8", "surrogatepass")
        generator = np.random.default_rng([self.seed, zlib.crc32(texts)])
        drawn = [generator.permutation(members)[: self.sentences] for members in sources.by_document()]
        return np.sort(np.concatenate(drawn)) if drawn else np.arange(0)

    def identity(self) -> dict[str, Any]:
        return {"type": "random", "sentences": self.sentences, "seed": self.seed}
