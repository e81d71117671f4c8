"""ffci-coverage: how much of a reference its summary tells."""

from sacrerouge.metrics import Metric

from sacrerouge_litepyramid.metrics.ffci import ReferenceFfci


@Metric.register("ffci-coverage")
class FfciCoverage(ReferenceFfci):
    """The recall of the reference by the summary; of several references the best counts."""

    name = "ffci-coverage"
    dimension = "coverage"
    measure = "recall"
    best = '{"type": "bertscore", "model": "gpt2-xl"} (layer 4)'
