"""The verdict on a metric: the leading system, the judge, its agreement, and the warnings."""

from collections.abc import Iterator, Sequence
from enum import Enum
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
from sacrerouge_litepyramid.evaluation.records import (
    GLOBAL,
    SUMMARY,
    SYSTEM,
    Level,
    MetricAgreement,
)
from sacrerouge_litepyramid.evaluation.scores import Scores
from sacrerouge_litepyramid.evaluation.system_comparison import describe_leaders, join_names
from sacrerouge_litepyramid.evaluation.unit_agreement import UnitAgreement
from sacrerouge_litepyramid.judges.judge import HumanAgreement
from sacrerouge_litepyramid.signature import Signature
from sacrerouge_litepyramid.statistics.agreement import MIN_SYSTEMS
from sacrerouge_litepyramid.statistics.estimate import Estimate, format_number
from sacrerouge_litepyramid.statistics.interval_notes import (
    FEW_DOCUMENTS,
    FEW_SYSTEMS,
    describe_share,
    list_warnings,
    warn_of_lost_documents,
)
from sacrerouge_litepyramid.statistics.judge_quality import THRESHOLD
from sacrerouge_litepyramid.statistics.warning import Kind, ResultWarning, list_texts, sort_warnings

#: the kappa below which a judge agrees weakly with labels, and from which substantially (Landis and
#: Koch 1977)
MIN_KAPPA, HIGH_KAPPA = 0.4, 0.61
#: the correlation over systems below which the ranking is wrong or, if its interval begins lower,
#: uncertain
MIN_CORRELATION = 0.5
#: a sign test at .05, two-sided: k of n documents are more than a half if 2k − n exceeds this times
#: the root of n
CHANCE_MARGIN = 1.96


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
    # how far the metric and its judge agree with human scores and labels
    trust: tuple[str, ...]
    # the gravest first
    warnings: tuple[ResultWarning, ...]

    def lines(self) -> list[str]:
        """Return the verdict for a terminal, one paragraph per line, human scores first."""
        warnings = [f"Warning: {warning}" for warning in self.warnings] or ["No warnings."]
        parts = [self.agreement, " ".join(self.leaders), self.judge, self.limits, *warnings]
        return [part for part in parts if part]

    def to_dict(self) -> dict[str, Any]:
        """Return the sentences for JSON."""
        return {**self._asdict(), "warnings": list_texts(self.warnings)}


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

    @property
    def questions(self) -> list[ResultWarning]:
        """The question whether a lower score is better, if there is a reason to ask."""
        if self.by_human is None or self.agreement is None:
            return []
        return list(ask_direction(self.by_human.metric, [self.agreement]))

    def find_r(self, level: Level) -> Estimate | None:
        """Return r with human scores at a level; None if undefined."""
        return None if self.agreement is None else self.agreement.find_r(level)

    @property
    def ranking_level(self) -> Level:
        """The level of the correlation that decides on trust: that of systems if there is one."""
        return GLOBAL if self.find_r(SYSTEM) is None else SYSTEM


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
        trust=tuple(describe_trust(findings)),
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
    wrong = []
    for pair in comparison.pairs:
        if pair.first not in human or pair.second not in human:
            continue
        # Means that differ by a rounding error are equal.
        our_difference = round(ours[pair.first] - ours[pair.second], 12)
        human_difference = round(human[pair.first] - human[pair.second], 12)
        untied += our_difference * human_difference != 0
        alike += our_difference * human_difference > 0
        is_lower = human_difference < 0 if pair.better == pair.first else human_difference > 0
        if pair.better and is_lower:
            wrong.append(f"{pair.better} over {pair.worse}")
    # Means of systems without a common document are not comparable.
    if not untied or comparison.unlinked or by_human.unlinked:
        return sentence
    share = (
        f"{source} orders {alike} of {untied} pairs of systems as human scores do "
        f"({100 * alike / untied:.0f}%)"
    )
    if wrong:
        share += (
            f"; in {count_nouns(pair=len(wrong))} the system with the lower human score scores "
            f"significantly higher: {join_names(wrong)}"
        )
    elif alike < untied:
        share += "; none of the others differs significantly"
    return f"{sentence} {share}."


def describe_trust(findings: Findings) -> list[str]:
    """Return sentences on a metric's agreement with human scores and its judge's with labels."""
    sentences = []
    agreement, quality = findings.agreement, findings.quality
    for level in (findings.ranking_level, SUMMARY):
        r = findings.find_r(level)
        if agreement is None or r is None:
            continue
        scores = "means" if level is SYSTEM else "scores"
        place = level.place.capitalize()
        sentence = f"{place}, its {scores} correlate with human scores at r = {r.describe()}."
        preferences = agreement.describe_preferences() if level is GLOBAL else ""
        if preferences:
            sentence += f" It {preferences}."
        sentences.append(sentence)
    if agreement is not None and agreement.constant:
        share = describe_share(agreement.constant, agreement.documents)
        sentences.append(
            f"Of {agreement.documents} documents, {share} are constant and have no correlation."
        )
    if quality is not None:
        accuracy = 100 * quality.quality["accuracy"].value
        majority = 100 * quality.majority["accuracy"].value
        frequent = "stated" if quality.stated >= THRESHOLD else "not stated"
        sentences.append(
            f"Unit by unit it agrees with {accuracy:.1f}% of {quality.units:,} labels by "
            f"annotators; always saying “{frequent}” would in {majority:.1f}%."
        )
    return sentences


class TrustLevel(str, Enum):
    """How far the means of systems by a metric can be trusted."""

    HIGH = "high"
    MODERATE = "moderate"
    LOW = "low"
    UNKNOWN = "unknown"


class Trust(NamedTuple):
    """The trust in a metric, and the reason in a sentence or more."""

    level: TrustLevel
    reason: str

    @property
    def needs_labels(self) -> bool:
        """Whether labels by annotators are the next step."""
        return self.level in (TrustLevel.LOW, TrustLevel.UNKNOWN)


def rate_trust(findings: Findings, units_digest: str | None = None) -> Trust:
    """Return the trust in a metric.

    ``units_digest``: that of the data's SCUs. Trust is at most moderate if the judge was trained on
    them, as its agreement is then too high.
    """
    reasons, r = describe_trust(findings), findings.find_r(findings.ranking_level)
    if findings.questions:
        question = "Whether a lower score is better is an open question."
        return Trust(TrustLevel.UNKNOWN, " ".join([*reasons[:1], question]))
    agreement, quality = findings.agreement, findings.quality
    if agreement is not None and r is not None:
        is_low, is_certain = _rate_correlation(r, agreement, findings.ranking_level)
        reason = reasons[0]
    elif quality is not None:
        is_low = any(_warn_of_labels(quality))
        is_certain = quality.quality["kappa"].value >= HIGH_KAPPA
        reason = reasons[-1]
    else:
        missing = "There are no human scores or labels."
        if agreement is not None:
            missing = f"No correlation with human scores is defined: {agreement.undefined}."
        return Trust(TrustLevel.UNKNOWN, f"{missing} {_describe_elsewhere(findings)}")
    if describe_overlap(findings.signature, units_digest):
        reason += " It is too high: the judge was trained on this data."
        is_certain = False
    if is_low:
        return Trust(TrustLevel.LOW, reason)
    return Trust(TrustLevel.HIGH if is_certain else TrustLevel.MODERATE, reason)


def _rate_correlation(r: Estimate, agreement: MetricAgreement, level: Level) -> tuple[bool, bool]:
    """Return whether a correlation is low, and whether it is certain that it is not.

    Easy and hard documents alone can correlate summaries, so that the order within documents counts
    too.
    """
    is_low = r.value < MIN_CORRELATION
    is_certain = r.low >= MIN_CORRELATION
    if level is SYSTEM:
        return is_low, is_certain and agreement.systems >= FEW_SYSTEMS
    untied = margin = 0
    if agreement.summary_pairs is not None:
        untied = agreement.summary_pairs.untied
        # by how many pairs those in the human order outnumber the others
        margin = 2 * agreement.summary_pairs.alike - untied
    has_enough = agreement.documents >= FEW_DOCUMENTS and agreement.summaries >= FEW_SYSTEMS
    is_significant = margin > CHANCE_MARGIN * untied**0.5
    return is_low or margin <= 0 < untied, is_certain and has_enough and is_significant


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
    if agreement is not None:
        yield from warn_of_lost_documents(agreement.metric, agreement.constant, agreement.documents)
    if findings.quality is not None:
        yield from _warn_of_labels(findings.quality)
    judge_warning = find_judge(get_judge(signature)).warning
    if judge_warning:
        yield ResultWarning(Kind.NOTE, judge_warning)


def _warn_of_correlation(findings: Findings) -> Iterator[ResultWarning]:
    level = findings.ranking_level
    r = findings.find_r(level)
    if r is None:
        return
    ranked = "systems" if level is SYSTEM else "summaries"
    if r.value < MIN_CORRELATION:
        text = (
            f"This score does not rank the {ranked} as human scores do (r = "
            f"{format_number(r.value)}); do not choose a system by it."
        )
        yield ResultWarning(Kind.MISRANKS_SYSTEMS, text)
    elif r.low < MIN_CORRELATION:
        text = (
            f"How well this score ranks {ranked} is uncertain: its r with human scores may be "
            f"as low as {format_number(r.low)}."
        )
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
