"""Bootstrap an agreement: over documents, over systems, or over both (Deutsch et al., TACL 2021)."""

from collections.abc import Sequence

import numpy as np

from sacrerouge_litepyramid.statistics.agreement import Agreement, agreement, draw_documents, stacked_agreement

OVER = ("documents", "systems", "both")
#: the cells of the matrices that are resampled at a time
MAX_CELLS = 200_000


def bootstrap(
    ours: np.ndarray,
    people: np.ndarray,
    resamples: int = 1000,
    seed: int = 0,
    over: str = "documents",
    constant: str = "drop",
) -> Agreement:
    """Return the agreement of matrices (systems, documents) in each resample, with replacement, of what ``over`` names.

    Raises ValueError for an unknown ``over``.
    """
    if over not in OVER:
        raise ValueError(f"over must be one of {', '.join(OVER)}, not {over!r}")
    systems, documents = ours.shape
    if over == "documents":
        return agreement(ours, people, draw_documents(documents, resamples, seed), constant)
    generator = np.random.default_rng(seed)
    rows = generator.integers(systems, size=(resamples, systems, 1))
    columns = np.arange(documents)[None, None, :]
    if over == "both":
        columns = generator.integers(documents, size=(resamples, 1, documents))
    columns = np.broadcast_to(columns, (resamples, 1, documents))
    return concatenate(
        [
            stacked_agreement(ours[rows[part], columns[part]], people[rows[part], columns[part]], constant)
            for part in split_into_chunks(resamples, ours.size)
        ]
    )


def split_into_chunks(resamples: int, cells: int) -> list[slice]:
    """Split the resamples into slices of at most MAX_CELLS cells, but at least one resample."""
    step = max(1, MAX_CELLS // max(1, cells))
    return [slice(start, start + step) for start in range(0, resamples, step)]


def concatenate(parts: Sequence[Agreement]) -> Agreement:
    return Agreement(*(np.concatenate(values) for values in zip(*parts, strict=True)))


def mean_over_folds(folds: Sequence[Agreement]) -> Agreement:
    """Return the mean of each statistic, resample by resample; NaN where a fold has none."""
    return Agreement(*(np.mean(values, axis=0) for values in zip(*folds, strict=True)))
