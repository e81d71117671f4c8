"""How metrics agree with human scores on a data set or its folds.

Settings, values, intervals, tests against a baseline.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from tqdm import tqdm

from sacrerouge_litepyramid.evaluation.scores import Scores
from sacrerouge_litepyramid.statistics.agreement import Agreement, correlate_scores, count_constant_documents
from sacrerouge_litepyramid.statistics.correlation_estimates import Resampling, ScorePair, estimate_correlations
from sacrerouge_litepyramid.statistics.correlations import MIN_ITEMS, williams_test
from sacrerouge_litepyramid.statistics.estimate import finite_or_none
from sacrerouge_litepyramid.statistics.interval_notes import describe_estimands, list_warnings
from sacrerouge_litepyramid.statistics.intervals import DEFAULT_METHOD, check_method
from sacrerouge_litepyramid.statistics.permutation import ComparedScores, permutation_test
from sacrerouge_litepyramid.statistics.rounding import ROUNDING


def williams(compared: ComparedScores, two_tailed: bool) -> float | None:
    """Return p of Williams' test that two metrics' system-level Pearson correlations with human scores are equal.

    The correlations keep their signs (see `williams_test`). One-tailed, the alternative is that ours is higher. A cell
    that one of the matrices lacks is left out of all. None where there is no test: fewer than four systems, a constant
    metric, metrics that agree perfectly, and one-tailed where ours is lower.
    """
    missing = np.isnan(np.stack(compared)).any(axis=0)
    ours, baseline, human = (np.where(missing, np.nan, matrix) for matrix in compared)
    ours, baseline, human = (matrix[~missing.all(axis=1)] for matrix in (ours, baseline, human))
    pairs = ((ours, human), (baseline, human), (ours, baseline))
    first, second, between = (float(correlate_scores(*pair).system_pearson[0]) for pair in pairs)
    if len(ours) < MIN_ITEMS or np.isnan([first, second, between]).any() or abs(between) > 1 - ROUNDING:
        return None
    if not two_tailed and first < second:
        return None
    p = williams_test(first, second, between, len(ours), two_tailed)
    return p if np.isfinite(p) else None


STATISTICS = Agreement._fields


@dataclass(frozen=True)
class Statistics:
    """How to measure; 0 resamples leave the intervals out, 0 permutations the test.

    ``over``: what the bootstrap draws; ``swap``: what the test swaps; ``constant``: see statistics.agreement;
    ``method``: of the intervals, see statistics.intervals.
    """

    resamples: int = 1000
    permutations: int = 1000
    seed: int = 0
    over: str = "documents"
    swap: str = "both"
    constant: str = "drop"
    baseline: str | None = None
    method: str = DEFAULT_METHOD

    def __post_init__(self) -> None:
        for name in ("resamples", "permutations", "seed"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} must be 0 or more, not {getattr(self, name)}")
        check_method(self.method)

    @property
    def resampling(self) -> Resampling:
        """The settings of the intervals."""
        return Resampling(self.resamples, self.over, self.constant, self.method)

    def check_baseline(self, names: Sequence[str]) -> None:
        """Raise ValueError for a baseline that is none of the metrics."""
        if self.baseline is not None and self.baseline not in names:
            raise ValueError(f"the baseline {self.baseline!r} is none of the metrics: {', '.join(names)}")


def measure_folds(folds: Sequence[Scores], statistics: Statistics | None = None) -> dict[str, Any]:
    """Return the agreement of each metric with human scores, JSON-ready, null where there is none.

    ``folds``: of a cross-validation, all with the same metrics, or one whole data set. ``mean`` is the mean over the
    folds, null where a fold has none; its interval is of that mean (``estimands``). Raises ValueError for an unknown
    baseline.
    """
    statistics = statistics or Statistics()
    names = list(folds[0].metrics)
    statistics.check_baseline(names)
    return {
        "statistics": asdict(statistics),
        "estimands": _describe_estimands(folds, statistics),
        "systems": len({name for fold in folds for name in fold.systems}),
        "documents": len({name for fold in folds for name in fold.documents}),
        "folds": [{"systems": len(fold.systems), "documents": len(fold.documents)} for fold in folds],
        "missing": _count_missing(folds),
        "warnings": list_warnings(
            min(len(fold.systems) for fold in folds), min(len(fold.documents) for fold in folds), len(folds)
        ),
        "metrics": {
            name: _measure_metric(folds, name, statistics)
            for name in tqdm(names, desc="intervals", unit="metric", disable=None, delay=1)
        },
    }


def fold_agreement(scores: Scores, metric: str, constant: str = "drop") -> dict[str, Any]:
    """Return one fold's agreement, and the number of documents without a correlation, where one side is constant."""
    ours = scores.metrics[metric]
    found = correlate_scores(ours, scores.human, constant=constant)
    return {
        "systems": len(scores.systems),
        "documents": len(scores.documents),
        "constant_documents": count_constant_documents(ours, scores.human),
        **{name: finite_or_none(getattr(found, name)[0]) for name in STATISTICS},
    }


def _measure_metric(folds: Sequence[Scores], name: str, statistics: Statistics) -> dict[str, Any]:
    results = [fold_agreement(fold, name, statistics.constant) for fold in folds]
    estimates = estimate_correlations(pair_folds(folds, name, statistics.seed), statistics.resampling)
    result: dict[str, Any] = {
        "mean": {statistic: estimate.to_json() for statistic, estimate in estimates.items()},
        "folds": results,
    }
    if statistics.baseline not in (None, name):
        result["against"] = {
            "baseline": statistics.baseline,
            **measure_difference(folds, name, str(statistics.baseline), statistics),
        }
    return result


def pair_folds(folds: Sequence[Scores], metric: str, seed: int) -> list[ScorePair]:
    """Return a metric's and human scores fold by fold; folds of the same documents draw by the same seed."""
    firsts = [next(place for place, other in enumerate(folds) if other.documents == fold.documents) for fold in folds]
    return [
        ScorePair(fold.metrics[metric], fold.human, seed + first) for fold, first in zip(folds, firsts, strict=True)
    ]


def measure_difference(folds: Sequence[Scores], metric: str, other: str, statistics: Statistics) -> dict[str, Any]:
    """Return a metric's agreement less another's, the permutation test's p, and for one whole set that of Williams."""
    compared = [fold.select_pair(metric, other) for fold in folds]
    result: dict[str, Any] = {}
    if statistics.permutations:
        test = permutation_test(
            compared, statistics.permutations, statistics.seed, statistics.swap, statistics.constant
        )
        result["difference"] = {name: finite_or_none(value) for name, value in test.observed.items()}
        result["permutation_p"] = {name: finite_or_none(value) for name, value in test.p.items()}
    result["williams_p"] = williams(compared[0], two_tailed=True) if len(compared) == 1 else None
    return result


def _describe_estimands(folds: Sequence[Scores], statistics: Statistics) -> dict[str, str]:
    if not statistics.resamples:
        return {}
    has_folds = any(fold.documents != folds[0].documents for fold in folds)
    found = describe_estimands(statistics.method, statistics.over, has_folds)
    return {level: found[level] for level in ("system", "summary")}


def _count_missing(folds: Sequence[Scores]) -> dict[str, int]:
    """Count by metric the summaries with a human score that lack the metric's."""
    counts = {name: sum(fold.count_missing(name) for fold in folds) for name in folds[0].metrics}
    return {name: count for name, count in counts.items() if count}
