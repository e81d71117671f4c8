"""Results as papers print them: means or correlations with intervals, and bold for the best."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from sacrerouge_litepyramid.statistics.correlation_estimates import LEVELS
from sacrerouge_litepyramid.statistics.difference import ALPHA, LETTERS, SIGNS, Difference
from sacrerouge_litepyramid.statistics.estimate import describe_p, format_number
from sacrerouge_litepyramid.statistics.tables import Bold, Italic, PaperTable

if TYPE_CHECKING:
    from sacrerouge_litepyramid.evaluation.compared_systems import SystemComparison
    from sacrerouge_litepyramid.evaluation.metric_agreement import AgreementReport


def tabulate_systems(found: "SystemComparison") -> PaperTable:
    """Return the means of systems with intervals and groups; without bold where means are not comparable."""
    best = max(found.systems, key=lambda row: row.mean.value).system
    lower = {pair.worse for pair in found.pairs if pair.better == best}
    rows = []
    for system, mean, documents, groups in found.systems:
        style = str if found.unlinked or system in lower else Bold
        shown = str(mean) if documents > 2 else format_number(mean.value)
        rows.append([system, style(shown), str(documents), groups])
    tested = f"max-T over {len(found.pairs)} pairs" if len(found.pairs) > 1 else describe_p(found.pairs[0].p)
    note = (
        f"Means over documents{' adjusted for their difficulty' * found.is_adjusted}, with 95% intervals. Bold: the "
        f"highest and those not significantly lower (paired permutation test, p ≤ {ALPHA}; {tested}). {LETTERS}"
    )
    return PaperTable(["system", found.metric, "documents", "groups"], rows, note)


def tabulate_agreement(report: "AgreementReport", pairs: Sequence[Difference] = ()) -> Iterator[PaperTable]:
    """Yield for each level the correlations with intervals; ``pairs``: the tested differences of metrics.

    Sentinels, which have no statistics of pairs, are in italics and never bold.
    """
    measured = {row.metric for row in report.rows if row.coefficient == "ties"}
    for level in LEVELS:
        found = {(row.metric, row.coefficient): row.estimate for row in report.rows if row.level == level}
        metrics = [name for name in dict.fromkeys(name for name, _ in found) if (name, "pearson") in found]
        bold: set[tuple[str, str]] = set()
        tests = [pair for pair in pairs if pair.level == level]
        for coefficient in SIGNS:
            known = [name for name in metrics if name in measured and not np.isnan(found[name, coefficient].value)]
            best = max(known, key=lambda name: found[name, coefficient].value, default=None)
            lower = {pair.worse for pair in tests if (pair.coefficient, pair.better) == (coefficient, best)}
            others = known if tests else [best] if best else []
            bold |= {(name, coefficient) for name in others if len(known) > 1 and name not in lower}
        rows = [
            [
                name if name in measured else Italic(name),
                *((Bold if (name, each) in bold else str)(found[name, each]) for each in SIGNS),
            ]
            for name in metrics
        ]
        lowest = f" and those not significantly lower (Holm, p ≤ {ALPHA})" if tests else "; differences are not tested"
        note = (
            f"Correlation with {report.human_metric}, {level} level: {report.systems} systems, {report.documents} "
            f"documents, 95% intervals over {report.statistics.over}. Bold: the highest{lowest}."
        )
        if rows:
            yield PaperTable(["metric", *SIGNS.values()], rows, note)
