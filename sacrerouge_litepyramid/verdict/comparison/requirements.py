"""Whether a required result holds, fails or is undecided, and how many documents would decide."""

import math
import operator
import re
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import NamedTuple, TypeVar

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.core.texts import list_known
from sacrerouge_litepyramid.meta_evaluation.records import (
    LEVELS_BY_NAME,
    SYSTEM,
    Level,
    MetricAgreement,
    MetricDifference,
)
from sacrerouge_litepyramid.statistics.agreement import MIN_SYSTEMS
from sacrerouge_litepyramid.statistics.correlation_estimates import Correlation
from sacrerouge_litepyramid.statistics.difference import ALPHA, Difference
from sacrerouge_litepyramid.statistics.estimate import Estimate, describe_p
from sacrerouge_litepyramid.statistics.interval_notes import describe_missing_answers
from sacrerouge_litepyramid.statistics.max_t import MIN_DECIDING_DOCUMENTS
from sacrerouge_litepyramid.statistics.power import (
    DEFAULT_POWER,
    count_documents_for_effect,
    count_documents_needed,
)
from sacrerouge_litepyramid.statistics.result_table import FAILS, HOLDS, UNDECIDED, Decision
from sacrerouge_litepyramid.verdict.comparison.compared_systems import SystemComparison
from sacrerouge_litepyramid.verdict.comparison.metric_agreement import AgreementReport
from sacrerouge_litepyramid.verdict.comparison.metric_comparison import MetricComparison

#: how users write a coefficient, and its name in the results
COEFFICIENTS = {"r": "pearson", "rho": "spearman", "tau": "kendall"}
REQUIRED = re.compile(r"\s*(\S+)\s+(\S+?)\s*(>=|<=|>|<)\s*([-+]?(?:\d+\.?\d*|\.\d+))\s*")
#: how a bound is written, and the comparison that it means
SIGNS = {">=": operator.ge, ">": operator.gt, "<=": operator.le, "<": operator.lt}
TOO_FEW = (
    f"A decision needs {MIN_DECIDING_DOCUMENTS} documents or more that have all scores and "
    "are not constant."
)
#: A test at .05 that is repeated as documents are added is wrong in 14% of cases after four looks.
ONCE = "Decide once, on new documents: each further look at growing data risks a wrong decision."
Pair = TypeVar("Pair", Difference, MetricDifference)


class Bound(NamedTuple):
    """A bound that a number must meet."""

    is_met: Callable[[float, float], bool]
    number: float

    def decide(self, estimate: Estimate) -> str:
        """Return HOLDS or FAILS if the intervals are on one side of the bound, else UNDECIDED.

        A correlation over systems has two: of other samples, and without the documents' noise.
        """
        values = (estimate.low, estimate.high, *(estimate.limit or ()))
        ends = {self.is_met(end, self.number) for end in values}
        if len(ends) > 1:
            return UNDECIDED
        return HOLDS if True in ends else FAILS


class RequiredAgreement(NamedTuple):
    """A bound on a correlation, such as "system r >= .9"."""

    # how the user wrote it
    text: str
    level: Level
    find: Callable[[Correlation], Estimate]
    bound: Bound


def parse_requirement(text: str) -> RequiredAgreement:
    """Parse "LEVEL COEFFICIENT SIGN NUMBER".

    Raises ValueError for another text, an unknown level or coefficient.
    """
    match = REQUIRED.fullmatch(text)
    name, coefficient, sign, number = match.groups() if match else ("", "", "", "0")
    level = LEVELS_BY_NAME.get(name)
    if level is None or coefficient not in COEFFICIENTS:
        raise ValueError(
            f"--require {text!r}: write a level ({', '.join(LEVELS_BY_NAME)}), a coefficient (r, "
            'rho, tau), >=, >, <= or <, and a number, as in "system r >= .9"'
        )
    bound = Bound(SIGNS[sign], float(number))
    find = attrgetter(COEFFICIENTS[coefficient])
    return RequiredAgreement(" ".join(text.split()), level, find, bound)


def decide_agreement(report: AgreementReport, metric: str, required: RequiredAgreement) -> Decision:
    """Decide by its interval whether a metric's correlation is on the right side of a bound.

    If a judge's answers are missing, it must be so with the missing as 0 and as 1 too.
    """
    decision = _decide_correlation(report.find(metric), required)
    at_bounds = report.list_at_bounds(metric)
    outcomes = {_decide_correlation(end, required).outcome for end in at_bounds}
    if outcomes <= {decision.outcome}:
        return decision
    counts = {system: row.counts for system, row in report.count_answers(metric).items()}
    found = [required.level.find(end) for end in at_bounds]
    ends = [str(required.find(correlation)) for correlation in found if correlation is not None]
    missing = f"{describe_missing_answers(counts)}; as 0 and as 1 they give {' and '.join(ends)}."
    return Decision(decision.required, UNDECIDED, f"{decision.reason} {missing}")


def _decide_correlation(measured: MetricAgreement, required: RequiredAgreement) -> Decision:
    name, level = f"{measured.metric}, {required.text}", required.level
    correlation = level.find(measured)
    if correlation is None:
        reason = (
            f"The {level.name} level needs {MIN_SYSTEMS} systems with both scores; require "
            "global instead."
        )
        return Decision(name, UNDECIDED, reason)
    documents = measured.count_documents(level)
    interval = required.find(correlation)
    # The interval of a correlation over systems does not narrow with the root of the number.
    is_mean = level is not SYSTEM
    return _decide_bound(name, "It", interval, required.bound, documents, is_mean)


def _decide_bound(
    name: str,
    subject: str,
    interval: Estimate,
    bound: Bound,
    documents: int,
    is_mean: bool = True,
) -> Decision:
    """Decide by an interval.

    ``subject``: the first words of the reason; ``documents``: their number behind it;
    ``is_mean``: whether the interval narrows with the square root of that number. Otherwise no
    number of documents is advised.
    """
    reason = f"{subject} is {interval.describe()}, by {documents} documents."
    if documents < MIN_DECIDING_DOCUMENTS:
        return _leave_undecided(name, f"{reason} {TOO_FEW}")
    if not interval.has_interval:
        return _leave_undecided(name, f"{reason} It has no interval.")
    outcome = bound.decide(interval)
    if outcome != UNDECIDED:
        return Decision(name, outcome, reason)
    is_met = bound.is_met(interval.value, bound.number)
    if not is_mean:
        return _plan_decision(name, reason, None, documents, is_met)
    # The half of the interval towards the bound counts; it narrows with the square root of the
    # number of documents.
    distance = interval.value - bound.number
    margin = interval.value - interval.low if distance > 0 else interval.high - interval.value
    symmetric = Estimate(distance, distance - margin, distance + margin)
    needed = count_documents_needed(symmetric, documents)
    return _plan_decision(name, reason, needed, documents, is_met)


def _plan_decision(
    name: str, reason: str, needed: int | None, documents: int, is_met: bool
) -> Decision:
    """Return that a requirement is undecided, and how many documents would decide it.

    ``needed``: that number, None if unknown; ``is_met``: whether the measured value meets
    the requirement.
    """
    if needed is None:
        unknown = "No number of documents is known that would decide it."
        return _leave_undecided(name, f"{reason} {unknown}")
    needed = max(needed, documents + 1)
    plan = (
        f"About {needed:,} documents in place of these {documents:,} would decide that it "
        f"{HOLDS if is_met else FAILS}, with a probability of {100 * DEFAULT_POWER:.0f}%, if the "
        "true value is the measured one."
    )
    return _leave_undecided(name, f"{reason} {plan}", needed)


def _leave_undecided(name: str, reason: str, needed: int | None = None) -> Decision:
    """Return that measured documents leave a requirement undecided; ``needed``: how many would."""
    return Decision(name, UNDECIDED, f"{reason} {ONCE}", needed)


def decide_systems(
    comparison: SystemComparison,
    better: Sequence[str] | None,
    not_worse: Sequence[str] | None,
    margin: float | None,
) -> Decision:
    """Decide what `compare` was to require of two systems.

    Raises ValueError for two requirements, and for a margin without its requirement.
    """
    if better is None:
        names = take_two(not_worse or (), "require_not_worse")
        return decide_not_worse(comparison, *names, margin)
    if not_worse is not None or margin is not None:
        raise ValueError(
            f"only {name_argument('require_not_worse')} has a margin; require one of the two"
        )
    return decide_better_system(comparison, *take_two(better))


def take_two(names: Sequence[str], argument: str = "require_better") -> tuple[str, str]:
    """Return two names; raise ValueError for another number of names."""
    if len(names) != 2:
        raise ValueError(f"{name_argument(argument)}: pass two names, not {len(names)}")
    return names[0], names[1]


def decide_better_system(comparison: SystemComparison, first: str, second: str) -> Decision:
    """Decide whether the first system scores significantly higher than the second.

    Raises ValueError for an unknown system.
    """
    pair = _find_pair(comparison.pairs, (first, second), "systems")
    required = f"{first} scores higher than {second} by {comparison.metric}"
    if not pair.documents:
        return Decision(required, UNDECIDED, "The two have no document in common.")
    effect = pair.effect_size
    needed = None
    if effect is not None:
        needed = count_documents_for_effect(abs(effect), alpha=ALPHA / len(comparison.pairs))
    return _decide_pair(required, pair, first, len(comparison.pairs), pair.documents, needed)


def decide_not_worse(
    comparison: SystemComparison, first: str, second: str, margin: float | None
) -> Decision:
    """Decide whether the first system scores less than ``margin`` below the second.

    This is a test of non-inferiority: it holds if the interval of the difference is above −margin,
    and fails if the interval is below. If all documents tie, `_decide_tie` decides. Raises
    ValueError for an unknown system, and for a margin that is not above 0.
    """
    if margin is None or not 0 < margin < math.inf:
        option = f"{name_argument('require_not_worse')} needs {name_argument('margin', 0.02)}"
        raise ValueError(f"{option}: the largest acceptable loss, above 0")
    pair = _find_pair(comparison.pairs, (first, second), "systems", "require_not_worse")
    name = f"{first} scores less than {margin:g} below {second} by {comparison.metric}"
    documents = pair.documents or 0
    bound = Bound(operator.gt, -margin)
    outcomes = {bound.decide(possible) for possible in pair.list_possible(first)}
    if pair.missing is not None and len(outcomes) > 1:
        reason = f"The difference is {pair.seen_from(first).describe()}. {pair.missing.text}"
        return Decision(name, UNDECIDED, reason)
    if pair.ties == documents >= MIN_DECIDING_DOCUMENTS:
        return _decide_tie(name, documents, comparison.largest_loss, margin)
    return _decide_bound(name, "The difference", pair.seen_from(first), bound, documents)


def _decide_tie(name: str, documents: int, largest_loss: float, margin: float) -> Decision:
    """Decide whether a mean loss is below the margin where all documents tie.

    If a share q of documents loses at most ``largest_loss``, none of n is among them with
    probability (1 − q)^n: the upper end of Clopper and Pearson's interval for q is 1 − .025^(1/n).
    """
    share = 1 - (ALPHA / 2) ** (1 / documents)
    reason = (
        f"All {documents:,} documents have equal scores; of other documents up to "
        f"{100 * share:.1f}% may differ, by {largest_loss:g} at most: a mean loss of up to "
        f"{share * largest_loss:.3g}."
    )
    if share * largest_loss < margin:
        return Decision(name, HOLDS, reason)
    needed = math.log(ALPHA / 2) / math.log1p(-margin / largest_loss)
    count = math.floor(needed) + 1
    plan = f"It would hold if all of {count:,} documents had equal scores."
    return _leave_undecided(name, f"{reason} {plan}")


def _find_pair(
    pairs: Sequence[Pair], given: tuple[str, str], kind: str, argument: str = "require_better"
) -> Pair:
    """Return the pair of two names.

    Raises ValueError for a name that is not compared, and for the same name given twice.
    """
    known: dict[str, None] = {}
    for pair in pairs:
        known |= {pair.first: None, pair.second: None}
    for name in given:
        if name not in known:
            names = f"{list_known(name, known)} ({name_argument(kind)})"
            raise ValueError(
                f"{name_argument(argument)}: {name!r} is not compared; the {kind} are: {names}"
            )
    if given[0] == given[1]:
        raise ValueError(
            f"{name_argument(argument)}: pass two different names, not {given[0]} twice"
        )
    return next(pair for pair in pairs if {pair.first, pair.second} == set(given))


def decide_better_metric(comparison: MetricComparison, first: str, second: str) -> Decision:
    """Decide whether the first metric agrees significantly better within documents.

    Raises ValueError for an unknown metric.
    """
    pair = _find_pair(comparison.pairs, (first, second), "metrics")
    level = comparison.agreement.levels[-1]
    test = pair.by_level[level].pearson
    required = (
        f"{first} agrees better with {comparison.agreement.human_metric} than {second} "
        f"({level.name} r)"
    )
    measured = [comparison.agreement.find(name) for name in (first, second)]
    documents = min(row.count_documents(level) for row in measured)
    needed = comparison.count_documents_needed(pair)
    return _decide_pair(required, test, first, len(comparison.pairs), documents, needed)


def _decide_pair(
    required: str, pair: Difference, first: str, pairs: int, documents: int, needed: int | None
) -> Decision:
    """Decide whether the first of a pair is better.

    ``pairs``: how many were compared; ``needed``: the number of documents that would decide, None
    if unknown.
    """
    difference = pair.seen_from(first)
    corrected = " after correction for all pairs" if pairs > 1 else ""
    reason = (
        f"The difference is {difference.describe()}, by {documents} documents, "
        f"{describe_p(pair.adjusted_p)}{corrected}."
    )
    if documents < MIN_DECIDING_DOCUMENTS:
        return _leave_undecided(required, f"{reason} {TOO_FEW}")
    if pair.missing is not None and pair.lacks_answers:
        return Decision(required, UNDECIDED, f"{reason} {pair.missing.text}")
    if pair.better is not None:
        return Decision(required, HOLDS if pair.better == first else FAILS, reason)
    return _plan_decision(required, reason, needed, documents, difference.value > 0)
