"""Pairwise accuracy with calibrated ties: the share of pairs on which a metric and human scores agree.

A pair is two summaries of one group: of a document, of a system, or any two. Metric and human scores agree if both
order the pair alike, or both call it tied. A metric's scores are tied if they differ by ε or less; ε is the middle of
the lowest range of values that maximise the accuracy. Source: Deutsch, Foster and Freitag, "Ties Matter", EMNLP 2023
(acc_eq and tie calibration); groups are the "group by item", "group by system" and "no grouping" of WMT.

Choosing ε on the pairs that it is used on makes the accuracy too high. With folds of documents, the ε for a pair is
chosen on the pairs that have no document in the pair's one or two folds."""

import itertools
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.rounding import ROUNDING, average, restore_ties
from sacrerouge_litepyramid.statistics.spread import Spread, spread_of_cells

#: how pairs are grouped: by document, by system, or not at all
GROUPINGS = ("summary", "by-system", "global")
#: with more pairs, ε is chosen on a random sample of this size; the accuracy always uses all pairs
MAX_PAIRS = 500_000
#: gains of accuracy that differ by less count as equal, because sums depend on the order of their terms
GAIN_ROUNDING = 1e-9


class Cells(NamedTuple):
    """Summaries that have both scores and another summary in their group; arrays (cells,).

    ``ranks``: ranks of the human scores, from 0, equal for tied scores; ``folds``: the folds of the documents.
    """

    ours: np.ndarray
    ranks: np.ndarray
    systems: np.ndarray
    documents: np.ndarray
    folds: np.ndarray
    groups: np.ndarray


class Threshold(NamedTuple):
    """An ε, NaN without pairs to choose it on, and how much less accurate it is on all pairs than the best ε."""

    epsilon: float
    loss: float


class PairwiseAccuracy(NamedTuple):
    """The accuracy of a metric on pairs.

    ``value``: the mean over groups; ``epsilons``: by one or two folds; ``ties``: the share of pairs that human scores
    tie; ``spread``: how the value depends on documents and systems; ``choice``: the variance that the choice of ε
    adds; ``by_document``: the accuracy in each document if groups are documents, (documents,), NaN if undefined;
    ``items``: the number of documents, systems or summaries that have a pair.
    """

    value: float
    epsilons: dict[tuple[int, ...], float]
    ties: float
    spread: Spread
    choice: float
    by_document: np.ndarray
    items: int


def measure_accuracy(
    ours: np.ndarray, human: np.ndarray, grouping: str = "summary", folds: np.ndarray | None = None, seed: int = 0
) -> PairwiseAccuracy:
    """Measure how accurately a metric orders pairs by human scores, matrices (systems, documents), NaN if missing.

    ``folds``: the fold of each document, to whose pairs the ε of the other folds applies; without folds the ε of all
    pairs applies to the same pairs. ``seed``: for drawing pairs if there are too many. The value is NaN if no group has
    a pair, or the other folds have none.
    """
    cells = _group_cells(ours, human, grouping, folds)
    thresholds = _choose_epsilons(cells, _pair_folds(cells, grouping), folds is None, seed)
    epsilons = {part: threshold.epsilon for part, threshold in thresholds.items()}
    if not epsilons or np.isnan(list(epsilons.values())).any():
        unknown = np.full(ours.shape, np.nan)
        return PairwiseAccuracy(np.nan, epsilons, np.nan, spread_of_cells(unknown), np.nan, unknown[0], 0)
    scale = _measure_scale(cells)
    shares = _count_over_folds(cells, epsilons) / scale
    value = float(shares.sum())
    others = np.bincount(cells.groups)[cells.groups] - 1
    influences = np.full(ours.shape, np.nan)
    influences[cells.systems, cells.documents] = 2 * (shares - value * others / scale)
    items = {"summary": cells.documents, "by-system": cells.systems, "global": np.arange(len(cells.ours))}[grouping]
    return PairwiseAccuracy(
        value=value,
        epsilons=epsilons,
        ties=float((_count_tied(cells) / scale).sum()),
        spread=_measure_spread(influences, grouping),
        choice=_add_losses([threshold.loss for part, threshold in thresholds.items() if len(part) == 1]),
        by_document=_sum_by_document(shares * len(np.unique(cells.groups)), cells, ours.shape[1]),
        items=len(np.unique(items)),
    )


def accuracy_at(ours: np.ndarray, human: np.ndarray, grouping: str, epsilon: float) -> float:
    """Return the accuracy with a given ε; NaN if no group has a pair."""
    cells = _group_cells(ours, human, grouping)
    counts = _count_over_folds(cells, {(0,): epsilon})
    return float((counts / _measure_scale(cells)).sum()) if len(cells.ours) else np.nan


def _measure_scale(cells: Cells) -> np.ndarray:
    """Return, for each summary, twice the number of pairs in its group times the number of groups."""
    sizes = np.bincount(cells.groups)[cells.groups]
    return sizes * (sizes - 1) * len(np.unique(cells.groups))


def _group_cells(ours: np.ndarray, human: np.ndarray, grouping: str, folds: np.ndarray | None = None) -> Cells:
    folds = np.zeros(ours.shape[1], dtype=int) if folds is None else folds
    known = ~(np.isnan(ours) | np.isnan(human))
    systems, documents = np.nonzero(known)
    group = {"summary": documents, "by-system": systems, "global": np.zeros(len(systems), dtype=int)}[grouping]
    has_other = (np.bincount(group, minlength=1) > 1)[group]
    ranks = rank_tied(human[known]) if len(systems) else np.zeros(0, dtype=int)
    columns = (ours[known], ranks, systems, documents, folds[documents])
    groups = np.unique(group[has_other], return_inverse=True)[1].ravel()
    return Cells._make([*(column[has_other] for column in columns), groups])


def _pair_folds(cells: Cells, grouping: str) -> list[tuple[int, ...]]:
    """Return the folds and, unless groups are documents, all pairs of folds, because a pair may lie in two folds."""
    folds = np.unique(cells.folds).tolist()
    pairs = [] if grouping == "summary" else list(itertools.combinations(folds, 2))
    return [*((fold,) for fold in folds), *pairs]


def _count_over_folds(cells: Cells, epsilons: Mapping[tuple[int, ...], float]) -> np.ndarray:
    """Return, for each summary, the number of others on which the scores agree by the ε of the pair's folds."""
    correct = np.zeros(len(cells.ours))
    for folds, epsilon in epsilons.items():
        tolerated = epsilon + _tolerance(cells.ours)
        parts = [np.isin(cells.folds, folds)]
        # For two folds, count the pairs between them: all pairs minus those within one fold.
        parts += [cells.folds == fold for fold in folds] if len(folds) > 1 else []
        for place, part in enumerate(parts):
            counts = count_correct(cells.ours[part], cells.ranks[part], cells.groups[part], tolerated)
            correct[part] += counts if place == 0 else -counts
    return correct


def _tolerance(ours: np.ndarray) -> float:
    """Return the largest difference of scores that counts as rounding."""
    return float(ROUNDING * np.abs(ours).max(initial=0.0))


def _sum_by_document(shares: np.ndarray, cells: Cells, documents: int) -> np.ndarray:
    known = np.isin(np.arange(documents), cells.documents)
    return np.where(known, np.bincount(cells.documents, shares, documents), np.nan)


def _choose_epsilons(
    cells: Cells, parts: Sequence[tuple[int, ...]], on_itself: bool, seed: int
) -> dict[tuple[int, ...], Threshold]:
    """Return, for each part of the folds, the ε that maximises the accuracy on the other folds, or on all.

    Pairs are sorted by the difference of our scores. When ε reaches the difference of a pair, the pair is gained if
    human scores tie it, and lost if both order it alike. ε lies midway between two differences. It is NaN without
    pairs.
    """
    first, second, weights = _list_pairs(cells.groups, np.random.default_rng(seed))
    difference = cells.ours[first] - cells.ours[second]
    ordered = np.sign(cells.ranks[first] - cells.ranks[second])
    sizes = np.abs(difference)
    order = np.argsort(sizes, kind="stable")
    gains = (weights * np.where(ordered == 0, 1.0, -(np.sign(difference) == ordered).astype(float)))[order]
    sizes, folds = sizes[order], np.stack([cells.folds[first], cells.folds[second]])[:, order]
    tolerance = _tolerance(cells.ours)
    equal = int(np.searchsorted(sizes, tolerance, "right"))
    # The possible numbers of tied pairs: those with equal scores, or all up to a gap between two differences.
    counts = np.append(equal, equal + 1 + np.flatnonzero(np.diff(sizes[equal:], append=np.inf) > tolerance))
    whole = _sum_up_to(gains, counts)
    thresholds = {}
    for part in parts:
        is_other = np.array([on_itself or fold not in part for fold in range(int(folds.max(initial=0)) + 1)])
        others = is_other[folds].all(axis=0)
        place = np.argmax(np.round(_sum_up_to(np.where(others, gains, 0.0), counts) / GAIN_ROUNDING))
        best = counts[place]
        following = sizes[best] if best < len(sizes) else sizes[-1:].sum() + tolerance
        epsilon = float(sizes[best - 1] + following) / 2 if best > equal else 0.0
        thresholds[part] = Threshold(epsilon if others.any() else np.nan, float(whole.max() - whole[place]))
    return thresholds


def _sum_up_to(gains: np.ndarray, counts: np.ndarray) -> np.ndarray:
    return np.append(0.0, np.cumsum(gains))[counts]


def _add_losses(losses: Sequence[float]) -> float:
    """Return the jackknife variance of the losses of accuracy by the folds' ε; 0 for a single fold."""
    return (len(losses) - 1) / len(losses) * sum(loss**2 for loss in losses)


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
    """Return, for each summary, the number of others in its group that human scores tie with it."""
    keys = cells.groups.astype(np.int64) * (cells.ranks.max() + 1) + cells.ranks
    _, place, counts = np.unique(keys, return_inverse=True, return_counts=True)
    return counts[place.ravel()] - 1


def _measure_spread(influences: np.ndarray, grouping: str) -> Spread:
    """Return the spread of the accuracy from the influence of each summary, (systems, documents), NaN if missing.

    Both summaries of a grouped pair belong to one document or system, which must not count twice in the sum of the two.
    """
    spread = spread_of_cells(influences)
    if grouping == "global":
        return spread
    axis = 0 if grouping == "summary" else 1
    cells = float((np.nan_to_num(influences - np.expand_dims(average(influences, axis), axis)) ** 2).sum())
    if grouping == "summary":
        return spread._replace(documents=spread.documents / 2, cells=cells)
    return spread._replace(systems=spread.systems / 2, cells=cells)


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
