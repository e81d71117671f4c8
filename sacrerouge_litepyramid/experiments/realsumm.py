"""The experiments of Bhandari et al. (2020) on how far metrics agree with human scores.

I: all systems. II: only the best systems. III: verdicts on pairs of systems. IV: the summary and
the system level.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from tqdm import tqdm

from sacrerouge_litepyramid.meta_evaluation.agreement_statistics import Statistics, williams
from sacrerouge_litepyramid.meta_evaluation.scores import Scores
from sacrerouge_litepyramid.statistics.agreement import (
    count_constant_documents,
    draw_documents,
    weighted_means,
)
from sacrerouge_litepyramid.statistics.correlation_estimates import (
    Correlation,
    Resampling,
    ScorePair,
    correlate_global_level,
    correlate_summary_level,
    correlate_system_level,
)
from sacrerouge_litepyramid.statistics.difference import ALPHA
from sacrerouge_litepyramid.statistics.estimate import Estimate, finite_or_none
from sacrerouge_litepyramid.statistics.permutation import ComparedScores
from sacrerouge_litepyramid.statistics.rounding import restore_ties
from sacrerouge_litepyramid.statistics.significance import pair_indices

LEVELS = ("system", "summary")
COEFFICIENTS = Correlation._fields
#: the smallest k of experiment II, and its steps
MIN_TOP, TOP_STEP = 4, 2
#: the repetitions of experiment III, each with a new seed
PAIRWISE_SEEDS = 10
#: the row of the human scores in experiment III
HUMAN_ROW = "human"
#: the verdicts on a pair of systems: the first is better, neither, the second is better
FIRST, UNDECIDED, SECOND = 1, 0, -1


def drop_unscored_systems(scores: Scores) -> tuple[Scores, list[str]]:
    """Return the scores of the systems that all metrics scored, and the other systems' names."""
    is_lacking = np.zeros(len(scores.systems), dtype=bool)
    for values in scores.metrics.values():
        is_lacking |= np.isnan(values).all(axis=1)
    kept: list[str] = []
    excluded: list[str] = []
    for name, lacks_metric in zip(scores.systems, is_lacking, strict=True):
        (excluded if lacks_metric else kept).append(name)
    return scores.part("systems", kept), excluded


def measure_correlations(scores: Scores, statistics: Statistics) -> dict[str, Any]:
    """Return experiments I and IV by metric, level and coefficient.

    The levels are "system", "summary", their "difference", and "global". "documents" is the number
    of documents in the mean at the summary level, without constant ones.
    """
    result = {}
    progress = tqdm(scores.metrics, desc="correlations", unit="metric", disable=None, delay=1)
    for name in progress:
        ours = scores.metrics[name]
        pair = ScorePair(ours, scores.human, statistics.seed)
        system = correlate_system_level([pair], statistics.resampling)._asdict()
        summary = correlate_summary_level([pair], statistics.resampling)._asdict()
        over_summaries = correlate_global_level(pair, Resampling(resamples=0))._asdict()
        levels: dict[str, dict[str, Any]] = {
            "system": {},
            "summary": {},
            "difference": {},
            "global": {},
        }
        for kind in COEFFICIENTS:
            difference = _subtract(system[kind], summary[kind])
            levels["system"][kind] = system[kind].to_dict()
            levels["summary"][kind] = summary[kind].to_dict()
            levels["difference"][kind] = difference.to_dict()
            levels["global"][kind] = finite_or_none(over_summaries[kind].value)
        documents = len(scores.documents)
        if statistics.constant == "drop":
            documents -= count_constant_documents(ours, scores.human)
        result[name] = {**levels, "documents": documents}
    return result


def _subtract(system: Estimate, summary: Estimate) -> Estimate:
    """Return system − summary level, with the interval of independent values.

    Source: Zou, Psychological Methods 2007.
    """
    difference = system.value - summary.value
    below = np.hypot(system.value - system.low, summary.high - summary.value)
    above = np.hypot(system.high - system.value, summary.value - summary.low)
    return Estimate(difference, float(difference - below), float(difference + above))


def list_top_sizes(systems: int) -> list[int]:
    """Return the values of k in experiment II for a number of systems."""
    return [*range(MIN_TOP, systems, TOP_STEP), systems]


def measure_top_k(scores: Scores, sizes: Sequence[int], statistics: Statistics) -> dict[str, Any]:
    """Return experiment II: by metric and k, the coefficients of the k best systems.

    The best systems have the highest human means; those with equal means keep their order.
    """
    order = np.argsort(-np.nanmean(scores.human, axis=1), kind="stable")
    ranked = [scores.systems[place] for place in order]
    curves: dict[str, Any] = {name: {} for name in scores.metrics}
    for size in tqdm(sizes, desc="top systems", unit="size", disable=None, delay=1):
        best = scores.part("systems", ranked[:size])
        for name, ours in best.metrics.items():
            pair = ScorePair(ours, best.human, statistics.seed)
            system = correlate_system_level([pair], statistics.resampling)
            curves[name][str(size)] = {
                kind: estimate.to_dict() for kind, estimate in system._asdict().items()
            }
    return curves


def measure_pairs(scores: Scores, statistics: Statistics) -> dict[str, Any]:
    """Return experiment III: by metric, the weighted F1 of its verdicts on pairs of systems.

    The truth are the human verdicts. The value is the mean over the repetitions, with the standard
    deviation. The verdicts that are compared come from different draws of documents, so the row
    "human" is the agreement of human scores with themselves.
    """
    rows = {HUMAN_ROW: scores.human, **scores.metrics}
    f1: dict[str, list[float]] = {name: [] for name in rows}
    documents = len(scores.documents)
    for run in tqdm(range(PAIRWISE_SEEDS), desc="pairs", unit="seed", disable=None, delay=1):
        seed = statistics.seed + 2 * run
        truth_draws = draw_documents(documents, statistics.resamples, seed)
        draws = draw_documents(documents, statistics.resamples, seed + 1)
        truth = decide_pairs(win_shares(scores.human, truth_draws))
        for name, values in rows.items():
            verdicts = decide_pairs(win_shares(values, draws))
            f1[name].append(weighted_f1(truth, verdicts))
    result = {}
    for name, measured in f1.items():
        deviation = finite_or_none(np.std(measured, ddof=1))
        result[name] = {"f1": finite_or_none(np.mean(measured)), "deviation": deviation}
    return result


def win_shares(scores: np.ndarray, draws: np.ndarray) -> np.ndarray:
    """Return the share of draws in which the first of each pair has the higher mean, (pairs,).

    NaN without scores. ``scores``: (systems, documents); ``draws``: (resamples, documents). Equal
    means count as half a win for each, so that a system against its copy is undecided. (The authors
    count a tie as a loss of the first; real scores hardly ever tie.)
    """
    means = restore_ties(weighted_means(scores, draws))
    first, second = pair_indices(len(scores))
    wins = np.sign(means[:, first] - means[:, second])
    return ((1 + wins) / 2).mean(axis=0)


def decide_pairs(shares: np.ndarray) -> np.ndarray:
    """Return FIRST for shares of at least 1 - ALPHA, SECOND up to ALPHA, else UNDECIDED."""
    # Shares are multiples of 1 / (2 * resamples); the tolerance keeps 1 - 0.05 from missing 0.95 by
    # rounding.
    tolerance = 1e-9
    is_first = shares >= 1 - ALPHA - tolerance
    is_second = shares <= ALPHA + tolerance
    return np.where(is_first, FIRST, np.where(is_second, SECOND, UNDECIDED))


def weighted_f1(truth: np.ndarray, predicted: np.ndarray) -> float:
    """Return the mean F1 of the classes in ``truth``, weighted by their frequency there.

    NaN without verdicts.
    """
    if not len(truth):
        return float("nan")
    total = 0.0
    for value in np.unique(truth):
        is_true = truth == value
        is_predicted = predicted == value
        hits = (is_true & is_predicted).sum()
        frequency = is_true.sum()
        f1 = 2 * hits / (frequency + is_predicted.sum())
        total += frequency * f1
    return float(total / len(truth))


def compute_williams_matrix(scores: Scores) -> dict[str, dict[str, float | None]]:
    """Return the one-tailed p of all metrics against all metrics.

    p is None for a metric against itself, and if undefined.
    """
    matrix: dict[str, dict[str, float | None]] = {}
    for name, ours in scores.metrics.items():
        matrix[name] = {}
        for other, values in scores.metrics.items():
            compared = ComparedScores(ours, values, scores.human)
            matrix[name][other] = None if other == name else williams(compared, two_tailed=False)
    return matrix
