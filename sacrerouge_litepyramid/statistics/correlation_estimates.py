"""A metric's correlations with human scores on one data set or over folds, and their intervals.

Intervals allow for the noise of documents, systems, or both. At the system level, that of one data set covers the
correlation that infinitely many documents would give; that of folds of different documents covers the mean correlation
of other folds of as many documents. The summary level is a mean over documents, with Student's interval. The global
level has none.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.agreement import (
    bootstrap,
    correlate_documents,
    correlate_scores,
    count_constant_documents,
    count_incomplete_documents,
)
from sacrerouge_litepyramid.statistics.correlations import correlate_all
from sacrerouge_litepyramid.statistics.estimate import Estimate
from sacrerouge_litepyramid.statistics.intervals import TWO_WAY, clip_interval, percentile_interval
from sacrerouge_litepyramid.statistics.spread import (
    Spread,
    combine_spreads,
    spread_of_mean,
)
from sacrerouge_litepyramid.statistics.two_way import (
    COEFFICIENTS,
    draw_correlations,
    draw_population,
    measure_moments,
)

#: the levels that have intervals, and all
INTERVAL_LEVELS = ("system", "summary")
LEVELS = (*INTERVAL_LEVELS, "global")
#: the largest difference of two correlations
MAX_DIFFERENCE = 2.0


class ScorePair(NamedTuple):
    """A metric's and human scores, matrices (systems, documents), NaN if missing, and the seed of their resamples."""

    ours: np.ndarray
    human: np.ndarray
    seed: int = 0


class Resampling(NamedTuple):
    """How to compute intervals. ``over``: what they cover; ``constant``: the rule for constant documents."""

    resamples: int = 1000
    over: str = "documents"
    constant: str = "drop"


def estimate_correlations(
    folds: Sequence[ScorePair], resampling: Resampling, levels: Sequence[str] = ("system", "summary")
) -> dict[str, Estimate]:
    """Return each correlation, named LEVEL_COEFFICIENT, as the mean over folds with its interval.

    Folds with the same seed have the same documents and different systems; folds with others have different documents.
    """
    contrasts = [Contrast((fold.ours,), fold.human, fold.seed) for fold in folds]
    return _estimate(contrasts, resampling, levels, _correlate(folds, resampling, levels))


def estimate_difference(
    first: ScorePair, second: ScorePair, resampling: Resampling, levels: Sequence[str] = ("system", "summary")
) -> tuple[dict[str, Estimate], dict[str, np.ndarray]]:
    """Return the first metric's correlations minus the second's with intervals, and the differences in a bootstrap.

    The two must have scores in the same cells, and both are resampled alike. With few systems or documents an interval
    may have no width, or reach the largest possible difference; it is then omitted.
    """
    ours, baseline = (_correlate([pair], resampling, levels) for pair in (first, second))
    values = {name: value - baseline[name] for name, value in ours.items()}
    contrast = Contrast((first.ours, second.ours), first.human, first.seed)
    drawn: list[dict[str, np.ndarray]] = [{}, {}]
    if resampling.resamples:
        resamples, over, constant = resampling
        drawn = [bootstrap(*pair[:2], resamples, pair.seed, over, constant)._asdict() for pair in (first, second)]
    return {
        name: estimate if -MAX_DIFFERENCE < estimate.low < estimate.high < MAX_DIFFERENCE else Estimate(estimate.value)
        for name, estimate in _estimate([contrast], resampling, levels, values).items()
    }, {name: resampled - drawn[1][name] for name, resampled in drawn[0].items()}


def count_items(pair: ScorePair, constant: str) -> dict[str, int]:
    """Return, by level, the number of correlated items: systems, averaged documents, and summaries."""
    known = ~(np.isnan(pair.ours) | np.isnan(pair.human))
    documents = known.shape[1] - count_incomplete_documents(pair.ours, pair.human)
    if constant == "drop":
        documents -= count_constant_documents(pair.ours, pair.human)
    return {"system": int(known.any(axis=1).sum()), "summary": documents, "global": int(known.sum())}


def _correlate(folds: Sequence[ScorePair], resampling: Resampling, levels: Sequence[str]) -> dict[str, float]:
    """Return the mean over folds of each correlation."""
    parts = []
    for ours, human, _ in folds:
        part = correlate_scores(ours, human, constant=resampling.constant)._asdict()
        if "global" in levels:
            part |= {f"global_{name}": value for name, value in correlate_all(ours, human)._asdict().items()}
        parts.append(part)
    names = [f"{level}_{coefficient}" for level in levels for coefficient in COEFFICIENTS]
    return {name: float(np.mean([part[name] for part in parts], axis=0)[0]) for name in names}


def _estimate(
    folds: Sequence["Contrast"], resampling: Resampling, levels: Sequence[str], values: Mapping[str, float]
) -> dict[str, Estimate]:
    estimates = {name: Estimate(value) for name, value in values.items()}
    for level in levels:
        if level not in INTERVAL_LEVELS or not resampling.resamples:
            continue
        level_values = {coefficient: values[f"{level}_{coefficient}"] for coefficient in COEFFICIENTS}
        intervals = _measure_intervals(folds, level, level_values, resampling)
        estimates |= {f"{level}_{coefficient}": interval for coefficient, interval in intervals.items()}
    return estimates


class Contrast(NamedTuple):
    """The scores of one metric, or of two to be subtracted, and human scores: matrices (systems, documents).

    Folds with the same ``seed`` have the same documents and different systems; folds with others have different
    documents.
    """

    metrics: tuple[np.ndarray, ...]
    human: np.ndarray
    seed: int = 0

    @property
    def sides(self) -> tuple[np.ndarray, ...]:
        """All scores, the human ones first."""
        return (self.human, *self.metrics)


def _measure_intervals(
    folds: Sequence[Contrast], level: str, values: Mapping[str, float], resampling: Resampling
) -> dict[str, Estimate]:
    """Return, by coefficient, a level's mean over folds with its interval; ``values``: the means, NaN if undefined.

    With too few systems or documents there is no interval. An interval that misses its value, which the noise of few
    documents can lower by much, is widened to include it.
    """
    draws, over, constant = resampling
    has_same_documents = len({fold.seed for fold in folds}) == 1
    if level == "system" and has_same_documents:
        intervals = _draw_intervals(_draw_whole(folds, over, draws), values)
    elif level == "system" and over != "documents":
        intervals = _draw_intervals(_draw_folds(folds, draws), values)
    else:
        is_same = has_same_documents or level == "system"
        intervals = {
            name: combine_spreads(spreads, over, is_same).estimate(values[name])
            for name, spreads in _spread_folds(folds, level, over, constant).items()
        }
    estimates = {name: intervals.get(name, Estimate(values[name])) for name in COEFFICIENTS}
    largest = len(folds[0].metrics)
    return {name: clip_interval(estimate, largest)._replace(method=TWO_WAY) for name, estimate in estimates.items()}


def _draw_whole(folds: Sequence[Contrast], over: str, draws: int) -> dict[str, np.ndarray]:
    """Draw, by coefficient, the mean over folds of different systems: (draws, metrics)."""
    sides = [np.concatenate(parts) for parts in zip(*(fold.sides for fold in folds), strict=True)]
    known = [int((~np.isnan(np.stack(fold.sides)).any(axis=0)).any(axis=1).sum()) for fold in folds]
    return draw_correlations(measure_moments(sides), over, draws, np.random.default_rng(folds[0].seed), known)


def _draw_folds(folds: Sequence[Contrast], draws: int) -> dict[str, np.ndarray]:
    """Draw, by coefficient, the mean over folds of the same systems, whose deviations are shared: (draws, metrics)."""
    moments = [measure_moments(fold.sides) for fold in folds]
    if not all(fold.can_draw(has_noise=True) for fold in moments):
        return {}
    drawn = [draw_population(fold, draws, np.random.default_rng(folds[0].seed), has_noise=True) for fold in moments]
    return {name: np.mean([fold[name] for fold in drawn], axis=0) for name in COEFFICIENTS}


def _draw_intervals(drawn: Mapping[str, np.ndarray], values: Mapping[str, float]) -> dict[str, Estimate]:
    return {name: percentile_interval(values[name], _subtract(list(draws.T))) for name, draws in drawn.items()}


def _spread_folds(folds: Sequence[Contrast], level: str, over: str, constant: str) -> Mapping[str, Sequence[Spread]]:
    """Return, by coefficient, the spread within each fold, or at the system level the one spread across folds."""
    if level == "system":
        values = [_correlate_systems(fold, constant) for fold in folds]
        return {name: [spread_of_mean(np.array([value[name] for value in values]))] for name in COEFFICIENTS}
    spreads = [_spread_summary(fold, over, constant) for fold in folds]
    return {name: [spread[name] for spread in spreads] for name in COEFFICIENTS}


def _correlate_systems(fold: Contrast, constant: str) -> Mapping[str, float]:
    metrics = [correlate_scores(metric, fold.human, constant=constant)._asdict() for metric in fold.metrics]
    return {name: float(_subtract([metric[f"system_{name}"] for metric in metrics])[0]) for name in COEFFICIENTS}


def _spread_summary(fold: Contrast, over: str, constant: str) -> Mapping[str, Spread]:
    whole = _correlate_documents(fold.sides, constant)
    if over == "documents":
        return {name: spread_of_mean(whole[name]) for name in COEFFICIENTS}
    parts = [
        _correlate_documents([np.delete(side, place, axis=0) for side in fold.sides], constant)
        for place in range(len(fold.human))
    ]
    return {name: spread_of_mean(whole[name], np.array([part[name] for part in parts])) for name in COEFFICIENTS}


def _correlate_documents(sides: Sequence[np.ndarray], constant: str) -> Mapping[str, np.ndarray]:
    """Return, by coefficient, the correlations with human scores in each document, (documents,)."""
    metrics = [correlate_documents(metric, sides[0], constant)._asdict() for metric in sides[1:]]
    return {name: _subtract([metric[name] for metric in metrics]) for name in COEFFICIENTS}


def _subtract(values: Sequence[np.ndarray]) -> np.ndarray:
    """Return the first values minus the second, or the only ones."""
    return values[0] if len(values) == 1 else values[0] - values[1]
