"""How well metrics agree with human scores: correlations at the system and the summary level.

Scores, ``ours`` of a metric and ``human``, are matrices (systems, documents), NaN for a missing
score. The bootstrap draws documents with replacement; every statistic weights a document by how
often it was drawn, so the same code gives the point estimate (all weights 1) and each resample.
"""

from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.correlations import (
    Correlations,
    kendall,
    pearson,
    spearman,
    subtract_means,
)
from sacrerouge_litepyramid.statistics.rounding import (
    average,
    count_documents,
    divide,
    restore_ties,
)

#: with a single document there is no interval
MIN_DOCUMENTS = 2
#: the correlation of only two systems is always 1 or -1
MIN_SYSTEMS = 3
#: a constant vector gets no correlation, a raised first value (as in Lite-Pyramid), or a
#: correlation of 0 in the mean over documents (as in QAPyramid)
CONSTANT_RULES = DROP, EPSILON, ZERO = ("drop", "epsilon", "zero")


class Agreement(NamedTuple):
    """Correlations, each an array (resamples,).

    They are NaN if undefined, as for fewer than MIN_SYSTEMS systems.
    """

    # of the systems' means over documents
    system_pearson: np.ndarray
    system_spearman: np.ndarray
    system_kendall: np.ndarray
    # across systems within a document, averaged over the documents in which neither side is
    # constant
    summary_pearson: np.ndarray
    summary_spearman: np.ndarray
    summary_kendall: np.ndarray


def draw_documents(documents: int, resamples: int, seed: int = 0) -> np.ndarray:
    """Draw as many documents as there are, with replacement.

    Return how often a resample has each document, (resamples, documents).
    """
    generator = np.random.default_rng(seed)
    shares = np.full(documents, 1 / documents)
    return generator.multinomial(documents, shares, size=resamples)


def correlate_scores(
    ours: np.ndarray, human: np.ndarray, draws: np.ndarray | None = None, constant: str = "drop"
) -> Agreement:
    """Return the agreement in each resample of documents.

    ``draws``: how often a resample has each document, (resamples, documents); without draws all
    documents count once. A cell that one matrix lacks is ignored in both. Raises ValueError if
    ``constant`` is not one of CONSTANT_RULES.
    """
    documents = ours.shape[1]
    weights = np.ones((1, documents)) if draws is None else draws
    ours, human = _mask_missing(ours, human)
    our_means = weighted_means(ours, weights)
    human_means = weighted_means(human, weights)
    system_level = correlate_means(our_means, human_means, constant)
    by_document = np.stack(correlate_rows(ours.T, human.T, constant))
    summary_level = weighted_means(by_document, weights)
    return Agreement(*system_level, *summary_level.T)


def correlate_systems(ours: np.ndarray, human: np.ndarray, constant: str = "drop") -> Correlations:
    """Return the correlations of the systems' means over all documents, each (1,)."""
    ours, human = _mask_missing(ours, human)
    our_means = average(ours, axis=1)
    human_means = average(human, axis=1)
    return correlate_means(our_means[None], human_means[None], constant)


def correlate_documents(
    ours: np.ndarray, human: np.ndarray, constant: str = "drop"
) -> Correlations:
    """Return the correlations across systems in each document, (documents,); NaN if undefined."""
    ours, human = _mask_missing(ours, human)
    return correlate_rows(ours.T, human.T, constant)


def count_constant_documents(ours: np.ndarray, human: np.ndarray) -> int:
    """Count the documents with enough scores, but no correlation because one side is constant."""
    ours, human = _mask_missing(ours, human)
    is_constant = _find_constant_rows(ours.T) | _find_constant_rows(human.T)
    is_long = ~_find_short_rows(human.T)
    return int((is_constant & is_long).sum())


def count_incomplete_documents(ours: np.ndarray, human: np.ndarray) -> int:
    """Count the documents without a correlation because too few systems have both scores."""
    # A sum is NaN where one side is.
    by_document = (ours + human).T
    return int(_find_short_rows(by_document).sum())


def _mask_missing(ours: np.ndarray, human: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Set a cell that one matrix lacks to NaN in both."""
    missing = np.isnan(ours) | np.isnan(human)
    return np.where(missing, np.nan, ours), np.where(missing, np.nan, human)


def correlate_means(first: np.ndarray, second: np.ndarray, constant: str) -> Correlations:
    """Return the correlations, each (resamples,), of two sides' means (resamples, systems)."""
    first = _prepare_rows(first, constant)
    second = _prepare_rows(second, constant)
    # Means of tied systems may differ by rounding, as sums depend on the order of their terms.
    first_order = restore_ties(first)
    second_order = restore_ties(second)
    return Correlations(
        pearson(first, second),
        spearman(first_order, second_order),
        kendall(first_order, second_order),
    )


def correlate_rows(first: np.ndarray, second: np.ndarray, constant: str) -> Correlations:
    """Return the correlations, each (rows,), of the rows of two sides (rows, systems).

    The second side may have a single row for all.
    """
    is_zero = ~_find_short_rows(first) & (constant == ZERO)
    first = _prepare_rows(first, constant)
    second = _prepare_rows(second, constant)
    correlations = []
    for correlate in (pearson, spearman, kendall):
        values = correlate(first, second)
        correlations.append(np.where(is_zero & np.isnan(values), 0.0, values))
    return Correlations(*correlations)


def _prepare_rows(values: np.ndarray, constant: str) -> np.ndarray:
    """Set the short rows of (rows, systems) to NaN, and replace constant ones by a rule.

    Constant rows become 0, so that their ranks are constant too, or with EPSILON 1, 0, 0, …: the
    size of the first value does not matter. Raises ValueError for an unknown rule.
    """
    if constant not in CONSTANT_RULES:
        raise ValueError(f"constant must be one of {', '.join(CONSTANT_RULES)}, not {constant!r}")
    known = ~np.isnan(values)
    # The memory layout of the values stays: it fixes the order of later sums.
    replaced = np.zeros_like(values)
    if constant == EPSILON:
        # the first known value of a row; missing ones after it stay missing
        replaced[known.cumsum(axis=1) == 1] = 1.0
    is_constant = _find_constant_rows(values)
    is_short = _find_short_rows(values)
    values = np.where(is_constant[:, None] & known, replaced, values)
    return np.where(is_short[:, None], np.nan, values)


def _find_constant_rows(values: np.ndarray) -> np.ndarray:
    """Return whether a row of (rows, systems) is constant, apart from rounding: (rows,)."""
    deviations = subtract_means(values)
    return (deviations == 0).all(axis=1)


def _find_short_rows(values: np.ndarray) -> np.ndarray:
    """Return whether a row of (rows, systems) has fewer than MIN_SYSTEMS values: (rows,)."""
    return count_documents(values) < MIN_SYSTEMS


def weighted_means(matrix: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Average (rows, documents) by weights (resamples, documents): (resamples, rows).

    The mean of a row without scores is NaN.
    """
    weights = weights.astype(np.float64)
    known = (~np.isnan(matrix)).astype(np.float64)
    sums = weights @ np.nan_to_num(matrix).T
    return divide(sums, weights @ known.T)
