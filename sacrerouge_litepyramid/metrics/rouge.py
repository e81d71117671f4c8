"""rouge-native: ROUGE-1, -2 and -L against references, in English as rouge-score computes them."""

import math
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from sacrerouge_litepyramid.core.rouge import choose_tokenizer, compute_rouge
from sacrerouge_litepyramid.core.texts import Text, flatten
from sacrerouge_litepyramid.metrics.metric import Item, MetricResult, SummaryMetric, Value
from sacrerouge_litepyramid.signature import sign

ROUGE_TYPES = ("1", "2", "l")
MEASURES = ("recall", "precision", "f1")


@SummaryMetric.add
class RougeNative(SummaryMetric):
    """ROUGE-1, -2 and -L: recall, precision and F1, from 0 to 1.

    English words are stemmed, as by rouge-score; other texts are split into words of any script,
    or characters if a script has no spaces. The sentences of a text are joined, so ROUGE-L is that
    of the whole summary.

    Args:
        combine: the largest value over several references (max, the default) or the mean, by
            measure.
        stem: whether English words are stemmed; true by default.
    """

    name = "rouge-native"
    context = "references"
    no_value = "have no reference"

    def __init__(self, combine: Literal["max", "mean"] = "max", stem: bool = True) -> None:
        self.combine: Literal["max", "mean"] = combine
        self.stem = stem

    def score_ready(self, items: Sequence[Item]) -> MetricResult:
        values: list[Value] = []
        tokenizers = set()
        for item in items:
            values.append(score_references(item.summary, item.context, self.combine, self.stem))
            tokenizers.add(choose_tokenizer(*map(flatten, [item.summary, *item.context])))
        settings: dict[str, Any] = {"combine": self.combine, "stem": self.stem}
        if "unicode" in tokenizers:
            settings["tokenizer"] = " and ".join(sorted(tokenizers))
        return MetricResult(values, sign(self.name, settings))


def score_references(
    summary: Text,
    references: Sequence[Text],
    combine: Literal["max", "mean"] = "max",
    stem: bool = True,
) -> dict[str, float]:
    """Return recall, precision and F1 of each of ROUGE_TYPES, such as "1_recall".

    They are NaN without references.
    """
    text = flatten(summary)
    others = [flatten(reference) for reference in references]
    tokenizer = choose_tokenizer(text, *others)
    rouge = [compute_rouge(other, text, stem, tokenizer) for other in others]
    aggregate = np.max if combine == "max" else np.mean
    values = {}
    for kind in ROUGE_TYPES:
        for measure in MEASURES:
            numbers = [getattr(scores[f"rouge-{kind}"], measure) for scores in rouge]
            values[f"{kind}_{measure}"] = float(aggregate(numbers)) if numbers else math.nan
    return values
