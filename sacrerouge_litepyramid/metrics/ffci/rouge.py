"""ROUGE-1, -2 and -L as Google's rouge-score computes them, each text read once; and unigram precision."""

from collections.abc import Sequence
from itertools import chain
from typing import Any, ClassVar

from sacrerouge_litepyramid.core.precision_recall import Alignment
from sacrerouge_litepyramid.core.rouge import (
    ngram_overlap,
    ngrams,
    rouge_tokens,
    subsequence_overlap,
    summary_subsequence_overlap,
)
from sacrerouge_litepyramid.metrics.ffci.similarity import ComparedTexts, Measure, Similarity

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
