"""ROUGE-1, -2 and -L as Google's rouge-score computes them, each text read once."""

from collections.abc import Sequence
from itertools import chain
from typing import Any, ClassVar

from sacrerouge_litepyramid.core.precision_recall import Alignment
from sacrerouge_litepyramid.ffci.similarity.similarity import ComparedTexts, Measure, Similarity
from sacrerouge_litepyramid.text.ngram_overlap import ngram_overlap, ngrams, subsequence_overlap
from sacrerouge_litepyramid.text.rouge import rouge_tokens
from sacrerouge_litepyramid.text.summary_subsequences import summary_subsequence_overlap

KINDS = ("rouge-1", "rouge-2", "rouge-l", "rouge-lsum")


@Similarity.register("rouge")
class Rouge(Similarity):
    """Shared wording. ``kind``: rouge-1, rouge-2, rouge-l or rouge-lsum; ``stem``: compares Porter stems.

    Sentences are joined, so that ROUGE-L is of the whole text, but for rouge-lsum, which takes one after the other. A
    text without letters a to z or digits shares nothing.
    """

    supporting: ClassVar[int | None] = 2

    def __init__(self, kind: str = "rouge-1", stem: bool = True) -> None:
        if kind not in KINDS:
            raise ValueError(f"kind must be one of {', '.join(KINDS)}, not {kind!r}")
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
