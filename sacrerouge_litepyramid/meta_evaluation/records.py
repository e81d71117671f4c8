"""Records of what is measured: a metric's agreement with human scores, and two metrics' difference.

A level that does not exist, or was not asked for, is None.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.texts import count_nouns
from sacrerouge_litepyramid.meta_evaluation.scores import Scores
from sacrerouge_litepyramid.statistics.correlation_estimates import (
    Correlation,
    Resampling,
    ScorePair,
    correlate_global_level,
    correlate_summary_level,
    correlate_system_level,
)
from sacrerouge_litepyramid.statistics.difference import Difference
from sacrerouge_litepyramid.statistics.estimate import Estimate, finite_or_none, format_number
from sacrerouge_litepyramid.statistics.interval_notes import describe_share
from sacrerouge_litepyramid.statistics.pairwise_accuracy import SummaryPairs


class SystemPairs(NamedTuple):
    """How a metric orders pairs of systems, by their means, as human scores do."""

    # the share of pairs that both order alike or both tie
    pairwise_accuracy: Estimate
    # soft pairwise accuracy
    spa: float
    # the share of pairs that human scores tie
    ties: float


@dataclass(frozen=True)
class MetricAgreement:
    """How far a metric agrees with human scores."""

    metric: str
    # correlations of systems' means, and the number of systems
    system: Correlation | None = None
    systems: int = 0
    # correlations across systems within a document, averaged over this number of documents
    summary: Correlation | None = None
    averaged_documents: int = 0
    # correlations over all summaries, and their number
    over_summaries: Correlation | None = None
    summaries: int = 0
    # r over all summaries of what the means of systems and documents leave open; None if undefined
    beyond_means: Estimate | None = None
    # documents that have a summary with both scores
    documents: int = 0
    # documents without a correlation, as one side is constant, or as fewer than three systems have
    # both scores
    constant: int = 0
    incomplete: int = 0
    # summaries with a human score but none of the metric
    missing: int = 0
    # why there is no correlation, "" if there is one
    undefined: str = ""
    # None for sentinels, for fewer than three systems, and without a pair
    system_pairs: SystemPairs | None = None
    summary_pairs: SummaryPairs | None = None
    # whether it is a simple score without a judge, which a metric must beat
    is_sentinel: bool = False

    def find_r(self, level: "Level") -> Estimate | None:
        """Return r at a level, None if it is undefined."""
        correlation = level.find(self)
        if correlation is None or np.isnan(correlation.pearson.value):
            return None
        return correlation.pearson

    def count_documents(self, level: "Level") -> int:
        """Return the number of documents behind a correlation at a level."""
        return self.averaged_documents if level is SUMMARY else self.documents

    def describe_preferences(self) -> str:
        """Return, for a sentence, how often the metric prefers the same summary as human scores.

        It is "" if unknown.
        """
        pairs = self.summary_pairs
        if pairs is None or not pairs.untied:
            return ""
        # With two systems, a document has a single pair of summaries.
        noun = "document" if self.systems == 2 else "pair"
        share = describe_share(pairs.alike, pairs.untied)
        return (
            f"prefers the summary that human scores prefer in {share} of the "
            f"{count_nouns(**{noun: pairs.untied})} that they do not tie"
        )


class CorrelationDifference(NamedTuple):
    """The differences of two metrics' correlations with human scores at one level."""

    pearson: Difference
    spearman: Difference
    kendall: Difference


class Level(NamedTuple):
    """A level of correlation: its names, where its numbers are, and how they are computed."""

    # the name in options and JSON
    name: str
    # how a sentence or a header names r at the level
    place: str
    find: Callable[[MetricAgreement], Correlation | None]
    count: Callable[[MetricAgreement], int]
    correlate: Callable[[ScorePair, Resampling], Correlation]


SYSTEM = Level(
    name="system",
    place="over systems",
    find=lambda row: row.system,
    count=lambda row: row.systems,
    correlate=lambda pair, resampling: correlate_system_level([pair], resampling),
)
SUMMARY = Level(
    name="summary",
    place="within documents",
    find=lambda row: row.summary,
    count=lambda row: row.averaged_documents,
    correlate=lambda pair, resampling: correlate_summary_level([pair], resampling),
)
GLOBAL = Level(
    name="global",
    place="over summaries",
    find=lambda row: row.over_summaries,
    count=lambda row: row.summaries,
    correlate=correlate_global_level,
)
#: all levels, and by their names
LEVELS = (SYSTEM, SUMMARY, GLOBAL)
LEVELS_BY_NAME = {level.name: level for level in LEVELS}


def describe_r(level: Level, r: Estimate, documents: int) -> str:
    """Return a sentence or two on a correlation with human scores, with what it speaks of.

    ``documents``: the number of documents behind it.
    """
    if level is not SYSTEM or r.limit is None:
        return f"r {level.place} is {r.describe()}."
    low, high = format_number(r.low), format_number(r.high)
    return (
        f"r {level.place} is {format_number(r.value)} on these {documents} documents; another "
        f"{documents} like these would give {low} to {high}. Without the documents' noise, r of "
        f"these systems is {r.limit.describe()}."
    )


class MetricDifference(NamedTuple):
    """How far the first metric agrees better with human scores than the second."""

    first: str
    second: str
    # the differences at the levels that were compared
    by_level: Mapping[Level, CorrelationDifference]

    @property
    def system(self) -> CorrelationDifference | None:
        """The differences of the correlations of systems' means."""
        return self.by_level.get(SYSTEM)


def list_levels(scores: Scores) -> tuple[Level, ...]:
    """Return the levels that scores allow: that of systems, if there is one, and of summaries.

    The level of single summaries is SUMMARY or, if no document has enough systems, GLOBAL.
    """
    last = SUMMARY if scores.has_summary_level else GLOBAL
    return (SYSTEM, last) if scores.has_system_level else (last,)


def list_correlations(measured: MetricAgreement) -> Iterator[tuple[Level, Correlation]]:
    """Yield the levels at which a metric was measured, with its correlations."""
    for level in LEVELS:
        correlation = level.find(measured)
        if correlation is not None:
            yield level, correlation


def list_agreement_rows(
    measured: MetricAgreement, at_bounds: Sequence[MetricAgreement] = ()
) -> Iterator[dict[str, Any]]:
    """Yield a metric's numbers as rows for JSON: metric, level, coefficient, value, interval, n.

    ``at_bounds``: the agreement with missing answers as 0 and as 1; a correlation then has the
    range of the three.
    """

    def make_row(level: Level, coefficient: str, value: Any, count: int) -> dict[str, Any]:
        estimate = value if isinstance(value, Estimate) else Estimate(value)
        name = {"metric": measured.metric, "level": level.name, "coefficient": coefficient}
        return {**name, **estimate.to_dict(), "n": count}

    for level, correlation in list_correlations(measured):
        for coefficient, estimate in correlation._asdict().items():
            row = make_row(level, coefficient, estimate, level.count(measured))
            if at_bounds:
                found = [correlation, *filter(None, map(level.find, at_bounds))]
                values = [getattr(end, coefficient).value for end in found]
                row["bounds"] = [finite_or_none(end(values)) for end in (np.nanmin, np.nanmax)]
            yield row
    if measured.system_pairs is not None:
        for name, share in measured.system_pairs._asdict().items():
            yield make_row(SYSTEM, name, share, measured.systems)
    pairs = measured.summary_pairs
    if pairs is not None:
        for name in ("acc_eq", "acc_eq_in_sample", "epsilon", "ties"):
            yield make_row(SUMMARY, name, getattr(pairs, name), pairs.documents)


def list_differences(pair: MetricDifference) -> Iterator[tuple[str, str, Difference]]:
    """Yield the level, the coefficient and the difference of each correlation."""
    for level, compared in pair.by_level.items():
        for coefficient, difference in compared._asdict().items():
            yield level.name, coefficient, difference
