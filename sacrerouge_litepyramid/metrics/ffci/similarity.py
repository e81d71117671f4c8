"""Base metrics of FFCI: how similar a text is to another, by precision, recall or F1; shared words and embeddings."""

from abc import abstractmethod
from collections.abc import Sequence
from itertools import chain
from typing import Any, ClassVar, Literal, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.pairs import unique
from sacrerouge_litepyramid.core.rouge import (
    Alignment,
    ngram_overlap,
    ngrams,
    rouge_tokens,
    subsequence_overlap,
    summary_subsequence_overlap,
)
from sacrerouge_litepyramid.models.encoders.alignment import soft_alignment
from sacrerouge_litepyramid.models.encoders.token_encoder import TokenEncoder, encoded_groups, mean_vector
from sacrerouge_litepyramid.registry import Registrable, build

#: precision: of the summary in the other text; recall: of the other text in the summary
Measure = Literal["precision", "recall", "f1"]
Dimension = Literal["faithfulness", "focus", "coverage"]


class ComparedTexts(NamedTuple):
    """A summary, or a sentence of it, and the text to compare it with; both as their sentences, at least one."""

    summary: tuple[str, ...]
    other: tuple[str, ...]


class Similarity(Registrable):
    """Compares pairs of texts, each distinct pair once.

    ``name``: the value's name in results; ``supporting``: the number of source sentences over which faithfulness
    averages for each sentence of the summary, or None for a comparison of whole texts by precision.
    """

    noun = "base metric"
    default_implementation = "rouge"

    name: str
    supporting: ClassVar[int | None] = None

    def compare(self, pairs: Sequence[ComparedTexts], measure: Measure) -> np.ndarray:
        """Return the measure of each pair, of shape (pairs,); NaN where a pair has none."""
        distinct, inverse = unique(pairs)
        return np.array(self.compare_distinct(distinct, measure), dtype=np.float64)[inverse]

    def for_dimension(self, dimension: Dimension) -> "Similarity":
        """Return this base metric with its settings for the dimension."""
        return self

    @abstractmethod
    def compare_distinct(self, pairs: Sequence[ComparedTexts], measure: Measure) -> list[float]:
        """Return the measure of each pair; all pairs differ."""

    @abstractmethod
    def identity(self) -> dict[str, Any]:
        """Return what determines the values, JSON-ready, for signatures; settings of speed are excluded."""


ROUGE_KINDS = ("rouge-1", "rouge-2", "rouge-l", "rouge-lsum")


@Similarity.register("rouge")
class RougeSimilarity(Similarity):
    """Shared wording. ``kind``: rouge-1, rouge-2, rouge-l or rouge-lsum; ``stem``: compares Porter stems.

    Sentences are joined, so that ROUGE-L is of the whole text, but for rouge-lsum, which takes one after the other. A
    text without letters a to z or digits shares nothing.
    """

    supporting: ClassVar[int | None] = 2

    def __init__(self, kind: str = "rouge-1", stem: bool = True) -> None:
        if kind not in ROUGE_KINDS:
            raise ValueError(f"kind must be one of {', '.join(ROUGE_KINDS)}, not {kind!r}")
        self.name = self.kind = kind
        self.stem = stem

    def compare_distinct(self, pairs: Sequence[ComparedTexts], measure: Measure) -> list[float]:
        texts = {text: [rouge_tokens(sentence, self.stem) for sentence in text] for pair in pairs for text in pair}
        if self.kind == "rouge-lsum":
            found = [summary_subsequence_overlap(texts[pair.other], texts[pair.summary]) for pair in pairs]
        else:
            found = self._compare_whole_texts(
                pairs, {text: list(chain(*sentences)) for text, sentences in texts.items()}
            )
        return [float(getattr(each, measure)) for each in found]

    def identity(self) -> dict[str, Any]:
        return {"type": "rouge", "kind": self.kind, "stem": self.stem}

    def _compare_whole_texts(
        self, pairs: Sequence[ComparedTexts], texts: dict[tuple[str, ...], list[str]]
    ) -> list[Alignment]:
        if self.kind == "rouge-l":
            return [subsequence_overlap(texts[pair.other], texts[pair.summary]) for pair in pairs]
        counts = {text: ngrams(tokens, int(self.kind[-1])) for text, tokens in texts.items()}
        return [ngram_overlap(counts[pair.other], counts[pair.summary]) for pair in pairs]


@Similarity.register("unigram-precision")
class UnigramPrecision(RougeSimilarity):
    """ROUGE-1 of the whole summary against the whole source: a word that the source lacks is likely made up."""

    supporting = None

    def __init__(self, stem: bool = True) -> None:
        super().__init__("rouge-1", stem)
        self.name = "unigram-precision"

    def identity(self) -> dict[str, Any]:
        return {"type": "unigram-precision", "stem": self.stem}


SEGMENTS = ("sentence", "document")


@Similarity.register("sts")
class Sts(Similarity):
    """Each segment with the most similar one of the other text, by the cosine of the means of their tokens' vectors.

    ``encoder``: the token encoder; None is char-ngram, and a sentence-transformers model is meant. ``segment``:
    sentence, or document, where precision, recall and F1 are one cosine. A negative cosine has no F1: 0.
    """

    name = "sts"
    supporting: ClassVar[int | None] = 3

    def __init__(self, encoder: TokenEncoder | None = None, segment: str = "sentence") -> None:
        if segment not in SEGMENTS:
            raise ValueError(f"segment must be one of {', '.join(SEGMENTS)}, not {segment!r}")
        self.segment = segment
        self.encoder: TokenEncoder = build(TokenEncoder, encoder)

    def compare_distinct(self, pairs: Sequence[ComparedTexts], measure: Measure) -> list[float]:
        cut = [ComparedTexts(self._segments(pair.summary), self._segments(pair.other)) for pair in pairs]
        groups = [(*pair.other, *pair.summary) for pair in cut]
        sizes = iter([len(pair.other) for pair in cut])
        values: list[float] = []
        for block in encoded_groups(self.encoder, groups):
            pooled = {id(text): mean_vector(text) for group in block for text in group}
            for group in block:
                vectors, size = np.stack([pooled[id(text)] for text in group]), next(sizes)
                values.append(getattr(soft_alignment(vectors[:size], vectors[size:]), measure))
        return values

    def identity(self) -> dict[str, Any]:
        return {"type": "sts", "encoder": self.encoder.identity(), "segment": self.segment}

    def _segments(self, sentences: tuple[str, ...]) -> tuple[str, ...]:
        return sentences if self.segment == "sentence" else (" ".join(sentences),)
