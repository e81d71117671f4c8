"""Results as papers print them: means or correlations with intervals, and bold for the best."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from sacrerouge_litepyramid.statistics.correlation_estimates import LEVELS
from sacrerouge_litepyramid.statistics.difference import ALPHA, LETTERS, SIGNS, Difference
from sacrerouge_litepyramid.statistics.estimate import describe_p, format_number
from sacrerouge_litepyramid.statistics.tables import Bold, Italic, PaperTable, shorten

#: the documents that are named of all that changed
MAX_CHANGES = 5

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


def list_versions(found: "SystemComparison") -> Iterator[tuple[str, Difference, int]]:
    """Yield each system that two evaluations have, its pair, and 1 or −1: the sign of the new less the old."""
    for system, new, old in found.versions:
        for pair in found.pairs:
            if {pair.first, pair.second} == {new, old}:
                yield system, pair, 1 if pair.first == new else -1


def tabulate_changes(found: "SystemComparison") -> Iterator[PaperTable]:
    """Yield the documents that changed most between two evaluations, if these are compared and any changed."""
    changes = [(name, each, sign) for name, pair, sign in list_versions(found) for each in pair.largest_differences]
    rows = []
    for name, each, sign in sorted(changes, key=lambda row: -abs(row[1].difference))[:MAX_CHANGES]:
        scores = [each.first, each.second][::-sign]
        shown = [*map(format_number, scores), format_number(sign * each.difference, sign="+")]
        rows.append([shorten(name), shorten(each.instance_id), *shown])
    if rows:
        yield PaperTable(["system", "largest changes", "old", "new", "difference"], rows, "")


def tabulate_agreement(report: "AgreementReport", pairs: Sequence[Difference] = ()) -> Iterator[PaperTable]:
    """Yield for each level the correlations with intervals; ``pairs``: the tested differences of metrics.

    Sentinels, which have no statistics of pairs, are in italics and never bold.
    """
    measured = [row.metric for row in report.rows if row.coefficient == "ties"]
    for level in LEVELS:
        found = {(row.metric, row.coefficient): row.estimate for row in report.rows if row.level == level}
        metrics = [name for name, coefficient in found if coefficient == "pearson"]
        tests, rows = [pair for pair in pairs if pair.level == level], [[name] for name in metrics]
        for each in SIGNS:
            known = [name for name in metrics if name in measured and not np.isnan(found[name, each].value)]
            best = max(known, key=lambda name: found[name, each].value, default="")  # noqa: B023
            lower = {pair.worse for pair in tests if (pair.coefficient, pair.better) == (each, best)}
            bold = {name for name in known if name == best or (tests and name not in lower)} if len(known) > 1 else ()
            for row in rows:
                row.append((Bold if row[0] in bold else str)(found[row[0], each]))
        others = f" and those not significantly lower (Holm, p ≤ {ALPHA})" if tests else "; differences are not tested"
        note = (
            f"Correlation with {report.human_metric}, {level} level: {report.systems} systems, {report.documents} "
            f"documents, 95% intervals over {report.statistics.over}. Bold: the highest{others}."
        )
        if rows:
            named = [[row[0] if row[0] in measured else Italic(row[0]), *row[1:]] for row in rows]
            yield PaperTable(["metric", *SIGNS.values()], named, note)
