"""Krippendorff's alpha for nominal votes (Krippendorff 2004, Content Analysis, ch. 11)."""

from collections.abc import Sequence

import numpy as np

#: the votes that an item needs before agreement is defined
MIN_VOTES = 2


def nominal_alpha(counts: np.ndarray) -> float:
    """Return alpha of ``counts`` (items, values), the votes of each item for each value; NaN where it is undefined.

    Items with fewer than two votes are left out. It is undefined without any other item, and where all votes are equal.
    Raises ValueError for another shape.
    """
    if counts.ndim != 2:
        raise ValueError(f"counts of shape (items, values) were expected, not {counts.shape}")
    counts = counts[counts.sum(axis=1) >= MIN_VOTES].astype(np.float64)
    votes = counts.sum(axis=1)
    totals, everything = counts.sum(axis=0), votes.sum()
    expected = everything**2 - (totals**2).sum()
    if not len(counts) or expected == 0:
        return float("nan")
    observed = ((votes**2 - (counts**2).sum(axis=1)) / (votes - 1)).sum()
    return float(1 - (everything - 1) * observed / expected)


def share_agreeing_pairs(counts: np.ndarray) -> float:
    """Return the mean over items of the share of pairs of votes that are equal; NaN without an item of two votes.

    ``counts``: (items, values), as for `nominal_alpha`. With two votes an item it is the share of items they agree on.
    """
    votes = counts.sum(axis=1)
    several = votes >= MIN_VOTES
    if not several.any():
        return float("nan")
    equal = (counts[several] * (counts[several] - 1)).sum(axis=1)
    return float((equal / (votes[several] * (votes[several] - 1))).mean())


def mean_alpha(pages: Sequence[np.ndarray], unanimous: float = 1.0) -> float:
    """Return the mean alpha over pages of counts (items, values); NaN without pages.

    ``unanimous`` is the value for a page on which all votes are equal (1 in Bhandari et al. 2020).
    """
    alphas = np.array([nominal_alpha(each) for each in pages])
    return float(np.where(np.isnan(alphas), unanimous, alphas).mean()) if len(alphas) else float("nan")


def binary_counts(votes: np.ndarray) -> np.ndarray:
    """Count the 0 and the 1 votes of each item, (items, 2), of ``votes`` (workers, items)."""
    yes = votes.sum(axis=0)
    return np.stack([len(votes) - yes, yes], axis=1)
