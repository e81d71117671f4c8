"""How well metrics agree with human scores: correlations at the system and at the summary level, and their uncertainty.

Scores, ``ours`` of a metric and ``human``, are matrices (systems, documents), NaN for a missing score. The bootstrap
draws documents with replacement; every statistic weights a document by how often it was drawn, so the same code gives
the point estimate (all weights 1) and each resample. Resamples that change the matrices themselves are stacked.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.correlations import Correlations, kendall, pearson, spearman, subtract_means
from sacrerouge_litepyramid.statistics.rounding import average, divide, restore_ties

#: with a single document all resamples are equal
MIN_DOCUMENTS = 2
#: the correlation of only two systems is always 1 or -1
MIN_SYSTEMS = 3
#: a constant vector gets no correlation, a raised first value (as in Lite-Pyramid), or a correlation of 0 in the mean
#: over documents (as in QAPyramid)
CONSTANT_RULES = ("drop", "epsilon", "zero")


class Agreement(NamedTuple):
    """Correlations, each an array (resamples,); NaN if undefined, as for fewer than MIN_SYSTEMS systems.

    ``system_*`` are correlations of the systems' means over documents, ``summary_*`` correlations across systems within
    a document, averaged over the documents in which neither side is constant.
    """

    system_pearson: np.ndarray
    system_spearman: np.ndarray
    system_kendall: np.ndarray
    summary_pearson: np.ndarray
    summary_spearman: np.ndarray
    summary_kendall: np.ndarray


def draw_documents(documents: int, resamples: int, seed: int = 0) -> np.ndarray:
    """Draw as many documents as there are, with replacement; return how often each is drawn, (resamples, documents)."""
    generator = np.random.default_rng(seed)
    return generator.multinomial(documents, np.full(documents, 1 / documents), size=resamples)


def correlate_scores(
    ours: np.ndarray, human: np.ndarray, draws: np.ndarray | None = None, constant: str = "drop"
) -> Agreement:
    """Return the agreement in each resample of ``draws`` (resamples, documents); without draws, over all documents.

    A cell that one matrix lacks is ignored in both. ``constant`` is one of CONSTANT_RULES, else ValueError. Resamples
    of a single document have no agreement (NaN).
    """
    weights = np.ones((1, ours.shape[1])) if draws is None else draws.astype(np.float64)
    ours, human = _mask_missing(ours, human)
    if draws is not None and ours.shape[1] < MIN_DOCUMENTS:
        return Agreement(*np.full((len(Agreement._fields), len(draws)), np.nan))
    return _correlations(
        means=(weighted_means(ours, weights), weighted_means(human, weights)),
        rows=(ours.T, human.T),
        over_documents=lambda values: weighted_means(values[None, :], weights)[:, 0],
        constant=constant,
    )


def stacked_agreement(ours: np.ndarray, human: np.ndarray, constant: str = "drop") -> Agreement:
    """Return the agreement in each resample, whose matrices are stacked: both (resamples, systems, documents)."""
    resamples, systems, documents = ours.shape
    ours, human = _mask_missing(ours, human)
    rows = [matrices.transpose(0, 2, 1).reshape(resamples * documents, systems) for matrices in (ours, human)]
    return _correlations(
        means=(average(ours, axis=-1), average(human, axis=-1)),
        rows=(rows[0], rows[1]),
        over_documents=lambda values: average(values.reshape(resamples, documents), axis=-1),
        constant=constant,
    )


def correlate_documents(ours: np.ndarray, human: np.ndarray, constant: str = "drop") -> Correlations:
    """Return the correlations across systems in each document, (documents,); NaN if undefined."""
    ours, human = _mask_missing(ours, human)
    return correlate_rows(ours.T, human.T, constant)


def count_constant_documents(ours: np.ndarray, human: np.ndarray) -> int:
    """Count the documents that have enough scores, but no correlation because one side is constant."""
    ours, human = _mask_missing(ours, human)
    without = np.isnan(pearson(_mask_short_rows(ours.T), _mask_short_rows(human.T)))
    return int(without.sum()) - count_incomplete_documents(ours, human)


def count_incomplete_documents(ours: np.ndarray, human: np.ndarray) -> int:
    """Count the documents in which fewer than MIN_SYSTEMS systems have both scores: too few for a correlation."""
    return int(((~np.isnan(ours) & ~np.isnan(human)).sum(axis=0) < MIN_SYSTEMS).sum())


def _mask_missing(ours: np.ndarray, human: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Set a cell that one matrix lacks to NaN in both."""
    missing = np.isnan(ours) | np.isnan(human)
    return np.where(missing, np.nan, ours), np.where(missing, np.nan, human)


def _correlations(
    means: tuple[np.ndarray, np.ndarray],
    rows: tuple[np.ndarray, np.ndarray],
    over_documents: Callable[[np.ndarray], np.ndarray],
    constant: str,
) -> Agreement:
    """Correlate two sides. ``means``: of systems, (resamples, systems); ``rows``: of documents, (rows, systems)."""
    row_correlations = correlate_rows(*rows, constant)
    return Agreement(*correlate_means(*means, constant), *map(over_documents, row_correlations))


def correlate_means(first: np.ndarray, second: np.ndarray, constant: str) -> Correlations:
    """Return the correlations, each (resamples,), of two sides' means of systems, (resamples, systems)."""
    means = [replace_constant_rows(_mask_short_rows(side), constant) for side in (first, second)]
    # Means of tied systems may differ by rounding, as sums depend on the order of their terms.
    ordered = [restore_ties(side) for side in means]
    return Correlations(pearson(*means), spearman(*ordered), kendall(*ordered))


def correlate_rows(first: np.ndarray, second: np.ndarray, constant: str) -> Correlations:
    """Return the correlations, each (rows,), of each row of one side with that of the other, (rows, systems)."""
    first, second = (replace_constant_rows(_mask_short_rows(side), constant) for side in (first, second))
    correlations = pearson(first, second), spearman(first, second), kendall(first, second)
    is_zero = (constant == "zero") & ~np.isnan(first).all(axis=1)
    return Correlations(*(np.where(is_zero & np.isnan(values), 0.0, values) for values in correlations))


def replace_constant_rows(values: np.ndarray, constant: str) -> np.ndarray:
    """Replace the constant rows of (rows, values) by a rule of CONSTANT_RULES; raise ValueError for an unknown rule.

    They become 0, so that their ranks are constant too, or 1, 0, 0, …: the size of the first value does not matter.
    """
    if constant not in CONSTANT_RULES:
        raise ValueError(f"constant must be one of {', '.join(CONSTANT_RULES)}, not {constant!r}")
    known = ~np.isnan(values)
    replaced = known.cumsum(axis=1) == 1 if constant == "epsilon" else 0.0
    return np.where(find_constant_rows(values)[:, None] & known, replaced, values)


def find_constant_rows(values: np.ndarray) -> np.ndarray:
    """Return whether each row of (rows, values) is constant, apart from rounding: (rows,)."""
    return (subtract_means(values) == 0).all(axis=1)


def _mask_short_rows(values: np.ndarray) -> np.ndarray:
    """Set the rows of (rows, systems) that have fewer than MIN_SYSTEMS values to NaN."""
    return np.where((~np.isnan(values)).sum(axis=1, keepdims=True) < MIN_SYSTEMS, np.nan, values)


def weighted_means(matrix: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Average (rows, documents) by weights (resamples, documents): (resamples, rows), NaN for a row without scores."""
    known = ~np.isnan(matrix)
    return divide(weights @ np.where(known, matrix, 0.0).T, weights @ known.T.astype(np.float64))


OVER = ("documents", "systems", "both")
#: the largest number of cells that are resampled at a time
MAX_CELLS = 200_000


def bootstrap(
    ours: np.ndarray,
    human: np.ndarray,
    resamples: int = 1000,
    seed: int = 0,
    over: str = "documents",
    constant: str = "drop",
) -> Agreement:
    """Return the agreement of matrices (systems, documents) in each resample; ``over``, one of OVER, is drawn."""
    if over not in OVER:
        raise ValueError(f"over must be one of {', '.join(OVER)}, not {over!r}")
    systems, documents = ours.shape
    if over == "documents":
        return correlate_scores(ours, human, draw_documents(documents, resamples, seed), constant)
    generator = np.random.default_rng(seed)
    rows = generator.integers(systems, size=(resamples, systems, 1))
    columns = np.broadcast_to(np.arange(documents), (resamples, 1, documents))
    if over == "both":
        columns = generator.integers(documents, size=columns.shape)
    step = max(1, MAX_CELLS // max(1, ours.size))
    parts = [(rows[start : start + step], columns[start : start + step]) for start in range(0, resamples, step)]
    return concatenate([stacked_agreement(ours[part], human[part], constant) for part in parts])


def concatenate(parts: Sequence[Agreement]) -> Agreement:
    return Agreement(*(np.concatenate(values) for values in zip(*parts, strict=True)))
