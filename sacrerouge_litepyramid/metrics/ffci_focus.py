"""ffci-focus and ffci-coverage: how much of a summary its reference states, and how much of the reference it states."""

from sacrerouge_litepyramid.metrics.ffci.dimension import ReferenceFfciMetric
from sacrerouge_litepyramid.metrics.metric import Metric


@Metric.register("ffci-focus")
class FfciFocus(ReferenceFfciMetric):
    """The precision of the summary against its reference; of several references the best counts."""

    name = "ffci-focus"
    dimension = "focus"
    measure = "precision"
    best = '{"type": "bertscore", "model": "gpt2-xl"} (layer 29)'


@Metric.register("ffci-coverage")
class FfciCoverage(ReferenceFfciMetric):
    """The recall of the reference by the summary; of several references the best counts."""

    name = "ffci-coverage"
    dimension = "coverage"
    measure = "recall"
    best = '{"type": "bertscore", "model": "gpt2-xl"} (layer 4)'
