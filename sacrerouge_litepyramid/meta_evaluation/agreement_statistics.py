"""Settings, rules and tests that all measures of agreement with human scores share."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.texts import count_nouns, list_known
from sacrerouge_litepyramid.meta_evaluation.records import (
    GLOBAL,
    SUMMARY,
    SYSTEM,
    CorrelationDifference,
    Level,
    MetricDifference,
)
from sacrerouge_litepyramid.meta_evaluation.scores import Scores
from sacrerouge_litepyramid.statistics.agreement import MIN_DOCUMENTS, correlate_systems
from sacrerouge_litepyramid.statistics.correlation_estimates import Resampling, ScorePair
from sacrerouge_litepyramid.statistics.correlations import MIN_ITEMS, williams_test
from sacrerouge_litepyramid.statistics.difference import Difference
from sacrerouge_litepyramid.statistics.estimate import finite_or_none
from sacrerouge_litepyramid.statistics.interval_notes import describe_share
from sacrerouge_litepyramid.statistics.intervals import TWO_WAY
from sacrerouge_litepyramid.statistics.permutation import (
    ComparedScores,
    compare_over_summaries,
    permutation_test,
)
from sacrerouge_litepyramid.statistics.rounding import ROUNDING


def williams(compared: ComparedScores, two_tailed: bool) -> float | None:
    """Return p of Williams' test that two metrics' Pearson correlations over systems are equal.

    The correlations are those with human scores and keep their signs (see `williams_test`). The
    one-tailed alternative is that ours is higher. Cells that one of the matrices lacks are
    excluded. Return None if there is no test: with fewer than four systems, a constant metric,
    metrics that agree perfectly or, one-tailed, if ours is lower.
    """
    common = compared.keep_common()
    has_scores = ~np.isnan(common.human).all(axis=1)
    ours, baseline = common.ours[has_scores], common.baseline[has_scores]
    human = common.human[has_scores]
    first = float(correlate_systems(ours, human).pearson[0])
    second = float(correlate_systems(baseline, human).pearson[0])
    between = float(correlate_systems(ours, baseline).pearson[0])
    if (
        len(ours) < MIN_ITEMS
        or np.isnan([first, second, between]).any()
        or abs(between) > 1 - ROUNDING
    ):
        return None
    if not two_tailed and first < second:
        return None
    return finite_or_none(williams_test(first, second, between, len(ours), two_tailed))


@dataclass(frozen=True)
class Statistics:
    """How to measure agreement."""

    # the number of draws or resamples for intervals; 0 for no intervals
    resamples: int = 1000
    # the number of permutations of a test; 0 for no tests
    permutations: int = 1000
    seed: int = 0
    # the rule for constant documents, one of statistics.agreement's CONSTANT_RULES
    constant: str = "drop"
    # the metric against which the others are tested
    baseline: str | None = None

    def __post_init__(self) -> None:
        for name in ("resamples", "permutations", "seed"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} must be 0 or more, not {getattr(self, name)}")

    def to_dict(self) -> dict[str, Any]:
        """Return the settings for JSON, with the method of the intervals."""
        return {**asdict(self), "method": TWO_WAY}

    @property
    def resampling(self) -> Resampling:
        """The settings of the intervals."""
        return Resampling(self.resamples, self.constant)

    def check_baseline(self, names: Sequence[str]) -> None:
        """Raise ValueError for a baseline that is not one of the metrics."""
        if self.baseline is not None and self.baseline not in names:
            known = list_known(self.baseline, names)
            raise ValueError(
                f"the baseline {self.baseline!r} is not one of the metrics; the metrics are: "
                f"{known}"
            )


def pair_folds(folds: Sequence[Scores], metric: str, seed: int) -> list[ScorePair]:
    """Return a metric's and human scores for each fold.

    Folds of the same documents have the same seed.
    """
    all_documents = [fold.documents for fold in folds]
    return [
        ScorePair(fold.metrics[metric], fold.human, seed + all_documents.index(fold.documents))
        for fold in folds
    ]


def compare_agreement(
    folds: Sequence[Scores],
    metric: str,
    other: str,
    statistics: Statistics,
    levels: Sequence[Level] = (SYSTEM, SUMMARY),
) -> MetricDifference:
    """Return how far a metric's correlations with human scores exceed another's, with p of a test.

    The test is a permutation test, by level and coefficient. For a single fold, Pearson's at the
    system level also has the p of Williams' test. The level over all summaries, which needs a
    single fold, is tested by swapping the scores of documents.
    """
    compared = [fold.select_pair(metric, other) for fold in folds]
    permutations, seed = statistics.permutations, statistics.seed
    tests: dict[str, Difference] = {}
    if SYSTEM in levels or SUMMARY in levels:
        tests |= permutation_test(compared, permutations, seed, statistics.constant)
    if GLOBAL in levels:
        tests |= compare_over_summaries(compared[0], permutations, seed)
    by_level = {}
    for level in levels:
        named = {}
        for coefficient in CorrelationDifference._fields:
            test = tests[f"{level.name}_{coefficient}"]
            named[coefficient] = test._replace(first=metric, second=other)
        by_level[level] = CorrelationDifference(**named)
    if SYSTEM in levels and len(compared) == 1:
        system = by_level[SYSTEM]
        p = williams(compared[0], two_tailed=True)
        by_level[SYSTEM] = system._replace(pearson=system.pearson._replace(williams_p=p))
    return MetricDifference(metric, other, by_level)


def describe_swap(has_systems: bool = True) -> str:
    """Return what a permutation test swaps the scores of; without a system level, of documents."""
    return "single summaries" if has_systems else "documents"


#: how each setting ``constant`` treats constant documents
RULES = {
    "drop": "documents where one side is constant are excluded at the summary level",
    "zero": "documents where one side is constant count as 0 at the summary level",
    "epsilon": "1e-10 on the first value of a document's scores that are constant, as the "
    "Lite-Pyramid authors do",
}


def describe_rules(
    statistics: Statistics,
    constant: Mapping[str, int],
    missing: Mapping[str, int],
    documents: int,
    has_systems: bool = True,
) -> Iterator[str]:
    """Yield the rules of correlations and intervals.

    ``constant``, ``missing``: the numbers of constant documents, empty without a summary level, and
    of missing summaries by metric; ``documents``: the number of all documents; ``has_systems``:
    whether there is a system level.
    """
    if constant:
        counts = []
        for name, count in constant.items():
            if count:
                counts.append(f"{describe_share(count, documents)} for {name}")
        rule = RULES[statistics.constant]
        yield f"{rule}: {', '.join(counts)}" if counts else rule
    has_intervals = statistics.resamples > 0 and documents >= MIN_DOCUMENTS
    if has_intervals and has_systems:
        yield (
            "95% intervals of other samples of as many documents, and without the documents' "
            f"noise, {statistics.resamples:,} draws, seed {statistics.seed}"
        )
    elif has_intervals:
        yield "95% intervals by a jackknife over documents"
    for name, count in missing.items():
        if count:
            yield f"{name} lacks {count_nouns(summary=count)}"
