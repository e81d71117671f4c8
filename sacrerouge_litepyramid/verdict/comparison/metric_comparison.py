"""Which metrics agree better with human scores: tests of all pairs with Holm's correction."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from tqdm import tqdm

from sacrerouge_litepyramid.core.texts import join_names
from sacrerouge_litepyramid.meta_evaluation.agreement_statistics import (
    Statistics,
    compare_agreement,
    describe_swap,
)
from sacrerouge_litepyramid.meta_evaluation.figures import DrawnResult
from sacrerouge_litepyramid.meta_evaluation.records import (
    SUMMARY,
    SYSTEM,
    CorrelationDifference,
    Level,
    MetricDifference,
    list_differences,
    list_levels,
)
from sacrerouge_litepyramid.meta_evaluation.scores import Scores
from sacrerouge_litepyramid.statistics.correlation_estimates import ScorePair
from sacrerouge_litepyramid.statistics.difference import (
    ALPHA,
    SYMBOLS,
    Difference,
    MissingAnswers,
    list_cells,
)
from sacrerouge_litepyramid.statistics.estimate import describe_p, finite_or_none
from sacrerouge_litepyramid.statistics.interval_notes import describe_missing_answers
from sacrerouge_litepyramid.statistics.power import count_documents_needed
from sacrerouge_litepyramid.statistics.result_table import Decision, decision_to_dict
from sacrerouge_litepyramid.statistics.significance import adjust_holm
from sacrerouge_litepyramid.statistics.tables import PaperTable, render_table
from sacrerouge_litepyramid.statistics.warning import ResultWarning
from sacrerouge_litepyramid.verdict.comparison.metric_agreement import (
    AgreementReport,
    measure_agreement,
    render_correlations,
)

#: the test beside the permutation test with a system level
WILLIAMS = "; Williams' test on signed correlations, two-sided"
#: what the permutation test tests, which is more than an equal r
NULL = (
    "The permutation p is of the hypothesis that the two metrics' scores can be exchanged, which "
    "metrics with an equal r may violate; only with the interval, which is of the difference of r, "
    "does it say that one agrees better."
)
#: the columns of the table of pairs after pair, level and coefficient
COLUMNS = ("difference", "permutation p", "adjusted p", "Williams p", "better")
#: the attributes of a difference by their names in JSON, after pair, level and coefficient
FIELDS = {
    "difference": "difference",
    "permutation_p": "p",
    "adjusted_p": "adjusted_p",
    "williams_p": "williams_p",
    "better": "better",
}


@dataclass(frozen=True, repr=False)
class MetricComparison(DrawnResult):
    """The agreement of each metric, and the differences of all pairs by level and coefficient.

    A pair excludes summaries that lack one of its three scores. It differs significantly only if
    its interval also excludes 0, at the system level the one without the documents' noise: the
    permutation p is of exchangeable scores, not of an equal correlation. The
    global level takes the place of the summary level with fewer than three systems.
    """

    PARTS = ("rows", "agreement")

    agreement: AgreementReport
    pairs: tuple[MetricDifference, ...]
    # the decision whether one metric agrees better
    required: Decision | None = None

    @property
    def warnings(self) -> tuple[ResultWarning, ...]:
        return self.agreement.warnings

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each pair, level and coefficient."""
        rows = []
        for pair in self.pairs:
            for level, coefficient, difference in list_differences(pair):
                names = {
                    "first": pair.first,
                    "second": pair.second,
                    "level": level,
                    "coefficient": coefficient,
                }
                rows.append({**names, **difference.to_dict(FIELDS)})
        return rows

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison for JSON, with null for an undefined number."""
        return {
            **self.agreement.to_dict(),
            "alpha": ALPHA,
            "pairs": self.rows,
            **decision_to_dict(self.required),
        }

    def count_documents_needed(self, pair: MetricDifference) -> int | None:
        """Return how many documents would make a pair's r at the last level differ significantly.

        Student's test decides, with Bonferroni's correction over all pairs; Holm's asks for no
        more. They suffice with a probability of DEFAULT_POWER. Return None if the pair has no
        difference or no interval, or needs more than a million documents.
        """
        difference = pair.by_level[self.agreement.levels[-1]].pearson.difference
        if not difference.has_interval:
            return None
        alpha = ALPHA / len(self.pairs)
        return count_documents_needed(difference, self.agreement.documents, alpha=alpha)

    def list_answer(self) -> Iterator[str]:
        """Yield which metrics agree better, and the correlations of each."""
        yield _describe_better(self)
        yield render_correlations(self.agreement)

    def list_tables(self) -> Iterator[PaperTable]:
        """Yield a table for each level: the correlations with intervals."""
        return self.agreement.list_tables(self.pairs)

    def draw(self) -> Any:
        """Draw the systems' means by each metric against those by the human score."""
        return self.agreement.draw()

    def details(self) -> str:
        """Return each metric's agreement in full, and the differences of all pairs."""
        return "\n".join(_list_details(self))


def _describe_better(comparison: MetricComparison) -> str:
    """Return which metrics agree better by r at the last level.

    With only two metrics, the sentence also has their differences of r.
    """
    levels = comparison.agreement.levels
    better, alike = [], []
    for pair in comparison.pairs:
        test = pair.by_level[levels[-1]].pearson
        if test.better:
            better.append(f"{test.better} is significantly better than {test.worse}")
        elif test.lacks_answers:
            alike.append(f"{test.first} and {test.second} are undecided, as answers are missing,")
        else:
            alike.append(f"{test.first} does not differ significantly from {test.second}")
    named = join_names([*better, *alike])
    human, place = comparison.agreement.human_metric, levels[-1].place
    sentence = f"{named} in agreement with {human} {place}"
    numbers = []
    if len(comparison.pairs) == 1:
        for shown, compared in comparison.pairs[0].by_level.items():
            test, p = compared.pearson, compared.pearson.adjusted_p
            text = f"r {shown.place} {test.difference.format(sign='+')}, {describe_p(p)}"
            # A small p alone does not make a difference of r significant (NULL).
            is_small = p is not None and p <= ALPHA
            numbers.append(f"{text} (not significant)" if is_small and not test.better else text)
        sentence += f": {'; '.join(numbers)}"
    return f"{sentence}."


def _list_details(comparison: MetricComparison) -> Iterator[str]:
    statistics = comparison.agreement.statistics
    has_systems = SYSTEM in comparison.agreement.levels
    yield comparison.agreement.details()
    yield ""
    yield (
        "Difference of correlations with the interval of this one; permutation test "
        f"({statistics.permutations:,}) that swaps the scores of {describe_swap(has_systems)}, "
        "two-sided; Holm's correction over the pairs of a level and coefficient, significant at p "
        f"≤ {ALPHA} where the interval excludes 0 too{WILLIAMS if has_systems else ''}. {NULL}"
    )
    yield ""
    rows = []
    for pair in comparison.pairs:
        for level, coefficient, difference in list_differences(pair):
            name = list_cells(difference, ["pair"])
            rows.append([*name, level, SYMBOLS[coefficient], *list_cells(difference, COLUMNS)])
    yield render_table(["pair", "level", "", *COLUMNS], rows)


def compare_metric_pairs(
    scores: Scores, human_metric: str, statistics: Statistics | None = None
) -> MetricComparison:
    """Compare all pairs of metrics by their agreement with human scores.

    Raises ValueError for fewer than two metrics, and for a pair without a common summary.
    """
    statistics = statistics or Statistics()
    names = list(scores.metrics)
    if len(names) < 2:
        raise ValueError(
            f"a comparison needs two metrics or more, not {', '.join(names) or 'none'}"
        )
    pairs = list(itertools.combinations(names, 2))
    progress = tqdm(pairs, desc="pairs", unit="pair", disable=None, delay=1)
    levels = list_levels(scores)
    compared = [
        _compare_pair(scores, first, second, statistics, levels) for first, second in progress
    ]
    agreement = measure_agreement(scores, human_metric, statistics, (SYSTEM, SUMMARY))
    ends = [
        compare_metric_pairs(
            scores.with_metrics(end.metrics)._replace(bounds={}), human_metric, statistics
        )
        for end in scores.at_bounds()
    ]
    adjusted = _adjust_pairs(compared, levels)
    held = [
        _hold_to_bounds(pair, [end.pairs[place] for end in ends], agreement)
        for place, pair in enumerate(adjusted)
    ]
    return MetricComparison(agreement, tuple(held))


def _hold_to_bounds(
    pair: MetricDifference, ends: Sequence[MetricDifference], agreement: AgreementReport
) -> MetricDifference:
    """Return the pair, in which a metric is better only if it is with missing answers as 0 and 1.

    ``ends``: the pair with the missing as 0 and as 1, [] if no answer is missing.
    """
    counts: dict[str, tuple[int, int]] = {}
    for metric in (pair.first, pair.second):
        answers = agreement.count_answers(metric)
        counts |= {system: given.counts for system, given in answers.items()}
    missing = describe_missing_answers(counts)
    if not missing:
        return pair
    by_level = {}
    for level, compared in pair.by_level.items():
        held = {}
        for coefficient, test in compared._asdict().items():
            found = [getattr(end.by_level.get(level, compared), coefficient) for end in ends]
            low, high = (end.difference for end in found)
            text = f"{missing}; as 0 and as 1 they give {low} and {high}."
            is_undecided = len({test.better, *(end.better for end in found)}) > 1
            held[coefficient] = test._replace(
                missing=MissingAnswers(text, low, high, is_undecided),
                better=None if is_undecided else test.better,
            )
        by_level[level] = CorrelationDifference(**held)
    return pair._replace(by_level=by_level)


def _compare_pair(
    scores: Scores, first: str, second: str, statistics: Statistics, levels: Sequence[Level]
) -> MetricDifference:
    """Return the differences of a pair with intervals and p, without Holm's correction."""
    common = scores.select_pair(first, second).keep_common()
    if np.isnan(common.human).all():
        raise ValueError(
            f"no summary has scores of {first!r}, {second!r} and annotators; score the same "
            "summaries"
        )
    tested = compare_agreement([scores], first, second, statistics, levels)
    contrast = ScorePair(common.ours, common.human, statistics.seed, common.baseline)
    by_level = {}
    for level, tests in tested.by_level.items():
        estimates = level.correlate(contrast, statistics.resampling)
        completed = []
        for test, estimate in zip(tests, estimates, strict=True):
            completed.append(test._replace(difference=estimate))
        by_level[level] = CorrelationDifference(*completed)
    return tested._replace(by_level=by_level)


def _adjust_pairs(
    pairs: Sequence[MetricDifference], levels: Sequence[Level]
) -> Iterator[MetricDifference]:
    """Yield the pairs with better metrics and Holm's p over a level's and coefficient's pairs."""
    adjusted = [dict(pair.by_level) for pair in pairs]
    for level in levels:
        for coefficient in CorrelationDifference._fields:
            tests = [getattr(by_level[level], coefficient) for by_level in adjusted]
            for by_level, test in zip(adjusted, _adjust(tests), strict=True):
                by_level[level] = by_level[level]._replace(**{coefficient: test})
    for pair, by_level in zip(pairs, adjusted, strict=True):
        yield pair._replace(by_level=by_level)


def _adjust(tests: Sequence[Difference]) -> list[Difference]:
    """Return the tests of one level and coefficient with the better metric and Holm's p."""
    # None becomes NaN.
    p = np.array([test.p for test in tests], dtype=float)
    adjusted_tests = []
    for test, adjusted in zip(tests, adjust_holm(p), strict=True):
        # Without an interval (NaN), the permutation test alone decides.
        low, high = test.difference.tested
        includes_zero = low <= 0 <= high
        higher = test.first if test.difference.value > 0 else test.second
        better = higher if adjusted <= ALPHA and not includes_zero else None
        adjusted_tests.append(test._replace(adjusted_p=finite_or_none(adjusted), better=better))
    return adjusted_tests
