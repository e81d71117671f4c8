"""A metric's correlations with human scores on one data set or over folds, and their intervals.

Intervals allow for the noise of documents, systems, or both. One data set: at the system level, the correlation that
infinitely many documents would give. Folds of different documents: the mean correlation of other folds of as many
documents. The summary and the global level are means over documents or nearly so, and have Student's intervals from
their influences.
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
from sacrerouge_litepyramid.statistics.intervals import TWO_WAY, hold_value, percentile_interval
from sacrerouge_litepyramid.statistics.spread import (
    Spread,
    combine_spreads,
    measure_influences,
    spread_of_cells,
    spread_of_mean,
)
from sacrerouge_litepyramid.statistics.two_way import (
    COEFFICIENTS,
    draw_correlations,
    draw_population,
    measure_moments,
)

LEVELS = ("system", "summary", "global")
#: the largest difference of two correlations
MAX_DIFFERENCE = 2.0


class ScorePair(NamedTuple):
    """A metric's and human scores, matrices (systems, documents), NaN for none; ``seed``: of their draws."""

    ours: np.ndarray
    human: np.ndarray
    seed: int = 0


class Resampling(NamedTuple):
    """``over``: what intervals cover; ``constant``: the rule for constant documents."""

    resamples: int = 1000
    over: str = "documents"
    constant: str = "drop"


def estimate_correlations(
    folds: Sequence[ScorePair], resampling: Resampling, levels: Sequence[str] = ("system", "summary")
) -> dict[str, Estimate]:
    """Return each correlation, named LEVEL_COEFFICIENT, as the mean over folds with its interval.

    Folds with the same seed have the same documents and different systems; others, different documents.
    """
    contrasts = [Contrast((fold.ours,), fold.human, fold.seed) for fold in folds]
    return _estimate(contrasts, resampling, levels, _correlate(folds, resampling, levels))


def estimate_difference(
    first: ScorePair, second: ScorePair, resampling: Resampling, levels: Sequence[str] = ("system", "summary")
) -> tuple[dict[str, Estimate], dict[str, np.ndarray]]:
    """Return the first metric's correlations less the second's with intervals, and the differences of a bootstrap.

    The two must have scores in the same cells. Both draw the same places. There is no interval
    where the systems or documents are so few that it has no width, or reaches the largest difference there can be.
    """
    own, other = (_correlate([each], resampling, levels) for each in (first, second))
    values = {name: value - other[name] for name, value in own.items()}
    contrast = Contrast((first.ours, second.ours), first.human, first.seed)
    found = _estimate([contrast], resampling, levels, values)
    drawn: list[dict[str, np.ndarray]] = [{}, {}]
    if resampling.resamples:
        resamples, over, constant = resampling
        drawn = [bootstrap(*each[:2], resamples, each.seed, over, constant)._asdict() for each in (first, second)]
    return {
        name: each if -MAX_DIFFERENCE < each.low < each.high < MAX_DIFFERENCE else Estimate(each.value)
        for name, each in found.items()
    }, {name: resampled - drawn[1][name] for name, resampled in drawn[0].items()}


def count_items(pair: ScorePair, constant: str) -> dict[str, int]:
    """Return by level the number of items correlated: systems, documents that are averaged, and summaries."""
    known = ~(np.isnan(pair.ours) | np.isnan(pair.human))
    documents = known.shape[1] - count_incomplete_documents(pair.ours, pair.human)
    if constant == "drop":
        documents -= count_constant_documents(pair.ours, pair.human)
    return {"system": int(known.any(axis=1).sum()), "summary": documents, "global": int(known.sum())}


def _correlate(folds: Sequence[ScorePair], resampling: Resampling, levels: Sequence[str]) -> dict[str, float]:
    """Return the mean over folds of each correlation."""
    parts = []
    for ours, human, _ in folds:
        found = correlate_scores(ours, human, constant=resampling.constant)._asdict()
        if "global" in levels:
            found |= {f"global_{name}": each for name, each in correlate_all(ours, human)._asdict().items()}
        parts.append(found)
    names = [f"{level}_{coefficient}" for level in levels for coefficient in COEFFICIENTS]
    return {name: float(np.mean([part[name] for part in parts], axis=0)[0]) for name in names}


def _estimate(
    folds: Sequence["Contrast"], resampling: Resampling, levels: Sequence[str], values: Mapping[str, float]
) -> dict[str, Estimate]:
    found = {name: Estimate(value) for name, value in values.items()}
    for level in levels if resampling.resamples else ():
        of_level = {coefficient: values[f"{level}_{coefficient}"] for coefficient in COEFFICIENTS}
        intervals = _measure_intervals(folds, level, of_level, resampling)
        found |= {f"{level}_{coefficient}": each for coefficient, each in intervals.items()}
    return found


class Contrast(NamedTuple):
    """The scores of one metric, or of two whose difference is meant, and human scores: matrices (systems, documents).

    Folds with the same ``seed`` have the same documents and different systems; others, different documents.
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
    """Return by coefficient the mean over folds of a level with its interval; ``values``: the means, NaN for none.

    Where there are too few systems or documents there is no interval. An interval that misses its value, as the
    noise of few documents can lower that by much, is widened to hold it.
    """
    draws, over, constant = resampling
    has_same_documents = len({fold.seed for fold in folds}) == 1
    if level == "system" and has_same_documents:
        found = _draw_intervals(_draw_whole(folds, over, draws), values)
    elif level == "system" and over != "documents":
        found = _draw_intervals(_draw_folds(folds, draws), values)
    else:
        spreads = _spread_folds(folds, level, over, constant)
        is_same = has_same_documents or level == "system"
        found = {name: combine_spreads(each, over, is_same).estimate(values[name]) for name, each in spreads.items()}
    held = {name: hold_value(found.get(name, Estimate(values[name])), len(folds[0].metrics)) for name in COEFFICIENTS}
    return {name: each._replace(method=TWO_WAY) for name, each in held.items()}


def _draw_whole(folds: Sequence[Contrast], over: str, draws: int) -> dict[str, np.ndarray]:
    """Draw by coefficient the mean over folds of different systems: (draws, metrics)."""
    sides = [np.concatenate(parts) for parts in zip(*(fold.sides for fold in folds), strict=True)]
    known = [int((~np.isnan(np.stack(fold.sides)).any(axis=0)).any(axis=1).sum()) for fold in folds]
    return draw_correlations(measure_moments(sides), over, draws, np.random.default_rng(folds[0].seed), known)


def _draw_folds(folds: Sequence[Contrast], draws: int) -> dict[str, np.ndarray]:
    """Draw by coefficient the mean over folds of the same systems, whose deviations are shared: (draws, metrics)."""
    moments = [measure_moments(fold.sides) for fold in folds]
    if not all(each.can_draw(has_noise=True) for each in moments):
        return {}
    drawn = [draw_population(each, draws, np.random.default_rng(folds[0].seed), has_noise=True) for each in moments]
    return {name: np.mean([each[name] for each in drawn], axis=0) for name in COEFFICIENTS}


def _draw_intervals(drawn: Mapping[str, np.ndarray], values: Mapping[str, float]) -> dict[str, Estimate]:
    return {name: percentile_interval(values[name], _subtract(list(each.T))) for name, each in drawn.items()}


def _spread_folds(folds: Sequence[Contrast], level: str, over: str, constant: str) -> Mapping[str, Sequence[Spread]]:
    """Return by coefficient the spread of each fold; at the system level that of the folds themselves."""
    if level == "system":
        found = [_correlate_systems(fold, constant) for fold in folds]
        return {name: [spread_of_mean(np.array([each[name] for each in found]))] for name in COEFFICIENTS}
    spread = _spread_global if level == "global" else _spread_summary
    by_fold = [spread(fold, over, constant) for fold in folds]
    return {name: [each[name] for each in by_fold] for name in COEFFICIENTS}


def _correlate_systems(fold: Contrast, constant: str) -> Mapping[str, float]:
    found = [correlate_scores(metric, fold.human, constant=constant)._asdict() for metric in fold.metrics]
    return {name: float(_subtract([each[f"system_{name}"] for each in found])[0]) for name in COEFFICIENTS}


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
    """Return by coefficient the correlations of the documents with human scores, (documents,)."""
    found = [correlate_documents(metric, sides[0], constant)._asdict() for metric in sides[1:]]
    return {name: _subtract([each[name] for each in found]) for name in COEFFICIENTS}


def _spread_global(fold: Contrast, over: str, constant: str) -> Mapping[str, Spread]:
    known = ~np.isnan(np.stack(fold.sides)).any(axis=0)
    found = [measure_influences(metric[known], fold.human[known])._asdict() for metric in fold.metrics]
    spreads = {}
    for name in COEFFICIENTS:
        influences = np.full(known.shape, np.nan)
        influences[known] = _subtract([each[name] for each in found])
        spreads[name] = spread_of_cells(influences)
    return spreads


def _subtract(values: Sequence[np.ndarray]) -> np.ndarray:
    """Return the only values, or the first less the second."""
    return values[0] if len(values) == 1 else values[0] - values[1]
