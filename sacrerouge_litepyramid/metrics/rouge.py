"""rouge-native: ROUGE-1, -2 and -L of a summary against its references, in English as rouge-score computes them."""

import math
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from sacrerouge_litepyramid.core.rouge import MAX_DROPPED, Tokenizer, choose_tokenizer, compute_rouge
from sacrerouge_litepyramid.core.scripts import measure_non_ascii
from sacrerouge_litepyramid.core.texts import Text, flatten
from sacrerouge_litepyramid.metrics.metric import Item, MetricResult, SummaryMetric
from sacrerouge_litepyramid.signature import sign

ROUGE_TYPES = ("1", "2", "l")
MEASURES = ("recall", "precision", "f1")
DROPPED_NOTE = (
    "The tokenizer 'rouge-score' drops more than a tenth of the letters of {} of {} summaries or of their references, "
    "as it keeps only a to z. Remove the tokenizer, or choose 'unicode', for texts that are not English."
)


@SummaryMetric.add
class RougeNative(SummaryMetric):
    """ROUGE-1, -2 and -L: recall, precision and F1 (English: stemmed, as by rouge-score), from 0 to 1.

    The sentences of a text are joined, so ROUGE-L is that of the whole summary.

    Args:
        combine: the largest value over several references (max, the default) or the mean, by measure.
        stem: whether English words are stemmed; true by default.
        tokenizer: how texts are split into words. "rouge-score": runs of ASCII letters and digits; "unicode": words of
            any script, characters if a script has no spaces, without stems. By default rouge-score, and unicode if one
            of the texts is not English.
    """

    name = "rouge-native"
    context = "references"
    no_value = "have no reference"

    def __init__(
        self, combine: Literal["max", "mean"] = "max", stem: bool = True, tokenizer: Tokenizer | None = None
    ) -> None:
        self.combine: Literal["max", "mean"] = combine
        self.stem = stem
        self.tokenizer = tokenizer

    def score_ready(self, items: Sequence[Item]) -> MetricResult:
        flat = [(flatten(summary), [*map(flatten, references)]) for summary, references in items]
        tokenizers = [self.tokenizer or choose_tokenizer(summary, *references) for summary, references in flat]
        values = [
            score_references(*item, self.combine, self.stem, tokenizer)
            for item, tokenizer in zip(flat, tokenizers, strict=True)
        ]
        settings: dict[str, Any] = {"combine": self.combine, "stem": self.stem}
        if self.tokenizer or "unicode" in tokenizers:
            settings["tokenizer"] = " and ".join(sorted({*tokenizers}))
        dropped = 0
        if self.tokenizer == "rouge-score":
            dropped = sum(max(map(measure_non_ascii, (text, *references))) > MAX_DROPPED for text, references in flat)
        notices = (DROPPED_NOTE.format(dropped, len(flat)),) if dropped else ()
        return MetricResult([*values], sign(self.name, settings), notices)


def score_references(
    summary: Text,
    references: Sequence[Text],
    combine: Literal["max", "mean"] = "max",
    stem: bool = True,
    tokenizer: Tokenizer | None = None,
) -> dict[str, float]:
    """Return recall, precision and F1 of each of ROUGE_TYPES, such as "1_recall"; NaN without references."""
    tokenizer = tokenizer or choose_tokenizer(*map(flatten, (summary, *references)))
    rouge = [compute_rouge(flatten(reference), flatten(summary), stem, tokenizer) for reference in references]
    aggregate = np.max if combine == "max" else np.mean
    return {
        f"{kind}_{measure}": float(aggregate([getattr(scores[f"rouge-{kind}"], measure) for scores in rouge]))
        if rouge
        else math.nan
        for kind in ROUGE_TYPES
        for measure in MEASURES
    }
