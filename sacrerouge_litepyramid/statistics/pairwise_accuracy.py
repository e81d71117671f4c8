"""Pairwise accuracy with calibrated ties: the share of pairs of summaries ordered as humans do.

The pairs are those of one document's summaries.
Metric and human scores agree if both order the pair alike, or both call it tied. A metric's scores
are tied if they differ by ε or less; ε is the middle of the lowest range of values that maximise
the accuracy. The accuracy is the mean over documents. Source: Deutsch, Foster and Freitag, "Ties
Matter", EMNLP 2023 (acc_eq and tie calibration, "group by item").

The paper chooses ε on the pairs that it is used on (in-sample), which makes the accuracy too high.
With folds of documents, the ε for a fold is chosen on the other folds (cross-fitted).
"""

from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.rounding import ROUNDING, restore_ties
from sacrerouge_litepyramid.statistics.significance import pair_indices

#: gains of accuracy that differ by less count as equal, because sums depend on the order of their
#: terms
GAIN_ROUNDING = 1e-9


class ScoredPairs(NamedTuple):
    """The pairs of summaries of one document that both have both scores: arrays (pairs,)."""

    # the metric's score of the first minus that of the second
    difference: np.ndarray
    # 1 if human scores order the first above the second, -1 below it, 0 if they tie
    human_order: np.ndarray
    # the place of the document
    document: np.ndarray
    # the largest difference of the metric's scores that counts as rounding
    tolerance: float

    def order(self, epsilon: float) -> np.ndarray:
        """Return the metric's order of each pair, coded as `human_order`; up to ε they tie."""
        is_tied = np.abs(self.difference) <= epsilon + self.tolerance
        return np.where(is_tied, 0.0, np.sign(self.difference))


class SummaryPairs(NamedTuple):
    """How a metric orders pairs of a document's summaries as human scores do."""

    # the share of pairs that both order alike or both tie, where differences of the metric up to ε
    # are ties: the mean over documents, NaN if undefined
    acc_eq: float
    # the same in-sample, as published: ε is that of all pairs, below
    acc_eq_in_sample: float
    # ε chosen on all pairs; for acc_eq it is chosen on other folds of documents
    epsilon: float
    # the share of pairs that human scores tie
    ties: float
    # the number of documents that have a pair
    documents: int
    # the number of pairs that human scores do not tie, and in how many of these the metric prefers
    # the same summary
    untied: int
    alike: int


def measure_accuracy(
    ours: np.ndarray, human: np.ndarray, folds: np.ndarray | None = None
) -> SummaryPairs | None:
    """Measure how accurately a metric orders pairs of a document's summaries by human scores.

    ``ours`` and ``human``: (systems, documents), NaN if missing. ``folds``: the fold of each
    document, to whose pairs the ε of the other folds applies; without folds the ε of all pairs
    applies. The accuracy is NaN if the other folds have no pair, and the result None if no document
    has one.
    """
    pairs = _list_pairs(ours, human)
    counts = np.bincount(pairs.document)
    documents = np.count_nonzero(counts)
    if not documents:
        return None
    # All documents have the same weight.
    weights = 1 / (counts[pairs.document] * documents)
    epsilon = _choose_epsilon(pairs, weights)
    is_correct = (pairs.order(epsilon) == pairs.human_order).astype(float)
    in_sample = float(weights @ is_correct)
    fold_of_pair = np.array([]) if folds is None else folds[pairs.document]
    for fold in np.unique(fold_of_pair):
        is_member = fold_of_pair == fold
        is_chosen_on = ~is_member
        fold_epsilon = _choose_epsilon(pairs, np.where(is_chosen_on, weights, 0.0))
        agrees = pairs.order(fold_epsilon) == pairs.human_order
        is_correct[is_member] = agrees[is_member] if is_chosen_on.any() else np.nan
    is_tied = pairs.human_order == 0
    is_alike = ~is_tied & (pairs.order(0.0) == pairs.human_order)
    return SummaryPairs(
        acc_eq=float(weights @ is_correct),
        acc_eq_in_sample=in_sample,
        epsilon=epsilon,
        ties=float(weights @ is_tied),
        documents=int(documents),
        untied=int((~is_tied).sum()),
        alike=int(is_alike.sum()),
    )


def _list_pairs(ours: np.ndarray, human: np.ndarray) -> ScoredPairs:
    known = ~np.isnan(ours + human)
    # Human scores that differ by rounding are tied.
    known_human = np.where(known, human, np.nan)
    rounded = restore_ties(known_human.reshape(1, -1)).reshape(human.shape)
    first, second = pair_indices(len(ours))
    is_pair = known[first] & known[second]
    differences = ours[first] - ours[second]
    human_orders = np.sign(rounded[first] - rounded[second])
    largest = np.abs(ours[known]).max(initial=0.0)
    _, documents = np.nonzero(is_pair)
    return ScoredPairs(
        difference=differences[is_pair],
        human_order=human_orders[is_pair],
        document=documents,
        tolerance=ROUNDING * float(largest),
    )


def _choose_epsilon(pairs: ScoredPairs, weights: np.ndarray) -> float:
    """Return the ε that maximises the accuracy on pairs with these weights, (pairs,).

    When ε reaches the difference of a pair, the pair is gained if human scores tie it, and lost if
    both order it alike.
    """
    unordered_sizes = np.abs(pairs.difference)
    order = np.argsort(unordered_sizes, kind="stable")
    sizes = unordered_sizes[order]
    is_gained = pairs.human_order == 0
    is_alike = np.sign(pairs.difference) == pairs.human_order
    is_lost = is_alike & ~is_gained
    by_pair = weights * is_gained - weights * is_lost
    # the gain of accuracy when the first 0, 1, 2, … pairs are tied
    gains = np.append(0.0, np.cumsum(by_pair[order]))
    # Pairs with equal scores are always tied; further ones up to a gap between two sizes.
    equal = int(np.searchsorted(sizes, pairs.tolerance, "right"))
    is_gap = np.diff(sizes, append=np.inf) > pairs.tolerance
    ends = np.flatnonzero(is_gap) + 1
    counts = np.append(equal, ends[ends > equal])
    rounded_gains = np.round(gains[counts] / GAIN_ROUNDING)
    best = counts[np.argmax(rounded_gains)]
    if best == equal:
        return 0.0
    # ε is midway between the size of the last tied pair and that of the next.
    last = sizes[best - 1]
    next_size = sizes[best] if best < len(sizes) else last + pairs.tolerance
    return float(last + next_size) / 2
