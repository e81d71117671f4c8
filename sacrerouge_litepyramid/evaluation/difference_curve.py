"""What a difference in a metric's means is worth: how often human scores differ significantly in the same direction.

Source: Kocmi, Zouhar, Federmann and Post, Navigating the Metrics Maze, ACL 2024, who count a pair by its sign alone.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from sacrerouge_litepyramid.evaluation.scores import Scores, arrange_scores
from sacrerouge_litepyramid.io.score_files import MetricScores
from sacrerouge_litepyramid.statistics.correlations import MIN_ITEMS
from sacrerouge_litepyramid.statistics.difference import ALPHA
from sacrerouge_litepyramid.statistics.estimate import Estimate
from sacrerouge_litepyramid.statistics.intervals import student_interval
from sacrerouge_litepyramid.statistics.logistic_regression import logistic_regression
from sacrerouge_litepyramid.statistics.paired import estimate_means, subtract_scores
from sacrerouge_litepyramid.statistics.significance import pair_indices

#: the penalty on the curve's slope, which is unbounded if a size separates the pairs perfectly
PENALTY = 1.0
#: the quantiles of the pairs' differences at which a curve is shown
SHOWN = (0.1, 0.3, 0.5, 0.7, 0.9)


class ConfirmedShare(NamedTuple):
    """A size of a difference of means, and the share of pairs with this difference that human scores confirm."""

    difference: float
    share: Estimate


class DifferenceCurve(NamedTuple):
    """The share of pairs of systems that human scores confirm, by the size of a metric's difference.

    A pair is confirmed if its human scores differ significantly (paired t-test over documents, p ≤ ALPHA) in the
    direction of the metric. The share follows a logistic curve over ``pairs`` pairs of ``systems`` systems. Its
    interval is from the jackknife over systems on the scale of log-odds, for other such systems on as many documents.
    """

    metric: str
    human: str
    systems: int
    pairs: int
    points: tuple[ConfirmedShare, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the curve for JSON, with null for an undefined number."""
        rows = [{"difference": point.difference, **point.share.to_dict("share")} for point in self.points]
        return {**self._asdict(), "alpha": ALPHA, "points": rows}

    def __str__(self) -> str:
        points = "; ".join(f"+{point.difference:.3f}: {_format_share(point.share)}" for point in self.points)
        return (
            f"What a difference in {self.metric} means: how often {self.human} differs significantly in the same "
            f"direction, of {self.pairs} pairs: {points}."
        )


def _format_share(share: Estimate) -> str:
    interval = f" [{share.low:.0%}, {share.high:.0%}]" if share.has_interval else ""
    return f"{share.value:.0%}{interval}"


def measure_difference_curve(
    scores: Scores, metric: str, human: str, sizes: Sequence[float] | None = None
) -> DifferenceCurve | None:
    """Fit the curve of a metric; ``sizes``: where it is shown, by default at the quantiles SHOWN of the pairs.

    None for fewer than MIN_ITEMS systems. No interval if, without some system, all pairs are confirmed, or none.
    """
    first, second, size, confirmed = confirm_pairs(scores, metric)
    members = np.unique(np.concatenate([first, second]))
    if len(members) < MIN_ITEMS:
        return None
    shown = np.quantile(size, SHOWN) if sizes is None else np.array(sizes, dtype=np.float64)
    kept = [(first != member) & (second != member) for member in members]
    shares = _estimate_shares(_fit(size, confirmed, shown), [_fit(size[rows], confirmed[rows], shown) for rows in kept])
    points = tuple(ConfirmedShare(float(point), shares.at(place)) for place, point in enumerate(shown))
    return DifferenceCurve(metric, human, len(members), len(size), points)


def fit_difference_curve(
    scores: MetricScores, metric: str, human: str, sizes: Sequence[float] | None
) -> DifferenceCurve | None:
    """Return the curve for scores by summary; None for the human score itself, and without common summaries."""
    if metric == human or not scores[metric].keys() & scores[human].keys():
        return None
    return measure_difference_curve(arrange_scores(scores, human, [metric]), metric, human, sizes)


class ConfirmedPairs(NamedTuple):
    """Pairs of systems by their places, the size of their difference, and whether human scores confirm it, (pairs,)."""

    first: np.ndarray
    second: np.ndarray
    size: np.ndarray
    confirmed: np.ndarray


def confirm_pairs(scores: Scores, metric: str) -> ConfirmedPairs:
    """Return the pairs of systems with common documents, and whether human scores confirm each difference."""
    first, second = pair_indices(len(scores.systems))
    ours = scores.metrics[metric]
    missing = np.isnan(ours) | np.isnan(scores.human)
    means, human = (
        estimate_means(subtract_scores(matrix[first], matrix[second]))
        for matrix in (np.where(missing, np.nan, ours), np.where(missing, np.nan, scores.human))
    )
    known = np.isfinite(means.value) & np.isfinite(human.low)
    significant = (human.low > 0) | (human.high < 0)
    confirmed = significant & (np.sign(human.value) == np.sign(means.value))
    return ConfirmedPairs(first[known], second[known], np.abs(means.value[known]), confirmed[known])


def _fit(size: np.ndarray, confirmed: np.ndarray, shown: np.ndarray) -> np.ndarray:
    """Return the curve's log-odds at the shown sizes; infinite if all pairs are confirmed, or none."""
    if len(np.unique(confirmed)) < 2:
        return np.full(len(shown), np.inf if confirmed.all() else -np.inf)
    curve = logistic_regression(size[:, None], confirmed.astype(np.float64), PENALTY)
    return curve.intercept + curve.coefficients[0] * shown


def _estimate_shares(log_odds: np.ndarray, without: Sequence[np.ndarray]) -> Estimate:
    """Return the shares, with intervals by the log-odds without each system, or NaN if these are not all finite."""
    parts, count = np.array(without), len(without)
    parts = np.where(np.isfinite(parts).all(axis=0), parts, np.nan)
    errors = np.sqrt((count - 1) / count * ((parts - parts.mean(axis=0)) ** 2).sum(axis=0))
    interval = student_interval(log_odds, errors, count - 1)
    value, low, high = (0.5 + 0.5 * np.tanh(odds / 2) for odds in interval[:3])
    return Estimate(value, low, high, method="jackknife")
