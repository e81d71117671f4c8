"""The verdict on a metric: which system leads, its judge, its agreement with human scores, and the warnings."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.evaluation.compared_systems import SystemComparison
from sacrerouge_litepyramid.evaluation.direction import ask_direction
from sacrerouge_litepyramid.evaluation.judges import (
    DataIdentity,
    describe_judge,
    describe_limits,
    describe_overlap,
    find_agreement,
    find_judge,
    name_source_of_scores,
)
from sacrerouge_litepyramid.evaluation.records import MetricAgreement
from sacrerouge_litepyramid.evaluation.scores import Scores
from sacrerouge_litepyramid.evaluation.system_comparison import describe_leaders, describe_test, join_names
from sacrerouge_litepyramid.evaluation.unit_agreement import UnitAgreement
from sacrerouge_litepyramid.judges.judge import HumanAgreement
from sacrerouge_litepyramid.signature import Signature
from sacrerouge_litepyramid.statistics.correlation_estimates import Correlation
from sacrerouge_litepyramid.statistics.estimate import Estimate, format_number
from sacrerouge_litepyramid.statistics.interval_notes import (
    FEW_DOCUMENTS,
    FEW_SYSTEMS,
    describe_share,
    list_warnings,
    warn_of_lost_documents,
)
from sacrerouge_litepyramid.statistics.judge_quality import THRESHOLD
from sacrerouge_litepyramid.statistics.significance import pair_indices
from sacrerouge_litepyramid.statistics.system_effects import estimate_comparable_means, find_linked
from sacrerouge_litepyramid.statistics.warning import Kind, ResultWarning, list_texts, sort_warnings

#: the kappa below which a judge agrees weakly with labels, and from which substantially (Landis and Koch 1977)
MIN_KAPPA, HIGH_KAPPA = 0.4, 0.61
#: the correlation over systems below which the ranking is wrong or, if its interval begins lower, uncertain
MIN_CORRELATION = 0.5
#: a sign test at .05, two-sided: k of n documents are more than a half if 2k − n exceeds this times the root of n
CHANCE_MARGIN = 1.96
#: what is correlated at each level, and what r ranks where trust rests on it
MEASURED = {
    "system": "Over systems, its means",
    "summary": "Within documents, its scores",
    "global": "Over summaries, its scores",
}
RANKED = {"system": "systems", "global": "summaries"}
#: the mean number of words of the summaries on which judges were measured
MEASURED_LENGTHS = {"PyrXSum": 22}


class Verdict(NamedTuple):
    """The sentences about a metric and its systems in a terminal, in verdict.json and on the page."""

    # which system leads by the metric
    leaders: tuple[str, ...]
    test: str
    judge: str
    # the limits of the judge; None for other metrics
    limits: str | None
    # which system leads by human scores, and how many pairs the metric orders alike; None for the human score
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
    comparison: SystemComparison | None
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
    report: AgreementReport | None = None

    @property
    def questions(self) -> list[str]:
        """The question whether a lower score is better, if there is a reason to ask."""
        return [*ask_direction(self.by_human.metric, self.rows)] if self.by_human else []

    @property
    def system_r(self) -> Estimate | None:
        """r with human scores over systems; None if undefined."""
        return _find_pearson(None if self.agreement is None else self.agreement.system)

    @property
    def summary_r(self) -> Estimate | None:
        """r with human scores within documents; None if undefined."""
        return _find_pearson(None if self.agreement is None else self.agreement.summary)


def _find_pearson(correlation: Correlation | None) -> Estimate | None:
    is_known = correlation is not None and not np.isnan(correlation.pearson.value)
    return correlation.pearson if correlation is not None and is_known else None


def make_verdict(findings: Findings, scores: Scores, human: str | None, data: DataIdentity) -> Verdict:
    """Return the verdict on a metric, or on the human score if ``human`` is the metric."""
    comparison = findings.comparison
    source = name_source_of_scores(findings.metric, findings.signature, human)
    is_compared = human is not None and findings.metric != human
    return Verdict(
        leaders=tuple([_describe_uncompared(scores)] if comparison is None else describe_leaders(comparison, source)),
        test=describe_test(comparison) if comparison is not None else "",
        judge=describe_judge(findings.metric, findings.signature, human),
        limits=describe_limits(findings.signature, findings.judge_agreement),
        agreement=_describe_agreement(findings, scores, source) if is_compared and not findings.questions else None,
        trust=tuple(describe_trust(findings)),
        warnings=tuple(sort_warnings(dict.fromkeys(_list_warnings(findings, scores, human, data)))),
    )


def _describe_uncompared(scores: Scores) -> str:
    if len(scores.systems) == 1:
        return f"{scores.systems[0]} is the only system: there is nothing to compare it with."
    return "No two systems have scores of the same document to compare."


def _describe_agreement(findings: Findings, scores: Scores, source: str) -> str | None:
    """Return which system leads by human scores, and how many pairs a metric, named by its source, orders alike.

    None if no two systems have different means by both.
    """
    by_human = findings.by_human
    sentences = []
    if by_human is not None:
        sentences = describe_leaders(by_human, name_source_of_scores(by_human.metric, None, by_human.metric))[:1]
    ours, human = average_shared(scores.metrics[findings.metric], scores.human)
    alike, pairs = count_pairs_alike(ours, human)
    if not pairs:
        return " ".join(sentences) or None
    share = f"{source} orders {alike} of {pairs} pairs of systems as human scores do ({100 * alike / pairs:.0f}%)"
    if wrong := _list_wrong_pairs(findings.comparison, dict(zip(scores.systems, human, strict=True))):
        count = count_nouns(pair=len(wrong))
        share += f"; in {count} the system with the lower human score scores significantly higher: {join_names(wrong)}"
    elif alike < pairs:
        share += "; none of the others differs significantly"
    return " ".join([*sentences, f"{share}."])


def _list_wrong_pairs(comparison: SystemComparison | None, human: Mapping[str, float]) -> list[str]:
    """Return the pairs in which one system scores significantly higher by the metric, but lower by human scores."""
    ordered = [(pair.better, pair.worse) for pair in comparison.pairs] if comparison is not None else []
    return [f"{high} over {low}" for high, low in ordered if high and low and round(human[high] - human[low], 12) < 0]


def describe_trust(findings: Findings) -> list[str]:
    """Return sentences on a metric's correlations with human scores, and on its judge's agreement with labels."""
    sentences = []
    if findings.system_r is not None:
        sentences.append(f"Over systems, its means correlate with human scores at r = {findings.system_r.describe()}.")
    if findings.summary_r is not None:
        r = findings.summary_r.describe()
        sentences.append(f"Within documents, its scores correlate with human scores at r = {r}.")
    agreement = findings.agreement
    if agreement is not None and agreement.constant and agreement.pairs is not None:
        documents = agreement.pairs.documents
        share = describe_share(agreement.constant, documents)
        sentences.append(f"Of {documents} documents, {share} are constant and have no correlation.")
    if findings.quality:
        model, majority = (part["accuracy"].value for part in (findings.quality.quality, findings.quality.majority))
        frequent = "stated" if findings.quality.stated >= THRESHOLD else "not stated"
        sentences.append(
            f"Unit by unit it agrees with {100 * model:.1f}% of {findings.quality.units:,} labels by annotators; "
            f"always saying “{frequent}” would in {100 * majority:.1f}%."
        )
    return sentences


def rate_trust(findings: Findings, words: float, data: DataIdentity | None = None) -> tuple[str, str]:
    """Return high, moderate, low or unknown, and the reason; ``words``: the mean number of words of the summaries.

    Trust is at most moderate if the judge was trained on ``data``, where its agreement is too high.
    """
    highest, remark = "high", ""
    if data and findings.signature and describe_overlap(findings.signature, data):
        highest, remark = "moderate", " It is too high: the judge was trained on this data."
    reasons, r = describe_trust(findings), findings.system_r
    if r is not None and findings.agreement is not None:
        is_certain = r.low >= MIN_CORRELATION and findings.agreement.systems >= FEW_SYSTEMS
        level = "low" if r.value < MIN_CORRELATION else highest if is_certain else "moderate"
        return level, reasons[0] + remark
    if findings.quality is not None:
        is_weak = any(_warn_of_labels(findings.quality))
        is_substantial = findings.quality.quality["kappa"].value >= HIGH_KAPPA
        return ("low" if is_weak else highest if is_substantial else "moderate"), reasons[-1] + remark
    missing = "no human scores or labels"
    if findings.agreement is not None:
        missing = "too few systems to correlate with human scores"
    return "unknown", f"There are {missing}. {_describe_elsewhere(findings, words)}"


def _describe_elsewhere(findings: Findings, words: float) -> str:
    """Return how the judge agrees with human scores on data that it was not fitted to, and how long summaries are."""
    measured = find_agreement(findings.signature, findings.judge_agreement)
    if measured is None:
        return "The judge's agreement with human scores by such units on other data is not known."
    length = MEASURED_LENGTHS.get(measured.data)
    lengths = f" (summaries of {length} words on average, here of {words:.0f})" if length else ""
    return (
        f"On {measured.data}, which the judge was not fitted to, its means of systems correlate with human scores at "
        f"r = {measured.system:.3f}{lengths}."
    )


def average_shared(ours: np.ndarray, human: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the systems' comparable means, (systems,), of both over the cells (systems, documents) that both have.

    NaN for a system without such cells, or outside the largest group that shared documents link.
    """
    shared = ~np.isnan(ours) & ~np.isnan(human)
    linked = find_linked(np.where(shared, ours, np.nan))
    largest = np.bincount(linked[linked >= 0]).argmax() if shared.any() else 0
    cells = shared & (linked == largest)[:, None]
    return tuple(estimate_comparable_means(np.where(cells, matrix, np.nan)).value for matrix in (ours, human))


def count_pairs_alike(ours: np.ndarray, human: np.ndarray) -> tuple[int, int]:
    """Return how many pairs of systems have means (systems,) in the same order, and how many have no equal means."""
    first, second = pair_indices(len(ours))
    signs = [np.sign(np.round(means[first] - means[second], 12)) for means in (ours, human)]
    different = np.abs(signs[0] * signs[1]) == 1
    return int((signs[0] == signs[1])[different].sum()), int(different.sum())


def _list_warnings(
    findings: Findings, scores: Scores, human: str | None, data: DataIdentity
) -> Iterator[ResultWarning]:
    if findings.signature and (alarm := describe_overlap(findings.signature, data)):
        yield ResultWarning(Kind.TRAINED_HERE, alarm)
    yield from list_warnings(len(scores.systems), len(scores.documents))
    yield from findings.comparison.warnings if findings.comparison is not None else ()
    if findings.metric == human:
        return
    if human is None and not findings.is_estimated:
        text = "There are no human scores here: whether this judge ranks these systems as annotators would is unknown."
        yield ResultWarning(Kind.NO_HUMAN_SCORES, text)
    yield from _warn_of_correlation(findings.system_r)
    agreement = findings.agreement
    if agreement is not None and agreement.pairs is not None:
        yield from warn_of_lost_documents(agreement.metric, agreement.constant, agreement.pairs.documents)
    if findings.quality is not None:
        yield from _warn_of_labels(findings.quality)
    if warning := find_judge((findings.signature or {}).get("judge") or {}).warning:
        yield ResultWarning(Kind.NOTE, warning)


def _warn_of_correlation(r: Estimate | None) -> Iterator[ResultWarning]:
    if r is None:
        return
    if r.value < MIN_CORRELATION:
        yield ResultWarning(
            Kind.MISRANKS_SYSTEMS,
            f"This score does not rank the systems as human scores do (r = {format_number(r.value)}); do not choose a "
            "system by it.",
        )
    elif r.low < MIN_CORRELATION:
        low = format_number(r.low)
        text = f"How well this score ranks systems is uncertain: its r with human scores may be as low as {low}."
        yield ResultWarning(Kind.UNCERTAIN_RANKING, text)


def _warn_of_labels(measured: UnitAgreement) -> Iterator[ResultWarning]:
    kappa, accuracy = measured.quality["kappa"].value, measured.quality["accuracy"].value
    majority = measured.majority["accuracy"].value
    if accuracy <= majority:
        yield ResultWarning(
            Kind.UNITS_LIKE_MAJORITY,
            f"Unit by unit the judge is no better than always giving the more frequent answer ({100 * accuracy:.1f}% "
            f"against {100 * majority:.1f}%); trust means over many summaries, not single units.",
        )
    elif kappa < MIN_KAPPA:
        text = f"Unit by unit the judge agrees weakly with annotators (kappa {kappa:.2f}); do not trust single units."
        yield ResultWarning(Kind.UNITS_AGREE_WEAKLY, text)
