"""ROUGE in SacreROUGE, as rouge-score computes it, without Perl."""

from typing import Literal

from sacrerouge.metrics import Metric

from sacrerouge_litepyramid.plugin.metric import PluginMetric


@Metric.register("rouge-native")
class RougeNative(PluginMetric):
    """ROUGE-1, -2 and -L: recall, precision and F1, from 0 to 1.

    Args:
        combine: the largest value over several references (max, the default) or the mean, by
            measure.
        stem: whether English words are stemmed; true by default.
        name: the name of the values, for a second metric of this kind in one config.
    """

    name = "rouge-native"

    def __init__(
        self, combine: Literal["max", "mean"] = "max", stem: bool = True, name: str | None = None
    ) -> None:
        super().__init__(name, combine=combine, stem=stem)
