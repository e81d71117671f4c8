"""rouge-native: ROUGE-1, -2 and -L of a summary against its references, as rouge-score computes them."""

import math
from collections.abc import Sequence
from typing import Literal

import numpy as np

from sacrerouge_litepyramid.core.rouge import compute_rouge
from sacrerouge_litepyramid.core.texts import Text, flatten
from sacrerouge_litepyramid.metrics.metric import Item, Metric, MetricResult
from sacrerouge_litepyramid.signature import sign

TYPES = ("1", "2", "l")
MEASURES = ("recall", "precision", "f1")


@Metric.register("rouge-native")
class RougeNative(Metric):
    """ROUGE-1, -2 and -L: recall, precision and F1 (stemmed, equal to rouge-score's), from 0 to 1.

    A text of several sentences is one string, so ROUGE-L is of the whole summary.

    Args:
        combine: of several references the largest value (max, the default) or the mean, by measure.
        stem: whether words are stemmed; true by default.
    """

    name = "rouge-native"
    context = "references"
    no_value = "have no reference"

    def __init__(self, combine: Literal["max", "mean"] = "max", stem: bool = True) -> None:
        self.combine: Literal["max", "mean"] = combine
        self.stem = stem

    def score(self, items: Sequence[Item]) -> MetricResult:
        values = [score_references(summary, references, self.combine, self.stem) for summary, references in items]
        return MetricResult([*values], sign(self.name, {"combine": self.combine, "stem": self.stem}))


def score_references(
    summary: Text, references: Sequence[Text], combine: Literal["max", "mean"] = "max", stem: bool = True
) -> dict[str, float]:
    """Return recall, precision and F1 of each of TYPES, such as "1_recall"; NaN without references."""
    found = [compute_rouge(flatten(reference), flatten(summary), stem) for reference in references]
    over = np.max if combine == "max" else np.mean
    return {
        f"{kind}_{measure}": float(over([getattr(scores[f"rouge-{kind}"], measure) for scores in found]))
        if found
        else math.nan
        for kind in TYPES
        for measure in MEASURES
    }
