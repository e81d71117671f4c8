"""The verdict on a metric: the leading system, the judge, the trust in it, and the warnings."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sacrerouge_litepyramid.core.texts import count_nouns
from sacrerouge_litepyramid.evaluation.compared_systems import SystemComparison, describe_test
from sacrerouge_litepyramid.evaluation.direction import ask_direction
from sacrerouge_litepyramid.evaluation.judges import (
    describe_judge,
    describe_limits,
    describe_overlap,
    find_agreement,
    find_judge,
    get_judge,
    name_source_of_scores,
)
from sacrerouge_litepyramid.evaluation.leaders import join_names
from sacrerouge_litepyramid.evaluation.records import (
    SYSTEM,
    Level,
    MetricAgreement,
    describe_r,
)
from sacrerouge_litepyramid.evaluation.scores import Scores
from sacrerouge_litepyramid.evaluation.sentinels import (
    SentinelGap,
    describe_better_sentinels,
    describe_equal_sentinels,
    warn_of_sentinels,
)
from sacrerouge_litepyramid.evaluation.system_comparison import describe_leaders
from sacrerouge_litepyramid.evaluation.trust import (
    MIN_KAPPA,
    Trust,
    TrustLevel,
    count_separated,
    rate_judge,
    rate_ranking,
)
from sacrerouge_litepyramid.evaluation.unit_agreement import UnitAgreement
from sacrerouge_litepyramid.judges.judge import HumanAgreement
from sacrerouge_litepyramid.signature import Signature
from sacrerouge_litepyramid.statistics.agreement import MIN_SYSTEMS
from sacrerouge_litepyramid.statistics.correlations import find_critical_r
from sacrerouge_litepyramid.statistics.estimate import Estimate, describe_p, format_number
from sacrerouge_litepyramid.statistics.interval_notes import (
    FEW_SYSTEMS,
    list_warnings,
    warn_of_lost_documents,
)
from sacrerouge_litepyramid.statistics.judge_quality import THRESHOLD
from sacrerouge_litepyramid.statistics.warning import Kind, ResultWarning, list_texts, sort_warnings

#: the most systems that are advised
MAX_SYSTEMS = 200


class Verdict(NamedTuple):
    """The sentences about a metric and its systems: in a terminal, verdict.json and the page."""

    # which system leads by the metric
    leaders: tuple[str, ...]
    test: str
    judge: str
    # the limits of the judge; None for other metrics
    limits: str | None
    # which system leads by human scores, and how many pairs the metric orders alike; None for the
    # human score
    agreement: str | None
    # whom to believe if human scores put another system first, "" if they do not
    conflict: str
    # how far the metric can be trusted; None for the human score
    trust: Trust | None
    # the gravest first
    warnings: tuple[ResultWarning, ...]

    def lines(self) -> list[str]:
        """Return the verdict for a terminal, one paragraph per line, human scores first."""
        warnings = [f"Warning: {warning}" for warning in self.warnings] or ["No warnings."]
        trust = None if self.trust is None else self.trust.describe()
        leaders = " ".join(filter(None, [*self.leaders, self.conflict]))
        parts = [self.agreement, leaders, trust, self.judge, self.limits, *warnings]
        return [part for part in parts if part]

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Verdict":
        """Return the verdict that `to_dict` wrote, with warnings as texts."""
        trust = data["trust"]
        return cls(
            **{**data, "trust": trust and Trust(TrustLevel(trust["level"]), trust["reason"])}
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the sentences for JSON."""
        trust = None if self.trust is None else self.trust._asdict()
        return {**self._asdict(), "trust": trust, "warnings": list_texts(self.warnings)}


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

    def find_r(self, level: Level) -> Estimate | None:
        """Return r with human scores at a level; None if undefined."""
        return None if self.agreement is None else self.agreement.find_r(level)


def make_verdict(
    findings: Findings, scores: Scores, human: str | None, units_digest: str | None
) -> Verdict:
    """Return the verdict on a metric, or on the human score if ``human`` is the metric.

    ``units_digest``: that of the data's SCUs, None without any.
    """
    source = name_source_of_scores(findings.metric, findings.signature, human)
    is_compared = human is not None and findings.metric != human and not findings.questions
    # A comparison can have a warning that is made here too.
    warnings = dict.fromkeys(_list_warnings(findings, scores, human, units_digest))
    return Verdict(
        leaders=tuple(describe_leaders(findings.comparison, source)),
        test=describe_test(findings.comparison),
        judge=describe_judge(findings.metric, findings.signature, human),
        limits=describe_limits(findings.signature, findings.judge_agreement),
        agreement=_describe_agreement(findings, source) if is_compared else None,
        conflict=_describe_conflict(findings) if is_compared else "",
        trust=None if findings.metric == human else rate_trust(findings, units_digest),
        warnings=tuple(sort_warnings(warnings)),
    )


def _describe_agreement(findings: Findings, source: str) -> str | None:
    """Return which system leads by human scores, and how many pairs the metric orders alike.

    ``source``: the metric's name in the sentence. Return None without human scores.
    """
    comparison, by_human = findings.comparison, findings.by_human
    if by_human is None or not by_human.pairs:
        return None
    name = by_human.metric
    sentence = describe_leaders(by_human, name_source_of_scores(name, None, name))[0]
    ours = {row.system: row.mean.value for row in comparison.systems}
    human = {row.system: row.mean.value for row in by_human.systems}
    alike = untied = 0
    for pair in comparison.pairs:
        if pair.first not in human or pair.second not in human:
            continue
        # Means that differ by a rounding error are equal.
        our_difference = round(ours[pair.first] - ours[pair.second], 12)
        human_difference = round(human[pair.first] - human[pair.second], 12)
        untied += our_difference * human_difference != 0
        alike += our_difference * human_difference > 0
    # Means of systems without a common document are not comparable.
    if not untied or comparison.unlinked or by_human.unlinked:
        return sentence
    share = (
        f"{source} orders {alike} of {untied} pairs of systems as human scores do "
        f"({100 * alike / untied:.0f}%)"
    )
    wrong = list(_list_wrong(comparison, by_human))
    if wrong:
        share += (
            f"; in {count_nouns(pair=len(wrong))} both differ significantly, in opposite "
            f"directions: {join_names(wrong)}"
        )
    elif alike < untied:
        share += "; in none of the others do both differ significantly"
    return f"{sentence} {share}."


def _describe_conflict(findings: Findings) -> str:
    """Return whom to believe if human scores put another system first, "" if they do not."""
    comparison, by_human = findings.comparison, findings.by_human
    if by_human is None or not by_human.pairs or not comparison.pairs:
        return ""
    ours, first = comparison.systems[0].system, by_human.systems[0].system
    pair = next(
        (pair for pair in by_human.pairs if {pair.first, pair.second} == {ours, first}), None
    )
    # The two differ up to rounding if human scores tie them.
    if ours == first or pair is None or not pair.value:
        return ""
    p = describe_p(pair.adjusted_p)
    if pair.better == first:
        return (
            f"Human scores put {first} first, significantly above {ours} ({p}). Believe them: the "
            "metric only estimates human scores."
        )
    return f"Human scores put {first} first, but not significantly above {ours} ({p})."


def _list_wrong(comparison: SystemComparison, by_human: SystemComparison) -> Iterator[str]:
    """Yield the pairs that metric and human scores separate significantly in opposite order."""
    better = {
        frozenset((pair.first, pair.second)): pair.better for pair in by_human.pairs if pair.better
    }
    for pair in comparison.pairs:
        by_annotators = better.get(frozenset((pair.first, pair.second)))
        if pair.better and by_annotators and by_annotators != pair.better:
            yield f"{pair.better} over {pair.worse}"


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
        level = _rate_ranking(findings, agreement)
        reasons = list(_explain_ranking(findings, agreement, level))
    elif quality is not None:
        level, reasons = rate_judge(quality), [describe_labels(quality)]
    else:
        level = TrustLevel.UNKNOWN
        reasons = ["There are no human scores or labels.", _describe_elsewhere(findings)]
    if describe_overlap(findings.signature, units_digest) and level is not TrustLevel.UNKNOWN:
        reasons.append("This agreement is too high: the judge was trained on this data.")
        level = TrustLevel.MODERATE if level is TrustLevel.HIGH else level
    return Trust(level, " ".join(filter(None, reasons)))


def _rate_ranking(findings: Findings, agreement: MetricAgreement) -> TrustLevel:
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
    elif level is TrustLevel.LOW:
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
        alike, wrong = count_separated(findings.comparison, findings.by_human)
        pairs = count_nouns(pair=alike + wrong)
        parts.append(
            f"of the {pairs} that human scores separate significantly it orders {alike} alike"
            if alike + wrong
            else "human scores separate no pair of systems significantly"
        )
    if beyond is not None and beyond.has_interval:
        parts.append(
            f"beyond the means of systems and documents its r with human scores is "
            f"{beyond.describe()}"
        )
    return f"{'; '.join(parts)}."


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


def _list_warnings(
    findings: Findings, scores: Scores, human: str | None, units_digest: str | None
) -> Iterator[ResultWarning]:
    signature, agreement = findings.signature, findings.agreement
    overlap = describe_overlap(signature, units_digest)
    if overlap:
        yield ResultWarning(Kind.TRAINED_HERE, overlap)
    # Without correlations across systems, their number is no reason for a warning.
    systems = len(scores.systems) if len(scores.systems) >= MIN_SYSTEMS else FEW_SYSTEMS
    yield from list_warnings(systems, len(scores.documents))
    yield from findings.comparison.warnings
    if findings.metric == human:
        return
    if human is None and not findings.is_estimated:
        text = (
            "There are no human scores here: whether this judge ranks these systems as "
            "annotators would is unknown."
        )
        yield ResultWarning(Kind.NO_HUMAN_SCORES, text)
    yield from findings.questions or _warn_of_correlation(findings)
    if findings.excluded:
        yield ResultWarning(Kind.EXCLUDED_SCORES, findings.excluded)
    yield from warn_of_sentinels(findings.metric, findings.sentinels)
    if agreement is not None:
        yield from warn_of_lost_documents(agreement.metric, agreement.constant, agreement.documents)
    if findings.quality is not None:
        yield from _warn_of_labels(findings.quality)
    judge_warning = find_judge(get_judge(signature)).warning
    if judge_warning:
        yield ResultWarning(Kind.NOTE, judge_warning)


def _warn_of_correlation(findings: Findings) -> Iterator[ResultWarning]:
    agreement = findings.agreement
    if agreement is None:
        return
    level = _rate_ranking(findings, agreement)
    if level is TrustLevel.LOW:
        text = (
            "This score does not rank the systems as human scores do; do not choose a system by it."
        )
        yield ResultWarning(Kind.MISRANKS_SYSTEMS, text)
    elif level is TrustLevel.UNDECIDED:
        text = "Whether this score ranks the systems as human scores do is undecided."
        yield ResultWarning(Kind.UNCERTAIN_RANKING, text)


def _warn_of_labels(measured: UnitAgreement) -> Iterator[ResultWarning]:
    kappa = measured.quality["kappa"].value
    accuracy = 100 * measured.quality["accuracy"].value
    majority = 100 * measured.majority["accuracy"].value
    if accuracy <= majority:
        yield ResultWarning(
            Kind.UNITS_LIKE_MAJORITY,
            "Unit by unit the judge is no better than always giving the more frequent answer "
            f"({accuracy:.1f}% against {majority:.1f}%); trust means over many summaries, not "
            "single units.",
        )
    elif kappa < MIN_KAPPA:
        text = (
            f"Unit by unit the judge agrees weakly with annotators (kappa {kappa:.2f}); do not "
            "trust single units."
        )
        yield ResultWarning(Kind.UNITS_AGREE_WEAKLY, text)
