"""rouge-native: ROUGE-1, -2 and -L against references, in English as rouge-score computes them."""

import math
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from sacrerouge_litepyramid.core.rouge import (
    MAX_DROPPED,
    Tokenizer,
    choose_tokenizer,
    compute_rouge,
)
from sacrerouge_litepyramid.core.scripts import measure_non_ascii
from sacrerouge_litepyramid.core.texts import Text, flatten
from sacrerouge_litepyramid.metrics.metric import Item, MetricResult, SummaryMetric, Value
from sacrerouge_litepyramid.signature import sign

ROUGE_TYPES = ("1", "2", "l")
MEASURES = ("recall", "precision", "f1")
_DROPPED_NOTE = (
    "The tokenizer 'rouge-score' drops more than a tenth of the letters of {} of {} summaries or "
    "of their references, as it keeps only a to z. Remove the tokenizer, or choose 'unicode', for "
    "texts that are not English."
)


@SummaryMetric.add
class RougeNative(SummaryMetric):
    """ROUGE-1, -2 and -L: recall, precision and F1, from 0 to 1.

    English words are stemmed, as by rouge-score. The sentences of a text are joined, so ROUGE-L is
    that of the whole summary.

    Args:
        combine: the largest value over several references (max, the default) or the mean, by
            measure.
        stem: whether English words are stemmed; true by default.
        tokenizer: how texts are split into words. "rouge-score": runs of ASCII letters and digits;
            "unicode": words of any script, characters if a script has no spaces, without stems. By
            default rouge-score, and unicode if one of the texts is not English.
    """

    name = "rouge-native"
    context = "references"
    no_value = "have no reference"

    def __init__(
        self,
        combine: Literal["max", "mean"] = "max",
        stem: bool = True,
        tokenizer: Tokenizer | None = None,
    ) -> None:
        self.combine: Literal["max", "mean"] = combine
        self.stem = stem
        self.tokenizer = tokenizer

    def score_ready(self, items: Sequence[Item]) -> MetricResult:
        values: list[Value] = []
        tokenizers: set[Tokenizer] = set()
        dropped = 0
        for item in items:
            summary = flatten(item.summary)
            references = [flatten(text) for text in item.context]
            tokenizer = self.tokenizer or choose_tokenizer(summary, *references)
            tokenizers.add(tokenizer)
            values.append(score_references(summary, references, self.combine, self.stem, tokenizer))
            dropped += any(measure_non_ascii(text) > MAX_DROPPED for text in [summary, *references])
        settings: dict[str, Any] = {"combine": self.combine, "stem": self.stem}
        if self.tokenizer or "unicode" in tokenizers:
            settings["tokenizer"] = " and ".join(sorted(tokenizers))
        has_dropped = self.tokenizer == "rouge-score" and dropped > 0
        notices = (_DROPPED_NOTE.format(dropped, len(items)),) if has_dropped else ()
        return MetricResult(values, sign(self.name, settings), notices)


def score_references(
    summary: Text,
    references: Sequence[Text],
    combine: Literal["max", "mean"] = "max",
    stem: bool = True,
    tokenizer: Tokenizer | None = None,
) -> dict[str, float]:
    """Return recall, precision and F1 of each of ROUGE_TYPES, such as "1_recall".

    They are NaN without references.
    """
    text = flatten(summary)
    others = [flatten(reference) for reference in references]
    tokenizer = tokenizer or choose_tokenizer(text, *others)
    rouge = [compute_rouge(other, text, stem, tokenizer) for other in others]
    aggregate = np.max if combine == "max" else np.mean
    values = {}
    for kind in ROUGE_TYPES:
        for measure in MEASURES:
            numbers = [getattr(scores[f"rouge-{kind}"], measure) for scores in rouge]
            values[f"{kind}_{measure}"] = float(aggregate(numbers)) if numbers else math.nan
    return values
