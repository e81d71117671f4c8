"""A metric's correlations with human scores on one data set or over folds, with their intervals."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.agreement import (
    MIN_DOCUMENTS,
    Agreement,
    correlate_scores,
    count_constant_documents,
    count_incomplete_documents,
)
from sacrerouge_litepyramid.statistics.estimate import Estimate
from sacrerouge_litepyramid.statistics.intervals import DEFAULT_METHOD, TWO_WAY, check_method, percentile_interval
from sacrerouge_litepyramid.statistics.resampling import bootstrap, bootstrap_global, global_correlations
from sacrerouge_litepyramid.statistics.two_way_intervals import Contrast, measure_intervals

LEVELS = ("system", "summary", "global")
COEFFICIENTS = ("pearson", "spearman", "kendall")
#: the largest difference of two correlations
MAX_DIFFERENCE = 2.0


class ScorePair(NamedTuple):
    """A metric's and human scores, matrices (systems, documents), NaN for none; ``seed``: of their resamples."""

    ours: np.ndarray
    human: np.ndarray
    seed: int = 0


class Resampling(NamedTuple):
    """``over``: what is drawn; ``constant``: the rule for constant documents; ``method``: of statistics.intervals."""

    resamples: int = 1000
    over: str = "documents"
    constant: str = "drop"
    method: str = DEFAULT_METHOD


def estimate_correlations(
    folds: Sequence[ScorePair], resampling: Resampling, levels: Sequence[str] = ("system", "summary")
) -> dict[str, Estimate]:
    """Return each correlation, named LEVEL_COEFFICIENT, as the mean over folds with its interval.

    Folds that draw by the same seed draw the same places. Raises ValueError for an unknown method.
    """
    check_method(resampling.method)
    values = _measure(folds, levels, _correlate, resampling)
    if resampling.method == TWO_WAY:
        contrasts = [Contrast((fold.ours,), fold.human, fold.seed) for fold in folds]
        return _estimate_two_way(contrasts, values, levels, resampling)
    resampled = _measure(folds, levels, _resample, resampling) if resampling.resamples else {}
    return _estimate_resampled(values, resampled)


def estimate_difference(
    first: Sequence[ScorePair], second: Sequence[ScorePair], resampling: Resampling
) -> tuple[dict[str, Estimate], dict[str, np.ndarray]]:
    """Return the first metric's correlations less the second's with intervals, and the resampled differences.

    The two must have scores in the same cells. Both draw the same places. There is no interval
    where the systems or documents are so few that it has no width, or reaches the largest difference there can be.
    """
    check_method(resampling.method)
    levels = ("system", "summary")
    sides = [_measure(each, levels, _correlate, resampling) for each in (first, second)]
    values = {name: value - sides[1][name] for name, value in sides[0].items()}
    drawn = [_measure(each, levels, _resample, resampling) if resampling.resamples else {} for each in (first, second)]
    resampled = {name: drawn[0][name] - drawn[1][name] if drawn[0] else np.array([]) for name in values}
    if resampling.method != TWO_WAY:
        return _drop_degenerate(_estimate_resampled(values, resampled)), resampled
    contrasts = [
        Contrast((one.ours, other.ours), one.human, one.seed) for one, other in zip(first, second, strict=True)
    ]
    return _drop_degenerate(_estimate_two_way(contrasts, values, levels, resampling)), resampled


def _drop_degenerate(differences: Mapping[str, Estimate]) -> dict[str, Estimate]:
    """Return differences of correlations, without intervals that have no width or reach MAX_DIFFERENCE."""
    return {
        name: found if -MAX_DIFFERENCE < found.low < found.high < MAX_DIFFERENCE else Estimate(found.value)
        for name, found in differences.items()
    }


def count_items(pair: ScorePair, constant: str) -> dict[str, int]:
    """Return by level the number of items correlated: systems, documents that are averaged, and summaries."""
    known = ~(np.isnan(pair.ours) | np.isnan(pair.human))
    documents = known.shape[1] - count_incomplete_documents(pair.ours, pair.human)
    if constant == "drop":
        documents -= count_constant_documents(pair.ours, pair.human)
    return {"system": int(known.any(axis=1).sum()), "summary": documents, "global": int(known.sum())}


def _estimate_resampled(values: Mapping[str, np.ndarray], resampled: Mapping[str, np.ndarray]) -> dict[str, Estimate]:
    """Return each value with the percentiles of its resamples."""
    nothing = np.array([])
    return {name: percentile_interval(float(value[0]), resampled.get(name, nothing)) for name, value in values.items()}


def _estimate_two_way(
    contrasts: Sequence[Contrast], values: Mapping[str, np.ndarray], levels: Sequence[str], resampling: Resampling
) -> dict[str, Estimate]:
    resamples, over, constant, _ = resampling
    found = {}
    for level in levels:
        of_level = {coefficient: float(values[f"{level}_{coefficient}"][0]) for coefficient in COEFFICIENTS}
        intervals = measure_intervals(contrasts, level, over, resamples, constant, of_level) if resamples else {}
        for coefficient, value in of_level.items():
            found[f"{level}_{coefficient}"] = intervals.get(coefficient, Estimate(value))
    return found


def _measure(
    folds: Sequence[ScorePair],
    levels: Sequence[str],
    correlate: Callable[[ScorePair, str, Resampling], Mapping[str, np.ndarray]],
    resampling: Resampling,
) -> dict[str, np.ndarray]:
    """Return the mean over folds of each correlation, (1,) or (resamples,)."""
    found: dict[str, np.ndarray] = {}
    for kind in dict.fromkeys("global" if level == "global" else "means" for level in levels):
        parts = [correlate(fold, kind, resampling) for fold in folds]
        found |= {name: np.mean([part[name] for part in parts], axis=0) for name in parts[0]}
    wanted = [f"{level}_{coefficient}" for level in levels for coefficient in COEFFICIENTS]
    return {name: found[name] for name in wanted}


def _correlate(pair: ScorePair, kind: str, resampling: Resampling) -> Mapping[str, np.ndarray]:
    if kind == "global":
        return _name_global(global_correlations(pair.ours, pair.human)._asdict())
    return correlate_scores(pair.ours, pair.human, constant=resampling.constant)._asdict()


def _resample(pair: ScorePair, kind: str, resampling: Resampling) -> Mapping[str, np.ndarray]:
    resamples, over, constant, _ = resampling
    if over == "documents" and pair.ours.shape[1] < MIN_DOCUMENTS:
        names = [*Agreement._fields, *_name_global(dict.fromkeys(COEFFICIENTS, np.array([])))]
        return dict.fromkeys(names, np.full(resamples, np.nan))
    if kind == "global":
        return _name_global(bootstrap_global(pair.ours, pair.human, resamples, pair.seed, over)._asdict())
    return bootstrap(pair.ours, pair.human, resamples, pair.seed, over, constant)._asdict()


def _name_global(found: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    return {f"global_{name}": values for name, values in found.items()}
