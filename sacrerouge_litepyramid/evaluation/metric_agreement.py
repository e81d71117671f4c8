"""How far metrics agree with human scores: correlations, tests against a baseline, and text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from tqdm import tqdm

from sacrerouge_litepyramid.core.texts import list_some
from sacrerouge_litepyramid.evaluation.agreement_statistics import (
    Statistics,
    compare_agreement,
    describe_rules,
    describe_swap,
)
from sacrerouge_litepyramid.evaluation.direction import ask_direction
from sacrerouge_litepyramid.evaluation.figures import DrawnResult, draw_agreement
from sacrerouge_litepyramid.evaluation.pair_agreement import (
    compare_summary_pairs,
    measure_summary_pairs,
    measure_system_pairs,
    render_pairs,
)
from sacrerouge_litepyramid.evaluation.paper_tables import tabulate_agreement
from sacrerouge_litepyramid.evaluation.records import (
    GLOBAL,
    LEVELS,
    LEVELS_BY_NAME,
    SUMMARY,
    SYSTEM,
    Level,
    MetricAgreement,
    MetricDifference,
    list_agreement_rows,
    list_correlations,
    list_differences,
    list_levels,
)
from sacrerouge_litepyramid.evaluation.scores import Scores
from sacrerouge_litepyramid.evaluation.unit_agreement import (
    UnitAgreement,
    list_unit_rows,
    render_unit_agreement,
)
from sacrerouge_litepyramid.statistics.agreement import (
    DROP,
    count_constant_documents,
    count_incomplete_documents,
)
from sacrerouge_litepyramid.statistics.correlation_estimates import ScorePair
from sacrerouge_litepyramid.statistics.correlations import MIN_SUMMARIES
from sacrerouge_litepyramid.statistics.difference import SYMBOLS, list_cells
from sacrerouge_litepyramid.statistics.estimate import format_difference
from sacrerouge_litepyramid.statistics.interval_notes import (
    FEW_SYSTEMS,
    INCOMPLETE,
    describe_excluded,
    list_warnings,
    warn_of_lost_documents,
)
from sacrerouge_litepyramid.statistics.result_table import Decision, decision_to_dict
from sacrerouge_litepyramid.statistics.tables import PaperTable, render_fitting_table, render_table
from sacrerouge_litepyramid.statistics.warning import Kind, ResultWarning, list_texts

#: the attributes of a difference from a baseline by their names in JSON
TEST_FIELDS = {
    "metric": "first",
    "baseline": "second",
    "difference": "value",
    "permutation_p": "p",
    "williams_p": "williams_p",
}


@dataclass(frozen=True, repr=False)
class AgreementReport(DrawnResult):
    """The agreement of metrics with human scores."""

    PARTS = ("rows", "tests")

    human_metric: str
    # the levels asked for that the scores allow
    levels: tuple[Level, ...]
    statistics: Statistics
    # the scores that were measured
    scores: Scores = field(repr=False, compare=False)
    # the metrics, then the sentinels
    metrics: tuple[MetricAgreement, ...]
    # the metrics' differences from the baseline, if there is one
    differences: tuple[MetricDifference, ...]
    warnings: tuple[ResultWarning, ...]
    # the agreement of a folder's judges with its labels
    units: tuple[UnitAgreement, ...] = ()
    # the decision on the bound that `agreement` was to require
    required: Decision | None = None

    @property
    def systems(self) -> int:
        """The number of systems."""
        return len(self.scores.systems)

    @property
    def documents(self) -> int:
        """The number of documents."""
        return len(self.scores.documents)

    @property
    def measured(self) -> tuple[MetricAgreement, ...]:
        """The metrics without the sentinels."""
        return tuple(row for row in self.metrics if not row.is_sentinel)

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each number: metric, level, coefficient, value with interval, and n."""
        rows: list[dict[str, Any]] = []
        for measured in self.metrics:
            rows += list_agreement_rows(measured)
        for unit in self.units:
            rows += list_unit_rows(unit)
        return rows

    @property
    def tests(self) -> list[dict[str, Any]]:
        """A row for each difference from the baseline."""
        rows = []
        for pair in self.differences:
            differences = list(list_differences(pair))
            if pair.acc_eq is not None:
                differences.append((SUMMARY.name, "acc_eq", pair.acc_eq))
            for level, coefficient, difference in differences:
                name = {"level": level, "coefficient": coefficient}
                rows.append({**name, **difference.to_dict(TEST_FIELDS)})
        return rows

    def find(self, metric: str) -> MetricAgreement:
        """Return the agreement of a metric."""
        return next(row for row in self.metrics if row.metric == metric)

    def to_dict(self) -> dict[str, Any]:
        """Return the report for JSON, with null for an undefined number."""
        averaged = [row for row in self.metrics if row.summary is not None]
        votes = [unit.votes for unit in self.units if unit.votes is not None]
        tests = [compared.test for compared in votes if compared.test]
        return {
            "human_metric": self.human_metric,
            "systems": self.systems,
            "documents": self.documents,
            "statistics": self.statistics.to_dict(),
            "constant_documents": {row.metric: row.constant for row in averaged},
            "incomplete_documents": {row.metric: row.incomplete for row in averaged},
            "missing": {row.metric: row.missing for row in self.metrics if row.missing},
            "not_finite": dict(self.scores.not_finite),
            "warnings": list_texts(self.warnings),
            "rows": self.rows,
            "tests": self.tests,
            **({"alternative_annotator": tests} if tests else {}),
            **decision_to_dict(self.required),
        }

    def list_answer(self) -> Iterator[str]:
        """Yield the best metric, the correlations of all metrics, and a line for each judge."""
        yield _describe_best(self)
        yield render_correlations(self)
        yield "\n".join(_describe_labels(self.units))

    def list_tables(self, pairs: Sequence[MetricDifference] = ()) -> Iterator[PaperTable]:
        """Yield a table for each level: the correlations with intervals.

        ``pairs``: tested differences.
        """
        data = f"{self.human_metric} of {self.systems} systems × {self.documents} documents"
        return tabulate_agreement(self.metrics, pairs, data)

    def draw(self) -> Any:
        """Draw the systems' means by each metric against those by the human score."""
        return draw_agreement(self.scores, self.human_metric)

    def details(self) -> str:
        """Return the rules, all levels and coefficients, shares of pairs, tests and labels."""
        return "\n".join(_list_details(self))


def _list_shown_levels(report: AgreementReport) -> list[Level]:
    """Return the first two levels at which r of a metric is defined: those of an answer."""
    shown = [
        level for level in LEVELS if any(row.find_r(level) is not None for row in report.measured)
    ]
    return shown[:2]


def _describe_best(report: AgreementReport) -> str:
    """Return a sentence on the metric with the highest r; sentinels do not count."""
    levels = _list_shown_levels(report)
    if not levels:
        causes = dict.fromkeys(row.undefined for row in report.measured)
        return f"No correlation with {report.human_metric} is defined: {'; '.join(causes)}."
    values = {}
    for row in report.measured:
        r = row.find_r(levels[0])
        if r is not None:
            values[row.metric] = r.value
    best = report.find(max(values, key=values.__getitem__))
    numbers = []
    for level in levels:
        r = best.find_r(level)
        if r is not None:
            numbers.append(f"r {level.place} is {r.describe()}")
    verb = "agrees best with" if len(report.measured) > 1 else "agrees with"
    preferences = "" if SYSTEM in report.levels else best.describe_preferences()
    addition = f"; it {preferences}" if preferences else ""
    return f"{best.metric} {verb} {report.human_metric}: {', '.join(numbers)}{addition}."


def render_correlations(report: AgreementReport) -> str:
    """Return a table of r of all metrics and sentinels, and of differences from a baseline.

    It has the first two levels at which r is defined.
    """
    levels = _list_shown_levels(report)
    if not levels:
        return ""
    headers = ["metric", *(f"r {level.place}" for level in levels)]
    tests = {}
    for pair in report.differences:
        compared = pair.by_level.get(levels[-1])
        if compared is not None:
            tests[pair.first] = format_difference(compared.pearson.value, compared.pearson.p)
    if tests:
        headers.append(f"− {report.differences[0].second} (p)")
    rows = []
    has_observed = False
    for row in report.metrics:
        cells = []
        for level in levels:
            r = row.find_r(level)
            cells.append("" if r is None else str(r))
            has_observed |= r is not None and r.has_observed
        if any(cells):
            if tests:
                cells.append(tests.get(row.metric, ""))
            rows.append([row.metric, *cells])
    table = render_fitting_table(headers, rows)
    if not has_observed:
        return table
    documents = report.documents
    return (
        f"{table}\nr over systems is that of more documents; in parentheses, r on these "
        f"{documents}."
    )


def _describe_labels(units: Sequence[UnitAgreement]) -> Iterator[str]:
    """Yield a sentence for each judge and its majority answer, and one for judge and annotators.

    The second one counts vote by vote.
    """
    for unit in units:
        ours = unit.quality["accuracy"].value
        majority = unit.majority["accuracy"].value
        yield (
            f"Labels of units agreed with: {unit.judge} {ours:.1%}; majority, units of "
            f"{unit.judge} {majority:.1%}."
        )
        if unit.votes is not None:
            ours = unit.votes.judge["accuracy"].value
            annotators = unit.votes.annotators["accuracy"].value
            yield (
                f"Labels of units agreed with: {unit.judge}, vote by vote {ours:.1%}; annotators, "
                f"vote by vote, for {unit.judge} {annotators:.1%}."
            )
            yield unit.votes.note


def caption(report: AgreementReport) -> str:
    """Return one sentence on what was measured and by which rules."""
    constant = {row.metric: row.constant for row in report.metrics if row.summary is not None}
    missing = {row.metric: row.missing for row in report.metrics}
    rules = describe_rules(
        report.statistics, constant, missing, report.documents, SYSTEM in report.levels
    )
    parts = [f"{report.systems} systems × {report.documents} documents", *rules]
    for name, count in report.scores.not_finite.items():
        parts.append(f"NaN or infinite scores of {name}: {count}")
    return f"{'; '.join(parts)}."


def _list_details(report: AgreementReport) -> Iterator[str]:
    yield f"Agreement with {report.human_metric}: {caption(report)}"
    yield from (f"Warning: {warning}" for warning in report.warnings)
    rows = []
    for row in report.metrics:
        for level, correlation in list_correlations(row):
            count = str(level.count(row))
            if level is SUMMARY:
                count += describe_excluded(row.constant, row.incomplete, report.documents)
            rows.append([row.metric, level.name, *map(str, correlation), count])
    yield from ("", render_table(["metric", "level", *SYMBOLS.values(), "n"], rows))
    lengths = [f"{row.metric} {row.length:.3f}" for row in report.metrics if row.length is not None]
    if lengths:
        yield f"r with length, within documents: {list_some(lengths)}."
    yield from render_pairs(report.metrics)
    if report.differences:
        yield from _list_tests(report)
    if report.units:
        yield from ("", render_unit_agreement(report.units))


def _list_tests(report: AgreementReport) -> Iterator[str]:
    """Yield how differences from the baseline were tested, and a table of them."""
    statistics, has_systems = report.statistics, SYSTEM in report.levels
    williams = ["Williams p"] if has_systems else []
    headers = [f"− {report.differences[0].second}", "level", *SYMBOLS.values(), *williams, "acc_eq"]
    rows = []
    for pair in report.differences:
        for level, compared in pair.by_level.items():
            cells = [format_difference(difference.value, difference.p) for difference in compared]
            cells += list_cells(compared.pearson, williams)
            # acc_eq is of single summaries, as is each level but that of systems.
            acc_eq = None if level is SYSTEM else pair.acc_eq
            cells.append("" if acc_eq is None else format_difference(acc_eq.value, acc_eq.p))
            rows.append([pair.first, level.name, *cells])
    if statistics.permutations:
        test = (
            f"Difference, with the two-sided p of {statistics.permutations:,} permutations that "
            f"swap the scores of {describe_swap(has_systems)}, for acc_eq the accuracies of "
            "documents."
        )
        yield from ("", test)
    yield from ("", render_table(headers, rows))


def measure_agreement(
    scores: Scores,
    human_metric: str,
    statistics: Statistics | None = None,
    levels: Sequence[str] = tuple(LEVELS_BY_NAME),
) -> AgreementReport:
    """Measure each metric's agreement with human scores, and test it against the baseline, if any.

    Raises ValueError for an unknown level or baseline.
    """
    scores, statistics = scores.keep_labelled(), statistics or Statistics()
    statistics.check_baseline(list(scores.metrics))
    allowed = list_levels(scores)
    asked = []
    for name in levels:
        if name not in LEVELS_BY_NAME:
            raise ValueError(f"levels must be some of {', '.join(LEVELS_BY_NAME)}, not {name!r}")
        level = LEVELS_BY_NAME[name]
        # The level of single summaries stands in for levels that do not exist.
        asked.append(level if level in (*allowed, GLOBAL) else allowed[-1])
    chosen = tuple(dict.fromkeys(asked))
    progress = tqdm(scores.metrics, desc="agreement", unit="metric", disable=None, delay=1)
    measured = tuple(
        _measure_metric(scores, name, human_metric, statistics, chosen) for name in progress
    )
    return AgreementReport(
        human_metric=human_metric,
        levels=chosen,
        statistics=statistics,
        scores=scores,
        metrics=measured,
        differences=tuple(_compare_with_baseline(scores, statistics)),
        warnings=tuple(_list_warnings(scores, human_metric, measured)),
    )


def _measure_metric(
    scores: Scores, metric: str, human_metric: str, statistics: Statistics, levels: Sequence[Level]
) -> MetricAgreement:
    """Return the agreement of a metric at the chosen levels."""
    ours, human = scores.metrics[metric], scores.human
    pair = ScorePair(ours, human, statistics.seed)
    known = ~np.isnan(ours + human)
    constant = count_constant_documents(ours, human)
    incomplete = count_incomplete_documents(ours, human)
    averaged = known.shape[1] - incomplete
    if statistics.constant == DROP:
        averaged -= constant
    has_summary = SUMMARY in levels
    by_level = {level: level.correlate(pair, statistics.resampling) for level in levels}
    system = by_level.get(SYSTEM)
    system_pairs = None
    if system is not None:
        system_pairs = measure_system_pairs(ours, human, pair.seed, system.kendall)
    measured = MetricAgreement(
        metric=metric,
        system=system,
        systems=int(known.any(axis=1).sum()),
        summary=by_level.get(SUMMARY),
        averaged_documents=averaged,
        over_summaries=by_level.get(GLOBAL),
        summaries=int(known.sum()),
        documents=int(known.any(axis=0).sum()),
        constant=constant if has_summary else 0,
        incomplete=incomplete if has_summary else 0,
        missing=scores.count_missing(metric),
        system_pairs=system_pairs,
        summary_pairs=measure_summary_pairs(ours, human, scores.documents, pair.seed),
    )
    if any(measured.find_r(level) is not None for level in levels):
        return measured
    return replace(measured, undefined=_explain_undefined(pair, metric, human_metric))


def _explain_undefined(pair: ScorePair, metric: str, human_metric: str) -> str:
    """Return why a metric has no correlation with human scores, as a part of a sentence."""
    known = ~np.isnan(pair.ours + pair.human)
    if known.sum() < MIN_SUMMARIES:
        return "too few documents have both scores"
    for name, matrix in ((human_metric, pair.human), (metric, pair.ours)):
        if len(np.unique(matrix[known])) == 1:
            return f"all scores of {name} are equal"
    return "too few systems have both scores, or their means are equal"


def _compare_with_baseline(scores: Scores, statistics: Statistics) -> Iterator[MetricDifference]:
    baseline = statistics.baseline
    levels = list_levels(scores)
    for metric in scores.metrics:
        if baseline is not None and metric != baseline:
            difference = compare_agreement([scores], metric, baseline, statistics, levels)
            acc_eq = compare_summary_pairs(scores, metric, baseline, statistics)
            yield difference._replace(acc_eq=acc_eq)


def _list_warnings(
    scores: Scores, human_metric: str, measured: Sequence[MetricAgreement]
) -> Iterator[ResultWarning]:
    documents = len(scores.documents)
    yield from ask_direction(human_metric, measured)
    # Without correlations across systems, their number is no reason for a warning.
    systems = len(scores.systems) if scores.has_system_level else FEW_SYSTEMS
    yield from list_warnings(systems, documents)
    lacking = int(np.isnan(scores.human).any(axis=0).sum())
    if lacking:
        yield ResultWarning(
            Kind.MISSING_SCORES,
            f"{lacking} of {documents} documents lack the human score of a system: the system "
            "level correlates means over different documents, whose difficulty raises or lowers "
            "both sides.",
        )
    for row in measured:
        yield from warn_of_lost_documents(row.metric, row.incomplete, documents, INCOMPLETE)
        yield from warn_of_lost_documents(row.metric, row.constant, documents)
