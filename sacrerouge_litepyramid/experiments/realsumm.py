"""The experiments of Bhandari et al. (2020) on how far metrics agree with human scores.

I: all systems. II: only the best systems. III: verdicts on pairs of systems. IV: the summary and the system level.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from tqdm import tqdm

from sacrerouge_litepyramid.evaluation.scores import Scores
from sacrerouge_litepyramid.statistics.agreement import count_constant_documents, draw_documents
from sacrerouge_litepyramid.statistics.correlation_estimates import (
    COEFFICIENTS,
    Resampling,
    ScorePair,
    estimate_correlations,
)
from sacrerouge_litepyramid.statistics.correlations import correlate_all
from sacrerouge_litepyramid.statistics.estimate import Estimate, finite_or_none
from sacrerouge_litepyramid.statistics.intervals import TWO_WAY
from sacrerouge_litepyramid.statistics.significance import decide_pairs, weighted_f1, win_shares

LEVELS = ("system", "summary")
#: the smallest k of experiment II, and its steps
MIN_TOP, TOP_STEP = 4, 2
#: the row of the human scores in experiment III
HUMAN_ROW = "human"


class ExperimentSettings(NamedTuple):
    """The draws and the seed of the experiments."""

    resamples: int = 1000
    seed: int = 0
    # the repetitions of experiment III, each with a new seed
    pairwise_seeds: int = 10
    # the method of the intervals (statistics.intervals)
    method: str = TWO_WAY


def drop_unscored_systems(scores: Scores) -> tuple[Scores, list[str]]:
    """Return the scores of the systems that all metrics scored, and the names of the other systems."""
    lacking = np.zeros(len(scores.systems), dtype=bool)
    for values in scores.metrics.values():
        lacking |= np.isnan(values).all(axis=1)
    kept = [name for name, missing in zip(scores.systems, lacking, strict=True) if not missing]
    return scores.part("systems", kept), [name for name in scores.systems if name not in kept]


def measure_correlations(scores: Scores, settings: ExperimentSettings) -> dict[str, Any]:
    """Return experiments I and IV by metric, level ("system", "summary", "difference", "global") and coefficient.

    "documents": the number of documents in the mean at the summary level, without constant ones.
    """
    result = {}
    for name, ours in tqdm(scores.metrics.items(), desc="correlations", unit="metric", disable=None, delay=1):
        estimates = _estimate(ours, scores.human, settings)
        entry: dict[str, Any] = {
            level: {kind: estimates[f"{level}_{kind}"].to_dict() for kind in COEFFICIENTS} for level in LEVELS
        }
        entry["difference"] = {kind: _subtract_levels(estimates, kind).to_dict() for kind in COEFFICIENTS}
        entry["global"] = {
            kind: finite_or_none(value[0]) for kind, value in correlate_all(ours, scores.human)._asdict().items()
        }
        entry["documents"] = ours.shape[1] - count_constant_documents(ours, scores.human)
        result[name] = entry
    return result


def order_systems(scores: Scores) -> list[str]:
    """Return the systems by descending human mean; equal ones keep their order."""
    means = np.nanmean(scores.human, axis=1)
    return [scores.systems[place] for place in np.argsort(-means, kind="stable")]


def list_top_sizes(systems: int) -> list[int]:
    """Return the values of k in experiment II for a number of systems."""
    return [*range(MIN_TOP, systems, TOP_STEP), systems]


def measure_top_k(scores: Scores, sizes: Sequence[int], settings: ExperimentSettings) -> dict[str, Any]:
    """Return experiment II: by metric and k, the system-level coefficients of the k systems with the best means."""
    order = order_systems(scores)
    curves: dict[str, Any] = {name: {} for name in scores.metrics}
    for size in tqdm(sizes, desc="top systems", unit="size", disable=None, delay=1):
        best = scores.part("systems", order[:size])
        for name, ours in best.metrics.items():
            estimates = _estimate(ours, best.human, settings)
            curves[name][str(size)] = {kind: estimates[f"system_{kind}"].to_dict() for kind in COEFFICIENTS}
    return curves


def measure_pairs(scores: Scores, settings: ExperimentSettings) -> dict[str, Any]:
    """Return experiment III: by metric, the weighted F1 of its verdicts on pairs of systems against human verdicts.

    The value is the mean over ``pairwise_seeds``, with the standard deviation. The verdicts that are compared come from
    different draws of documents, so the row "human" is the agreement of human scores with themselves.
    """
    rows = {HUMAN_ROW: scores.human, **scores.metrics}
    f1: dict[str, list[float]] = {name: [] for name in rows}
    for run in tqdm(range(settings.pairwise_seeds), desc="pairs", unit="seed", disable=None, delay=1):
        seed = settings.seed + 2 * run
        truth_draws = draw_documents(len(scores.documents), settings.resamples, seed)
        draws = draw_documents(len(scores.documents), settings.resamples, seed + 1)
        truth = decide_pairs(win_shares(scores.human, truth_draws))
        for name, values in rows.items():
            f1[name].append(weighted_f1(truth, decide_pairs(win_shares(values, draws))))
    return {
        name: {
            "f1": finite_or_none(np.mean(values)),
            "deviation": finite_or_none(np.std(values, ddof=1)) if len(values) > 1 else None,
        }
        for name, values in f1.items()
    }


def _estimate(ours: np.ndarray, human: np.ndarray, settings: ExperimentSettings) -> dict[str, Estimate]:
    return estimate_correlations([ScorePair(ours, human, settings.seed)], Resampling(settings.resamples))


def _subtract_levels(estimates: Mapping[str, Estimate], coefficient: str) -> Estimate:
    """Return system − summary level, with the interval of independent values (Zou, Psychological Methods 2007)."""
    system, summary = (estimates[f"{level}_{coefficient}"] for level in LEVELS)
    difference = system.value - summary.value
    below = np.hypot(system.value - system.low, summary.high - summary.value)
    above = np.hypot(system.high - system.value, summary.value - summary.low)
    return Estimate(difference, float(difference - below), float(difference + above))
