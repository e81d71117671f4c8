"""Accuracy over pairs of systems: plain pairwise accuracy, and soft pairwise accuracy (SPA).

The plain accuracy is the share of pairs whose means a metric and human scores order alike, or both tie (Kocmi et al.,
WMT 2021). SPA is the mean over pairs of 1 − |p_human − p_metric|, with the one-sided p of the first system being
better. That p comes from permutations of the two systems' scores of documents, which are the same for metric and human
scores (Thompson, Mathur, Deutsch and Khayrallah, WMT 2024). A permutation whose difference equals that of the data
counts half, so that the p of a pair and that of its reverse sum to 1."""

from collections.abc import Iterator

import numpy as np

from sacrerouge_litepyramid.statistics.agreement import weighted_means
from sacrerouge_litepyramid.statistics.difference import Difference
from sacrerouge_litepyramid.statistics.estimate import Estimate
from sacrerouge_litepyramid.statistics.max_t import draw_signs
from sacrerouge_litepyramid.statistics.paired import PAIRS_AT_A_TIME, compare_pairs, subtract_scores
from sacrerouge_litepyramid.statistics.pairwise_accuracy import measure_accuracy
from sacrerouge_litepyramid.statistics.permutation import ComparedScores, build_difference, draw_swaps, standardise
from sacrerouge_litepyramid.statistics.rounding import ROUNDING, divide, restore_ties
from sacrerouge_litepyramid.statistics.significance import pair_indices


def compare_means(ours: np.ndarray, human: np.ndarray) -> np.ndarray:
    """Return the share of pairs on which two sides' means (rows, systems) agree, (rows,); NaN below two systems.

    Both must have NaN in the same cells.
    """
    first, second = pair_indices(ours.shape[1])
    signs = [np.sign(side[:, first] - side[:, second]) for side in (restore_ties(ours), restore_ties(human))]
    return divide((signs[0] == signs[1]).sum(axis=1), (~np.isnan(signs[0])).sum(axis=1))


def soft_accuracy(ours: np.ndarray, human: np.ndarray, permutations: int = 1000, seed: int = 0) -> float:
    """Return SPA of matrices (systems, documents), NaN if missing; NaN if no two systems share a document."""
    signs = draw_signs(ours.shape[1], permutations, seed)
    distances = []
    for differences in _list_differences(ours, human):
        first, second = (_permutation_p(side, signs) for side in differences)
        distances.append(np.abs(first - second))
    return 1 - float(np.concatenate(distances).mean()) if distances else np.nan


def normal_soft_accuracy(ours: np.ndarray, human: np.ndarray) -> float:
    """Return SPA with the p of normal distributions; both matrices must have NaN in the same cells."""
    sides = [_normal_p(*_sum_differences(side, ~np.isnan(ours))) for side in (ours, human)]
    distances = np.abs(sides[0] - sides[1])[pair_indices(len(ours))][_has_common(ours, human)]
    return 1 - float(distances.mean()) if len(distances) else np.nan


def _sum_differences(scores: np.ndarray, known: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the sums of the differences between any two systems, and of their squares, both (systems, systems)."""
    filled, weights = np.where(known, scores, 0.0), known.astype(float)
    sums, squares = filled @ weights.T, filled**2 @ weights.T
    return sums - sums.T, squares + squares.T - 2 * filled @ filled.T


def _has_common(ours: np.ndarray, human: np.ndarray) -> np.ndarray:
    """Return whether each pair of systems shares a document, (pairs,)."""
    known = (~(np.isnan(ours) | np.isnan(human))).astype(float)
    return (known @ known.T)[pair_indices(len(ours))] > 0


def _list_differences(ours: np.ndarray, human: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield both scores' differences of pairs that share a document, (pairs, documents), some pairs at a time.

    Missing differences are 0.
    """
    missing = np.isnan(ours) | np.isnan(human)
    first, second = (places[_has_common(ours, human)] for places in pair_indices(len(ours)))
    sides = [np.where(missing, np.nan, side) for side in (ours, human)]
    for start in range(0, len(first), PAIRS_AT_A_TIME):
        part = slice(start, start + PAIRS_AT_A_TIME)
        one, other = (np.nan_to_num(subtract_scores(side[first[part]], side[second[part]])) for side in sides)
        yield one, other


def _permutation_p(differences: np.ndarray, signs: np.ndarray) -> np.ndarray:
    """Return the share of sign vectors whose sum is above that of the data, equal ones half, (pairs,)."""
    steps = signs @ differences.T - differences.sum(axis=1)
    errors = ROUNDING * np.abs(differences).sum(axis=1)
    return (0.5 * (steps > errors) + 0.5 * (steps >= -errors)).mean(axis=0)


def _normal_p(sums: np.ndarray, squares: np.ndarray) -> np.ndarray:
    """Return the p of sums of differences under random signs, taken as normal; 0.5 if all differences are 0."""
    from scipy.special import ndtr

    return ndtr(-divide(sums, np.sqrt(np.maximum(squares, 0.0)), 0.0))


def compare_pair_accuracies(
    scores: ComparedScores, folds: np.ndarray, permutations: int = 1000, seed: int = 0, swap: str = "both"
) -> dict[str, Difference]:
    """Return the first metric's accuracies minus the baseline's, named LEVEL_STATISTIC, with two-sided p.

    ``folds``: the fold of each document; ``swap``: what the tests at the system level swap. Permutations use SPA with
    the p of normal distributions. Raises ValueError if no summary has all three scores.
    """
    scores = standardise(scores)
    sides = scores.ours, scores.baseline
    soft = [soft_accuracy(side, scores.human, max(permutations, 1), seed) for side in sides]
    summary_level = [measure_accuracy(side, scores.human, folds) for side in sides]
    observed = _measure_systems(*sides, scores.human)
    permuted = []
    for swapped in draw_swaps(scores.human.shape, permutations, np.random.default_rng(seed), swap):
        ours, baseline = np.where(swapped, sides[1], sides[0]), np.where(swapped, sides[0], sides[1])
        permuted.append(_measure_systems(ours, baseline, scores.human))
    hard_permuted, soft_permuted = np.array(permuted).T
    first, second = (accuracy.by_document[None] for accuracy in summary_level)
    (by_document,) = compare_pairs(first, second, permutations, 0, seed)
    return {
        "system_pairwise_accuracy": build_difference(observed[0], hard_permuted),
        "system_spa": build_difference(observed[1], soft_permuted)._replace(difference=Estimate(soft[0] - soft[1])),
        "summary_acc_eq": Difference(Estimate(summary_level[0].value - summary_level[1].value), p=by_document.p),
    }


def _measure_systems(ours: np.ndarray, baseline: np.ndarray, human: np.ndarray) -> tuple[float, float]:
    """Return the first metric's pairwise accuracy and SPA over systems, both minus the baseline's."""
    weights = np.ones((1, human.shape[1]))
    means = [weighted_means(scores, weights) for scores in (ours, baseline, human)]
    hard = [float(compare_means(metric, means[2])[0]) for metric in means[:2]]
    soft = [normal_soft_accuracy(metric, human) for metric in (ours, baseline)]
    return hard[0] - hard[1], soft[0] - soft[1]
