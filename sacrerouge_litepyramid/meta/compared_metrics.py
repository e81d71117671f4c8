"""A comparison of metrics as rows, as JSON and as text."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from sacrerouge_litepyramid.meta.agreement_report import LETTERS, AgreementReport
from sacrerouge_litepyramid.meta.compared_systems import ALPHA
from sacrerouge_litepyramid.statistics.sample_size import DEFAULT_POWER, count_documents_needed
from sacrerouge_litepyramid.statistics.tables import format_p, render_table, shorten

SWAPPED = {"both": "single summaries", "documents": "documents", "systems": "systems"}


class ComparedMetrics(NamedTuple):
    """The first metric's correlation with people less the second's; None where there is no number.

    The summaries that one of the two or people lack are left out for both. ``holm_p``: of the permutation test, over
    all pairs of a level and coefficient; ``bootstrap_p``: over what the bootstrap draws.
    ``williams_p``: two-sided, on signed correlations, system-level Pearson alone. ``wins``, ``ties``, ``losses``,
    ``effect_size`` (Cohen's d_z): of the correlations document by document, summary level alone. ``better``: the one
    that the corrected permutation test says agrees better, None where the two are not told apart.
    """

    first: str
    second: str
    level: str
    coefficient: str
    difference: float | None
    low: float | None
    high: float | None
    permutation_p: float | None
    holm_p: float | None
    bootstrap_p: float | None
    williams_p: float | None
    wins: int | None
    ties: int | None
    losses: int | None
    effect_size: float | None
    better: str | None


@dataclass(frozen=True)
class MetricComparison:
    """The agreement of each metric, and all pairs by level and coefficient."""

    agreement: AgreementReport
    pairs: tuple[ComparedMetrics, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the comparison for JSON, null where there is no number."""
        written = self.agreement.to_json()
        del written["tests"]
        return {**written, "alpha": ALPHA, "pairs": [pair._asdict() for pair in self.pairs]}

    def count_documents_needed(self, pair: ComparedMetrics, power: float = DEFAULT_POWER) -> int | None:
        """Return how many documents would tell a pair apart if its true difference is the measured one.

        By Student's test with Bonferroni's correction over the pairs of the level and coefficient; Holm's asks for no
        more. None where the pair has no difference or no interval, or needs more than a million documents.
        ``power``: the probability to tell the pair apart. Raises ValueError for a pair of the system level, whose
        correlations are no means over documents.
        """
        if pair.level != "summary":
            raise ValueError(f"the number of documents is known for pairs of the summary level, not of {pair.level!r}")
        if pair.difference is None or pair.low is None or pair.high is None:
            return None
        tests = sum((each.level, each.coefficient) == (pair.level, pair.coefficient) for each in self.pairs)
        interval, documents = (pair.low, pair.high), self.agreement.documents
        return count_documents_needed(pair.difference, interval, documents, power, alpha=ALPHA / tests)

    def __str__(self) -> str:
        return "\n".join(_lines(self))


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
