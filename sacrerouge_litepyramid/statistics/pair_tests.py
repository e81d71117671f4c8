"""Permutation tests of the difference of two metrics in the pairs that they order as human scores do.

For systems, scores are swapped as in `permutation.permutation_test`. Within documents, the two accuracies of a document
are swapped, each metric keeping the ε that was chosen on other folds of documents."""

import numpy as np

from sacrerouge_litepyramid.statistics.agreement import weighted_means
from sacrerouge_litepyramid.statistics.difference import Difference
from sacrerouge_litepyramid.statistics.estimate import Estimate
from sacrerouge_litepyramid.statistics.paired import compare_pairs
from sacrerouge_litepyramid.statistics.pairwise_accuracy import measure_accuracy
from sacrerouge_litepyramid.statistics.permutation import ComparedScores, build_difference, draw_swaps, standardise
from sacrerouge_litepyramid.statistics.system_pairs import compare_means, normal_soft_accuracy, soft_accuracy


def compare_pair_accuracies(
    scores: ComparedScores, folds: np.ndarray, permutations: int = 1000, seed: int = 0, swap: str = "both"
) -> dict[str, Difference]:
    """Return the first metric's figures less the baseline's by LEVEL_STATISTIC, with two-sided p.

    ``folds``: the fold of each document; ``swap``: of the test of systems. SPA is permuted with the p of normal
    distributions. Raises ValueError where no summary has all three scores.
    """
    scores = standardise(scores)
    sides = scores.ours, scores.baseline
    soft = [soft_accuracy(each, scores.human, max(permutations, 1), seed) for each in sides]
    of_documents = [measure_accuracy(each, scores.human, "summary", folds, seed) for each in sides]
    kept = _measure_systems(*sides, scores.human)
    permuted = []
    for swapped in draw_swaps(scores.human.shape, permutations, np.random.default_rng(seed), swap):
        ours, baseline = np.where(swapped, sides[1], sides[0]), np.where(swapped, sides[0], sides[1])
        permuted.append(_measure_systems(ours, baseline, scores.human))
    of_systems = np.array(permuted).T
    first, second = (each.by_document[None] for each in of_documents)
    (in_documents,) = compare_pairs(first, second, permutations, 0, seed)
    return {
        "system_pairwise_accuracy": build_difference(kept[0], of_systems[0]),
        "system_spa": build_difference(kept[1], of_systems[1])._replace(difference=Estimate(soft[0] - soft[1])),
        "summary_acc_eq": Difference(Estimate(of_documents[0].value - of_documents[1].value), p=in_documents.p),
    }


def _measure_systems(ours: np.ndarray, baseline: np.ndarray, human: np.ndarray) -> tuple[float, float]:
    """Return the first metric's pairwise accuracy and SPA over systems less the baseline's."""
    weights = np.ones((1, human.shape[1]))
    means = [weighted_means(each, weights) for each in (ours, baseline, human)]
    hard = [float(compare_means(each, means[2])[0]) for each in means[:2]]
    soft = [normal_soft_accuracy(each, human) for each in (ours, baseline)]
    return hard[0] - hard[1], soft[0] - soft[1]
