"""Draw plausible system-level correlations over infinitely many documents, given the scores of a data set.

A score is modelled as the sum of a system's effect, a document's effect and noise. The systems' means contain the noise
of their documents, which lowers correlations; its size is known from the residuals. Covariances are drawn from their
fiducial distribution (the covariance that turns a Wishart matrix into the data), the noise is subtracted, and the
systems' effects are drawn given their means. Quantiles of the draws are generalised confidence intervals (Weerahandi,
JASA 1993). A side is a metric's scores or the human scores; the human scores come first."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.agreement import MIN_SYSTEMS
from sacrerouge_litepyramid.statistics.correlations import kendall, pearson, spearman

COEFFICIENTS = {"pearson": pearson, "spearman": spearman, "kendall": kendall}
#: the smallest variance of a direction, relative to the sum of all, which keeps matrices invertible
MIN_VARIANCE = 1e-9


class SystemMoments(NamedTuple):
    """Systems' means, (systems, sides), and the covariance of their noise, (sides, sides).

    The means are standardised: their average is 0 and their sum of squares 1. ``freedom``: the degrees of freedom of
    the noise.
    """

    means: np.ndarray
    noise: np.ndarray
    freedom: int

    def can_draw(self) -> bool:
        """Return whether there are enough systems and documents to draw from."""
        systems, sides = self.means.shape
        return systems > max(sides, MIN_SYSTEMS - 1) and self.freedom >= sides


def measure_moments(sides: Sequence[np.ndarray]) -> SystemMoments:
    """Return the moments of sides (systems, documents), NaN if missing; a cell that one side lacks is ignored in all.

    If systems have different documents, the noise is that of an average system.
    """
    stacked = np.stack(sides)
    known = ~np.isnan(stacked).any(axis=0)
    has_cells = known.any(axis=1)
    stacked, known = stacked[:, has_cells], known[has_cells]
    counts = known.sum(axis=1)
    sums = np.where(known, stacked, 0.0).sum(axis=2)
    # The memory layout fixes the order of later sums, and so the last digits of the draws.
    means = np.divide(sums, counts, order="C")
    means = means - means.mean(axis=1, keepdims=True)
    norms = np.sqrt((means**2).sum(axis=1, keepdims=True))
    norms = np.where(norms > 0, norms, 1.0)
    freedom = int(known.sum()) - len(known) - int(known.any(axis=0).sum()) + 1
    residuals = _subtract_effects(stacked, known) / norms[:, :, None]
    covariances = np.einsum("ksd,lsd->kl", residuals, residuals) / max(freedom, 1)
    return SystemMoments((means / norms).T, covariances * (1 / counts).mean(), freedom)


def draw_effects(moments: SystemMoments, draws: int, generator: np.random.Generator) -> np.ndarray:
    """Draw the systems' scores without noise, given their means: (draws, systems, sides)."""
    means = moments.means
    noise = draw_covariances(moments.noise * moments.freedom, moments.freedom, draws, generator)
    total = draw_covariances(means.T @ means, len(means) - 1, draws, generator)
    effects = _raise_variances(total - noise)
    kept = np.linalg.solve(effects + noise, effects)
    spread = _take_root(effects - effects @ kept)
    return means @ kept + generator.normal(size=(draws, *means.shape)) @ spread


def draw_correlations(
    moments: SystemMoments, draws: int, generator: np.random.Generator, sizes: Sequence[int] = ()
) -> dict[str, np.ndarray]:
    """Draw, by coefficient, the correlation of each other side with human scores: (draws, sides - 1).

    ``sizes``: the sizes of folds of these systems, over which correlations are averaged. Returns {} if there are too
    few systems or documents to draw from.
    """
    if not moments.can_draw():
        return {}
    parts = np.split(draw_effects(moments, draws, generator), np.cumsum(sizes, dtype=int)[:-1], axis=1)
    return {name: np.mean([correlate_sides(part, name) for part in parts], axis=0) for name in COEFFICIENTS}


def draw_covariances(scatter: np.ndarray, freedom: int, draws: int, generator: np.random.Generator) -> np.ndarray:
    """Draw covariances given their scatter matrix (sides, sides): (draws, sides, sides).

    A draw is C A⁻¹ (C A⁻¹)ᵀ for the scatter C Cᵀ and a standard Wishart matrix A Aᵀ, C and A lower triangular. It
    needs as many degrees of freedom as sides.
    """
    sides = len(scatter)
    factors = np.zeros((draws, sides, sides))
    for row in range(sides):
        factors[:, row, row] = np.sqrt(generator.chisquare(freedom - row, draws))
        factors[:, row, :row] = generator.normal(size=(draws, row))
    solved = np.linalg.cholesky(_raise_variances(scatter)) @ np.linalg.inv(factors)
    return solved @ solved.transpose(0, 2, 1)


def correlate_sides(values: np.ndarray, coefficient: str) -> np.ndarray:
    """Return the correlations of each other side of (draws, systems, sides) with the first: (draws, sides - 1)."""
    correlate = COEFFICIENTS[coefficient]
    return np.stack([correlate(values[:, :, side], values[:, :, 0]) for side in range(1, values.shape[2])], axis=1)


def _subtract_effects(values: np.ndarray, known: np.ndarray) -> np.ndarray:
    """Subtract from (sides, systems, documents) the documents' and then the systems' means; NaN becomes 0."""
    for axis in (1, 2):
        values = np.where(known, values, 0.0)
        counts = np.maximum(known.sum(axis=axis - 1, keepdims=True), 1)
        values = np.where(known, values - values.sum(axis=axis, keepdims=True) / counts, 0.0)
    return values


def _raise_variances(matrices: np.ndarray) -> np.ndarray:
    """Raise the variances of symmetric matrices (…, sides, sides) to at least MIN_VARIANCE of the sum of all."""
    variances, directions = np.linalg.eigh(matrices)
    smallest = MIN_VARIANCE * np.maximum(np.abs(variances).sum(axis=-1, keepdims=True), np.finfo(float).tiny)
    return (directions * np.maximum(variances, smallest)[..., None, :]) @ np.swapaxes(directions, -1, -2)


def _take_root(matrices: np.ndarray) -> np.ndarray:
    """Return R with RᵀR equal to symmetric matrices (…, sides, sides), whose variances below 0 count as 0."""
    variances, directions = np.linalg.eigh((matrices + np.swapaxes(matrices, -1, -2)) / 2)
    return np.sqrt(np.maximum(variances, 0.0))[..., :, None] * np.swapaxes(directions, -1, -2)
