"""ROUGE-1, -2 and -L as Google's rouge-score computes them, each text read once."""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, ClassVar

from sacrerouge_litepyramid.encoders.soft_alignment import Alignment
from sacrerouge_litepyramid.ffci.similarity.ngram_overlap import ngram_overlap, ngrams, subsequence_overlap
from sacrerouge_litepyramid.ffci.similarity.similarity import ComparedTexts, Measure, Similarity
from sacrerouge_litepyramid.ffci.similarity.summary_subsequences import summary_subsequence_overlap
from sacrerouge_litepyramid.text.words import porter_stem

TOKEN = re.compile(r"[a-z0-9]+")
#: rouge-score does not stem shorter words
MIN_STEMMED_LENGTH = 4
#: no word is longer, and a longer run of "y" exhausts the stemmer's stack
MAX_STEMMED_LENGTH = 256
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


def rouge_tokens(text: str, stem: bool = True) -> list[str]:
    """Return runs of ASCII letters and digits in lower case; runs of four characters and more as Porter stems."""
    tokens = TOKEN.findall(text.lower())
    return [_stem(token) for token in tokens] if stem else tokens


@lru_cache(maxsize=1 << 17)
def _stem(token: str) -> str:
    return porter_stem(token) if MIN_STEMMED_LENGTH <= len(token) <= MAX_STEMMED_LENGTH else token
