"""A comparison of metrics as text: their agreement with people, and the pairs of each level and coefficient."""

from collections.abc import Iterator

from sacrerouge_litepyramid.meta.agreement_table import LETTERS, format_p
from sacrerouge_litepyramid.meta.metric_comparison import ComparedMetrics, MetricComparison
from sacrerouge_litepyramid.meta.system_comparison import ALPHA
from sacrerouge_litepyramid.statistics.tables import render_table, shorten

SWAPPED = {"both": "single summaries", "documents": "documents", "systems": "systems"}


def render_comparison(found: MetricComparison) -> str:
    """Return the agreement of each metric, then a line for each pair, level and coefficient."""
    return "\n".join(_lines(found))


def _lines(found: MetricComparison) -> Iterator[str]:
    statistics = found.agreement.statistics
    yield str(found.agreement)
    yield ""
    yield (
        f"Difference of correlations with its interval; permutation test ({statistics.permutations:,}) that swaps the "
        f"scores of {SWAPPED[statistics.swap]}, two-sided; Holm's correction over the pairs of a level and "
        f"coefficient, told apart at p ≤ {ALPHA}; Williams' test on signed correlations, two-sided; wins, ties, losses "
        "and Cohen's d_z of the documents' correlations."
    )
    yield ""
    headers = ["pair", "level", "", "difference", "permutation p", "Holm's p", "bootstrap p", "Williams p"]
    yield render_table([*headers, "wins/ties/losses", "d_z", "better"], [_row(pair) for pair in found.pairs])


def _row(pair: ComparedMetrics) -> list[str]:
    interval = "" if pair.low is None else f" [{pair.low:.3f}, {pair.high:.3f}]"
    return [
        f"{shorten(pair.first)} − {shorten(pair.second)}",
        pair.level,
        LETTERS[pair.coefficient],
        "none" if pair.difference is None else f"{pair.difference:+.3f}{interval}",
        *map(format_p, (pair.permutation_p, pair.holm_p, pair.bootstrap_p)),
        "" if pair.williams_p is None else format_p(pair.williams_p),
        "" if pair.wins is None else f"{pair.wins}/{pair.ties}/{pair.losses}",
        "" if pair.effect_size is None else f"{pair.effect_size:+.2f}",
        pair.better or "not told apart",
    ]
