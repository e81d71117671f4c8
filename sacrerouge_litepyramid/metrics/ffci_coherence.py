"""ffci-coherence: how well each sentence of a summary follows the one before (Koto, Baldwin and Lau, JAIR 2022)."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

import numpy as np

from sacrerouge_litepyramid.core.texts import SPLITTER, sentences_of
from sacrerouge_litepyramid.metrics.ffci.coherence_model import CoherenceModel, adjacent_pairs
from sacrerouge_litepyramid.metrics.metric import Item, Metric, MetricResult, Value
from sacrerouge_litepyramid.registry import build
from sacrerouge_litepyramid.signature import sign

DEFAULT_NOTICE = (
    "No coherence model was named: the embedded logistic model judges, which agrees with human scores only weakly. The "
    'paper\'s is a finetuned next-sentence classifier: "coherence": {"type": "next-sentence", "model": FOLDER}, where '
    "train coherence-model makes the folder."
)
MEASURES: Mapping[str, Callable[[np.ndarray], float]] = {"mean": np.mean, "min": np.min, "max": np.max}


@Metric.register("ffci-coherence")
class FfciCoherence(Metric):
    """How well each sentence of a summary follows the one before.

    Values: mean, min and max of the scores of adjacent sentences; the paper's is mean. A summary of one sentence, or
    without text, has no score: NaN.

    Args:
        coherence: the coherence model; None is the embedded one, ``logistic``.
        percent: give scores × 100, as the paper reports them.
    """

    name: ClassVar[str] = "ffci-coherence"
    no_value = "have fewer than two sentences"

    def __init__(self, coherence: CoherenceModel | None = None, percent: bool = False) -> None:
        self.by_default = coherence is None
        self.coherence: CoherenceModel = build(CoherenceModel, coherence)
        self.percent = percent

    @property
    def context(self) -> None:
        return None

    def score(self, items: Sequence[Item]) -> MetricResult:
        """Score summaries; each distinct pair of sentences is judged once."""
        pairs_list = [adjacent_pairs(sentences_of(item.summary)) for item in items]
        scores = self.coherence.score([pair for pairs in pairs_list for pair in pairs])
        ends = np.cumsum([len(pairs) for pairs in pairs_list])
        values = [self._measures(own) for own in np.split(scores, ends[:-1])] if items else []
        made_by = {"coherence": self.coherence.identity(), "percent": self.percent, "splitter": SPLITTER}
        return MetricResult(values, sign(self.name, made_by), (DEFAULT_NOTICE,) if self.by_default else ())

    def _measures(self, scores: np.ndarray) -> Value:
        factor = 100.0 if self.percent else 1.0
        return {
            name: factor * float(measure(scores)) if len(scores) else float("nan") for name, measure in MEASURES.items()
        }
