"""How far a metric's ranking of systems can be trusted, in five words.

The rules stand on the page docs/trust-a-metric.md. `benchmarks/verdict_truth.py` measures how often
the words are wrong, on random tables whose truth is known.
"""

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from sacrerouge_litepyramid.core.texts import count_nouns
from sacrerouge_litepyramid.meta_evaluation.judges import describe_overlap, find_agreement
from sacrerouge_litepyramid.meta_evaluation.records import SYSTEM, MetricAgreement, describe_r
from sacrerouge_litepyramid.meta_evaluation.sentinels import (
    SentinelGap,
    describe_better_sentinels,
    describe_equal_sentinels,
)
from sacrerouge_litepyramid.meta_evaluation.unit_agreement import UnitAgreement
from sacrerouge_litepyramid.statistics.correlations import find_critical_r
from sacrerouge_litepyramid.statistics.estimate import format_number
from sacrerouge_litepyramid.statistics.interval_notes import FEW_SYSTEMS
from sacrerouge_litepyramid.statistics.judge_quality import THRESHOLD
from sacrerouge_litepyramid.statistics.max_t import MIN_DECIDING_DOCUMENTS
from sacrerouge_litepyramid.verdict.comparison.compared_systems import SystemComparison
from sacrerouge_litepyramid.verdict.findings import Findings

#: trust is high if both intervals of r begin here or above: of other samples, and without noise
MIN_HIGH = 0.8
#: trust is low if both end below this
MAX_LOW = 0.5
#: the kappas below which a judge agrees weakly with labels, and from which substantially (Landis
#: and Koch 1977)
MIN_KAPPA, HIGH_KAPPA = 0.4, 0.61
#: the most systems that are advised
MAX_SYSTEMS = 200
#: the reason why trust is unknown without human scores, and the warning beside labels alone
NO_HUMAN_SCORES = (
    "There are no human scores: whether this score ranks these systems as annotators would is "
    "unknown."
)


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
        if (
            pair.better is None
            or pair.worse is None
            or not {pair.first, pair.second} <= ours.keys()
        ):
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


def rate_trust(findings: Findings, units_digest: str | None = None) -> Trust:
    """Return the trust in a metric, by the rules of `evaluation.trust`.

    ``units_digest``: that of the data's SCUs. Trust is at most moderate if the judge was trained on
    them, as its agreement is then too high.
    """
    agreement, quality = findings.agreement, findings.quality
    if findings.questions:
        level, reasons = TrustLevel.UNKNOWN, list(_describe_correlations(agreement))[:1]
        reasons.append("Whether a lower score is better is an open question.")
    elif agreement is not None:
        level = rate_findings(findings, agreement)
        reasons = list(_explain_ranking(findings, agreement, level))
    elif quality is not None:
        level, reasons = rate_judge(quality), [describe_labels(quality)]
    else:
        level = TrustLevel.UNKNOWN
        reasons = [NO_HUMAN_SCORES, _describe_elsewhere(findings)]
    overlap = describe_overlap(findings.signature, units_digest)
    if overlap and level is not TrustLevel.UNKNOWN:
        reasons.append(overlap)
        level = TrustLevel.MODERATE if level is TrustLevel.HIGH else level
    return Trust(level, " ".join(filter(None, reasons)))


def rate_findings(findings: Findings, agreement: MetricAgreement) -> TrustLevel:
    """Return the trust in a metric's ranking if it is the same whatever missing answers are."""
    levels = {
        rate_ranking(possible, findings.comparison, findings.by_human, findings.sentinels)
        for possible in (agreement, *findings.at_bounds)
    }
    return levels.pop() if len(levels) == 1 else TrustLevel.UNDECIDED


def _explain_ranking(
    findings: Findings, agreement: MetricAgreement, level: TrustLevel
) -> Iterator[str]:
    """Yield the reasons for the trust in a metric's ranking: first what was excluded."""
    yield findings.excluded
    yield describe_better_sentinels(findings.sentinels)
    yield from _describe_correlations(agreement)
    values = [r.value for row in findings.at_bounds if (r := row.find_r(SYSTEM)) is not None]
    if values:
        ends = " and ".join(map(format_number, values))
        yield f"Answers are missing: with them as 0 and as 1, r is {ends}."
    yield describe_equal_sentinels(findings.sentinels)
    if agreement.systems < FEW_SYSTEMS:
        yield _describe_few_systems(findings, agreement)
    elif level is TrustLevel.UNDECIDED:
        yield _describe_what_decides(agreement)
    if level is TrustLevel.LOW:
        yield "Do not choose a system by this score."


def _describe_correlations(agreement: MetricAgreement | None) -> Iterator[str]:
    """Yield a sentence on r over systems, or why there is none."""
    if agreement is None:
        return
    r = agreement.find_r(SYSTEM)
    if r is not None:
        yield describe_r(SYSTEM, r, agreement.documents)
    elif agreement.undefined:
        yield f"No correlation with human scores is defined: {agreement.undefined}."


def _describe_few_systems(findings: Findings, agreement: MetricAgreement) -> str:
    """Return what trust rests on with fewer than FEW_SYSTEMS, and what it lacks."""
    systems = count_nouns(system=agreement.systems)
    if agreement.systems < 2:
        return f"Only {systems} has human scores; a ranking needs those of several."
    beyond = agreement.beyond_means
    parts = [f"With {systems}, trust is moderate at most"]
    if findings.by_human is not None:
        parts.append(_describe_order(*count_separated(findings.comparison, findings.by_human)))
    if beyond is not None and beyond.has_interval:
        parts.append(
            f"beyond the means of systems and documents its r with human scores is "
            f"{beyond.describe()}"
        )
    r = agreement.find_r(SYSTEM)
    if r is not None and r.limit is not None and r.limit.low <= 0 <= r.limit.high:
        parts.append("r over systems may be 0 without the documents' noise")
    return f"{'; '.join(parts)}."


def _describe_order(alike: int, wrong: int) -> str:
    """Return how a metric orders the pairs that human scores separate significantly."""
    pairs = alike + wrong
    if not pairs:
        return "human scores separate no pair of systems significantly"
    if pairs == 1:
        order = "as they do" if alike else "the other way round"
        return f"it orders the only pair that human scores separate significantly {order}"
    return (
        f"it orders {alike} of the {pairs} pairs that human scores separate significantly as they "
        "do"
    )


def _describe_what_decides(agreement: MetricAgreement) -> str:
    """Return why the trust over systems is undecided, and what would decide it."""
    r = agreement.find_r(SYSTEM)
    if r is None or r.limit is None:
        return "There are too few documents with all scores for an interval."
    if r.value <= find_critical_r(MAX_SYSTEMS):
        return "More documents and systems would decide."
    needs = []
    systems = agreement.systems
    while find_critical_r(systems) >= r.value:
        systems += 1
    if systems > agreement.systems:
        critical = format_number(find_critical_r(agreement.systems))
        needs.append(
            f"{systems} systems, as unrelated scores of {agreement.systems} reach {critical} by "
            "chance"
        )
    if min(r.low, r.limit.low) <= 0:
        needs.append("more documents, as the interval includes 0")
    if not needs:
        return ""
    return f"To decide, if r stays {format_number(r.value)}, it takes {', and '.join(needs)}."


def describe_labels(quality: UnitAgreement) -> str:
    """Return a sentence on a judge's agreement with labels of units."""
    accuracy = 100 * quality.quality["accuracy"].value
    majority = 100 * quality.majority["accuracy"].value
    frequent = "stated" if quality.stated >= THRESHOLD else "not stated"
    return (
        f"Unit by unit it agrees with {accuracy:.1f}% of {quality.units:,} labels by "
        f"annotators; always saying “{frequent}” would in {majority:.1f}%."
    )


def _describe_elsewhere(findings: Findings) -> str:
    """Return how the judge agrees with human scores on unseen data."""
    measured = find_agreement(findings.signature, findings.judge_agreement)
    if measured is None:
        return "The judge's agreement with human scores by such units on other data is not known."
    return (
        f"On {measured.data}, which the judge was not fitted to, its means of systems correlate "
        f"with human scores at r = {measured.system:.3f}."
    )
