"""Bootstrap an agreement: over documents, over systems, or over both (Deutsch et al., TACL 2021)."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.agreement import Agreement, correlate_scores, draw_documents, stacked_agreement
from sacrerouge_litepyramid.statistics.correlations import Correlations, correlate_weighted

OVER = ("documents", "systems", "both")
#: the summaries that are needed for a correlation over all: that of two is 1 or -1
MIN_SUMMARIES = 3
#: the cells of the matrices that are resampled at a time
MAX_CELLS = 200_000


class Draws(NamedTuple):
    """What each resample draws, with replacement: the places of systems and of documents.

    ``systems``: (resamples, systems, 1), or (1, systems, 1) where all stay; ``documents``: likewise, on the last axis.
    """

    systems: np.ndarray
    documents: np.ndarray


def bootstrap(
    ours: np.ndarray,
    human: np.ndarray,
    resamples: int = 1000,
    seed: int = 0,
    over: str = "documents",
    constant: str = "drop",
) -> Agreement:
    """Return the agreement of matrices (systems, documents) in each resample, with replacement, of what ``over`` names.

    Raises ValueError for an unknown ``over``.
    """
    systems, documents = ours.shape
    if over == "documents":
        return correlate_scores(ours, human, draw_documents(documents, resamples, seed), constant)
    rows, columns = draw_places(systems, documents, resamples, seed, over)
    rows, columns = (np.broadcast_to(each, (resamples, *each.shape[1:])) for each in (rows, columns))
    return concatenate(
        [
            stacked_agreement(ours[rows[part], columns[part]], human[rows[part], columns[part]], constant)
            for part in split_into_chunks(resamples, ours.size)
        ]
    )


def bootstrap_global(
    ours: np.ndarray, human: np.ndarray, resamples: int = 1000, seed: int = 0, over: str = "documents"
) -> Correlations:
    """Return the correlations over all summaries at once in the resamples of `bootstrap`."""
    systems, documents = ours.shape
    of_systems, of_documents = draw_counts(systems, documents, resamples, seed, over)
    known = ~(np.isnan(ours) | np.isnan(human))
    rows, columns = np.nonzero(known)
    parts = [
        correlate_weighted(ours[known], human[known], of_systems[part][:, rows] * of_documents[part][:, columns])
        for part in split_into_chunks(resamples, ours.size)
    ]
    return Correlations(*(np.concatenate(values) for values in zip(*parts, strict=True)))


def global_correlations(ours: np.ndarray, human: np.ndarray) -> Correlations:
    """Return the correlations over all summaries at once, each (1,); NaN for fewer than MIN_SUMMARIES."""
    known = ~(np.isnan(ours) | np.isnan(human))
    if known.sum() < MIN_SUMMARIES:
        return Correlations(*np.full((len(Correlations._fields), 1), np.nan))
    return correlate_weighted(ours[known], human[known], np.ones((1, int(known.sum()))))


def draw_places(systems: int, documents: int, resamples: int, seed: int, over: str) -> Draws:
    """Draw systems, or systems and documents; raise ValueError for an unknown ``over``."""
    if over not in OVER:
        raise ValueError(f"over must be one of {', '.join(OVER)}, not {over!r}")
    generator = np.random.default_rng(seed)
    rows = generator.integers(systems, size=(resamples, systems, 1))
    if over == "both":
        return Draws(rows, generator.integers(documents, size=(resamples, 1, documents)))
    return Draws(rows, np.arange(documents)[None, None, :])


def draw_counts(systems: int, documents: int, resamples: int, seed: int, over: str) -> tuple[np.ndarray, np.ndarray]:
    """Return how often each resample draws each system (resamples, systems) and each document (resamples, documents).

    The resamples are those of `bootstrap`. Raises ValueError for an unknown ``over``.
    """
    if over == "documents":
        return np.ones((resamples, systems)), draw_documents(documents, resamples, seed).astype(np.float64)
    rows, columns = draw_places(systems, documents, resamples, seed, over)
    of_documents = _count_places(columns[:, 0, :], documents)
    return _count_places(rows[:, :, 0], systems), np.broadcast_to(of_documents, (resamples, documents))


def _count_places(places: np.ndarray, size: int) -> np.ndarray:
    """Count the places of each row of (resamples, draws): (resamples, size)."""
    offsets = size * np.arange(len(places))[:, None]
    counts = np.bincount((places + offsets).ravel(), minlength=size * len(places))
    return counts.reshape(len(places), size).astype(np.float64)


def split_into_chunks(resamples: int, cells: int) -> list[slice]:
    """Split the resamples into slices of at most MAX_CELLS cells, but at least one resample."""
    step = max(1, MAX_CELLS // max(1, cells))
    return [slice(start, start + step) for start in range(0, resamples, step)]


def concatenate(parts: Sequence[Agreement]) -> Agreement:
    return Agreement(*(np.concatenate(values) for values in zip(*parts, strict=True)))


def mean_over_folds(folds: Sequence[Agreement]) -> Agreement:
    """Return the mean of each statistic, resample by resample; NaN where a fold has none."""
    return Agreement(*(np.mean(values, axis=0) for values in zip(*folds, strict=True)))
