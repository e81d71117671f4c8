"""ffci-focus: how much of a summary is what its reference tells."""

from sacrerouge_litepyramid.metrics.ffci import ReferenceFfci
from sacrerouge_litepyramid.metrics.metric import Metric


@Metric.register("ffci-focus")
class FfciFocus(ReferenceFfci):
    """The precision of the summary against its reference; of several references the best counts."""

    name = "ffci-focus"
    dimension = "focus"
    measure = "precision"
    best = '{"type": "bertscore", "model": "gpt2-xl"} (layer 29)'
