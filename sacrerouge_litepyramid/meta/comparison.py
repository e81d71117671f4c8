"""Measure how metrics agree with people on a data set or its folds: values, intervals, tests against a baseline."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from tqdm import tqdm

from sacrerouge_litepyramid.meta.scores import Scores, finite_or_none
from sacrerouge_litepyramid.meta.williams import williams
from sacrerouge_litepyramid.statistics.agreement import Agreement, agreement, count_constant_documents, interval
from sacrerouge_litepyramid.statistics.permutation import permutation_test
from sacrerouge_litepyramid.statistics.resampling import bootstrap, mean_over_folds

STATISTICS = Agreement._fields


@dataclass(frozen=True)
class Statistics:
    """How to measure; 0 resamples leave the intervals out, 0 permutations the test.

    ``over``: what the bootstrap draws; ``swap``: what the test swaps; ``constant``: see statistics.agreement.
    """

    resamples: int = 1000
    permutations: int = 1000
    seed: int = 0
    over: str = "documents"
    swap: str = "both"
    constant: str = "drop"
    baseline: str | None = None

    def __post_init__(self) -> None:
        for name in ("resamples", "permutations", "seed"):
            if getattr(self, name) < 0:
                raise ValueError(f"{name} must be 0 or more, not {getattr(self, name)}")


def compare(folds: Sequence[Scores], statistics: Statistics | None = None) -> dict[str, Any]:
    """Return the agreement of each metric with people, JSON-ready, null where there is none.

    ``folds``: of a cross-validation, all with the same metrics, or one whole data set. ``mean`` is the mean over the
    folds, null where a fold has none; its interval is of that mean, with the documents of each fold drawn anew (with
    folds by systems, the same documents in each fold). Raises ValueError for an unknown baseline.
    """
    statistics = statistics or Statistics()
    names = list(folds[0].metrics)
    if statistics.baseline is not None and statistics.baseline not in names:
        raise ValueError(f"the baseline {statistics.baseline!r} is none of the metrics: {', '.join(names)}")
    return {
        "statistics": asdict(statistics),
        "systems": len({name for fold in folds for name in fold.systems}),
        "documents": len({name for fold in folds for name in fold.documents}),
        "folds": [{"systems": len(fold.systems), "documents": len(fold.documents)} for fold in folds],
        "missing": _count_missing(folds),
        "metrics": {
            name: _measure_metric(folds, name, statistics)
            for name in tqdm(names, desc="intervals", unit="metric", disable=None, delay=1)
        },
    }


def fold_agreement(scores: Scores, metric: str, constant: str = "drop") -> dict[str, Any]:
    """Return one fold's agreement, and the number of documents without a correlation, where one side is constant."""
    ours = scores.metrics[metric]
    found = agreement(ours, scores.people, constant=constant)
    return {
        "systems": len(scores.systems),
        "documents": len(scores.documents),
        "constant_documents": count_constant_documents(ours, scores.people),
        **{name: finite_or_none(getattr(found, name)[0]) for name in STATISTICS},
    }


def _measure_metric(folds: Sequence[Scores], name: str, statistics: Statistics) -> dict[str, Any]:
    results = [fold_agreement(fold, name, statistics.constant) for fold in folds]
    result: dict[str, Any] = {"mean": _estimates(folds, name, results, statistics), "folds": results}
    if statistics.baseline not in (None, name):
        result["against"] = _compare_with_baseline(folds, name, str(statistics.baseline), statistics)
    return result


def _estimates(
    folds: Sequence[Scores], metric: str, results: Sequence[Mapping[str, Any]], statistics: Statistics
) -> dict[str, Any]:
    resampled = None
    if statistics.resamples:
        resampled = mean_over_folds([_resample(fold, metric, folds, statistics) for fold in folds])
    estimates = {}
    for name in STATISTICS:
        values = [result[name] for result in results]
        low, high = (np.nan, np.nan) if resampled is None else interval(getattr(resampled, name))
        value = None if None in values else float(np.mean(values))
        estimates[name] = {"value": value, "low": finite_or_none(low), "high": finite_or_none(high)}
    return estimates


def _resample(fold: Scores, metric: str, folds: Sequence[Scores], statistics: Statistics) -> Agreement:
    """Bootstrap one fold; folds of the same documents draw the same documents."""
    first = next(index for index, other in enumerate(folds) if other.documents == fold.documents)
    return bootstrap(
        fold.metrics[metric],
        fold.people,
        resamples=statistics.resamples,
        seed=statistics.seed + first,
        over=statistics.over,
        constant=statistics.constant,
    )


def _compare_with_baseline(
    folds: Sequence[Scores], metric: str, baseline: str, statistics: Statistics
) -> dict[str, Any]:
    compared = [fold.select_pair(metric, baseline) for fold in folds]
    result: dict[str, Any] = {"baseline": baseline}
    if statistics.permutations:
        test = permutation_test(
            compared, statistics.permutations, statistics.seed, statistics.swap, statistics.constant
        )
        result["difference"] = {name: finite_or_none(value) for name, value in test.observed.items()}
        result["permutation_p"] = {name: finite_or_none(value) for name, value in test.p.items()}
    result["williams_p"] = williams(compared[0], two_tailed=True) if len(compared) == 1 else None
    return result


def _count_missing(folds: Sequence[Scores]) -> dict[str, int]:
    """Count by metric the summaries that people scored and the metric did not."""
    counts = {name: sum(fold.count_missing(name) for fold in folds) for name in folds[0].metrics}
    return {name: count for name, count in counts.items() if count}
