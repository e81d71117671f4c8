"""Correlations as papers print them: with intervals, and bold for the best."""

from collections.abc import Iterator, Sequence

import numpy as np

from sacrerouge_litepyramid.evaluation.agreement_statistics import AgreementRow
from sacrerouge_litepyramid.statistics.correlation_estimates import LEVELS
from sacrerouge_litepyramid.statistics.difference import ALPHA, SYMBOLS, Difference
from sacrerouge_litepyramid.statistics.estimate import format_number
from sacrerouge_litepyramid.statistics.tables import Bold, Italic, PaperTable


def tabulate_agreement(
    measured_rows: Sequence[AgreementRow], measured: Sequence[str], pairs: Sequence[Difference], data: str
) -> Iterator[PaperTable]:
    """Yield a table for each level: the correlations with their intervals.

    ``measured``: the names of the metrics; other rows are sentinels', in italics and never bold. ``pairs``: tested
    differences; ``data``: the name of the data.
    """
    for level in LEVELS:
        estimates = {(row.metric, row.coefficient): row.estimate for row in measured_rows if row.level == level}
        metrics = [name for name, coefficient in estimates if coefficient == "pearson"]
        tests, rows = [pair for pair in pairs if pair.level == level], [[name] for name in metrics]
        for coefficient in SYMBOLS:
            values = {name: estimates[name, coefficient].value for name in metrics if name in measured}
            known = [name for name, value in values.items() if not np.isnan(value)]
            best = max(known, key=values.__getitem__, default="")
            lower = {pair.worse for pair in tests if (pair.coefficient, pair.better) == (coefficient, best)}
            shown = {name: format_number(values[name]) for name in known}
            bold = {name for name in known if (name not in lower if tests else shown[name] == shown[best])}
            for row in rows:
                row.append((Bold if row[0] in bold and len(known) > 1 else str)(estimates[row[0], coefficient]))
        others = f" and those not significantly lower (Holm, p ≤ {ALPHA})" if tests else "; differences are not tested"
        has_intervals = any(estimate.has_interval for estimate in estimates.values())
        intervals = ", 95% intervals over documents" if has_intervals else ""
        note = f"Correlation at the {level} level: {data}{intervals}. Bold: the highest{others}."
        if rows:
            named = [[row[0] if row[0] in measured else Italic(row[0]), *row[1:]] for row in rows]
            yield PaperTable([f"metric, {level} level", *SYMBOLS.values()], named, note)
