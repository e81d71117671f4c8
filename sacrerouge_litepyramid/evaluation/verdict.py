"""The verdict on a metric.

Which system leads, what judged it, how far it agrees with human scores, and the warnings.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.evaluation.compared_systems import SystemComparison
from sacrerouge_litepyramid.evaluation.judges import (
    DataIdentity,
    describe_judge,
    describe_limits,
    describe_overlap,
    find_judge,
)
from sacrerouge_litepyramid.evaluation.metric_agreement import AgreementRow
from sacrerouge_litepyramid.evaluation.scores import Scores
from sacrerouge_litepyramid.evaluation.system_comparison import describe_leaders, describe_test
from sacrerouge_litepyramid.judges.judge import HumanAgreement
from sacrerouge_litepyramid.signature import Signature
from sacrerouge_litepyramid.statistics.estimate import format_number
from sacrerouge_litepyramid.statistics.interval_notes import list_warnings
from sacrerouge_litepyramid.statistics.judge_quality import THRESHOLD
from sacrerouge_litepyramid.statistics.paired import estimate_means
from sacrerouge_litepyramid.statistics.significance import pair_indices

#: below this kappa the judge's labels are called weak (Landis and Koch 1977: "fair" at most)
MIN_KAPPA = 0.4
#: below this correlation of the systems, or where its interval begins lower, the ranking is called uncertain
MIN_CORRELATION = 0.5
NO_WARNINGS = "No warnings."


class Verdict(NamedTuple):
    """What is said of a metric and its systems, in a terminal, in verdict.json and on the page.

    ``limits``: of the judge, None for other metrics; ``agreement``: None for the human score, and without human scores;
    ``trust``: how far the metric and its judge agree with human scores and labels; ``warnings``: the gravest first.
    """

    leaders: tuple[str, ...]
    test: str
    judge: str
    limits: str | None
    agreement: str | None
    trust: tuple[str, ...]
    warnings: tuple[str, ...]

    def lines(self) -> list[str]:
        """Return the verdict for a terminal, a paragraph a line."""
        warnings = [f"Warning: {each}" for each in self.warnings] or [NO_WARNINGS]
        parts = [" ".join(self.leaders), self.judge, self.limits, self.agreement, *warnings]
        return [part for part in parts if part]


class Findings(NamedTuple):
    """What a verdict on a metric is made of; None where there is none of it.

    ``rows``: the metric's correlations with human scores; ``quality``: its judge's entry of
    `judge_quality.measure_judges`; ``judge_agreement``: the judge's own on other data, if the judge is at hand.
    """

    metric: str
    found: SystemComparison | None
    signature: Signature | None
    rows: Sequence[AgreementRow]
    quality: Mapping[str, Any] | None
    judge_agreement: Sequence[HumanAgreement] | None = None


def make_verdict(findings: Findings, scores: Scores, human: str | None, data: DataIdentity) -> Verdict:
    """Return the verdict on a metric, or on the human score where the metric is ``human``."""
    found = findings.found
    leaders = describe_leaders(found) if found else ["No two systems have scores of the same document to compare."]
    is_compared = human is not None and findings.metric != human
    return Verdict(
        leaders=tuple(leaders),
        test=describe_test(found) if found else "",
        judge=describe_judge(findings.metric, findings.signature, human),
        limits=describe_limits(findings.signature, findings.judge_agreement),
        agreement=_describe_agreement(findings, scores) if is_compared else None,
        trust=tuple(describe_trust(findings)),
        warnings=tuple(dict.fromkeys(_list_warnings(findings, scores, human, data))),
    )


def _describe_agreement(findings: Findings, scores: Scores) -> str:
    """Return in one sentence how far a metric orders the systems as human scores do."""
    alike, pairs = count_pairs_alike(scores.metrics[findings.metric], scores.human)
    parts = _describe_first(findings, scores)
    if pairs:
        parts.append(f"of {pairs} pairs of systems it orders {alike} as human scores do ({100 * alike / pairs:.0f}%)")
    return f"Against human scores: {'; '.join(parts)}." if parts else "Against human scores: too few in common to say."


def describe_trust(findings: Findings) -> list[str]:
    """Return sentences about a metric's correlations with human scores, and about its judge's labels of units."""
    sentences = []
    for level, words in (("system", "over systems, by their means,"), ("summary", "among the summaries of a document")):
        row = next((each for each in findings.rows if (each.level, each.coefficient) == (level, "pearson")), None)
        if row and not np.isnan(row.estimate.value):
            sentences.append(f"Its correlation with human scores {words} is r = {row.estimate.describe()}.")
    if findings.quality:
        model, majority = (findings.quality[name]["accuracy"][0] for name in ("model", "majority"))
        frequent = "stated" if findings.quality["stated"] >= THRESHOLD else "not stated"
        sentences.append(
            f"Unit by unit it agrees with {100 * model:.1f}% of {findings.quality['units']:,} labels by annotators; "
            f"always saying “{frequent}” would in {100 * majority:.1f}%."
        )
    return sentences


def _describe_first(findings: Findings, scores: Scores) -> list[str]:
    """Return which system human scores rank first, beside the metric's."""
    means = estimate_means(scores.human).value
    if findings.found is None or np.isnan(means).all():
        return []
    first = scores.systems[int(np.nanargmax(means))]
    return [f"they rank {first} first" + (" too" if first == findings.found.systems[0].system else "")]


def count_pairs_alike(ours: np.ndarray, human: np.ndarray) -> tuple[int, int]:
    """Return how many pairs of systems have means in the same order, of all pairs without equal means.

    Both arrays are (systems, documents), and means are over the cells that both have.
    """
    shared = ~np.isnan(ours) & ~np.isnan(human)
    known = shared.any(axis=1)
    counts = shared.sum(axis=1)[known]
    means = [np.where(shared, each, 0.0)[known].sum(axis=1) / counts for each in (ours, human)]
    first, second = pair_indices(int(known.sum()))
    signs = [np.sign(np.round(each[first] - each[second], 12)) for each in means]
    different = (signs[0] != 0) & (signs[1] != 0)
    return int((signs[0] == signs[1])[different].sum()), int(different.sum())


def _list_warnings(findings: Findings, scores: Scores, human: str | None, data: DataIdentity) -> Iterator[str]:
    if findings.signature and (alarm := describe_overlap(findings.signature, data)):
        yield alarm
    yield from list_warnings(len(scores.systems), len(scores.documents))
    yield from findings.found.warnings if findings.found else ()
    if findings.metric == human:
        return
    if human is None:
        yield "There are no human scores here: whether this judge ranks these systems as annotators would is not known."
    yield from _warn_of_correlation(findings.rows)
    if findings.quality:
        yield from _warn_of_labels(findings.quality)
    warning = find_judge((findings.signature or {}).get("judge") or {}).warning
    if warning:
        yield warning


def _warn_of_correlation(rows: Sequence[AgreementRow]) -> Iterator[str]:
    row = next((each for each in rows if (each.level, each.coefficient) == ("system", "pearson")), None)
    if row is None or np.isnan(row.estimate.value):
        return
    if row.estimate.value < MIN_CORRELATION:
        yield (
            f"This score ranks the systems otherwise than human scores do (r = {format_number(row.estimate.value)}); "
            "choose no system by it."
        )
    elif row.estimate.low < MIN_CORRELATION:
        yield (f"How far this score ranks systems as human scores do is uncertain: r = {row.estimate.describe()}.")


def _warn_of_labels(quality: Mapping[str, Any]) -> Iterator[str]:
    kappa, accuracy = quality["model"]["kappa"][0], quality["model"]["accuracy"][0]
    majority = quality["majority"]["accuracy"][0]
    if accuracy <= majority:
        yield (
            f"Unit by unit the judge is no better than always giving the more frequent answer ({100 * accuracy:.1f}% "
            f"against {100 * majority:.1f}%); trust means over many summaries, and no single unit."
        )
    elif kappa is not None and kappa < MIN_KAPPA:
        yield f"Unit by unit the judge agrees weakly with annotators (kappa {kappa:.2f}); trust no single unit."
