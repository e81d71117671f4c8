"""The verdict on a metric: which system leads, its judge, its agreement with human scores, and the warnings."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.texts import count_nouns
from sacrerouge_litepyramid.evaluation.agreement_statistics import AgreementRow
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
from sacrerouge_litepyramid.evaluation.metric_agreement import AgreementReport
from sacrerouge_litepyramid.evaluation.scores import Scores
from sacrerouge_litepyramid.evaluation.system_comparison import describe_leaders, describe_test, join_names
from sacrerouge_litepyramid.judges.judge import HumanAgreement
from sacrerouge_litepyramid.signature import Signature
from sacrerouge_litepyramid.statistics.agreement import MIN_SYSTEMS
from sacrerouge_litepyramid.statistics.estimate import format_number
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
    """The sentences about a metric and its systems in a terminal, in verdict.json and on the page.

    ``leaders``: which system leads by the metric; ``limits``: those of the judge, None for other metrics;
    ``agreement``: which system leads by human scores, and how many pairs the metric orders alike, None for the human
    score and without human scores; ``trust``: how far the metric and its judge agree with human scores and labels.
    """

    leaders: tuple[str, ...]
    test: str
    judge: str
    limits: str | None
    agreement: str | None
    trust: tuple[str, ...]
    warnings: tuple[str, ...]

    def lines(self) -> list[str]:
        """Return the verdict for a terminal, one paragraph per line, human scores first."""
        warnings = [f"Warning: {warning}" for warning in self.warnings] or ["No warnings."]
        parts = [self.agreement, " ".join(self.leaders), self.judge, self.limits, *warnings]
        return [part for part in parts if part]


class Findings(NamedTuple):
    """The results from which a verdict on a metric is made; None if missing.

    ``comparison``, ``by_human``: how systems compare by the metric, and by human scores; ``rows``: the metric's
    correlations with human scores; ``quality``: its judge's agreement with labels, as of `summarise_labels`;
    ``judge_agreement``: the judge's agreement on other data, if the judge is available; ``is_estimated``: whether the
    labels of a plan estimate the human score; ``report``: the agreement of which ``rows`` are a part.
    """

    metric: str
    comparison: SystemComparison | None
    signature: Signature | None
    rows: Sequence[AgreementRow]
    quality: Mapping[str, Any] | None
    judge_agreement: Sequence[HumanAgreement] | None = None
    by_human: SystemComparison | None = None
    is_estimated: bool = False
    report: AgreementReport | None = None

    @property
    def questions(self) -> list[str]:
        """The question whether a lower score is better, if there is a reason to ask."""
        return [*ask_direction(self.by_human.metric, self.rows)] if self.by_human else []


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
        warnings=tuple(dict.fromkeys(_list_warnings(findings, scores, human, data))),
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
    sentences, report = [], findings.report
    for row in filter(None, (_find_decisive(findings.rows), _find_row(findings.rows, "summary"))):
        sentences.append(f"{MEASURED[row.level]} correlate with human scores at r = {row.estimate.describe()}.")
        if row.level == "global" and report and (preferences := report.describe_preferences(findings.metric)):
            sentences[0] += f" It {preferences}."
    if report and (constant := report.constant_documents.get(findings.metric)):
        share = describe_share(constant, report.documents)
        sentences.append(f"Of {report.documents} documents, {share} are constant and have no correlation.")
    if findings.quality:
        model, majority = (findings.quality[name]["accuracy"][0] for name in ("model", "majority"))
        frequent = "stated" if findings.quality["stated"] >= THRESHOLD else "not stated"
        sentences.append(
            f"Unit by unit it agrees with {100 * model:.1f}% of {findings.quality['units']:,} labels by annotators; "
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
    reasons, row = describe_trust(findings), _find_decisive(findings.rows)
    if findings.questions:
        return "unknown", " ".join([*reasons[:1], "Whether a lower score is better is an open question."])
    if row:
        is_low = row.estimate.value < MIN_CORRELATION
        is_certain = row.estimate.low >= MIN_CORRELATION and row.n >= FEW_SYSTEMS
        if row.level == "global" and findings.report:
            # Easy and hard documents alone can correlate summaries, so that the order within documents counts too.
            alike, preferred = findings.report.count_preferred(findings.metric)
            margin = 2 * alike - preferred
            is_low = is_low or bool(preferred and margin <= 0)
            has_enough = findings.report.documents >= FEW_DOCUMENTS
            is_certain = is_certain and has_enough and margin > CHANCE_MARGIN * preferred**0.5
        return "low" if is_low else highest if is_certain else "moderate", reasons[0] + remark
    if findings.quality:
        kappa = findings.quality["model"]["kappa"][0] or 0.0
        is_weak = any(_warn_of_labels(findings.quality))
        return ("low" if is_weak else highest if kappa >= HIGH_KAPPA else "moderate"), reasons[-1] + remark
    missing = "There are no human scores or labels."
    if findings.report:
        missing = f"No correlation with human scores is defined: {findings.report.explain_undefined(findings.metric)}."
    return "unknown", f"{missing} {_describe_elsewhere(findings, words)}"


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


def _find_row(rows: Sequence[AgreementRow], level: str) -> AgreementRow | None:
    """Return the row of Pearson's r at a level; None if it is undefined."""
    rows = [row for row in rows if (row.level, row.coefficient) == (level, "pearson")]
    return next((row for row in rows if not np.isnan(row.estimate.value)), None)


def _find_decisive(rows: Sequence[AgreementRow]) -> AgreementRow | None:
    """Return the row of r over systems or, if it is undefined, over summaries; None if both are."""
    return _find_row(rows, "system") or _find_row(rows, "global")


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


def _list_warnings(findings: Findings, scores: Scores, human: str | None, data: DataIdentity) -> Iterator[str]:
    if findings.signature and (alarm := describe_overlap(findings.signature, data)):
        yield alarm
    # Without correlations across systems, their number is no reason for a warning.
    systems = len(scores.systems) if len(scores.systems) >= MIN_SYSTEMS else FEW_SYSTEMS
    yield from list_warnings(systems, len(scores.documents))
    yield from findings.comparison.warnings if findings.comparison is not None else ()
    if findings.metric == human:
        return
    if human is None and not findings.is_estimated:
        yield "There are no human scores here: whether this judge ranks these systems as annotators would is unknown."
    yield from findings.questions or _warn_of_correlation(findings.rows)
    if findings.report:
        constant = findings.report.constant_documents.get(findings.metric, 0)
        yield from warn_of_lost_documents({findings.metric: constant}, findings.report.documents)
    if findings.quality:
        yield from _warn_of_labels(findings.quality)
    if warning := find_judge((findings.signature or {}).get("judge") or {}).warning:
        yield warning


def _warn_of_correlation(rows: Sequence[AgreementRow]) -> Iterator[str]:
    row = _find_decisive(rows)
    if row is None:
        return
    ranked = RANKED[row.level]
    if row.estimate.value < MIN_CORRELATION:
        yield (
            f"This score does not rank the {ranked} as human scores do (r = {format_number(row.estimate.value)}); "
            "do not choose a system by it."
        )
    elif row.estimate.low < MIN_CORRELATION:
        low = format_number(row.estimate.low)
        yield f"How well this score ranks {ranked} is uncertain: its r with human scores may be as low as {low}."


def _warn_of_labels(quality: Mapping[str, Any]) -> Iterator[str]:
    kappa, accuracy = quality["model"]["kappa"][0], quality["model"]["accuracy"][0]
    majority = quality["majority"]["accuracy"][0]
    if accuracy <= majority:
        yield (
            f"Unit by unit the judge is no better than always giving the more frequent answer ({100 * accuracy:.1f}% "
            f"against {100 * majority:.1f}%); trust means over many summaries, not single units."
        )
    elif kappa is not None and kappa < MIN_KAPPA:
        yield f"Unit by unit the judge agrees weakly with annotators (kappa {kappa:.2f}); do not trust single units."
