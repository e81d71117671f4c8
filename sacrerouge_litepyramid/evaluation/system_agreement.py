"""The system level by means over all documents, and among the pairs of systems that a metric scores most alike.

As rows of `agreement`; see `statistics.all_documents`.
"""

from collections.abc import Iterator, Sequence

from sacrerouge_litepyramid.evaluation.agreement_statistics import AgreementRow, Statistics
from sacrerouge_litepyramid.evaluation.scores import Scores
from sacrerouge_litepyramid.statistics.all_documents import correlate_all_documents, measure_close_pairs
from sacrerouge_litepyramid.statistics.tables import render_table

#: the levels of the rows
ALL_DOCUMENTS, CLOSE_PAIRS = "all-documents", "close-pairs"
#: before the share in percent, the names of statistics of close pairs
CLOSEST = "kendall_closest_"
DESCRIPTION = (
    "Kendall's τ among the pairs of systems that are closest by the metric, as a share of all pairs (number of pairs)."
)


def measure_all_documents(scores: Scores, metric: str, statistics: Statistics) -> Iterator[AgreementRow]:
    """Yield the correlations with the metric's means over all documents, if it scored unlabelled ones."""
    if metric in scores.unlabelled:
        ours, human = scores.join_unlabelled(metric)
        found = correlate_all_documents(ours, human, statistics.resamples, statistics.over, statistics.seed)
        for coefficient, estimate in found.items():
            yield AgreementRow(metric, ALL_DOCUMENTS, coefficient, estimate, len(scores.systems))


def measure_closeness(scores: Scores, metric: str, statistics: Statistics) -> Iterator[AgreementRow]:
    """Yield τ among the closest pairs of systems; its intervals are over documents alone."""
    draws = statistics.resamples if statistics.over == "documents" else 0
    for each in measure_close_pairs(*scores.join_unlabelled(metric), draws, statistics.seed):
        yield AgreementRow(metric, CLOSE_PAIRS, f"{CLOSEST}{each.share}", each.kendall, each.pairs)


def render_close_pairs(rows: Sequence[AgreementRow]) -> Iterator[str]:
    """Yield a table of the rows of close pairs, with a line for each metric, if there are any."""
    lines: dict[str, dict[str, str]] = {}
    for row in rows:
        if row.level == CLOSE_PAIRS:
            lines.setdefault(row.metric, {})[f"{row.coefficient.removeprefix(CLOSEST)}% ({row.n})"] = str(row.estimate)
    if lines:
        columns = list(dict.fromkeys(name for cells in lines.values() for name in cells))
        table = [[metric, *(cells.get(name, "") for name in columns)] for metric, cells in lines.items()]
        yield from ("", DESCRIPTION, "", render_table(["metric", *columns], table))
