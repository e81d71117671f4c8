"""lite2pyramid, lite2xpyramid and lite3pyramid in SacreROUGE (Zhang and Bansal, EMNLP 2021).

Values of all three, from 0 to 1: p2c, l2c, p3c and l3c (p: mean probability, l: share of the units
judged as stated; 2c: entailed or not, 3c: the NLI model's three classes); a judge with two classes
gives p2c and l2c. 0 for a summary without text; NaN without units.
"""

from sacrerouge.metrics import Metric

from sacrerouge_litepyramid.extraction.extractor import UnitExtractor
from sacrerouge_litepyramid.judges.judge import Judge
from sacrerouge_litepyramid.plugin.metric import UnitMetric


@Metric.register("lite2pyramid")
class Lite2Pyramid(UnitMetric):
    """The share of annotators' units (SCUs) that a summary states, weighted by their references.

    Args:
        judge: the model that judges whether a summary states a unit, such as {"type": "nli",
            "model": "shiyue/roberta-large-tac08", "device": "cuda"}; by default lexical, which
            needs no download.
        evidence_output: a file (JSON Lines) for each summary's units with their probabilities.
        name: the name of the values, for a second metric of this kind in one config.
    """

    name = "lite2pyramid"

    def __init__(
        self,
        judge: Judge | None = None,
        evidence_output: str | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(evidence_output, name, judge=judge)


@Metric.register("lite2xpyramid")
class Lite2xPyramid(UnitMetric):
    """The share of STUs and SCUs that a summary states.

    STUs stand for the sentences predicted easiest, SCUs for the others.

    Args:
        judge: the model that judges whether a summary states a unit; by default lexical, which
            needs no download.
        evidence_output: a file (JSON Lines) for each summary's units with their probabilities.
        name: the name of the values, for a second metric of this kind in one config.
    """

    name = "lite2xpyramid"

    def __init__(
        self,
        judge: Judge | None = None,
        evidence_output: str | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(evidence_output, name, judge=judge)


@Metric.register("lite3pyramid")
class Lite3Pyramid(UnitMetric):
    """The share of extracted units that a summary states.

    With an extractor it needs the references of each summary, without one the units that a file
    holds.

    Args:
        judge: the model that judges whether a summary states a unit; by default lexical, which
            needs no download.
        extractor: extracts the units from the references, such as clauses, which needs no download.
        evidence_output: a file (JSON Lines) for each summary's units with their probabilities.
        name: the name of the values, for a second metric of this kind in one config.
    """

    name = "lite3pyramid"

    def __init__(
        self,
        judge: Judge | None = None,
        extractor: UnitExtractor | None = None,
        evidence_output: str | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(evidence_output, name, judge=judge, extractor=extractor)
