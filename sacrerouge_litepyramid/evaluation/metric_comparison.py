"""Which of several metrics agree better with human scores: tests of all pairs with Holm's correction."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from tqdm import tqdm

from sacrerouge_litepyramid.evaluation.agreement_statistics import Statistics, compare_agreement, describe_swap
from sacrerouge_litepyramid.evaluation.figures import DrawnResult, draw_estimates, make_figure
from sacrerouge_litepyramid.evaluation.metric_agreement import AgreementReport, measure_agreement, render_answer
from sacrerouge_litepyramid.evaluation.scores import Scores
from sacrerouge_litepyramid.evaluation.system_comparison import join_names
from sacrerouge_litepyramid.statistics.agreement import correlate_documents
from sacrerouge_litepyramid.statistics.correlation_estimates import COEFFICIENTS, ScorePair, estimate_difference
from sacrerouge_litepyramid.statistics.difference import ALPHA, Difference, render_differences
from sacrerouge_litepyramid.statistics.estimate import describe_p, finite_or_none, format_p
from sacrerouge_litepyramid.statistics.paired import compare_pairs
from sacrerouge_litepyramid.statistics.permutation import ComparedScores
from sacrerouge_litepyramid.statistics.power import DEFAULT_POWER, count_documents_needed
from sacrerouge_litepyramid.statistics.result_table import Decision, decision_to_dict
from sacrerouge_litepyramid.statistics.significance import adjust_holm, bootstrap_p, pair_indices
from sacrerouge_litepyramid.statistics.tables import PaperTable

#: the columns of the table of pairs
COLUMNS = (
    *("pair", "level", "", "difference", "permutation p", "adjusted p", "bootstrap p", "Williams p"),
    *("wins/ties/losses", "d_z", "better"),
)


@dataclass(frozen=True, repr=False)
class MetricComparison(DrawnResult):
    """The agreement of each metric, and the differences of all pairs by level and coefficient.

    A pair excludes summaries that lack one of its three scores. It differs significantly only if its interval, for
    unlimited documents, also excludes 0. Wins, ties, losses and the effect size compare the documents' correlations, at
    the summary level alone. ``required``: the decision whether one metric agrees better.
    """

    PARTS = ("pairs", "agreement")
    DIFFERENCE = {
        **{name: name for name in ("first", "second", "level", "coefficient", "difference")},
        "permutation_p": "p",
        **{name: name for name in ("adjusted_p", "bootstrap_p", "williams_p", "wins", "ties", "losses")},
        **{name: name for name in ("effect_size", "better")},
    }

    agreement: AgreementReport
    pairs: tuple[Difference, ...]
    required: Decision | None = None

    @property
    def warnings(self) -> tuple[str, ...]:
        return self.agreement.warnings

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison for JSON, with null for an undefined number."""
        written = self.agreement.to_dict()
        del written["tests"]
        return {
            **written,
            "alpha": ALPHA,
            "pairs": [pair.to_dict(self.DIFFERENCE) for pair in self.pairs],
            **decision_to_dict(self.required),
        }

    def count_documents_needed(self, pair: Difference, power: float = DEFAULT_POWER) -> int | None:
        """Return how many documents would make a pair differ significantly, if its true difference is the measured one.

        By Student's test with Bonferroni's correction over the pairs of the level and coefficient; Holm's asks for no
        more. None if the pair has no difference or no interval, or needs more than a million documents.
        ``power``: the probability that the pair then differs significantly. Raises ValueError for a pair of the system
        level, whose correlations are not means over documents.
        """
        if pair.level != "summary":
            raise ValueError(f"the number of documents is known for pairs of the summary level, not of {pair.level!r}")
        if not pair.difference.has_interval:
            return None
        tests = sum((other.level, other.coefficient) == (pair.level, pair.coefficient) for other in self.pairs)
        return count_documents_needed(pair.difference, self.agreement.documents, power, alpha=ALPHA / tests)

    def list_answer(self) -> Iterator[str]:
        """Yield which metrics agree better, and the correlations of each."""
        yield from (_describe_better(self), render_answer(self.agreement)[1])

    def list_tables(self) -> Iterator[PaperTable]:
        """Yield a table for each level: the correlations with intervals."""
        return self.agreement.list_tables(self.pairs)

    def draw(self) -> Any:
        """Draw a panel for each level: the differences in r of all pairs, with intervals and adjusted p."""
        r = [pair for pair in self.pairs if pair.coefficient == "pearson"]
        figure, panels = make_figure(13, 1.6 + 0.45 * len(r) / len(LEVELS), 1, 2)
        for axes, level in zip(panels, LEVELS, strict=True):
            pairs = [pair for pair in r if pair.level == level]
            rows = [f"{pair.first} −\n{pair.second}  (p {format_p(pair.adjusted_p)})" for pair in pairs]
            draw_estimates(axes, rows, [pair.difference for pair in pairs], [pair.better is None for pair in pairs])
            axes.axvline(0, color="black", linewidth=0.8)
            axes.set_xlabel(f"difference in {level}-level r, 95% interval")
        figure.suptitle(
            f"Agreement with {self.agreement.human_metric}; filled: significant, adjusted p ≤ {ALPHA}", parse_math=False
        )
        return figure

    def details(self) -> str:
        """Return the agreement of each metric in full, and the differences of all pairs with their tests."""
        return "\n".join(_lines(self)) + (f"\n\n{self.required}" if self.required else "")


def _describe_better(comparison: MetricComparison) -> str:
    """Return which metrics agree better by r within documents and, for only two metrics, both differences of r."""
    shown = [pair for pair in comparison.pairs if pair.coefficient == "pearson"]
    pairs = [pair for pair in shown if pair.level == "summary"]
    better = [f"{pair.better} agrees significantly better than {pair.worse}" for pair in pairs if pair.better]
    level = [f"{pair.first} does not differ significantly from {pair.second}" for pair in pairs if not pair.better]
    sentence = f"{join_names([*better, *level])} in agreement with {comparison.agreement.human_metric}"
    numbers = [f"{pair.level} r {pair.difference.format(sign='+')}, {describe_p(pair.adjusted_p)}" for pair in shown]
    return f"{sentence}: {'; '.join(numbers)}." if len(pairs) == 1 else f"{sentence}."


def _lines(comparison: MetricComparison) -> Iterator[str]:
    statistics = comparison.agreement.statistics
    yield comparison.agreement.details()
    yield ""
    yield (
        f"Difference of correlations with the interval of this one; permutation test ({statistics.permutations:,}) "
        f"that swaps the scores of {describe_swap(statistics.swap)}, two-sided; Holm's correction over the pairs of a "
        f"level and coefficient, significant at p ≤ {ALPHA} where the interval excludes 0 too; Williams' test on "
        "signed correlations, two-sided; wins, ties, losses and Cohen's d_z of the documents' correlations."
    )
    yield ""
    yield render_differences(comparison.pairs, COLUMNS)
    differences = [pair.difference for pair in comparison.pairs if not np.isnan(pair.difference.value)]
    if statistics.resamples and not all(difference.has_interval for difference in differences):
        yield "No interval: there are too few systems or documents for one, or the metrics are alike."


LEVELS = ("system", "summary")


def compare_metric_pairs(scores: Scores, human_metric: str, statistics: Statistics | None = None) -> MetricComparison:
    """Compare all pairs of metrics by their agreement with human scores.

    Raises ValueError for fewer than two metrics, and for a pair without a common summary.
    """
    statistics = statistics or Statistics()
    names = list(scores.metrics)
    if len(names) < 2:
        raise ValueError(f"a comparison needs two metrics or more, not {', '.join(names) or 'none'}")
    pairs = [(names[first], names[second]) for first, second in zip(*pair_indices(len(names)), strict=True)]
    progress = tqdm(pairs, desc="pairs", unit="pair", disable=None, delay=1)
    compared = [tuple(_compare_pair(scores, first, second, statistics)) for first, second in progress]
    differences = tuple(pair for same in zip(*compared, strict=True) for pair in _adjust(same))
    return MetricComparison(measure_agreement(scores, human_metric, statistics, LEVELS), differences)


def _compare_pair(scores: Scores, first: str, second: str, statistics: Statistics) -> Iterator[Difference]:
    """Yield the differences of a pair for each level and coefficient, without Holm's correction."""
    common = scores.select_pair(first, second).keep_common()
    if np.isnan(common.human).all():
        raise ValueError(f"no summary has scores of {first!r}, {second!r} and annotators; score the same summaries")
    tests = compare_agreement([scores], first, second, statistics)
    ours, others = (ScorePair(matrix, common.human, statistics.seed) for matrix in (common.ours, common.baseline))
    estimates, resampled = estimate_difference(ours, others, statistics.resampling)
    by_document = _compare_documents(common, statistics.constant)
    for name, test in tests.items():
        has_draws = name in resampled and not np.isnan(estimates[name].value)
        yield test._replace(
            difference=estimates[name],
            bootstrap_p=finite_or_none(bootstrap_p(resampled[name])) if has_draws else None,
            **(by_document[test.coefficient] if test.level == "summary" else {}),
        )


def _compare_documents(common: ComparedScores, constant: str) -> dict[str, Mapping[str, Any]]:
    """Return, by coefficient, the wins, ties, losses and effect size of the documents' correlations."""
    ours, others = (
        np.stack(correlate_documents(matrix, common.human, constant)) for matrix in (common.ours, common.baseline)
    )
    pairs = compare_pairs(ours, others, permutations=0, resamples=0)
    numbers = ("wins", "ties", "losses", "effect_size")
    return {
        coefficient: {name: getattr(pair, name) for name in numbers}
        for coefficient, pair in zip(COEFFICIENTS, pairs, strict=True)
    }


def _adjust(pairs: Sequence[Difference]) -> Iterator[Difference]:
    """Yield the pairs of one level and coefficient with the p adjusted by Holm, and with the better metric."""
    p = np.array([np.nan if pair.p is None else pair.p for pair in pairs])
    for pair, adjusted in zip(pairs, adjust_holm(p), strict=True):
        difference = pair.difference
        holds_zero = difference.has_interval and difference.low <= 0 <= difference.high
        is_significant = adjusted <= ALPHA and not holds_zero and not np.isnan(difference.value)
        better = (pair.first if difference.value > 0 else pair.second) if is_significant else None
        yield pair._replace(adjusted_p=finite_or_none(adjusted), better=better)
