"""The results from which a verdict on a metric is made."""

from collections.abc import Sequence
from typing import NamedTuple

from sacrerouge_litepyramid.judges.judge import HumanAgreement
from sacrerouge_litepyramid.meta_evaluation.records import MetricAgreement
from sacrerouge_litepyramid.meta_evaluation.sentinels import SentinelGap
from sacrerouge_litepyramid.meta_evaluation.unit_agreement import UnitAgreement
from sacrerouge_litepyramid.signature import Signature
from sacrerouge_litepyramid.statistics.warning import ResultWarning
from sacrerouge_litepyramid.verdict.comparison.compared_systems import SystemComparison
from sacrerouge_litepyramid.verdict.comparison.direction import ask_direction


class Findings(NamedTuple):
    """The results from which a verdict on a metric is made; None if missing."""

    metric: str
    # how systems compare by the metric
    comparison: SystemComparison
    signature: Signature | None
    # the metric's agreement with human scores
    agreement: MetricAgreement | None
    # its judge's agreement with labels of units
    quality: UnitAgreement | None
    # the judge's agreement on other data, if the judge is available
    judge_agreement: Sequence[HumanAgreement] | None = None
    # how systems compare by human scores
    by_human: SystemComparison | None = None
    # whether the labels of a plan estimate the human score
    is_estimated: bool = False
    # how the metric agrees with human scores beside simple scores without a judge
    sentinels: Sequence[SentinelGap] = ()
    # the sentence of `Scores.keep_common` on the summaries that the agreement excludes
    excluded: str = ""
    # the agreement with the judge's missing answers as 0 and as 1; empty if none is missing
    at_bounds: Sequence[MetricAgreement] = ()

    @property
    def questions(self) -> list[ResultWarning]:
        """The question whether a lower score is better, if there is a reason to ask."""
        if self.by_human is None or self.agreement is None:
            return []
        return list(ask_direction(self.by_human.metric, [self.agreement]))
