"""How far metrics agree with human scores: correlations, tests against a baseline, as JSON and as text."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from tqdm import tqdm

from sacrerouge_litepyramid.core.texts import list_some
from sacrerouge_litepyramid.evaluation.agreement_statistics import (
    AgreementRow,
    Statistics,
    compare_agreement,
    describe_rules,
    describe_swap,
    pair_folds,
)
from sacrerouge_litepyramid.evaluation.direction import ask_direction
from sacrerouge_litepyramid.evaluation.figures import DrawnResult, draw_agreement
from sacrerouge_litepyramid.evaluation.pair_agreement import (
    compare_with_baseline,
    measure_pairs,
    render_pair_tests,
    render_pairs,
)
from sacrerouge_litepyramid.evaluation.paper_tables import tabulate_agreement
from sacrerouge_litepyramid.evaluation.scores import Scores
from sacrerouge_litepyramid.evaluation.unit_agreement import UnitAgreement, render_unit_agreement
from sacrerouge_litepyramid.statistics.agreement import (
    count_constant_documents,
    count_incomplete_documents,
)
from sacrerouge_litepyramid.statistics.correlation_estimates import (
    COEFFICIENTS,
    LEVELS,
    count_items,
    estimate_correlations,
)
from sacrerouge_litepyramid.statistics.correlations import MIN_SUMMARIES
from sacrerouge_litepyramid.statistics.difference import SYMBOLS, Difference
from sacrerouge_litepyramid.statistics.estimate import Estimate, format_difference, format_p, row_to_json
from sacrerouge_litepyramid.statistics.interval_notes import (
    DATA_SET_ESTIMANDS,
    ESTIMANDS,
    FEW_SYSTEMS,
    INCOMPLETE,
    describe_excluded,
    describe_share,
    list_warnings,
    warn_of_lost_documents,
)
from sacrerouge_litepyramid.statistics.result_table import Decision, decision_to_dict
from sacrerouge_litepyramid.statistics.significance import pair_indices
from sacrerouge_litepyramid.statistics.tables import PaperTable, render_fitting_table, render_table

#: how each coefficient treats equal scores
TIE_RULES = {
    "pearson": "none: the scores themselves",
    "spearman": "equal scores share their mean rank",
    "kendall": "tau-b: over the geometric mean of the numbers of pairs that are not tied on either side",
}
#: the coefficient in rows of r with the summaries' length, within documents
WITH_LENGTH = "pearson_with_length"


#: counts by metric, which two reports on the same data can join
COUNTS = ("constant_documents", "incomplete_documents", "missing")


@dataclass(frozen=True, repr=False)
class AgreementReport(DrawnResult):
    """The agreement of metrics with human scores; ``tests``: the differences from the baseline.

    Counts by metric: ``constant_documents`` and ``incomplete_documents`` have no correlation, as one side is constant
    or the scores of too many systems are missing; ``missing``: summaries with a human score but none of the metric;
    ``not_finite``: scores excluded as NaN or infinite; ``scores``: the scores that were measured; ``units``: the
    agreement of a folder's judges with its labels; ``required``: the decision on the bound that `agreement` was to
    require.
    """

    PARTS = ("rows", "tests")
    DIFFERENCE = {
        **{"metric": "first", "baseline": "second", "level": "level", "coefficient": "coefficient"},
        **{"difference": "value", "permutation_p": "p", "williams_p": "williams_p"},
    }

    human_metric: str
    #: those of the correlations: the levels asked for that the human scores allow
    levels: tuple[str, ...]
    systems: int
    documents: int
    statistics: Statistics
    rows: tuple[AgreementRow, ...]
    tests: tuple[Difference, ...]
    constant_documents: Mapping[str, int]
    incomplete_documents: Mapping[str, int]
    missing: Mapping[str, int]
    not_finite: Mapping[str, int]
    warnings: tuple[str, ...]
    scores: Scores = field(repr=False, compare=False)
    units: tuple[UnitAgreement, ...] = ()
    required: Decision | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the report for JSON, with null for an undefined number."""
        return {
            **{name: getattr(self, name) for name in ("human_metric", "systems", "documents")},
            "statistics": self.statistics.to_dict(),
            "estimands": self.describe_estimands(),
            "tie_rules": TIE_RULES,
            **{name: dict(getattr(self, name)) for name in sorted((*COUNTS, "not_finite"))},
            "warnings": list(self.warnings),
            "rows": [row_to_json(row) for row in self.rows],
            "tests": [test.to_dict(self.DIFFERENCE) for test in self.tests],
            **({"alternative_annotator": tests} if (tests := [unit.test for unit in self.units if unit.test]) else {}),
            **decision_to_dict(self.required),
        }

    def join(self, other: "AgreementReport") -> "AgreementReport":
        """Return this report with the rows and counts of other metrics on the same data."""
        counts: dict[str, Any] = {name: {**getattr(self, name), **getattr(other, name)} for name in COUNTS}
        return replace(self, rows=self.rows + other.rows, tests=self.tests + other.tests, **counts)

    def explain_undefined(self, metric: str) -> str:
        """Return why a metric has no correlation with human scores, as a part of a sentence."""
        sides = {self.human_metric: self.scores.human, metric: self.scores.metrics[metric]}
        known = ~np.isnan(sum(sides.values()))
        if known.sum() < MIN_SUMMARIES:
            return "too few documents have both scores"
        constant = [name for name, matrix in sides.items() if len(np.unique(matrix[known])) == 1]
        if constant:
            return f"all scores of {constant[0]} are equal"
        return "too few systems have both scores, or their means are equal"

    def count_preferred(self, metric: str) -> tuple[int, int]:
        """Return on how many pairs of a document's summaries a metric and human scores prefer the same, of how many.

        Pairs that human scores tie do not count; a tie of the metric is no preference.
        """
        ours, human = self.scores.metrics[metric], self.scores.human
        first, second = pair_indices(len(human))
        ours, human = (np.sign(np.round(side[first] - side[second], 12)) for side in (ours, human))
        preferred = np.abs(human + 0 * ours) == 1
        return int((ours == human)[preferred].sum()), int(preferred.sum())

    def describe_preferences(self, metric: str) -> str:
        """Return the numbers of `count_preferred` for a sentence with the metric as its subject; "" without any."""
        alike, preferred = self.count_preferred(metric)
        noun = "document" if len(self.scores.systems) == 2 else "pair"
        share = f"{describe_share(alike, preferred)} of the {preferred} {noun}{'s' * (preferred != 1)}"
        text = f"prefers the summary that human scores prefer in {share} that they do not tie"
        return text if preferred else ""

    def add_units(self, units: Sequence[UnitAgreement]) -> "AgreementReport":
        """Return this report with the agreement of judges with labels, its rows included."""
        rows = tuple(row for unit in units for row in unit.rows)
        return replace(self, rows=self.rows + rows, units=self.units + tuple(units))

    def describe_estimands(self) -> dict[str, str]:
        """Return, for each level and pair statistic, what its interval estimates; empty without intervals."""
        if not self.statistics.resamples:
            return {}
        measured = {*self.levels, *(row.coefficient for row in self.rows)}
        estimands = {**ESTIMANDS, **DATA_SET_ESTIMANDS}
        return {name: estimand for name, estimand in estimands.items() if name in measured}

    def list_answer(self) -> Iterator[str]:
        """Yield the best metric's agreement, the correlations of all metrics, and a line for each judge of units."""
        yield from (*render_answer(self), "\n".join(_describe_labels(self.units)))

    def list_tables(self, pairs: Sequence[Difference] = ()) -> Iterator[PaperTable]:
        """Yield a table for each level: the correlations with intervals; ``pairs``: tested differences."""
        data = f"{self.human_metric} of {self.systems} systems × {self.documents} documents"
        return tabulate_agreement(self.rows, list(self.scores.metrics), pairs, data)

    def draw(self) -> Any:
        """Draw the systems' means by each metric against those by the human score, with intervals."""
        return draw_agreement(self.scores, self.human_metric)

    def details(self) -> str:
        """Return the rules, all levels and coefficients, statistics of pairs, tests and labels."""
        return "\n".join(_lines(self)) + (f"\n\n{self.required}" if self.required else "")


#: how a sentence names r at each level; an answer has the first two levels that were measured
SHORT_LEVELS = {"system": "over systems", "summary": "within documents", "global": "over summaries"}


def render_answer(report: AgreementReport) -> tuple[str, str]:
    """Return a sentence on the metric with the highest r, and a table of r and of differences from a baseline.

    Sentinels are in the table alone.
    """
    correlations: dict[str, dict[str, Estimate]] = {}
    for row in report.rows:
        if row.coefficient == "pearson" and row.level in SHORT_LEVELS and not np.isnan(row.estimate.value):
            correlations.setdefault(row.metric, {})[row.level] = row.estimate
    levels = [level for level in SHORT_LEVELS if any(level in values for values in correlations.values())][:2]
    metrics = [name for name in report.scores.metrics if levels and levels[0] in correlations.get(name, {})]
    if not metrics:
        causes = dict.fromkeys(report.explain_undefined(name) for name in report.scores.metrics)
        return f"No correlation with {report.human_metric} is defined: {'; '.join(causes)}.", ""
    best = max(metrics, key=lambda metric: correlations[metric][levels[0]].value)
    shown = {level: correlations[best][level] for level in levels if level in correlations[best]}
    numbers = ", ".join(f"r {SHORT_LEVELS[level]} is {estimate.describe()}" for level, estimate in shown.items())
    if "system" not in report.levels and (preferences := report.describe_preferences(best)):
        numbers += f"; it {preferences}"
    tests = [test for test in report.tests if (test.level, test.coefficient) == (levels[-1], "pearson")]
    differences = {test.first: format_difference(test.value, test.p) for test in tests}
    headers = [
        "metric",
        *(f"r {SHORT_LEVELS[level]}" for level in levels),
        *(f"− {test.second} (p)" for test in tests[:1]),
    ]
    rows = [[name, *(str(values.get(level, "")) for level in levels)] for name, values in correlations.items()]
    table = render_fitting_table(headers, [[*row, differences.get(row[0], "")][: len(headers)] for row in rows])
    return f"{best} agrees {'best ' * (len(metrics) > 1)}with {report.human_metric}: {numbers}.", table


def _describe_labels(units: Sequence[UnitAgreement]) -> Iterator[str]:
    """Yield a sentence for each judge and its comparison, the majority answer or annotators."""
    for judge, other in zip(units[::2], units[1::2], strict=True):
        shares = [row.estimate.value for row in (*judge.rows, *other.rows) if row.coefficient == "accuracy"]
        yield f"Labels of units agreed with: {judge.metric} {shares[0]:.1%}; {other.metric} {shares[1]:.1%}."
        yield from [judge.test["note"]] if judge.test else []


def caption(report: AgreementReport) -> str:
    """Return one sentence on what was measured and by which rules."""
    settings, has_systems = report.statistics.to_dict(), "system" in report.levels
    rules = describe_rules(settings, report.constant_documents, report.missing, report.documents, has_systems)
    excluded = [f"NaN or infinite scores of {name}: {count}" for name, count in report.not_finite.items()]
    return "; ".join([f"{report.systems} systems × {report.documents} documents", *rules, *excluded]) + "."


def _lines(report: AgreementReport) -> Iterator[str]:
    yield f"Agreement with {report.human_metric}: {caption(report)}"
    yield f"Ties: ρ: {TIE_RULES['spearman']}; τ: {TIE_RULES['kendall']}."
    if estimands := report.describe_estimands():
        yield f"Intervals: {'; '.join(f'{name}: {estimand}' for name, estimand in estimands.items())}."
    yield from (f"Warning: {warning}" for warning in report.warnings)
    yield from ("", render_table(["metric", "level", *SYMBOLS.values(), "n"], list(_correlation_rows(report))))
    lengths = [f"{row.metric} {row.estimate}" for row in report.rows if row.coefficient == WITH_LENGTH]
    if lengths:
        yield f"r with length, within documents: {list_some(lengths)}."
    yield from render_pairs(report.rows)
    if report.tests:
        williams = ["Williams p"] if "system" in report.levels else []
        headers = [f"− {report.tests[0].second}", "level", *SYMBOLS.values(), *williams]
        yield from ("", _describe_tests(report), "", render_table(headers, list(_test_rows(report))))
        yield from render_pair_tests(report.tests)
    if report.units:
        yield from ("", render_unit_agreement(report.units))


def _correlation_rows(report: AgreementReport) -> Iterator[list[str]]:
    correlations = [row for row in report.rows if row.coefficient in COEFFICIENTS]
    for start in range(0, len(correlations), len(COEFFICIENTS)):
        rows = correlations[start : start + len(COEFFICIENTS)]
        metric, level, n = rows[0].metric, rows[0].level, str(rows[0].n)
        if level == "summary":
            n += describe_excluded(
                report.constant_documents[metric], report.incomplete_documents[metric], report.documents
            )
        yield [metric, level, *(str(row.estimate) for row in rows), n]


def _test_rows(report: AgreementReport) -> Iterator[list[str]]:
    correlations = [test for test in report.tests if test.coefficient in COEFFICIENTS]
    for start in range(0, len(correlations), len(COEFFICIENTS)):
        tests = correlations[start : start + len(COEFFICIENTS)]
        cells = [format_difference(test.value, test.p) for test in tests]
        williams = [format_p(tests[0].williams_p)] if "system" in report.levels else []
        yield [tests[0].first, tests[0].level, *cells, *williams]


def _describe_tests(report: AgreementReport) -> str:
    statistics = report.statistics
    parts = []
    if statistics.permutations:
        parts.append(
            f"Difference (two-sided p of {statistics.permutations:,} permutations that swap the scores of "
            f"{describe_swap(statistics.swap, report.levels)}; for acc_eq the accuracies of documents)"
        )
    if "system" in report.levels:
        parts.append("Williams' test: two-sided, on signed correlations")
    return f"{'; '.join(parts)}."


def measure_agreement(
    scores: Scores, human_metric: str, statistics: Statistics | None = None, levels: Sequence[str] = LEVELS
) -> AgreementReport:
    """Measure each metric's agreement with human scores, and test the differences from the baseline, if there is one.

    Raises ValueError for an unknown level or baseline.
    """
    scores, statistics = scores.keep_labelled(), statistics or Statistics()
    statistics.check_baseline(list(scores.metrics))
    for level in levels:
        if level not in LEVELS:
            raise ValueError(f"levels must be some of {', '.join(LEVELS)}, not {level!r}")
    missing = {name: scores.count_missing(name) for name in scores.metrics}
    allowed = scores.levels
    # The level of single summaries stands in for levels that do not exist.
    kept = tuple(dict.fromkeys(level if level in (*allowed, "global") else allowed[-1] for level in levels))
    counted = scores.metrics if "summary" in kept else {}
    constant = {name: count_constant_documents(ours, scores.human) for name, ours in counted.items()}
    incomplete = {name: count_incomplete_documents(ours, scores.human) for name, ours in counted.items()}
    progress = tqdm(scores.metrics, desc="agreement", unit="metric", disable=None, delay=1)
    rows = tuple(row for name in progress for row in _measure_metric(scores, name, statistics, kept, levels))
    return AgreementReport(
        scores=scores,
        human_metric=human_metric,
        levels=kept,
        systems=len(scores.systems),
        documents=len(scores.documents),
        statistics=statistics,
        rows=rows,
        tests=tuple(test for name in scores.metrics for test in _test_metric(scores, name, statistics)),
        constant_documents=constant,
        incomplete_documents=incomplete,
        missing={name: count for name, count in missing.items() if count},
        not_finite=scores.not_finite,
        warnings=(
            *ask_direction(human_metric, rows),
            *list_warnings(len(scores.systems) if "system" in allowed else FEW_SYSTEMS, len(scores.documents)),
            *_warn_of_different_documents(scores),
            *warn_of_lost_documents(incomplete, len(scores.documents), INCOMPLETE),
            *warn_of_lost_documents(constant, len(scores.documents)),
        ),
    )


def _warn_of_different_documents(scores: Scores) -> Iterator[str]:
    lacking = int(np.isnan(scores.human).any(axis=0).sum())
    if lacking:
        yield (
            f"{lacking} of {len(scores.documents)} documents lack the human score of a system: the system level "
            "correlates means over different documents, whose difficulty raises or lowers both sides."
        )


def _measure_metric(
    scores: Scores, metric: str, statistics: Statistics, levels: Sequence[str], pair_levels: Sequence[str]
) -> Iterator[AgreementRow]:
    pairs = pair_folds([scores], metric, statistics.seed)
    counts = count_items(pairs[0], statistics.constant)
    estimates = estimate_correlations(pairs, statistics.resampling, levels)
    for level in levels:
        for coefficient in COEFFICIENTS:
            yield AgreementRow(metric, level, coefficient, estimates[f"{level}_{coefficient}"], counts[level])
    yield from measure_pairs(scores, metric, statistics, pair_levels, estimates)


def _test_metric(scores: Scores, metric: str, statistics: Statistics) -> Iterator[Difference]:
    if statistics.baseline in (None, metric) or not (statistics.permutations or "system" in scores.levels):
        return
    yield from compare_agreement([scores], metric, str(statistics.baseline), statistics, scores.levels).values()
    yield from compare_with_baseline(scores, metric, statistics)
