"""Correlations as papers print them: with intervals, and bold for the best."""

from collections.abc import Iterator, Sequence

import numpy as np

from sacrerouge_litepyramid.meta_evaluation.records import (
    LEVELS,
    Level,
    MetricAgreement,
    MetricDifference,
)
from sacrerouge_litepyramid.statistics.difference import ALPHA, SYMBOLS, Difference
from sacrerouge_litepyramid.statistics.estimate import Estimate, format_number
from sacrerouge_litepyramid.statistics.tables import Bold, Italic, PaperTable


def tabulate_agreement(
    measured: Sequence[MetricAgreement], pairs: Sequence[MetricDifference], data: str
) -> Iterator[PaperTable]:
    """Yield a table for each level: the correlations with intervals, sentinels in italics.

    Sentinels are never bold. ``pairs``: tested differences; ``data``: the name of the data.
    """
    for level in LEVELS:
        rows = [row for row in measured if level.find(row) is not None]
        if rows:
            yield _tabulate_level(level, rows, pairs, data)


def _tabulate_level(
    level: Level,
    measured: Sequence[MetricAgreement],
    pairs: Sequence[MetricDifference],
    data: str,
) -> PaperTable:
    rows: list[list[str]] = [
        [Italic(row.metric) if row.is_sentinel else row.metric] for row in measured
    ]
    numbers: list[Estimate] = []
    for coefficient in SYMBOLS:
        estimates = [getattr(level.find(row), coefficient) for row in measured]
        tests = [getattr(pair.by_level[level], coefficient) for pair in pairs]
        best = _find_best(measured, estimates, tests)
        for cells, row, estimate in zip(rows, measured, estimates, strict=True):
            cells.append(Bold(estimate) if row.metric in best else str(estimate))
        numbers += estimates
    note = f"Correlation at the {level.name} level: {data}"
    if any(number.limit is not None for number in numbers):
        note += ", 95% intervals of other samples of as many documents"
    elif any(number.has_interval for number in numbers):
        note += ", 95% intervals over documents"
    note += ". Bold: the highest"
    if pairs:
        note += f", and those not significantly lower than it (Holm, p ≤ {ALPHA})."
    else:
        note += "; differences are not tested."
    return PaperTable([f"metric, {level.name} level", *SYMBOLS.values()], rows, note)


def _find_best(
    measured: Sequence[MetricAgreement],
    estimates: Sequence[Estimate],
    tests: Sequence[Difference],
) -> set[str]:
    """Return the metrics that are bold: the highest and those not significantly lower.

    A single metric is not bold. Without tests, those that are printed alike are the highest.
    """
    known = {}
    for row, estimate in zip(measured, estimates, strict=True):
        if not row.is_sentinel and not np.isnan(estimate.value):
            known[row.metric] = estimate.value
    if len(known) < 2:
        return set()
    best = max(known, key=known.__getitem__)
    if tests:
        return known.keys() - {test.worse for test in tests if test.better == best}
    printed = format_number(known[best])
    return {name for name, value in known.items() if format_number(value) == printed}
