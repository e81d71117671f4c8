"""ffci-coherence: how well each sentence of a summary follows the one before (Koto, Baldwin and Lau, JAIR 2022)."""

import logging
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import numpy as np
from sacrerouge.data import MetricsDict
from sacrerouge.metrics import Metric, SummaryBasedMetric

from sacrerouge_litepyramid import __version__, signature

# their imports register them
from sacrerouge_litepyramid.ffci.coherence import logistic, nayeem_chali, next_sentence  # noqa: F401
from sacrerouge_litepyramid.ffci.coherence.coherence_model import CoherenceModel, adjacent_pairs
from sacrerouge_litepyramid.formats.summaries import Text
from sacrerouge_litepyramid.metrics.missing import without_missing
from sacrerouge_litepyramid.registry import component
from sacrerouge_litepyramid.text.sentences import SPLITTER, sentences_of

logger = logging.getLogger(__name__)

DEFAULT_NOTICE = (
    "No coherence model was named: the embedded logistic model judges, which agrees with people only weakly. The "
    'paper\'s is a finetuned next-sentence classifier: "coherence": {"type": "next-sentence", "model": FOLDER}, where '
    "finetune-coherence makes the folder."
)
MEASURES: Mapping[str, Callable[[np.ndarray], float]] = {"mean": np.mean, "min": np.min, "max": np.max}


@Metric.register("ffci-coherence")
class FfciCoherence(SummaryBasedMetric):
    """How well each sentence of a summary follows the one before.

    Result: ``{"ffci-coherence": {"mean", "min", "max"}}`` of the scores of adjacent sentences; the paper's is mean.

    A summary of one sentence, or without text, has no score: NaN.

    Args:
        coherence: the coherence model; None is the embedded one, ``logistic``.
        percent: give scores × 100, as the paper reports them.
    """

    name: ClassVar[str] = "ffci-coherence"

    def __init__(self, coherence: CoherenceModel = None, percent: bool = False) -> None:
        super().__init__(["summary"], [])
        self.by_default = coherence is None
        self.coherence = component(CoherenceModel, coherence)
        self.percent = percent

    def score_multi_all(self, summaries_list: list[list[Text]], **kwargs: Any) -> list[list[MetricsDict]]:
        """Scores of nested summaries; each distinct pair of sentences is judged once."""
        pairs_list = [adjacent_pairs(sentences_of(summary)) for summaries in summaries_list for summary in summaries]
        scores = self.coherence.score([pair for pairs in pairs_list for pair in pairs])
        ends = np.cumsum([len(pairs) for pairs in pairs_list])
        found = iter([self._measures(own) for own in np.split(scores, ends[:-1])])
        self.announce()
        return [[next(found) for _ in summaries] for summaries in summaries_list]

    def aggregate(self, metrics_list: list[MetricsDict]) -> MetricsDict:
        """The mean over the summaries that have a score; those of fewer than two sentences are counted in the log."""
        return super().aggregate(without_missing(metrics_list, self.name, "have fewer than two sentences"))

    def announce(self) -> None:
        """Logs the signature of what was scored, and that the default is weak."""
        if self.by_default:
            logger.info(DEFAULT_NOTICE)
        made_by = {"metric": self.name, "version": __version__, "coherence": self.coherence.identity()}
        signature.announce({**made_by, "percent": self.percent, "splitter": SPLITTER})

    def _measures(self, scores: np.ndarray) -> MetricsDict:
        factor = 100.0 if self.percent else 1.0
        values = {
            name: factor * float(measure(scores)) if len(scores) else float("nan") for name, measure in MEASURES.items()
        }
        return MetricsDict({self.name: values})
