"""An agreement with people as text: what was measured, the correlations, the tests, and the units."""

from collections.abc import Iterator, Sequence
from typing import Any

from sacrerouge_litepyramid.meta.agreement import TIE_RULES, AgreementReport
from sacrerouge_litepyramid.meta.comparison_table import describe_rules
from sacrerouge_litepyramid.meta.unit_agreement import UnitAgreement
from sacrerouge_litepyramid.statistics.estimates import COEFFICIENTS
from sacrerouge_litepyramid.statistics.tables import render_table

LETTERS = {"pearson": "r", "spearman": "ρ", "kendall": "τ-b"}
TITLES = {
    "auc": "AUC",
    "kappa": "kappa",
    "accuracy": "accuracy",
    "precision": "precision",
    "recall": "recall",
    "f1": "F1",
    "ece": "ECE",
    "brier": "Brier",
}


def render_agreement(report: AgreementReport) -> str:
    """Return the correlations, a line a metric and level, and the tests against a baseline."""
    return "\n".join(_lines(report))


def render_unit_agreement(found: Sequence[UnitAgreement]) -> str:
    """Return the statistics of presence labels, a line a model, the majority baseline last."""
    rows = [
        [each.metric, *(_cell(row.value, row.low, row.high) for row in each.rows), str(each.rows[0].n)]
        for each in found
    ]
    return render_table(["people's labels", *TITLES.values(), "units"], rows)


def caption(report: AgreementReport) -> str:
    """Return what was measured and by which rules, in one sentence."""
    statistics = report.to_json()["statistics"]
    rules = describe_rules(statistics, report.constant_documents, report.missing)
    left_out = [f"{count} scores of {name} are NaN or infinite" for name, count in report.not_finite.items()]
    return "; ".join([f"{report.systems} systems × {report.documents} documents", *rules, *left_out]) + "."


def _lines(report: AgreementReport) -> Iterator[str]:
    yield f"Agreement with {report.human_metric}: {caption(report)}"
    yield f"Ties: ρ: {TIE_RULES['spearman']}; τ: {TIE_RULES['kendall']}."
    yield from (f"Warning: {warning}" for warning in report.warnings)
    yield ""
    headers = ["metric", "level", *LETTERS.values(), "n"]
    yield render_table(headers, list(_correlation_rows(report)))
    if report.tests:
        yield ""
        yield _describe_tests(report)
        yield ""
        headers = [f"less {report.tests[0].baseline}", "level", *LETTERS.values(), "Williams p"]
        yield render_table(headers, list(_test_rows(report)))


def _correlation_rows(report: AgreementReport) -> Iterator[list[str]]:
    size = len(COEFFICIENTS)
    for start in range(0, len(report.rows), size):
        rows = report.rows[start : start + size]
        yield [rows[0].metric, rows[0].level, *(_cell(row.value, row.low, row.high) for row in rows), str(rows[0].n)]


def _test_rows(report: AgreementReport) -> Iterator[list[str]]:
    size = len(COEFFICIENTS)
    for start in range(0, len(report.tests), size):
        tests = report.tests[start : start + size]
        cells = [_difference(test.difference, test.permutation_p) for test in tests]
        yield [tests[0].metric, tests[0].level, *cells, format_p(tests[0].williams_p)]


def _describe_tests(report: AgreementReport) -> str:
    statistics = report.statistics
    if not statistics.permutations:
        return "Williams' test: two-sided, on signed correlations."
    swapped = {"both": "single summaries", "documents": "documents", "systems": "systems"}[statistics.swap]
    return (
        f"Difference (two-sided p of {statistics.permutations:,} permutations that swap the scores of {swapped}); "
        "Williams' test: two-sided, on signed correlations."
    )


def format_p(p: float | None) -> str:
    """Format a p-value with three decimals; "none" for none."""
    return "none" if p is None else "<0.001" if p < 0.001 else f"{p:.3f}"


def _cell(value: Any, low: Any, high: Any) -> str:
    if value is None:
        return "none"
    return f"{value:.3f}" if low is None else f"{value:.3f} [{low:.3f}, {high:.3f}]"


def _difference(difference: float | None, p: float | None) -> str:
    return "none" if difference is None else f"{difference:+.3f} ({format_p(p)})"
