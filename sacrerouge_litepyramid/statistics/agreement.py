"""How well metrics agree with human scores: correlations at the system and at the summary level,
and their uncertainty.

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
from sacrerouge_litepyramid.statistics.rounding import average, divide, restore_ties

#: with a single document there is no interval
MIN_DOCUMENTS = 2
#: the correlation of only two systems is always 1 or -1
MIN_SYSTEMS = 3
#: a constant vector gets no correlation, a raised first value (as in Lite-Pyramid), or a
#: correlation of 0 in the mean over documents (as in QAPyramid)
CONSTANT_RULES = DROP, EPSILON, ZERO = ("drop", "epsilon", "zero")


class Agreement(NamedTuple):
    """Correlations, each an array (resamples,).

    NaN if undefined, as for fewer than MIN_SYSTEMS systems. ``system_*`` are correlations of the
    systems' means over documents, ``summary_*`` correlations across systems within a document,
    averaged over the documents in which neither side is constant.
    """

    system_pearson: np.ndarray
    system_spearman: np.ndarray
    system_kendall: np.ndarray
    summary_pearson: np.ndarray
    summary_spearman: np.ndarray
    summary_kendall: np.ndarray


def draw_documents(documents: int, resamples: int, seed: int = 0) -> np.ndarray:
    """Draw as many documents as there are, with replacement.

    Return how often each is drawn, (resamples, documents).
    """
    generator = np.random.default_rng(seed)
    return generator.multinomial(documents, np.full(documents, 1 / documents), size=resamples)


def correlate_scores(
    ours: np.ndarray, human: np.ndarray, draws: np.ndarray | None = None, constant: str = "drop"
) -> Agreement:
    """Return the agreement in each resample of ``draws`` (resamples, documents).

    Without draws, over all documents. A cell that one matrix lacks is ignored in both. ``constant``
    is one of CONSTANT_RULES, else ValueError.
    """
    weights = np.ones((1, ours.shape[1])) if draws is None else draws
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
    return correlate_means(average(ours, axis=1)[None], average(human, axis=1)[None], constant)


def correlate_documents(
    ours: np.ndarray, human: np.ndarray, constant: str = "drop"
) -> Correlations:
    """Return the correlations across systems in each document, (documents,); NaN if undefined."""
    ours, human = _mask_missing(ours, human)
    return correlate_rows(ours.T, human.T, constant)


def count_constant_documents(ours: np.ndarray, human: np.ndarray) -> int:
    """Count the documents that have enough scores, but no correlation because one side is
    constant.
    """
    ours, human = _mask_missing(ours, human)
    is_constant = _find_constant_rows(ours.T) | _find_constant_rows(human.T)
    return int((is_constant & ~_find_short_rows(human.T)).sum())


def count_incomplete_documents(ours: np.ndarray, human: np.ndarray) -> int:
    """Count the documents in which fewer than MIN_SYSTEMS systems have both scores: too few for a
    correlation.
    """
    return int(_find_short_rows((ours + human).T).sum())


def _mask_missing(ours: np.ndarray, human: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Set a cell that one matrix lacks to NaN in both."""
    missing = np.isnan(ours) | np.isnan(human)
    return np.where(missing, np.nan, ours), np.where(missing, np.nan, human)


def correlate_means(first: np.ndarray, second: np.ndarray, constant: str) -> Correlations:
    """Return the correlations, each (resamples,), of two sides' means of systems, (resamples,
    systems).
    """
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
    """Return the correlations, each (rows,), of each row of one side with that of the other, (rows,
    systems).

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
    """Set the short rows of (rows, systems) to NaN, and replace constant ones by a rule of
    CONSTANT_RULES.

    Constant rows become 0, so that their ranks are constant too, or 1, 0, 0, …: the size of the
    first value does not matter. Raises ValueError for an unknown rule.
    """
    if constant not in CONSTANT_RULES:
        raise ValueError(f"constant must be one of {', '.join(CONSTANT_RULES)}, not {constant!r}")
    known = ~np.isnan(values)
    is_raised = (known.cumsum(axis=1) == 1) & (constant == EPSILON)
    is_constant = _find_constant_rows(values)
    is_short = _find_short_rows(values)
    values = np.where(is_constant[:, None] & known, is_raised, values)
    return np.where(is_short[:, None], np.nan, values)


def _find_constant_rows(values: np.ndarray) -> np.ndarray:
    """Return whether each row of (rows, systems) is constant, apart from rounding: (rows,)."""
    return (subtract_means(values) == 0).all(axis=1)


def _find_short_rows(values: np.ndarray) -> np.ndarray:
    """Return whether each row of (rows, systems) has fewer than MIN_SYSTEMS values: (rows,)."""
    return (~np.isnan(values)).sum(axis=1) < MIN_SYSTEMS


def weighted_means(matrix: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Average (rows, documents) by weights (resamples, documents): (resamples, rows), NaN for a row
    without scores.
    """
    weights = weights.astype(np.float64)
    known = (~np.isnan(matrix)).astype(np.float64)
    sums = weights @ np.nan_to_num(matrix).T
    return divide(sums, weights @ known.T)
