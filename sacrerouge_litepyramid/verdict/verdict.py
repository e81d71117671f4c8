"""The verdict on a metric: the leading system, the judge, the trust in it, and the warnings."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from sacrerouge_litepyramid.core.texts import count_nouns, join_names
from sacrerouge_litepyramid.meta_evaluation.judges import (
    describe_judge,
    describe_limits,
    describe_overlap,
    find_judge,
    get_judge,
    name_source_of_scores,
)
from sacrerouge_litepyramid.meta_evaluation.scores import Scores
from sacrerouge_litepyramid.meta_evaluation.sentinels import warn_of_sentinels
from sacrerouge_litepyramid.meta_evaluation.unit_agreement import UnitAgreement
from sacrerouge_litepyramid.statistics.agreement import MIN_SYSTEMS
from sacrerouge_litepyramid.statistics.estimate import describe_p
from sacrerouge_litepyramid.statistics.interval_notes import (
    FEW_SYSTEMS,
    list_warnings,
    warn_of_lost_documents,
)
from sacrerouge_litepyramid.statistics.warning import Kind, ResultWarning, list_texts, sort_warnings
from sacrerouge_litepyramid.verdict.comparison.compared_systems import (
    SystemComparison,
    describe_test,
)
from sacrerouge_litepyramid.verdict.comparison.system_comparison import describe_leaders
from sacrerouge_litepyramid.verdict.findings import Findings
from sacrerouge_litepyramid.verdict.trust import (
    MIN_KAPPA,
    NO_HUMAN_SCORES,
    Trust,
    TrustLevel,
    rate_trust,
)


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
    # the gravest first, without those that the trust's reason contains
    warnings: tuple[ResultWarning, ...]

    def answer(self) -> str:
        """Return the leader, whom to believe if human scores disagree, and the trust, as lines."""
        trust = "" if self.trust is None else self.trust.describe()
        return "\n".join(filter(None, [self.leaders[0], self.conflict, trust]))

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


def make_verdict(
    findings: Findings, scores: Scores, human: str | None, units_digest: str | None
) -> Verdict:
    """Return the verdict on a metric, or on the human score if ``human`` is the metric.

    ``units_digest``: that of the data's SCUs, None without any.
    """
    source = name_source_of_scores(findings.metric, findings.signature, human)
    is_compared = human is not None and findings.metric != human and not findings.questions
    trust = None if findings.metric == human else rate_trust(findings, units_digest)
    # A comparison can have a warning that is made here too.
    warnings = dict.fromkeys(_list_warnings(findings, scores, human, units_digest))
    reason = "" if trust is None else trust.reason
    return Verdict(
        leaders=tuple(describe_leaders(findings.comparison, source)),
        test=describe_test(findings.comparison),
        judge=describe_judge(findings.metric, findings.signature, human),
        limits=describe_limits(findings.signature, findings.judge_agreement),
        agreement=_describe_agreement(findings, source) if is_compared else None,
        conflict=_describe_conflict(findings) if is_compared else "",
        trust=trust,
        warnings=tuple(sort_warnings(row for row in warnings if row.text not in reason)),
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
        yield ResultWarning(Kind.NO_HUMAN_SCORES, NO_HUMAN_SCORES)
    yield from findings.questions
    if findings.excluded:
        yield ResultWarning(Kind.EXCLUDED_SCORES, findings.excluded)
    yield from warn_of_sentinels(findings.sentinels)
    if agreement is not None:
        yield from warn_of_lost_documents(agreement.metric, agreement.constant, agreement.documents)
    if findings.quality is not None:
        yield from _warn_of_labels(findings.quality)
    judge_warning = find_judge(get_judge(signature)).warning
    if judge_warning:
        yield ResultWarning(Kind.NOTE, judge_warning)


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
