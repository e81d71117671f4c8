"""How far a metric's ranking of systems can be trusted, in five words.

The rules stand on the page docs/trust-a-metric.md. `benchmarks/verdict_truth.py` measures how often
the words are wrong, on random tables whose truth is known.
"""

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from sacrerouge_litepyramid.evaluation.compared_systems import SystemComparison
from sacrerouge_litepyramid.evaluation.records import SYSTEM, MetricAgreement
from sacrerouge_litepyramid.evaluation.sentinels import SentinelGap
from sacrerouge_litepyramid.evaluation.unit_agreement import UnitAgreement
from sacrerouge_litepyramid.statistics.correlations import find_critical_r
from sacrerouge_litepyramid.statistics.interval_notes import FEW_SYSTEMS
from sacrerouge_litepyramid.statistics.max_t import MIN_DECIDING_DOCUMENTS

#: trust is high if both intervals of r begin here or above: of other samples, and without noise
MIN_HIGH = 0.8
#: trust is low if both end below this
MAX_LOW = 0.5
#: the kappas below which a judge agrees weakly with labels, and from which substantially (Landis
#: and Koch 1977)
MIN_KAPPA, HIGH_KAPPA = 0.4, 0.61


class TrustLevel(str, Enum):
    """How far the means of systems by a metric can be trusted."""

    HIGH = "high"
    MODERATE = "moderate"
    # the data allow no decision
    UNDECIDED = "undecided"
    LOW = "low"
    # there are no human scores
    UNKNOWN = "unknown"


class Trust(NamedTuple):
    """The trust in a metric, and the reason in a sentence or more."""

    level: TrustLevel
    reason: str

    @property
    def needs_labels(self) -> bool:
        """Whether labels by annotators are the next step."""
        return self.level not in (TrustLevel.HIGH, TrustLevel.MODERATE)

    def describe(self) -> str:
        """Return the level and the reason for a terminal."""
        return f"Trust: {self.level.value}. {self.reason}"


def rate_ranking(
    agreement: MetricAgreement,
    comparison: SystemComparison,
    by_human: SystemComparison | None,
    sentinels: Sequence[SentinelGap] = (),
) -> TrustLevel:
    """Return the trust in a metric's ranking by its agreement with human scores.

    ``comparison``, ``by_human``: how systems compare by the metric and by human scores;
    ``sentinels``: how the metric agrees beside simple scores without a judge.
    """
    r = agreement.find_r(SYSTEM)
    if agreement.systems < FEW_SYSTEMS or r is None:
        return _rate_few_systems(agreement, comparison, by_human)
    if r.limit is None:
        return TrustLevel.UNDECIDED
    if max(r.high, r.limit.high) < MAX_LOW:
        return TrustLevel.LOW
    is_above_chance = r.value > find_critical_r(agreement.systems)
    low = min(r.low, r.limit.low)
    if not (is_above_chance and low > 0):
        return TrustLevel.UNDECIDED
    is_beaten = any(gap.is_better for gap in sentinels)
    return TrustLevel.HIGH if low >= MIN_HIGH and not is_beaten else TrustLevel.MODERATE


def _rate_few_systems(
    agreement: MetricAgreement, comparison: SystemComparison, by_human: SystemComparison | None
) -> TrustLevel:
    """Return the trust with fewer than FEW_SYSTEMS, which is moderate at most.

    A metric that knows nothing orders two systems rightly in half of the cases. The order of the
    systems is not enough: the metric must also follow human scores beyond the systems' means.
    """
    r, beyond = agreement.find_r(SYSTEM), agreement.beyond_means
    if beyond is None or by_human is None or agreement.documents < MIN_DECIDING_DOCUMENTS:
        return TrustLevel.UNDECIDED
    alike, wrong = count_separated(comparison, by_human)
    is_low = beyond.high < MAX_LOW and wrong > alike
    if is_low and (r is None or (r.limit is not None and max(r.high, r.limit.high) < MAX_LOW)):
        return TrustLevel.LOW
    is_ordered = alike > 0 == wrong and (r is None or (r.limit is not None and r.limit.low > 0))
    return TrustLevel.MODERATE if is_ordered and beyond.low > 0 else TrustLevel.UNDECIDED


def count_separated(comparison: SystemComparison, by_human: SystemComparison) -> tuple[int, int]:
    """Return how many pairs that human scores separate the metric orders alike, and how many not.

    Human scores separate a pair if one of it scores significantly higher.
    """
    ours = {row.system: row.mean.value for row in comparison.systems}
    alike = wrong = 0
    for pair in by_human.pairs:
        if pair.better is None or not {pair.first, pair.second} <= ours.keys():
            continue
        is_alike = ours[pair.better] > ours[pair.worse]
        alike += is_alike
        wrong += not is_alike
    return alike, wrong


def rate_judge(quality: UnitAgreement) -> TrustLevel:
    """Return the trust in a judge by its agreement with labels of units."""
    kappa, accuracy = quality.quality["kappa"], quality.quality["accuracy"].value
    majority = quality.majority["accuracy"].value
    if accuracy <= majority:
        return TrustLevel.LOW
    if not kappa.has_interval:
        return TrustLevel.UNDECIDED
    if kappa.low >= HIGH_KAPPA:
        return TrustLevel.HIGH
    if kappa.low >= MIN_KAPPA:
        return TrustLevel.MODERATE
    return TrustLevel.LOW if kappa.high < MIN_KAPPA else TrustLevel.UNDECIDED
