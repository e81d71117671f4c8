"""Correlations as papers print them: with intervals, and bold for the best."""

from collections.abc import Iterator, Sequence

import numpy as np

from sacrerouge_litepyramid.evaluation.records import LEVELS, Level, MetricAgreement, MetricDifference
from sacrerouge_litepyramid.statistics.difference import ALPHA, SYMBOLS, Difference
from sacrerouge_litepyramid.statistics.estimate import Estimate, format_number
from sacrerouge_litepyramid.statistics.tables import Bold, Italic, PaperTable


def tabulate_agreement(
    measured: Sequence[MetricAgreement], pairs: Sequence[MetricDifference], data: str
) -> Iterator[PaperTable]:
    """Yield a table for each level: the correlations with their intervals, sentinels in italics and never bold.

    ``pairs``: tested differences; ``data``: the name of the data.
    """
    for level in LEVELS:
        rows = [row for row in measured if level.find(row) is not None]
        if rows:
            yield _tabulate_level(level, rows, pairs, data)


def _tabulate_level(
    level: Level, measured: Sequence[MetricAgreement], pairs: Sequence[MetricDifference], data: str
) -> PaperTable:
    names = [Italic(row.metric) if row.is_sentinel else row.metric for row in measured]
    tested = [pair.by_level[level] for pair in pairs]
    correlations = [level.find(row) for row in measured]
    columns = []
    for coefficient in SYMBOLS:
        estimates = [getattr(correlation, coefficient) for correlation in correlations]
        of_metrics = {
            row.metric: estimate for row, estimate in zip(measured, estimates, strict=True) if not row.is_sentinel
        }
        best = _find_best(of_metrics, [getattr(difference, coefficient) for difference in tested])
        columns.append(
            [(Bold if row.metric in best else str)(cell) for row, cell in zip(measured, estimates, strict=True)]
        )
    others = f" and those not significantly lower (Holm, p ≤ {ALPHA})" if tested else "; differences are not tested"
    numbers = [number for correlation in correlations if correlation is not None for number in correlation]
    intervals = ", 95% intervals over documents" if any(number.has_interval for number in numbers) else ""
    observed = ", in parentheses on these documents" if any(number.has_observed for number in numbers) else ""
    note = f"Correlation at the {level.name} level: {data}{intervals}{observed}. Bold: the highest{others}."
    rows = [list(row) for row in zip(names, *columns, strict=True)]
    return PaperTable([f"metric, {level.name} level", *SYMBOLS.values()], rows, note)


def _find_best(estimates: dict[str, Estimate], tests: Sequence[Difference]) -> set[str]:
    """Return the metrics that are bold: of several, the highest and those that are not significantly lower.

    Without tests, those that are printed alike are the highest.
    """
    known = {name: estimate.value for name, estimate in estimates.items() if not np.isnan(estimate.value)}
    if len(known) < 2:
        return set()
    best = max(known, key=known.__getitem__)
    if tests:
        lower = {test.worse for test in tests if test.better == best}
        return {name for name in known if name not in lower}
    return {name for name, value in known.items() if format_number(value) == format_number(known[best])}
