"""Accuracy over pairs of systems: plain pairwise accuracy, and soft pairwise accuracy (SPA).

The plain accuracy is the share of pairs whose means a metric and human scores order alike, or both tie (Kocmi et al.,
WMT 2021). SPA is the mean over pairs of 1 − |p_human − p_metric|, with the one-sided p of the first system being
better. That p comes from permutations of the two systems' scores of documents, which are the same for metric and human
scores (Thompson, Mathur, Deutsch and Khayrallah, WMT 2024). A permutation whose difference equals that of the data
counts half, so that the p of a pair and that of its reverse sum to 1."""

import numpy as np

from sacrerouge_litepyramid.statistics.difference import Difference
from sacrerouge_litepyramid.statistics.estimate import Estimate
from sacrerouge_litepyramid.statistics.max_t import draw_signs
from sacrerouge_litepyramid.statistics.paired import compare_pairs, subtract_scores
from sacrerouge_litepyramid.statistics.pairwise_accuracy import measure_accuracy
from sacrerouge_litepyramid.statistics.permutation import ComparedScores, build_difference, draw_swaps, standardise
from sacrerouge_litepyramid.statistics.rounding import ROUNDING, average, divide, restore_ties
from sacrerouge_litepyramid.statistics.significance import pair_indices


def compare_means(ours: np.ndarray, human: np.ndarray) -> np.ndarray:
    """Return the share of pairs on which two sides' means (rows, systems) agree, (rows,); NaN below two systems.

    Both must have NaN in the same cells.
    """
    our_order = _order_pairs(ours)
    human_order = _order_pairs(human)
    agreeing = (our_order == human_order).sum(axis=1)
    return divide(agreeing, (~np.isnan(our_order)).sum(axis=1))


def _order_pairs(means: np.ndarray) -> np.ndarray:
    """Return 1, 0 or -1, (rows, pairs), where the first system of a pair is above, equal to or below the second."""
    first, second = pair_indices(means.shape[1])
    means = restore_ties(means)
    return np.sign(means[:, first] - means[:, second])


def soft_accuracy(ours: np.ndarray, human: np.ndarray, permutations: int = 1000, seed: int = 0) -> float:
    """Return SPA of matrices (systems, documents), NaN if missing; NaN if no two systems share a document."""
    signs = draw_signs(ours.shape[1], permutations, seed)
    missing = np.isnan(ours + human)
    ours = np.where(missing, np.nan, ours)
    human = np.where(missing, np.nan, human)
    distances = []
    # Pairs are compared in parts, those of one first system at a time, to save memory.
    for place in range(len(ours) - 1):
        p = _permutation_p(ours[place], ours[place + 1 :], signs)
        human_p = _permutation_p(human[place], human[place + 1 :], signs)
        distances.append(np.abs(p - human_p))
    return 1 - float(average(np.concatenate([*distances, []]), axis=0))


def _permutation_p(first: np.ndarray, others: np.ndarray, signs: np.ndarray) -> np.ndarray:
    """Return the one-sided p of a system (documents,) being better than others (pairs, documents): (pairs,).

    It is the share of sign vectors whose sum is above that of the data, equal ones half; NaN without a common document.
    """
    differences = subtract_scores(first, others)
    filled = np.nan_to_num(differences)
    steps = signs @ filled.T - filled.sum(axis=1)
    errors = ROUNDING * np.abs(filled).sum(axis=1)
    p = (0.5 * (steps > errors) + 0.5 * (steps >= -errors)).mean(axis=0)
    return np.where(np.isnan(differences).all(axis=1), np.nan, p)


def normal_soft_accuracy(ours: np.ndarray, human: np.ndarray) -> float:
    """Return SPA with the p of normal distributions; both matrices must have NaN in the same cells."""
    distances = np.abs(_normal_p(ours) - _normal_p(human))
    return 1 - float(average(distances, axis=0))


def _normal_p(scores: np.ndarray) -> np.ndarray:
    """Return the p of pairs of systems (systems, documents) by random signs whose sum is taken as normal: (pairs,).

    It is 0.5 if all differences are 0, and NaN without a common document.
    """
    from scipy.special import ndtr

    known = (~np.isnan(scores)).astype(float)
    filled = np.nan_to_num(scores)
    # sums over the documents that both systems have, (systems, systems)
    sums = filled @ known.T
    squares = filled**2 @ known.T
    difference = sums - sums.T
    variance = np.maximum(squares + squares.T - 2 * filled @ filled.T, 0.0)
    p = ndtr(-divide(difference, np.sqrt(variance), 0.0))
    p = np.where(known @ known.T > 0, p, np.nan)
    return p[pair_indices(len(scores))]


def compare_pair_accuracies(
    scores: ComparedScores, folds: np.ndarray, permutations: int = 1000, seed: int = 0, swap: str = "both"
) -> dict[str, Difference]:
    """Return the first metric's accuracies minus the baseline's, named LEVEL_STATISTIC, with two-sided p.

    ``folds``: the fold of each document; ``swap``: what the tests at the system level swap. Permutations use SPA with
    the p of normal distributions. Raises ValueError if no summary has all three scores.
    """
    ours, baseline, human = standardise(scores)
    accuracies, soft_accuracies = [], []
    for swapped in draw_swaps(human.shape, permutations, np.random.default_rng(seed), swap):
        first = np.where(swapped, baseline, ours)
        second = np.where(swapped, ours, baseline)
        accuracies.append(_subtract_accuracy(first, second, human))
        soft_accuracies.append(normal_soft_accuracy(first, human) - normal_soft_accuracy(second, human))
    accuracy = build_difference(_subtract_accuracy(ours, baseline, human), np.array(accuracies))
    normal_spa = normal_soft_accuracy(ours, human) - normal_soft_accuracy(baseline, human)
    spa = soft_accuracy(ours, human, max(permutations, 1), seed)
    baseline_spa = soft_accuracy(baseline, human, max(permutations, 1), seed)
    acc_eq = measure_accuracy(ours, human, folds)
    baseline_acc_eq = measure_accuracy(baseline, human, folds)
    (by_document,) = compare_pairs(acc_eq.by_document[None], baseline_acc_eq.by_document[None], permutations, seed)
    return {
        "system_pairwise_accuracy": accuracy,
        "system_spa": build_difference(normal_spa, np.array(soft_accuracies))._replace(
            difference=Estimate(spa - baseline_spa)
        ),
        "summary_acc_eq": Difference(Estimate(acc_eq.value - baseline_acc_eq.value), p=by_document.p),
    }


def _subtract_accuracy(ours: np.ndarray, baseline: np.ndarray, human: np.ndarray) -> float:
    """Return the first metric's pairwise accuracy over systems minus the baseline's."""
    human_means = average(human, axis=1)[None]
    first = compare_means(average(ours, axis=1)[None], human_means)
    second = compare_means(average(baseline, axis=1)[None], human_means)
    return float(first[0] - second[0])
