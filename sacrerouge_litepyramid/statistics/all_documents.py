"""System-level agreement of a metric's means over all documents that it scored, and on pairs that it scores alike.

A metric also scores documents that nobody labelled, and systems are ranked by its means over all documents. Pairs of
systems with distant scores raise every correlation, but most decisions are about close pairs. Source: Deutsch, Dror and
Roth, Re-Examining System-Level Correlations of Automatic Summarization Evaluation Metrics, NAACL 2022, sections 3, 5.

Matrices are (systems, documents), NaN for a missing score; a document without any human score is unlabelled. In a
labelled document, a cell that one matrix lacks is ignored in both.
"""

from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.estimate import Estimate
from sacrerouge_litepyramid.statistics.intervals import TWO_WAY, clip_interval, percentile_interval
from sacrerouge_litepyramid.statistics.rounding import restore_ties
from sacrerouge_litepyramid.statistics.significance import pair_indices
from sacrerouge_litepyramid.statistics.two_way import (
    COEFFICIENTS,
    correlate_sides,
    draw_correlations,
    draw_effects,
    measure_moments,
)

#: shares of all pairs of systems, in percent: the pairs that are closest by the metric
WINDOWS = (20, 40, 60, 80, 100)
#: the smallest number of pairs in the smallest window
MIN_PAIRS = 5


class Sides(NamedTuple):
    """Human scores and then the metric's, (2, systems, documents); human scores of unlabelled documents are NaN.

    ``means``: each side's means over all documents that it has, (2, systems), rounded so that equal means are tied.
    """

    scores: np.ndarray
    means: np.ndarray


def match_cells(ours: np.ndarray, human: np.ndarray) -> Sides:
    """Return both sides for the systems that have scores on both."""
    labelled = ~np.isnan(human).all(axis=0)
    missing = labelled & (np.isnan(ours) | np.isnan(human))
    scores = np.stack([np.where(missing, np.nan, side) for side in (human, ours)])
    scores = scores[:, ~np.isnan(scores).all(axis=2).any(axis=0)]
    counts = (~np.isnan(scores)).sum(axis=2)
    return Sides(scores, restore_ties(np.nansum(scores, axis=2) / counts) if scores.size else np.zeros((2, 0)))


def correlate_all_documents(
    ours: np.ndarray, human: np.ndarray, draws: int, over: str, seed: int = 0
) -> dict[str, Estimate]:
    """Return, by coefficient, the correlation of the systems' means; the metric's include unlabelled documents.

    With draws there are intervals of the system level (`statistics.two_way`), from the noise of each side's documents.
    """
    sides = match_cells(ours, human)
    values = {name: float(correlate_sides(sides.means.T[None], name)[0, 0]) for name in COEFFICIENTS}
    drawn = {}
    if draws and sides.means.size:
        moments = measure_moments(list(sides.scores), has_own_cells=True)
        drawn = draw_correlations(moments, over, draws, np.random.default_rng(seed))
    return {name: _estimate(values[name], drawn[name][:, 0] if drawn else np.zeros(0)) for name in COEFFICIENTS}


class ClosePairs(NamedTuple):
    """Kendall's τ on the pairs of systems that a metric scores most alike, which are ``share`` percent of all pairs."""

    share: int
    pairs: int
    kendall: Estimate


def measure_close_pairs(ours: np.ndarray, human: np.ndarray, draws: int, seed: int = 0) -> list[ClosePairs]:
    """Return τ for each of WINDOWS: the pairs that both sides order alike minus the others, over all pairs.

    A pair that one side ties counts as neither. The intervals are those of τ on the same pairs over infinitely many
    documents. Returns an empty list if the smallest window has fewer than MIN_PAIRS pairs.
    """
    sides = match_cells(ours, human)
    first, second = pair_indices(sides.means.shape[1])
    if len(first) * WINDOWS[0] < 100 * MIN_PAIRS:
        return []
    differences = sides.means[:, first] - sides.means[:, second]
    order = np.argsort(np.abs(differences[1]), kind="stable")
    alike = np.sign(differences).prod(axis=0)
    drawn = np.zeros((0, len(first)))
    if draws:
        moments = measure_moments(list(sides.scores), has_own_cells=True)
        if moments.can_draw():
            effects = draw_effects(moments, draws, np.random.default_rng(seed))
            drawn = np.sign(effects[:, first] - effects[:, second]).prod(axis=2)
    windows = []
    for share in WINDOWS:
        kept = order[: round(len(order) * share / 100)]
        kendall = _estimate(float(alike[kept].mean()), drawn[:, kept].mean(axis=1))
        windows.append(ClosePairs(share, len(kept), kendall))
    return windows


def _estimate(value: float, drawn: np.ndarray) -> Estimate:
    return clip_interval(percentile_interval(value, drawn))._replace(method=TWO_WAY)
