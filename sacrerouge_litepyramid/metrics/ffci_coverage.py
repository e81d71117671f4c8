"""ffci-coverage: how much of a reference its summary tells."""

from sacrerouge_litepyramid.metrics.ffci import ReferenceFfci
from sacrerouge_litepyramid.metrics.metric import Metric


@Metric.register("ffci-coverage")
class FfciCoverage(ReferenceFfci):
    """The recall of the reference by the summary; of several references the best counts."""

    name = "ffci-coverage"
    dimension = "coverage"
    measure = "recall"
    best = '{"type": "bertscore", "model": "gpt2-xl"} (layer 4)'
