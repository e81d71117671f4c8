"""Several annotators' votes, 0, 1 or grades: medians, ties and measures of agreement."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.rounding import average


class Ballot(NamedTuple):
    """The votes on the units of one summary."""

    voters: tuple[str, ...]
    # from 0 to 1, NaN if a voter did not decide, (voters, units)
    votes: np.ndarray


class Disagreement(NamedTuple):
    """How often a voter differs from the median of the others."""

    # the number of votes that differ
    differing: int
    # the number of votes that could be compared
    compared: int

    @property
    def rate(self) -> float:
        """The share of votes that differ; 0 if nothing could be compared."""
        return self.differing / self.compared if self.compared else 0.0


def majority(votes: np.ndarray, ties: int = 0) -> np.ndarray:
    """Return the median vote on each unit, (units,).

    Of votes 0 and 1 it is the one that more than half of the voters gave. If the two middle votes
    differ, the unit is tied and gets the lower one, with ``ties`` 1 the higher one; in REALSumm
    (Bhandari et al. 2020) ties are absent. ``votes``: (voters, units); NaN does not count. A unit
    without votes gets ``ties``.
    """
    low, high = _middle_votes(votes)
    return np.where(np.isnan(low), ties, high if ties else low)


def is_tied(votes: np.ndarray) -> np.ndarray:
    """Return whether the two middle votes on each unit differ, (units,).

    They do when half of the voters found the unit. A unit without votes is tied.
    """
    low, high = _middle_votes(votes)
    return np.asarray(low != high)


def _middle_votes(votes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the lower and the higher middle vote of votes (voters, units), both (units,).

    They are NaN without votes.
    """
    counts = (~np.isnan(votes)).sum(axis=0)
    units = np.arange(len(counts))
    no_votes = np.full((1, len(counts)), np.nan)
    # NaN is sorted to the end; a row of NaN serves the units without votes.
    ordered = np.sort(np.concatenate([votes, no_votes]), axis=0)
    low = ordered[np.maximum(counts - 1, 0) // 2, units]
    high = ordered[counts // 2, units]
    return low, high


def count_disagreements(ballots: Iterable[Ballot]) -> dict[str, Disagreement]:
    """Count how often each voter differs from the median of the others.

    Votes are ignored where the others tie.
    """
    differing: Counter[str] = Counter()
    compared: Counter[str] = Counter()
    for ballot in ballots:
        for index, voter in enumerate(ballot.voters):
            votes = ballot.votes[index]
            low, high = _middle_votes(np.delete(ballot.votes, index, axis=0))
            is_compared = (low == high) & ~np.isnan(votes)
            differing[voter] += int((is_compared & (votes != low)).sum())
            compared[voter] += int(is_compared.sum())
    return {voter: Disagreement(differing[voter], compared[voter]) for voter in compared}


#: the fewest votes on an item for which agreement is defined
MIN_VOTES = 2
#: annotators with a smaller alpha hardly agree
MIN_ALPHA = 0.4
#: if one label has this share of the votes, alpha can be low although most votes agree
DOMINANT_SHARE = 0.75


def krippendorff_alpha(counts: np.ndarray) -> float:
    """Return Krippendorff's alpha of ``counts`` (items, increasing values) of votes.

    It is 1 − observed / expected disagreement: 1 if annotators always agree, and 0 if they agree as
    often as by chance. Items with fewer than two votes are ignored. Alpha is NaN if no other item
    is left, or if all votes are equal. Differences are ordinal: the squared difference of values c
    and k is (Σ_{g=c…k} n_g − (n_c + n_k) / 2)², with n_g votes for value g: that of their mean
    ranks (Krippendorff 2011, Computing Krippendorff's Alpha-Reliability).
    """
    compared = _select_compared(counts)
    votes = compared.sum(axis=1)
    totals = compared.sum(axis=0)
    ranks = np.cumsum(totals) - totals / 2
    distances = (ranks[:, None] - ranks) ** 2
    # Alpha does not depend on the scale; two values have exactly the distance 1.
    distances /= max(distances.max(), 1)
    by_item = (compared @ distances * compared).sum(axis=1)
    observed = (by_item / (votes - 1)).sum()
    expected = totals @ distances @ totals
    if not expected:
        return math.nan
    return float(1 - (votes.sum() - 1) * observed / expected)


def _select_compared(counts: np.ndarray) -> np.ndarray:
    """Return the items of counts (items, values) that have two votes or more."""
    votes = counts.sum(axis=1)
    return counts[votes >= MIN_VOTES].astype(np.float64)


def share_agreeing_pairs(counts: np.ndarray) -> float:
    """Return the mean over items of the share of pairs of votes that are equal.

    With two votes per item it is the share of items with equal votes. It is NaN without an item
    with two votes. ``counts``: (items, values).
    """
    compared = _select_compared(counts)
    votes = compared.sum(axis=1)
    equal_pairs = (compared * (compared - 1)).sum(axis=1)
    pairs = votes * (votes - 1)
    return float(average(equal_pairs / pairs, axis=0))


def mean_alpha(pages: Sequence[np.ndarray]) -> float:
    """Return the mean alpha over pages of counts (items, values); NaN without pages.

    A page on which all votes are equal counts as 1, as in Bhandari et al. 2020.
    """
    alphas = np.array([krippendorff_alpha(page) for page in pages])
    by_page = np.where(np.isnan(alphas), 1.0, alphas)
    return float(average(by_page, axis=0))


def count_values(pages: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Count the votes on the items of pages (workers, items) by value, (items, values).

    NaN does not count. The values, the same for all pages, are 0, 1 and the grades between that
    have a vote, in increasing order.
    """
    given = [page[~np.isnan(page)] for page in pages]
    values = np.unique(np.concatenate([[0, 1], *given]))
    counts = []
    for page in pages:
        by_value = [(page == value).sum(axis=0) for value in values]
        counts.append(np.stack(by_value, axis=1))
    return counts


def gwet_ac1(counts: np.ndarray) -> float:
    """Return Gwet's AC1 of counts (items, values), agreement that allows for chance.

    It is 1 if all votes are equal; unlike alpha it stays high if one label dominates. It is
    (pa − pe) / (1 − pe): pa is `share_agreeing_pairs`, pe = Σ π (1 − π) / (values − 1), with π a
    value's mean share of the votes on an item (Gwet 2008, for several raters; items with one vote
    count in π). It is NaN without an item with two votes.
    """
    voted = counts[counts.any(axis=1)]
    by_item = voted / voted.sum(axis=1, keepdims=True)
    shares = by_item.sum(axis=0) / max(len(voted), 1)
    chance = shares @ (1 - shares) / max(len(shares) - 1, 1)
    return float((share_agreeing_pairs(counts) - chance) / (1 - chance))


def describe_low_agreement(counts: np.ndarray, annotators: str = "Annotators") -> str:
    """Return a warning if alpha is below MIN_ALPHA, else "".

    ``counts``: (items, values); ``annotators``: the subject of the sentence.
    """
    alpha = krippendorff_alpha(counts)
    if not alpha < MIN_ALPHA:
        return ""
    compared = _select_compared(counts)
    shares = compared.sum(axis=0) / compared.sum()
    share = shares.max()
    how = "less than chance" if alpha < 0 else "little"
    advice = "Discuss the guidelines before using these labels."
    if share >= DOMINANT_SHARE:
        advice = (
            f"One label has {100 * share:.0f}% of the votes, which lowers alpha: judge the "
            f"guidelines by Gwet's AC1, {gwet_ac1(counts):.2f}."
        )
    return (
        f"{annotators} agree {how}: Krippendorff's alpha {alpha:.2f}, below {MIN_ALPHA}, on the "
        f"{len(compared)} units with two or more votes. {advice}"
    )
