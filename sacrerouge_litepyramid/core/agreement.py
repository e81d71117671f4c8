"""How well scores agree with people's: correlations at the system and at the summary level, and their uncertainty.

Scores are matrices (systems, documents), NaN where a system has none for a document. The bootstrap draws documents with
replacement; every statistic is a weighted one, a document's weight being the times it was drawn, so the point estimate
(all weights 1) and each resample come from the same lines.
"""

from typing import NamedTuple

import numpy as np

#: systems that a correlation needs at least
FEWEST = 2
#: differences from the mean this small against the values are rounding: the vector is constant
CONSTANT = 1e-12


class Agreement(NamedTuple):
    """Correlations, each an array (resamples,); NaN where there is none.

    ``system_*``: of the systems' means over documents. ``summary_*``: across systems, averaged over the documents in
    which neither side is constant.
    """

    system_pearson: np.ndarray
    system_spearman: np.ndarray
    summary_pearson: np.ndarray
    summary_spearman: np.ndarray


class Interval(NamedTuple):
    low: float
    high: float


def draw_documents(documents: int, resamples: int, seed: int = 0) -> np.ndarray:
    """How often each document was drawn in each resample of as many documents: (resamples, documents)."""
    if documents < 1 or resamples < 1:
        raise ValueError(f"documents and resamples must be at least 1, not {documents} and {resamples}")
    generator = np.random.default_rng(seed)
    return generator.multinomial(documents, np.full(documents, 1 / documents), size=resamples)


def agreement(ours: np.ndarray, people: np.ndarray, draws: np.ndarray | None = None) -> Agreement:
    """Agreement in each resample, ``draws`` (resamples, documents); without draws one of all documents once.

    A cell that one matrix lacks is left out of both. Raises ValueError for matrices or draws of other shapes.
    """
    if ours.ndim != 2 or ours.shape != people.shape:
        raise ValueError(
            f"two matrices (systems, documents) of one shape were expected, not {ours.shape}, {people.shape}"
        )
    weights = np.ones((1, ours.shape[1])) if draws is None else draws.astype(np.float64)
    if weights.ndim != 2 or weights.shape[1] != ours.shape[1]:
        raise ValueError(f"draws of shape (resamples, {ours.shape[1]}) were expected, not {weights.shape}")
    missing = np.isnan(ours) | np.isnan(people)
    ours, people = np.where(missing, np.nan, ours), np.where(missing, np.nan, people)
    means = _system_means(ours, weights), _system_means(people, weights)
    return Agreement(
        system_pearson=pearson(*means),
        system_spearman=spearman(*means),
        summary_pearson=_weighted_mean(pearson(ours.T, people.T), weights),
        summary_spearman=_weighted_mean(spearman(ours.T, people.T), weights),
    )


def interval(resampled: np.ndarray, level: float = 0.95) -> Interval:
    """The percentile interval of a resampled statistic (resamples,), NaN left out; NaN where nothing else is there."""
    if not 0 < level < 1:
        raise ValueError(f"level must be between 0 and 1, not {level}")
    known = resampled[~np.isnan(resampled)]
    if not len(known):
        return Interval(float("nan"), float("nan"))
    low, high = np.quantile(known, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(low), float(high))


def pearson(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """The correlation of each pair of rows, (rows,) of (rows, values); NaN for fewer than two values or a constant row.

    NaN must stand in the same cells of both.
    """
    x, y = _centred(first), _centred(second)
    known = (~np.isnan(first)).sum(axis=1) >= FEWEST
    norms = np.sqrt((x**2).sum(axis=1) * (y**2).sum(axis=1))
    defined = known & (norms > 0)
    return np.where(defined, np.clip((x * y).sum(axis=1) / np.where(defined, norms, 1.0), -1.0, 1.0), np.nan)


def spearman(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """As `pearson`, of the ranks."""
    return pearson(ranks(first), ranks(second))


def ranks(values: np.ndarray) -> np.ndarray:
    """Ranks from 1 within each row of (rows, values), equal values sharing the mean of theirs; NaN has none."""
    below = np.zeros(values.shape)
    equal = np.zeros(values.shape)
    for column in values.T:
        below += values > column[:, None]
        equal += values == column[:, None]
    return np.where(np.isnan(values), np.nan, below + (equal + 1) / 2)


def _centred(values: np.ndarray) -> np.ndarray:
    """Rows less their means; missing cells, and rows that are constant but for rounding, become 0."""
    known = ~np.isnan(values)
    filled = np.where(known, values, 0.0)
    means = filled.sum(axis=1, keepdims=True) / np.maximum(known.sum(axis=1, keepdims=True), 1)
    centred = np.where(known, filled - means, 0.0)
    largest = np.abs(filled).max(axis=1, keepdims=True, initial=0.0)
    return np.where(np.abs(centred).max(axis=1, keepdims=True, initial=0.0) > CONSTANT * largest, centred, 0.0)


def _system_means(matrix: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """(resamples, systems); NaN for a system without any score in the documents drawn."""
    known = ~np.isnan(matrix)
    counts = weights @ known.T.astype(np.float64)
    sums = weights @ np.where(known, matrix, 0.0).T
    return np.where(counts > 0, sums / np.where(counts > 0, counts, 1.0), np.nan)


def _weighted_mean(values: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """(resamples,) of values (documents,), those that are NaN left out."""
    return _system_means(values[None, :], weights)[:, 0]
