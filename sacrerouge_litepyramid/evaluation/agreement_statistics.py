"""What all measures of agreement with human scores share: rows, settings and rules, and the tests of two metrics."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.texts import count_nouns, list_known
from sacrerouge_litepyramid.evaluation.scores import Scores
from sacrerouge_litepyramid.statistics.agreement import correlate_scores
from sacrerouge_litepyramid.statistics.correlation_estimates import COEFFICIENTS, SYSTEM_LEVELS, Resampling, ScorePair
from sacrerouge_litepyramid.statistics.correlations import MIN_ITEMS, williams_test
from sacrerouge_litepyramid.statistics.difference import Difference
from sacrerouge_litepyramid.statistics.estimate import Estimate
from sacrerouge_litepyramid.statistics.interval_notes import describe_share
from sacrerouge_litepyramid.statistics.intervals import TWO_WAY
from sacrerouge_litepyramid.statistics.permutation import ComparedScores, compare_over_summaries, permutation_test
from sacrerouge_litepyramid.statistics.rounding import ROUNDING


class AgreementRow(NamedTuple):
    """A metric's correlation with human scores, or another statistic of its agreement.

    ``n``: the number of its items: systems, averaged documents, summaries or units.
    """

    metric: str
    level: str
    coefficient: str
    estimate: Estimate
    n: int


def williams(compared: ComparedScores, two_tailed: bool) -> float | None:
    """Return p of Williams' test that two metrics' system-level Pearson correlations with human scores are equal.

    The correlations keep their signs (see `williams_test`). The one-tailed alternative is that ours is higher. Cells
    that one of the matrices lacks are excluded. None if there is no test: fewer than four systems, a constant metric,
    metrics that agree perfectly or, one-tailed, if ours is lower.
    """
    common = compared.keep_common()
    ours, baseline, human = (matrix[~np.isnan(common.human).all(axis=1)] for matrix in common)
    pairs = ((ours, human), (baseline, human), (ours, baseline))
    first, second, between = (float(correlate_scores(*pair).system_pearson[0]) for pair in pairs)
    if len(ours) < MIN_ITEMS or np.isnan([first, second, between]).any() or abs(between) > 1 - ROUNDING:
        return None
    if not two_tailed and first < second:
        return None
    p = williams_test(first, second, between, len(ours), two_tailed)
    return p if np.isfinite(p) else None


@dataclass(frozen=True)
class Statistics:
    """How to measure agreement; without resamples there are no intervals, without permutations no tests.

    ``swap``: what the tests swap; ``constant``: see `statistics.agreement`.
    """

    resamples: int = 1000
    permutations: int = 1000
    seed: int = 0
    swap: str = "both"
    constant: str = "drop"
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
            raise ValueError(f"the baseline {self.baseline!r} is not one of the metrics; the metrics are: {known}")


def pair_folds(folds: Sequence[Scores], metric: str, seed: int) -> list[ScorePair]:
    """Return a metric's and human scores for each fold; folds of the same documents have the same seed."""
    firsts = [next(place for place, other in enumerate(folds) if other.documents == fold.documents) for fold in folds]
    return [
        ScorePair(fold.metrics[metric], fold.human, seed + first) for fold, first in zip(folds, firsts, strict=True)
    ]


def compare_agreement(
    folds: Sequence[Scores],
    metric: str,
    other: str,
    statistics: Statistics,
    levels: Sequence[str] = SYSTEM_LEVELS,
) -> dict[str, Difference]:
    """Return, by LEVEL_COEFFICIENT, a metric's agreement − another's, with the p of a permutation test, if any.

    For a single fold, Pearson's at the system level also has the p of Williams' test. The global level, which needs a
    single fold, is tested by swapping the scores of documents.
    """
    compared = [fold.select_pair(metric, other) for fold in folds]
    permutations, seed = statistics.permutations, statistics.seed
    tested = {}
    if permutations and "system" in levels:
        tested = permutation_test(compared, permutations, seed, statistics.swap, statistics.constant)
    if permutations and "global" in levels:
        over_summaries = compare_over_summaries(compared[0], permutations, seed)
        tested |= {f"global_{coefficient}": difference for coefficient, difference in over_summaries.items()}
    differences = {}
    for level in levels:
        for coefficient in COEFFICIENTS:
            name = f"{level}_{coefficient}"
            difference = tested.get(name, Difference(Estimate(np.nan)))
            differences[name] = difference._replace(first=metric, second=other, level=level, coefficient=coefficient)
    if len(compared) == 1 and "system" in levels:
        p = williams(compared[0], two_tailed=True)
        differences["system_pearson"] = differences["system_pearson"]._replace(williams_p=p)
    return differences


def describe_swap(swap: str, levels: Sequence[str] = SYSTEM_LEVELS) -> str:
    """Return what a permutation test swaps the scores of; without a system level that is always documents."""
    swap = swap if "system" in levels else "documents"
    return "single summaries" if swap == "both" else swap


#: how each setting ``constant`` treats constant documents
RULES = {
    "drop": "documents where one side is constant are excluded at the summary level",
    "zero": "documents where one side is constant count as 0 at the summary level",
    "epsilon": "1e-10 on the first value of a document's scores that are constant, as the Lite-Pyramid authors do",
}


def describe_rules(
    statistics: Mapping[str, Any],
    constant: Mapping[str, int],
    missing: Mapping[str, int],
    documents: int,
    has_systems: bool = True,
) -> Iterator[str]:
    """Yield the rules of correlations and intervals.

    ``constant``, ``missing``: the numbers of constant documents, empty without a summary level, and of missing
    summaries by metric; ``documents``: the number of all documents; ``has_systems``: whether there is a system level.
    """
    if constant:
        yield f"{RULES[statistics['constant']]} ({_count_constant(constant, documents)})"
    if statistics["resamples"] and not has_systems:
        yield "95% intervals by a jackknife over documents"
    elif statistics["resamples"]:
        yield f"95% two-way intervals over documents, {statistics['resamples']:,} draws, seed {statistics['seed']}"
    yield from (f"{name} lacks {count_nouns(summary=count)}" for name, count in missing.items())


def _count_constant(counts: Mapping[str, int], documents: int) -> str:
    if len(set(counts.values())) == 1:
        count = next(iter(counts.values()))
        return f"{count} of them{f', {100 * count / documents:.0f}%' if count else ''}"
    return ", ".join(f"{describe_share(count, documents)} for {name}" for name, count in counts.items())
