"""How far metrics agree with human scores: correlations, shares of pairs, and text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from tqdm import tqdm

from sacrerouge_litepyramid.core.texts import list_some
from sacrerouge_litepyramid.meta_evaluation.agreement_statistics import Statistics, describe_rules
from sacrerouge_litepyramid.meta_evaluation.answers import (
    ScoreBounds,
    SystemAnswers,
    count_answers,
)
from sacrerouge_litepyramid.meta_evaluation.figures import DrawnResult, draw_agreement
from sacrerouge_litepyramid.meta_evaluation.metric_measures import measure_metric
from sacrerouge_litepyramid.meta_evaluation.pair_agreement import (
    render_pairs,
)
from sacrerouge_litepyramid.meta_evaluation.records import (
    GLOBAL,
    LEVELS,
    SUMMARY,
    SYSTEM,
    Level,
    MetricAgreement,
    MetricDifference,
    describe_r,
    list_agreement_rows,
    list_correlations,
    list_levels,
)
from sacrerouge_litepyramid.meta_evaluation.scores import Scores
from sacrerouge_litepyramid.meta_evaluation.sentinels import measure_gaps, warn_of_sentinels
from sacrerouge_litepyramid.meta_evaluation.unit_agreement import (
    UnitAgreement,
    list_unit_rows,
    render_unit_agreement,
)
from sacrerouge_litepyramid.statistics.difference import SYMBOLS
from sacrerouge_litepyramid.statistics.estimate import format_number
from sacrerouge_litepyramid.statistics.interval_notes import (
    FEW_SYSTEMS,
    INCOMPLETE,
    describe_excluded,
    describe_missing_answers,
    list_warnings,
    warn_of_lost_documents,
)
from sacrerouge_litepyramid.statistics.result_table import Decision, decision_to_dict
from sacrerouge_litepyramid.statistics.tables import PaperTable, render_fitting_table, render_table
from sacrerouge_litepyramid.statistics.warning import Kind, ResultWarning, list_texts
from sacrerouge_litepyramid.verdict.comparison.direction import ask_direction
from sacrerouge_litepyramid.verdict.comparison.paper_tables import tabulate_agreement


@dataclass(frozen=True, repr=False)
class AgreementReport(DrawnResult):
    """The agreement of metrics with human scores."""

    human_metric: str
    # those that were measured
    levels: tuple[Level, ...]
    statistics: Statistics
    # the scores that were measured
    scores: Scores = field(repr=False, compare=False)
    # the metrics, then the sentinels
    metrics: tuple[MetricAgreement, ...]
    warnings: tuple[ResultWarning, ...]
    # the agreement of a folder's judges with its labels
    units: tuple[UnitAgreement, ...] = ()
    # the decision on the bound that `agreement` was to require
    required: Decision | None = None
    # the agreement of metrics whose judge left units unanswered, with the missing as 0 and as 1
    at_bounds: tuple["AgreementReport", ...] = ()

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
            rows += list_agreement_rows(measured, self.list_at_bounds(measured.metric))
        for unit in self.units:
            rows += list_unit_rows(unit)
        return rows

    def find(self, metric: str) -> MetricAgreement:
        """Return the agreement of a metric."""
        return next(row for row in self.metrics if row.metric == metric)

    def select(self, names: Sequence[str]) -> "AgreementReport":
        """Return the report on some of the metrics, without sentinels, in their order."""
        scores = self.scores._replace(
            metrics={name: self.scores.metrics[name] for name in names},
            bounds={name: end for name, end in self.scores.bounds.items() if name in names},
        )
        selected = replace(
            self,
            scores=scores,
            metrics=tuple(map(self.find, names)),
            at_bounds=tuple(
                end.select([name for name in names if name in end.scores.metrics])
                for end in self.at_bounds
            ),
        )
        return replace(selected, warnings=tuple(_list_warnings(selected)))

    def list_at_bounds(self, metric: str) -> list[MetricAgreement]:
        """Return the agreement of a metric with missing answers as 0 and as 1, [] without any."""
        return [row for end in self.at_bounds for row in end.metrics if row.metric == metric]

    def count_answers(self, metric: str) -> dict[str, SystemAnswers]:
        """Return the systems' numbers of answers behind a metric, {} if none is missing."""
        bounds = self.scores.bounds.get(metric)
        if bounds is None:
            return {}
        # Only summaries with a human score are correlated.
        has_human = ~np.isnan(self.scores.human)
        compared = ScoreBounds(*(np.where(has_human, matrix, np.nan) for matrix in bounds))
        return count_answers(compared, self.scores.systems)

    def to_dict(self) -> dict[str, Any]:
        """Return the report for JSON, with null for an undefined number."""
        answers = {}
        for name in self.scores.bounds:
            counted = self.count_answers(name)
            answers[name] = {system: row.to_dict() for system, row in counted.items()}
        tests = [unit.test.data for unit in self.units if unit.test and unit.test.data]
        return {
            "human_metric": self.human_metric,
            "systems": self.systems,
            "documents": self.documents,
            "statistics": self.statistics.to_dict(),
            "not_finite": dict(self.scores.not_finite),
            "excluded": self.scores.excluded,
            "warnings": list_texts(self.warnings),
            "rows": self.rows,
            **({"alternative_annotator": tests} if tests else {}),
            **({"answers": answers} if answers else {}),
            **decision_to_dict(self.required),
        }

    def list_answer(self) -> Iterator[str]:
        """Yield the best metric, the correlations of all metrics, and a line for each judge."""
        yield " ".join(filter(None, [self.scores.excluded, _describe_highest(self)]))
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


def _describe_highest(report: AgreementReport) -> str:
    """Return sentences on the metric with the highest r, and on a sentinel with a higher one."""
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
    sentences = []
    for level in levels:
        r = best.find_r(level)
        if r is not None:
            sentences.append(describe_r(level, r, best.count_documents(level)))
    if len(report.measured) > 1:
        others = f" of {len(report.measured)} metrics"
        subject = f"{best.metric} has the highest r with {report.human_metric}{others}"
    else:
        subject = f"{best.metric} against {report.human_metric}"
    preferences = "" if SYSTEM in report.levels else best.describe_preferences()
    if preferences:
        sentences.append(f"It {preferences}.")
    sentences += _describe_higher_sentinels(report, levels[0], values[best.metric])
    return f"{subject}: {' '.join(sentences)}"


def _describe_higher_sentinels(
    report: AgreementReport, level: Level, highest: float
) -> Iterator[str]:
    """Yield a sentence on each sentinel whose r at a level is higher than any metric's."""
    for row in report.metrics:
        r = row.find_r(level)
        if row.is_sentinel and r is not None and r.value > highest:
            yield f"Without any judge, {row.metric} has a higher one: {format_number(r.value)}."


def render_correlations(report: AgreementReport) -> str:
    """Return a table of r of all metrics and sentinels, at the first two levels that define it."""
    levels = _list_shown_levels(report)
    if not levels:
        return ""
    columns = {}
    limits = []
    for level in levels:
        correlations = [row.find_r(level) for row in report.metrics]
        columns[f"r {level.place}"] = ["" if r is None else str(r) for r in correlations]
        if level is SYSTEM:
            limits = [r.limit.describe() if r and r.limit else "" for r in correlations]
            columns |= {"without noise": limits} if any(limits) else {}
    rows = []
    for row, cells in zip(report.metrics, zip(*columns.values(), strict=True), strict=True):
        if any(cells):
            rows.append([row.metric, *cells])
    table = render_fitting_table(["metric", *columns], rows)
    if not any(limits):
        return table
    return (
        f"{table}\nr over systems: on these {report.documents} documents, with the interval that "
        "as many others like these would give; without noise: the 95% interval over unlimited "
        "documents. Neither speaks of other systems."
    )


def _describe_labels(units: Sequence[UnitAgreement]) -> Iterator[str]:
    """Yield a sentence for each judge and the majority answer, and one on the annotators' test."""
    for unit in units:
        ours = unit.quality["accuracy"].value
        majority = unit.majority["accuracy"].value
        yield (
            f"Labels of units agreed with: {unit.judge} {ours:.1%}; majority, units of "
            f"{unit.judge} {majority:.1%}."
        )
        if unit.test is not None:
            yield unit.test.note


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
    yield from render_pairs(report.metrics)
    if report.units:
        yield from ("", render_unit_agreement(report.units))


def measure_agreement(
    scores: Scores,
    human_metric: str,
    statistics: Statistics | None = None,
    levels: Sequence[Level] = LEVELS,
) -> AgreementReport:
    """Measure each metric's agreement with human scores at the levels that the scores allow."""
    scores, statistics = scores.keep_labelled(), statistics or Statistics()
    chosen = choose_levels(scores, levels)
    progress = tqdm(scores.metrics, desc="agreement", unit="metric", disable=None, delay=1)
    measured = tuple(
        measure_metric(scores, name, human_metric, statistics, chosen) for name in progress
    )
    report = AgreementReport(
        human_metric=human_metric,
        levels=chosen,
        statistics=statistics,
        scores=scores,
        metrics=measured,
        warnings=(),
        at_bounds=tuple(
            measure_agreement(end, human_metric, statistics, levels) for end in scores.at_bounds()
        ),
    )
    return replace(report, warnings=tuple(_list_warnings(report)))


def choose_levels(scores: Scores, levels: Sequence[Level]) -> tuple[Level, ...]:
    """Return the levels that scores allow, and that of single summaries in place of others."""
    allowed = list_levels(scores)
    asked = [level if level in (*allowed, GLOBAL) else allowed[-1] for level in levels]
    return tuple(dict.fromkeys(asked))


def _warn_of_unanswered(report: AgreementReport) -> Iterator[ResultWarning]:
    """Yield a warning if answers are missing, with the range of each metric's r."""
    ranges = []
    counts: dict[str, tuple[int, int]] = {}
    for row in report.metrics:
        possible = [row, *report.list_at_bounds(row.metric)]
        if len(possible) == 1:
            continue
        answers = report.count_answers(row.metric)
        counts |= {system: given.counts for system, given in answers.items()}
        for level in _list_shown_levels(report):
            values = [r.value for r in (end.find_r(level) for end in possible) if r is not None]
            if values:
                low, high = format_number(min(values)), format_number(max(values))
                ranges.append(f"{row.metric} {level.place} {low} to {high}")
    missing = describe_missing_answers(counts)
    if missing:
        text = f"{missing}: r is that of the answered units"
        if ranges:
            text += f". With the missing as 0, as 1 or left out, r is: {list_some(ranges, 2)}"
        yield ResultWarning(Kind.UNANSWERED, f"{text}.")


def _list_warnings(report: AgreementReport) -> Iterator[ResultWarning]:
    yield from _warn_of_unanswered(report)
    scores = report.scores
    documents = len(scores.documents)
    if scores.excluded:
        yield ResultWarning(Kind.EXCLUDED_SCORES, scores.excluded)
    yield from ask_direction(report.human_metric, report.metrics)
    # Without correlations across systems, their number is no reason for a warning.
    systems = len(scores.systems) if scores.has_system_level else FEW_SYSTEMS
    yield from list_warnings(systems, documents)
    lacking = int(np.isnan(scores.human).any(axis=0).sum())
    if lacking:
        verb = "lacks" if lacking == 1 else "lack"
        yield ResultWarning(
            Kind.MISSING_SCORES,
            f"{lacking} of {documents} documents {verb} the human score of a system: the system "
            "level correlates means over different documents, whose difficulty raises or lowers "
            "both sides.",
        )
    for row in report.metrics:
        yield from warn_of_lost_documents(row.metric, row.incomplete, documents, INCOMPLETE)
        yield from warn_of_lost_documents(row.metric, row.constant, documents)


def add_sentinels(report: AgreementReport, sentinels: Scores) -> AgreementReport:
    """Return a report with the sentinels' correlations, and each metric's warnings of them."""
    levels = list_levels(report.scores)
    measured = measure_agreement(sentinels, report.human_metric, report.statistics, levels)
    metrics = [*report.metrics]
    for row in measured.metrics:
        # Only the correlations of sentinels are shown.
        metrics.append(replace(row, is_sentinel=True, system_pairs=None, summary_pairs=None))
    warnings = [*report.warnings]
    for name in report.scores.metrics:
        gaps = measure_gaps(report.scores, sentinels, name, report.statistics)
        for warning in warn_of_sentinels(gaps):
            warnings.append(warning._replace(text=f"{name}: {warning.text}"))
    return replace(report, metrics=tuple(metrics), warnings=tuple(warnings))
