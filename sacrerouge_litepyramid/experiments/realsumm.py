"""The experiments of Bhandari et al. (2020) on how far metrics agree with human scores.

I: all systems. II: only the best systems. III: verdicts on pairs of systems. IV: the summary and
the system level.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from tqdm import tqdm

from sacrerouge_litepyramid.evaluation.agreement_statistics import Statistics, williams
from sacrerouge_litepyramid.evaluation.scores import Scores
from sacrerouge_litepyramid.experiments.discrimination import decide_pairs, weighted_f1, win_shares
from sacrerouge_litepyramid.statistics.agreement import count_constant_documents, draw_documents
from sacrerouge_litepyramid.statistics.correlation_estimates import (
    Correlation,
    Resampling,
    ScorePair,
    correlate_global_level,
    correlate_summary_level,
    correlate_system_level,
)
from sacrerouge_litepyramid.statistics.estimate import Estimate, finite_or_none
from sacrerouge_litepyramid.statistics.permutation import ComparedScores, permutation_test

LEVELS = ("system", "summary")
COEFFICIENTS = Correlation._fields
#: the smallest k of experiment II, and its steps
MIN_TOP, TOP_STEP = 4, 2
#: the repetitions of experiment III, each with a new seed
PAIRWISE_SEEDS = 10
#: the row of the human scores in experiment III
HUMAN_ROW = "human"


def drop_unscored_systems(scores: Scores) -> tuple[Scores, list[str]]:
    """Return the scores of the systems that all metrics scored, and the names of the other
    systems.
    """
    lacking = np.zeros(len(scores.systems), dtype=bool)
    for values in scores.metrics.values():
        lacking |= np.isnan(values).all(axis=1)
    excluded = [name for name, missing in zip(scores.systems, lacking, strict=True) if missing]
    return scores.part(
        "systems", [name for name in scores.systems if name not in excluded]
    ), excluded


def measure_correlations(scores: Scores, statistics: Statistics) -> dict[str, Any]:
    """Return experiments I and IV by metric, level ("system", "summary", "difference", "global")
    and coefficient.

    "documents": the number of documents in the mean at the summary level, without constant ones.
    """
    result = {}
    for name, ours in tqdm(
        scores.metrics.items(), desc="correlations", unit="metric", disable=None, delay=1
    ):
        pair = ScorePair(ours, scores.human, statistics.seed)
        system = correlate_system_level([pair], statistics.resampling)._asdict()
        summary = correlate_summary_level([pair], statistics.resampling)._asdict()
        over_summaries = correlate_global_level(pair, Resampling(resamples=0))._asdict()
        entry: dict[str, Any] = {
            "system": {kind: estimate.to_dict() for kind, estimate in system.items()},
            "summary": {kind: estimate.to_dict() for kind, estimate in summary.items()},
            "difference": {
                kind: _subtract(system[kind], summary[kind]).to_dict() for kind in system
            },
            "global": {
                kind: finite_or_none(estimate.value) for kind, estimate in over_summaries.items()
            },
        }
        dropped = (
            count_constant_documents(ours, scores.human) if statistics.constant == "drop" else 0
        )
        entry["documents"] = ours.shape[1] - dropped
        result[name] = entry
    return result


def _subtract(system: Estimate, summary: Estimate) -> Estimate:
    """Return system − summary level, with the interval of independent values (Zou, Psychological
    Methods 2007).
    """
    difference = system.value - summary.value
    below = np.hypot(system.value - system.low, summary.high - summary.value)
    above = np.hypot(system.high - system.value, summary.value - summary.low)
    observed = system.observed - summary.value
    return Estimate(
        difference, float(difference - below), float(difference + above), observed=observed
    )


def list_top_sizes(systems: int) -> list[int]:
    """Return the values of k in experiment II for a number of systems."""
    return [*range(MIN_TOP, systems, TOP_STEP), systems]


def measure_top_k(scores: Scores, sizes: Sequence[int], statistics: Statistics) -> dict[str, Any]:
    """Return experiment II: by metric and k, the system-level coefficients of the k systems with
    the best means.

    Systems with equal human means keep their order.
    """
    order = np.argsort(-np.nanmean(scores.human, axis=1), kind="stable")
    curves: dict[str, Any] = {name: {} for name in scores.metrics}
    for size in tqdm(sizes, desc="top systems", unit="size", disable=None, delay=1):
        best = scores.part("systems", [scores.systems[place] for place in order[:size]])
        for name, ours in best.metrics.items():
            system = correlate_system_level(
                [ScorePair(ours, best.human, statistics.seed)], statistics.resampling
            )
            curves[name][str(size)] = {
                kind: estimate.to_dict() for kind, estimate in system._asdict().items()
            }
    return curves


def measure_pairs(
    scores: Scores, statistics: Statistics, repetitions: int = PAIRWISE_SEEDS
) -> dict[str, Any]:
    """Return experiment III: by metric, the weighted F1 of its verdicts on pairs of systems against
    human verdicts.

    The value is the mean over the repetitions, with the standard deviation. The verdicts that are
    compared come from different draws of documents, so the row "human" is the agreement of human
    scores with themselves.
    """
    rows = {HUMAN_ROW: scores.human, **scores.metrics}
    f1: dict[str, list[float]] = {name: [] for name in rows}
    for run in tqdm(range(repetitions), desc="pairs", unit="seed", disable=None, delay=1):
        seed = statistics.seed + 2 * run
        truth_draws = draw_documents(len(scores.documents), statistics.resamples, seed)
        draws = draw_documents(len(scores.documents), statistics.resamples, seed + 1)
        truth = decide_pairs(win_shares(scores.human, truth_draws))
        for name, values in rows.items():
            f1[name].append(weighted_f1(truth, decide_pairs(win_shares(values, draws))))
    result = {}
    for name, measured in f1.items():
        deviation = finite_or_none(np.std(measured, ddof=1)) if repetitions > 1 else None
        result[name] = {"f1": finite_or_none(np.mean(measured)), "deviation": deviation}
    return result


def compute_williams_matrix(scores: Scores) -> dict[str, dict[str, float | None]]:
    """Return the one-tailed p of each metric against every metric.

    None for itself and if undefined.
    """
    matrix: dict[str, dict[str, float | None]] = {}
    for name, ours in scores.metrics.items():
        matrix[name] = {}
        for other, values in scores.metrics.items():
            compared = ComparedScores(ours, values, scores.human)
            matrix[name][other] = None if other == name else williams(compared, two_tailed=False)
    return matrix


def compute_permutation_matrices(scores: Scores, statistics: Statistics) -> Mapping[str, Any]:
    """Return, by level and pair of metrics, the two-sided p of their difference in Pearson, by
    swaps of summaries.
    """
    names = list(scores.metrics)
    matrices: dict[str, Any] = {level: {name: {} for name in names} for level in LEVELS}
    for place, name in enumerate(
        tqdm(names, desc="permutations", unit="metric", disable=None, delay=1)
    ):
        for other in names[place + 1 :]:
            pair = scores.select_pair(name, other)
            tests = permutation_test(
                [pair], statistics.permutations, statistics.seed, statistics.constant
            )
            for level, matrix in matrices.items():
                matrix[name][other] = matrix[other][name] = tests[f"{level}_pearson"].p
    return matrices
