"""Decide whether a required result holds, does not hold or is undecided, and how many documents would decide it."""

import math
import re
from collections.abc import Sequence
from typing import NamedTuple

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.core.texts import list_known
from sacrerouge_litepyramid.evaluation.compared_systems import SystemComparison
from sacrerouge_litepyramid.evaluation.metric_agreement import AgreementReport
from sacrerouge_litepyramid.evaluation.metric_comparison import MetricComparison
from sacrerouge_litepyramid.statistics.correlation_estimates import INTERVAL_LEVELS
from sacrerouge_litepyramid.statistics.difference import ALPHA, Difference
from sacrerouge_litepyramid.statistics.estimate import Estimate, describe_p
from sacrerouge_litepyramid.statistics.max_t import MIN_DECIDING_DOCUMENTS
from sacrerouge_litepyramid.statistics.power import DEFAULT_POWER, count_documents_for_effect, count_documents_needed
from sacrerouge_litepyramid.statistics.result_table import FAILS, HOLDS, UNDECIDED, Decision

#: how users may write a coefficient, and its name in the results
COEFFICIENTS = {
    **dict.fromkeys(("r", "pearson"), "pearson"),
    **dict.fromkeys(("ρ", "rho", "spearman"), "spearman"),
    **dict.fromkeys(("τ", "τ-b", "tau", "tau-b", "kendall"), "kendall"),
}
REQUIRED = re.compile(r"\s*(\S+)\s+(\S+?)\s*(>=|<=|≥|≤|>|<)\s*([-+]?(?:\d+\.?\d*|\.\d+))\s*")
#: two metrics are compared by a mean over documents, as the number of documents can be planned for it
METRICS_LEVEL, METRICS_COEFFICIENT = "summary", "pearson"
TOO_FEW = f"A decision needs {MIN_DECIDING_DOCUMENTS} documents or more that have all scores and are not constant."
#: what a decision rests on without human input
ONLY_JUDGE = "Only the judge is behind this: there are no human scores and no labels."


class RequiredAgreement(NamedTuple):
    """A bound on a correlation, such as "system r >= .9"; ``text`` is how the user wrote it."""

    text: str
    level: str
    coefficient: str
    sign: str
    bound: float

    def decide(self, interval: Estimate) -> str:
        """Return HOLDS or FAILS if the whole interval is on one side of the bound, else UNDECIDED."""
        if not interval.has_interval:
            return UNDECIDED
        is_below = self.sign[0] == "<"
        worst, best = (interval.high, interval.low) if is_below else (interval.low, interval.high)
        if self._is_met(worst):
            return HOLDS
        return UNDECIDED if self._is_met(best) else FAILS

    def _is_met(self, value: float) -> bool:
        allows_equal = len(self.sign) == 2
        is_beyond = value < self.bound if self.sign[0] == "<" else value > self.bound
        return is_beyond or (allows_equal and value == self.bound)


def parse_requirement(text: str) -> RequiredAgreement:
    """Parse "LEVEL COEFFICIENT SIGN NUMBER"; ValueError for another text, an unknown level or coefficient."""
    match = REQUIRED.fullmatch(text)
    level, coefficient, sign, bound = match.groups() if match else ("", "", "", "0")
    if level not in INTERVAL_LEVELS or coefficient not in COEFFICIENTS:
        levels = ", ".join(INTERVAL_LEVELS)
        raise ValueError(
            f"--require {text!r}: write a level ({levels}), a coefficient (r, rho, tau), >=, >, <= or <, and a number, "
            'as in "system r >= .9"'
        )
    sign = {"≥": ">=", "≤": "<="}.get(sign, sign)
    return RequiredAgreement(" ".join(text.split()), level, COEFFICIENTS[coefficient], sign, float(bound))


def decide_agreement(report: AgreementReport, metric: str, required: RequiredAgreement) -> Decision:
    """Decide whether a metric's correlation with human scores is on the right side of a bound, by its interval.

    Raises ValueError if the report lacks the level.
    """
    wanted = (metric, required.level, required.coefficient)
    row = next((row for row in report.rows if row[:3] == wanted), None)
    if row is None:
        raise ValueError(f"--require {required.text!r}: --levels excludes the level {required.level}; add it")
    usable = report.documents - report.constant_documents[metric] - report.incomplete_documents[metric]
    documents = row.n if required.level == "summary" else report.documents
    return _decide_bound(f"{metric}, {required.text}", "It", row.estimate, required, usable, documents)


def _decide_bound(
    name: str, subject: str, interval: Estimate, required: RequiredAgreement, usable: int, documents: int
) -> Decision:
    """Decide by an interval; ``subject``: the first words of the reason.

    ``usable``: the number of documents with all scores; ``documents``: of those behind the interval.
    """
    outcome, reason = required.decide(interval), f"{subject} is {interval.describe()}, by {usable} documents."
    needed = None
    if usable < MIN_DECIDING_DOCUMENTS:
        outcome, reason = UNDECIDED, f"{reason} {TOO_FEW}"
    elif interval.has_interval and interval.low == interval.high:
        outcome, reason = UNDECIDED, f"{reason} An interval of width 0 does not make the value certain."
    elif outcome == UNDECIDED and not interval.has_interval:
        reason += " It has no interval."
    elif outcome == UNDECIDED and documents:
        reason, needed = _describe_need(reason, *_plan_documents(interval, required, documents))
    return Decision(name, outcome, reason, needed)


def _plan_documents(estimate: Estimate, required: RequiredAgreement, documents: int) -> tuple[int | None, int, bool]:
    """Return how many documents would decide a bound, how many there are, and whether the measured value meets it.

    The half of the interval towards the bound counts; it narrows with the square root of the number of documents.
    """
    distance = estimate.value - required.bound
    margin = abs(estimate.value - (estimate.low if distance > 0 else estimate.high))
    needed = count_documents_needed(Estimate(distance, distance - margin, distance + margin), documents)
    is_met = required.decide(Estimate(*[estimate.value] * 3)) == HOLDS
    return needed, documents, is_met


def decide_systems(
    comparison: SystemComparison,
    better: Sequence[str] | None,
    not_worse: Sequence[str] | None,
    margin: float | None,
    is_checked: bool,
) -> Decision:
    """Decide what `compare` was to require of two systems; ``is_checked``: there are human scores or labels.

    Raises ValueError for two requirements, and for a margin without its requirement.
    """
    if better is None:
        decision = decide_not_worse(comparison, *take_two(not_worse or (), "require_not_worse"), margin)
    elif not_worse is not None or margin is not None:
        raise ValueError(f"only {name_argument('require_not_worse')} has a margin; require one of the two")
    else:
        decision = decide_better_system(comparison, *take_two(better))
    return decision if is_checked else decision._replace(reason=f"{decision.reason} {ONLY_JUDGE}")


def take_two(names: Sequence[str], argument: str = "require_better") -> tuple[str, str]:
    """Return two names; ValueError for another number of names."""
    if len(names) != 2:
        raise ValueError(f"{name_argument(argument)}: pass two names, not {len(names)}")
    return names[0], names[1]


def decide_better_system(comparison: SystemComparison, first: str, second: str) -> Decision:
    """Decide whether the first system scores significantly higher than the second; ValueError for an unknown system."""
    pair = _find_pair(comparison, first, second, "require_better")
    required = f"{first} scores higher than {second} by {comparison.metric}"
    if not pair.documents:
        return Decision(required, UNDECIDED, "The two have no document in common.")
    effect = pair.effect_size
    needed = None if effect is None else count_documents_for_effect(abs(effect), alpha=ALPHA / len(comparison.pairs))
    return _decide_pair(required, pair, first, pair.documents, needed, effect is not None)


def decide_not_worse(comparison: SystemComparison, first: str, second: str, margin: float | None) -> Decision:
    """Decide whether the first system scores less than ``margin`` below the second (non-inferiority).

    It holds if the interval of the difference is above −margin or all documents have equal scores, and fails if the
    interval is below. Raises ValueError for an unknown system, and for a margin that is not above 0.
    """
    if margin is None or not 0 < margin < math.inf:
        option = f"{name_argument('require_not_worse')} needs {name_argument('margin', 0.02)}"
        raise ValueError(f"{option}: the largest acceptable loss, above 0")
    pair = _find_pair(comparison, first, second, "require_not_worse")
    name = f"{first} scores less than {margin:g} below {second} by {comparison.metric}"
    documents = pair.documents or 0
    if pair.ties == documents >= MIN_DECIDING_DOCUMENTS:
        return Decision(name, HOLDS, f"All {documents} documents have equal scores.")
    required = RequiredAgreement(name, "", "", ">", -margin)
    return _decide_bound(name, "The difference", pair.seen_from(first), required, documents, documents)


def _find_pair(comparison: SystemComparison, first: str, second: str, argument: str) -> Difference:
    _check_names([row.system for row in comparison.systems], (first, second), "systems", argument)
    return next(pair for pair in comparison.pairs if {pair.first, pair.second} == {first, second})


def decide_better_metric(comparison: MetricComparison, first: str, second: str) -> Decision:
    """Decide whether the first metric agrees significantly better with human scores among the summaries of a document.

    Raises ValueError for an unknown metric.
    """
    pairs = [
        pair for pair in comparison.pairs if (pair.level, pair.coefficient) == (METRICS_LEVEL, METRICS_COEFFICIENT)
    ]
    _check_names([name for pair in pairs for name in (pair.first, pair.second)], (first, second), "metrics")
    pair = next(pair for pair in pairs if {pair.first, pair.second} == {first, second})
    required = f"{first} agrees better with {comparison.agreement.human_metric} than {second} (summary r)"
    documents = (pair.wins or 0) + (pair.ties or 0) + (pair.losses or 0)
    is_known = documents >= MIN_DECIDING_DOCUMENTS and pair.difference.has_interval
    needed = comparison.count_documents_needed(pair) if is_known else None
    return _decide_pair(required, pair, first, documents, needed, is_known)


def _decide_pair(
    required: str, pair: Difference, first: str, documents: int, needed: int | None, has_need: bool
) -> Decision:
    """Decide whether the first of a pair is better; ``needed``: documents that would decide, if it ``has_need``."""
    difference = pair.seen_from(first)
    p = describe_p(pair.adjusted_p)
    reason = f"The difference is {difference.describe()}, by {documents} documents, {p} after correction for all pairs."
    if documents < MIN_DECIDING_DOCUMENTS:
        return Decision(required, UNDECIDED, f"{reason} {TOO_FEW}")
    if pair.better is not None:
        return Decision(required, HOLDS if pair.better == first else FAILS, reason)
    need = _describe_need(reason, needed, documents, difference.value > 0) if has_need else (reason,)
    return Decision(required, UNDECIDED, *need)


def _check_names(known: Sequence[str], given: tuple[str, str], kind: str, argument: str = "require_better") -> None:
    """Raise ValueError for a name that is not compared, and for the same name given twice."""
    for name in given:
        if name not in known:
            names = f"{list_known(name, known)} ({name_argument(kind)})"
            raise ValueError(f"{name_argument(argument)}: {name!r} is not compared; the {kind} are: {names}")
    if given[0] == given[1]:
        raise ValueError(f"{name_argument(argument)}: pass two different names, not {given[0]} twice")


def _describe_need(reason: str, needed: int | None, documents: int, is_met: bool) -> tuple[str, int | None]:
    """Return the reason with the number of documents that would decide, and this number.

    ``is_met``: whether the measured value meets the requirement.
    """
    if needed is None:
        return f"{reason} No number of documents would decide it if the true value is the measured one.", None
    needed = max(needed, documents + 1)
    return (
        f"{reason} About {needed:,} documents in place of these {documents:,} would decide that it "
        f"{HOLDS if is_met else FAILS}, with a probability of {100 * DEFAULT_POWER:.0f}%, if the true value is the "
        "measured one."
    ), needed
