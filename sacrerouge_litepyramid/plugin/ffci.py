"""FFCI in SacreROUGE (Koto, Baldwin and Lau, JAIR 2022).

The value of the first three is named after the base metric, so that one run may have several:
`ffci-focus_rouge`.
"""

from sacrerouge.metrics import Metric

from sacrerouge_litepyramid.metrics.ffci.coherence import CoherenceModel
from sacrerouge_litepyramid.metrics.ffci.similarity import Similarity
from sacrerouge_litepyramid.metrics.ffci_metrics import FfciMetric
from sacrerouge_litepyramid.plugin.metric import PluginMetric


class SimilarityMetric(PluginMetric):
    """A dimension of FFCI by a base metric, after which its value is named."""

    metric: FfciMetric

    @property
    def value_name(self) -> str:
        return f"{self.name}_{self.metric.base.name}"


@Metric.register("ffci-faithfulness")
class FfciFaithfulness(SimilarityMetric):
    """The mean over a summary's sentences of the mean F1 with their most similar source sentences.

    Args:
        base: the base metric; by default unigram-precision, which compares whole texts and needs no
            model.
        percent: whether scores are multiplied by 100, as in the paper; false by default.
        supporting: the number of source sentences that count for a summary sentence; by default 2
            for ROUGE, else 3.
        name: the name of the values, for a second metric of this kind in one config.
    """

    name = "ffci-faithfulness"

    def __init__(
        self,
        base: Similarity | None = None,
        percent: bool = False,
        supporting: int | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(name, base=base, percent=percent, supporting=supporting)


@Metric.register("ffci-focus")
class FfciFocus(SimilarityMetric):
    """The precision of a summary against its reference, or against the best of several.

    Args:
        base: the base metric; by default rouge, which needs no model.
        percent: whether scores are multiplied by 100, as in the paper; false by default.
        name: the name of the values, for a second metric of this kind in one config.
    """

    name = "ffci-focus"

    def __init__(
        self, base: Similarity | None = None, percent: bool = False, name: str | None = None
    ) -> None:
        super().__init__(name, base=base, percent=percent)


@Metric.register("ffci-coverage")
class FfciCoverage(SimilarityMetric):
    """The recall of the reference by a summary, or of the best of several references.

    Args:
        base: the base metric; by default rouge, which needs no model.
        percent: whether scores are multiplied by 100, as in the paper; false by default.
        name: the name of the values, for a second metric of this kind in one config.
    """

    name = "ffci-coverage"

    def __init__(
        self, base: Similarity | None = None, percent: bool = False, name: str | None = None
    ) -> None:
        super().__init__(name, base=base, percent=percent)


@Metric.register("ffci-coherence")
class FfciCoherence(PluginMetric):
    """How well each sentence follows the previous one: mean (the paper's), min and max.

    Args:
        coherence: the coherence model; by default logistic, which needs no model.
        percent: whether scores are multiplied by 100, as in the paper; false by default.
        name: the name of the values, for a second metric of this kind in one config.
    """

    name = "ffci-coherence"

    def __init__(
        self,
        coherence: CoherenceModel | None = None,
        percent: bool = False,
        name: str | None = None,
    ) -> None:
        super().__init__(name, coherence=coherence, percent=percent)
