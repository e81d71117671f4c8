"""ROUGE-1, -2 and -L as Google's rouge-score computes them, each text read once."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, ClassVar

from sacrerouge_litepyramid.core.ngram_overlap import ngram_overlap, ngrams, subsequence_overlap
from sacrerouge_litepyramid.core.soft_alignment import Alignment
from sacrerouge_litepyramid.similarity.base import Measure, Similarity, TextPair
from sacrerouge_litepyramid.words import porter_stem

TOKEN = re.compile(r"[a-z0-9]+")
#: rouge-score stems longer words only
SHORTEST_STEMMED = 4
#: no word is longer, and of a longer run of "y" the stemmer exhausts the stack
LONGEST_STEMMED = 256
KINDS = ("rouge-1", "rouge-2", "rouge-l")


@Similarity.register("rouge")
class Rouge(Similarity):
    """Shared wording. ``kind``: rouge-1, rouge-2 or rouge-l; ``stem``: compares Porter stems.

    Sentences are joined, so that ROUGE-L is of the whole text. A text without letters a to z or digits shares nothing.
    """

    supporting: ClassVar[int | None] = 2

    def __init__(self, kind: str = "rouge-1", stem: bool = True) -> None:
        if kind not in KINDS:
            raise ValueError(f"kind must be one of {', '.join(KINDS)}, not {kind!r}")
        self.name = self.kind = kind
        self.stem = stem

    def compare_distinct(self, pairs: Sequence[TextPair], measure: Measure) -> list[float]:
        texts = {text: rouge_tokens(" ".join(text), self.stem) for pair in pairs for text in pair}
        if self.kind == "rouge-l":
            found = [subsequence_overlap(texts[pair.other], texts[pair.summary]) for pair in pairs]
        else:
            found = self._ngram_overlaps(pairs, texts)
        return [getattr(each, measure) for each in found]

    def identity(self) -> dict[str, Any]:
        return {"type": "rouge", "kind": self.kind, "stem": self.stem}

    def _ngram_overlaps(self, pairs: Sequence[TextPair], texts: dict[tuple[str, ...], list[str]]) -> list[Alignment]:
        counts = {text: ngrams(tokens, int(self.kind[-1])) for text, tokens in texts.items()}
        return [ngram_overlap(counts[pair.other], counts[pair.summary]) for pair in pairs]


def rouge_tokens(text: str, stem: bool = True) -> list[str]:
    """Runs of ASCII letters and digits in lower case, those of four characters and more as Porter stems."""
    tokens = TOKEN.findall(text.lower())
    return [_stem(token) for token in tokens] if stem else tokens


@lru_cache(maxsize=1 << 17)
def _stem(token: str) -> str:
    return porter_stem(token) if SHORTEST_STEMMED <= len(token) <= LONGEST_STEMMED else token
