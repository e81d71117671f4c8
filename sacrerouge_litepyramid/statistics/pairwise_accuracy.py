"""Pairwise accuracy with calibrated ties: the share of pairs of a document's summaries on which two scores agree.

Metric and human scores agree if both order the pair alike, or both call it tied. A metric's scores are tied if they
differ by ε or less; ε is the middle of the lowest range of values that maximise the accuracy. The accuracy is the mean
over documents. Source: Deutsch, Foster and Freitag, "Ties Matter", EMNLP 2023 (acc_eq and tie calibration, "group by
item").

Choosing ε on the pairs that it is used on makes the accuracy too high. With folds of documents, the ε for a fold is
chosen on the other folds."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.rounding import ROUNDING, restore_ties

#: with more pairs, ε is chosen on a random sample of this size; the accuracy always uses all pairs
MAX_PAIRS = 500_000
#: gains of accuracy that differ by less count as equal, because sums depend on the order of their terms
GAIN_ROUNDING = 1e-9


class Cells(NamedTuple):
    """Summaries that have both scores, of documents with two of them or more; arrays (cells,)."""

    ours: np.ndarray
    # ranks of the human scores, from 0, equal for tied scores
    ranks: np.ndarray
    documents: np.ndarray
    # the folds of the documents
    folds: np.ndarray
    # the documents, numbered from 0 without gaps
    groups: np.ndarray


class PairwiseAccuracy(NamedTuple):
    """The accuracy of a metric on pairs of a document's summaries."""

    # the mean over documents, NaN if undefined
    value: float
    # by fold, NaN without pairs to choose it on
    epsilons: dict[int, float]
    # the share of pairs that human scores tie
    ties: float
    # the accuracy in each document, (documents,), NaN if undefined
    by_document: np.ndarray
    # the number of documents that have a pair
    items: int


def measure_accuracy(
    ours: np.ndarray, human: np.ndarray, folds: np.ndarray | None = None, seed: int = 0
) -> PairwiseAccuracy:
    """Measure how accurately a metric orders pairs by human scores, matrices (systems, documents), NaN if missing.

    ``folds``: the fold of each document, to whose pairs the ε of the other folds applies; without folds the ε of all
    pairs applies to the same pairs. ``seed``: for drawing pairs if there are too many. The value is NaN if no document
    has a pair, or the other folds have none.
    """
    cells = _list_cells(ours, human, folds)
    epsilons = _choose_epsilons(cells, folds is None, seed)
    if not epsilons or np.isnan(list(epsilons.values())).any():
        return PairwiseAccuracy(np.nan, epsilons, np.nan, np.full(ours.shape[1], np.nan), 0)
    documents = len(np.unique(cells.groups))
    sizes = np.bincount(cells.groups)[cells.groups]
    # twice the number of a document's pairs, as every pair is counted for both of its summaries
    scale = sizes * (sizes - 1) * documents
    shares = _count_over_folds(cells, epsilons) / scale
    has_pair = np.isin(np.arange(ours.shape[1]), cells.documents)
    by_document = np.bincount(cells.documents, shares * documents, ours.shape[1])
    return PairwiseAccuracy(
        value=float(shares.sum()),
        epsilons=epsilons,
        ties=float((_count_tied(cells) / scale).sum()),
        by_document=np.where(has_pair, by_document, np.nan),
        items=documents,
    )


def _list_cells(ours: np.ndarray, human: np.ndarray, folds: np.ndarray | None) -> Cells:
    folds = np.zeros(ours.shape[1], dtype=int) if folds is None else folds
    known = ~(np.isnan(ours) | np.isnan(human))
    _, documents = np.nonzero(known)
    has_other = (np.bincount(documents, minlength=1) > 1)[documents]
    ranks = rank_tied(human[known]) if len(documents) else np.zeros(0, dtype=int)
    documents = documents[has_other]
    groups = np.unique(documents, return_inverse=True)[1].ravel()
    return Cells(ours[known][has_other], ranks[has_other], documents, folds[documents], groups)


def _count_over_folds(cells: Cells, epsilons: Mapping[int, float]) -> np.ndarray:
    """Return, for each summary, the number of others on which the scores agree by the ε of the document's fold."""
    correct = np.zeros(len(cells.ours))
    for fold, epsilon in epsilons.items():
        part = cells.folds == fold
        tolerated = epsilon + _tolerance(cells.ours)
        correct[part] = count_correct(cells.ours[part], cells.ranks[part], cells.groups[part], tolerated)
    return correct


def _tolerance(ours: np.ndarray) -> float:
    """Return the largest difference of scores that counts as rounding."""
    return float(ROUNDING * np.abs(ours).max(initial=0.0))


def _choose_epsilons(cells: Cells, on_itself: bool, seed: int) -> dict[int, float]:
    """Return, for each fold, the ε that maximises the accuracy on the other folds, or on all; NaN without pairs.

    Pairs are sorted by the difference of our scores. When ε reaches the difference of a pair, the pair is gained if
    human scores tie it, and lost if both order it alike. ε lies midway between two differences.
    """
    first, second, weights = _list_pairs(cells.groups, np.random.default_rng(seed))
    difference = cells.ours[first] - cells.ours[second]
    ordered = np.sign(cells.ranks[first] - cells.ranks[second])
    is_lost = np.sign(difference) == ordered
    sizes = np.abs(difference)
    order = np.argsort(sizes, kind="stable")
    gains = (weights * np.where(ordered == 0, 1.0, -is_lost.astype(float)))[order]
    sizes, folds = sizes[order], cells.folds[first][order]
    tolerance = _tolerance(cells.ours)
    equal = int(np.searchsorted(sizes, tolerance, "right"))
    # The possible numbers of tied pairs: those with equal scores, or all up to a gap between two differences.
    counts = np.append(equal, equal + 1 + np.flatnonzero(np.diff(sizes[equal:], append=np.inf) > tolerance))
    epsilons = {}
    for fold in np.unique(cells.folds).tolist():
        others = np.full(len(folds), True) if on_itself else folds != fold
        gained = _sum_up_to(np.where(others, gains, 0.0), counts)
        best = counts[np.argmax(np.round(gained / GAIN_ROUNDING))]
        following = sizes[best] if best < len(sizes) else sizes[-1:].sum() + tolerance
        epsilon = float(sizes[best - 1] + following) / 2 if best > equal else 0.0
        epsilons[fold] = epsilon if others.any() else np.nan
    return epsilons


def _sum_up_to(gains: np.ndarray, counts: np.ndarray) -> np.ndarray:
    return np.append(0.0, np.cumsum(gains))[counts]


def _list_pairs(groups: np.ndarray, generator: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the places of both summaries of each pair, and its weight; all groups have the same weight.

    If there are more than MAX_PAIRS pairs, that many are drawn at random with replacement.
    """
    by_group = np.argsort(groups, kind="stable")
    sizes = np.bincount(groups)
    starts = np.cumsum(sizes) - sizes
    if int((sizes * (sizes - 1)).sum()) // 2 <= MAX_PAIRS:
        earlier = np.arange(len(groups)) - np.repeat(starts, sizes)
        second = np.repeat(np.arange(len(groups)), earlier)
        first = (
            np.arange(len(second))
            - np.repeat(np.cumsum(earlier) - earlier, earlier)
            + np.repeat(np.repeat(starts, sizes), earlier)
        )
        group = np.repeat(np.arange(len(sizes)), sizes * (sizes - 1) // 2)
        weights = 1 / (len(sizes) * (sizes * (sizes - 1) // 2))[group]
    else:
        group = generator.integers(len(sizes), size=MAX_PAIRS)
        place = generator.integers(sizes[group])
        step = 1 + generator.integers(sizes[group] - 1)
        first, second = starts[group] + place, starts[group] + (place + step) % sizes[group]
        weights = np.full(MAX_PAIRS, 1 / MAX_PAIRS)
    return by_group[first], by_group[second], weights


def _count_tied(cells: Cells) -> np.ndarray:
    """Return, for each summary, the number of others in its document that human scores tie with it."""
    keys = cells.groups.astype(np.int64) * (cells.ranks.max() + 1) + cells.ranks
    _, place, counts = np.unique(keys, return_inverse=True, return_counts=True)
    return counts[place.ravel()] - 1


def rank_tied(values: np.ndarray) -> np.ndarray:
    """Return the ranks, from 0, of values (n,) without NaN; values that are equal up to rounding share a rank."""
    return np.unique(restore_ties(values[None])[0], return_inverse=True)[1].ravel()


def count_correct(ours: np.ndarray, ranks: np.ndarray, groups: np.ndarray, epsilon: float) -> np.ndarray:
    """Return, for each summary, the number of others in its group on which the two scores agree, (n,).

    They agree if our scores differ by more than ``epsilon`` and the human ranks order the two alike, or if our scores
    differ by ``epsilon`` or less and the ranks are equal.
    """
    ordered, size = np.sort(ours), len(ours) + 1
    places = np.empty(len(ours), dtype=np.int64)
    places[np.argsort(ours, kind="stable")] = np.arange(len(ours))
    lower = np.searchsorted(ordered, ours - epsilon, "left")
    not_higher = np.searchsorted(ordered, ours + epsilon, "right")
    starts = (groups.astype(np.int64) * (ranks.max(initial=0) + 1) + ranks) * size
    keys = np.sort(starts + places)
    tied = np.searchsorted(keys, starts + not_higher) - np.searchsorted(keys, starts + lower) - 1
    above = _count_lower(len(ours) - 1 - places, len(ours) - not_higher, ranks.max(initial=0) - ranks, groups)
    return tied + _count_lower(places, lower, ranks, groups) + above


def _count_lower(places: np.ndarray, bounds: np.ndarray, ranks: np.ndarray, groups: np.ndarray) -> np.ndarray:
    """Return, for each summary, the number of others in its group with a lower rank and a place below its bound."""
    counts = np.zeros(len(ranks), dtype=np.int64)
    size = len(ranks) + 1
    for bit in range(int(ranks.max(initial=0)).bit_length()):
        starts = (groups.astype(np.int64) * (ranks.max() + 1) + (ranks >> (bit + 1))) * size
        has_bit = (ranks >> bit) & 1 == 1
        keys = np.sort((starts + places)[~has_bit])
        start = starts[has_bit]
        counts[has_bit] += np.searchsorted(keys, start + bounds[has_bit]) - np.searchsorted(keys, start)
    return counts
