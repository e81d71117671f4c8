"""Correlations as papers print them: with intervals, and bold for the best."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from sacrerouge_litepyramid.evaluation.records import (
    LEVELS,
    Level,
    MetricAgreement,
    MetricDifference,
)
from sacrerouge_litepyramid.statistics.correlation_estimates import Correlation
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
        correlations = {}
        for row in measured:
            correlation = level.find(row)
            if correlation is not None:
                correlations[row.metric] = correlation
        if correlations:
            sentinels = [row.metric for row in measured if row.is_sentinel]
            yield _tabulate_level(level, correlations, sentinels, pairs, data)


def _tabulate_level(
    level: Level,
    correlations: Mapping[str, Correlation],
    sentinels: Sequence[str],
    pairs: Sequence[MetricDifference],
    data: str,
) -> PaperTable:
    names = [Italic(metric) if metric in sentinels else metric for metric in correlations]
    columns: list[list[str]] = [names]
    numbers: list[Estimate] = []
    for coefficient in SYMBOLS:
        estimates = {}
        of_metrics = {}
        for metric, correlation in correlations.items():
            estimates[metric] = getattr(correlation, coefficient)
            if metric not in sentinels:
                of_metrics[metric] = estimates[metric]
        tests = [getattr(pair.by_level[level], coefficient) for pair in pairs]
        best = _find_best(of_metrics, tests)
        columns.append(
            [Bold(cell) if metric in best else str(cell) for metric, cell in estimates.items()]
        )
        numbers += estimates.values()
    note = f"Correlation at the {level.name} level: {data}"
    if any(number.has_interval for number in numbers):
        note += ", 95% intervals over documents"
    if any(number.has_observed for number in numbers):
        note += ", in parentheses on these documents"
    note += ". Bold: the highest"
    if pairs:
        note += f" and those not significantly lower (Holm, p ≤ {ALPHA})."
    else:
        note += "; differences are not tested."
    rows = [list(row) for row in zip(*columns, strict=True)]
    return PaperTable([f"metric, {level.name} level", *SYMBOLS.values()], rows, note)


def _find_best(estimates: dict[str, Estimate], tests: Sequence[Difference]) -> set[str]:
    """Return the metrics that are bold: the highest and those not significantly lower.

    A single metric is not bold. Without tests, those that are printed alike are the highest.
    """
    known = {}
    for name, estimate in estimates.items():
        if not np.isnan(estimate.value):
            known[name] = estimate.value
    if len(known) < 2:
        return set()
    best = max(known, key=known.__getitem__)
    if tests:
        return known.keys() - {test.worse for test in tests if test.better == best}
    printed = format_number(known[best])
    return {name for name, value in known.items() if format_number(value) == printed}
