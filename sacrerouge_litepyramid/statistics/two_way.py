"""Draw system-level correlations that agree with a data set: of other samples, and without noise.

The systems' means contain the noise of their documents, which lowers correlations. Draws with the
noise of other documents say which correlations other samples of as many documents would give; draws
without noise say what the correlation would be over unlimited documents.

A score is modelled as the sum of a system's effect, a document's effect and noise, whose size is
known from the residuals. Covariances are drawn from their fiducial distribution (the covariance
that turns a Wishart matrix into the data), the noise is subtracted, and the systems' effects are
drawn given their means. Quantiles of the draws are generalised confidence intervals (Weerahandi,
JASA 1993). A side is a metric's scores or the human scores; the human scores come first.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.agreement import MIN_SYSTEMS
from sacrerouge_litepyramid.statistics.correlations import Correlations, kendall, pearson, spearman

#: the smallest variance of a direction, relative to the sum of all, which keeps matrices invertible
MIN_VARIANCE = 1e-9


class SystemMoments(NamedTuple):
    """The systems' means of all sides, and how much noise is in them."""

    # (systems, sides), standardised: their average is 0 and their sum of squares 1
    means: np.ndarray
    # the covariance of the means' noise, (sides, sides)
    noise: np.ndarray
    # the degrees of freedom of the noise
    freedom: int

    def can_draw(self) -> bool:
        """Return whether there are enough systems and documents to draw from."""
        systems, sides = self.means.shape
        has_systems = systems > max(sides, MIN_SYSTEMS - 1)
        return has_systems and self.freedom >= sides


def measure_moments(sides: Sequence[np.ndarray]) -> SystemMoments:
    """Return the moments of sides (systems, documents), NaN if missing.

    A cell that one side lacks is ignored in all. If systems have different documents, the noise is
    that of an average system.
    """
    stacked = np.stack(sides)
    known = ~np.isnan(stacked).any(axis=0)
    has_cells = known.any(axis=1)
    known = known[has_cells]
    scores = np.where(known, stacked[:, has_cells], 0.0)
    counts = known.sum(axis=1)
    # The memory layout fixes the order of later sums, and so the last digits of the draws.
    means = np.divide(scores.sum(axis=2), counts, order="C")
    means -= means.mean(axis=1, keepdims=True)
    squares = (means**2).sum(axis=1, keepdims=True)
    norms = np.sqrt(squares)
    # Equal means stay 0.
    norms[squares == 0] = 1.0

    residuals = _subtract_effects(scores, known) / norms[:, :, None]
    systems = len(known)
    documents = known.any(axis=0).sum()
    cells = known.sum()
    freedom = int(cells - systems - documents + 1)
    scatter = np.einsum("ksd,lsd->kl", residuals, residuals)
    # the variance of a score's noise, and with it that of a mean over documents
    variance = scatter / max(freedom, 1)
    noise = variance * (1 / counts).mean()
    standardised = means / norms
    return SystemMoments(standardised.T, noise, freedom)


class DrawnScores(NamedTuple):
    """Drawn scores of the systems given their means, each (draws, systems, sides)."""

    # without noise
    effects: np.ndarray
    # means over another sample of as many documents
    replicated: np.ndarray


class DrawnCorrelations(NamedTuple):
    """Drawn correlations of each other side with human scores, arrays (draws, sides - 1)."""

    # over unlimited documents
    limit: Correlations
    # over other samples of as many documents
    replicated: Correlations


def draw_scores(moments: SystemMoments, draws: int, generator: np.random.Generator) -> DrawnScores:
    """Draw the systems' scores given their means: without noise, and with that of other samples."""
    means = moments.means
    scatter = moments.noise * moments.freedom
    noise = draw_covariances(scatter, moments.freedom, draws, generator)
    total = draw_covariances(means.T @ means, len(means) - 1, draws, generator)
    effects = _raise_variances(total - noise)
    # the regression of effects on means, and what it leaves open; NaN if a side is constant
    kept = np.linalg.solve(effects + noise, effects)
    with np.errstate(invalid="ignore"):
        left = effects - effects @ kept
        deviations = generator.normal(size=(draws, *means.shape))
        drawn = means @ kept + deviations @ _take_root(left)
    other_noise = generator.normal(size=(draws, *means.shape)) @ _take_root(noise)
    return DrawnScores(drawn, drawn + other_noise)


def draw_correlations(
    moments: SystemMoments, draws: int, generator: np.random.Generator, sizes: Sequence[int] = ()
) -> DrawnCorrelations | None:
    """Draw the correlations of each other side with human scores.

    ``sizes``: the sizes of folds of these systems, over which correlations are averaged. Returns
    None if there are too few systems or documents to draw from.
    """
    if not moments.can_draw():
        return None
    starts = np.cumsum(sizes[:-1], dtype=int)
    averaged = []
    for scores in draw_scores(moments, draws, generator):
        folds = np.split(scores, starts, axis=1)
        by_fold = [_correlate_sides(fold) for fold in folds]
        averaged.append(Correlations(*np.mean(by_fold, axis=0)))
    return DrawnCorrelations(*averaged)


def draw_covariances(
    scatter: np.ndarray, freedom: int, draws: int, generator: np.random.Generator
) -> np.ndarray:
    """Draw covariances given their scatter matrix (sides, sides): (draws, sides, sides).

    A draw is C A⁻¹ (C A⁻¹)ᵀ for the scatter C Cᵀ and a standard Wishart matrix A Aᵀ, C and A lower
    triangular. It needs as many degrees of freedom as sides.
    """
    sides = len(scatter)
    factors = np.zeros((draws, sides, sides))
    for row in range(sides):
        factors[:, row, row] = np.sqrt(generator.chisquare(freedom - row, draws))
        factors[:, row, :row] = generator.normal(size=(draws, row))
    root = np.linalg.cholesky(_raise_variances(scatter))
    inverse = np.linalg.inv(factors)
    solved = root @ inverse
    return solved @ _transpose(solved)


def _correlate_sides(values: np.ndarray) -> Correlations:
    """Return the correlations of the other sides with the first, each (draws, sides - 1).

    ``values``: (draws, systems, sides).
    """
    human, *others = np.moveaxis(values, 2, 0)
    r, rho, tau = [], [], []
    for ours in others:
        r.append(pearson(ours, human))
        rho.append(spearman(ours, human))
        tau.append(kendall(ours, human))
    return Correlations(np.transpose(r), np.transpose(rho), np.transpose(tau))


def subtract_effects(sides: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Return sides (systems, documents) without the means of their documents and systems.

    A cell that one side lacks is NaN in all.
    """
    stacked = np.stack(sides)
    known = ~np.isnan(stacked).any(axis=0)
    residuals = _subtract_effects(np.where(known, stacked, 0.0), known)
    return list(np.where(known, residuals, np.nan))


def _subtract_effects(values: np.ndarray, known: np.ndarray) -> np.ndarray:
    """Return the residuals of a model of system and document effects.

    ``values``: (sides, systems, documents), 0 in cells that are not known.
    """
    without_documents = _subtract_means(values, known, axis=1)
    return _subtract_means(without_documents, known, axis=2)


def _subtract_means(values: np.ndarray, known: np.ndarray, axis: int) -> np.ndarray:
    """Subtract means of known cells over an axis of (sides, systems, documents).

    Other cells are and stay 0.
    """
    sums = values.sum(axis=axis, keepdims=True)
    # known has no axis of sides.
    counts = known.sum(axis=axis - 1, keepdims=True)
    means = sums / np.maximum(counts, 1)
    return np.where(known, values - means, 0.0)


def _raise_variances(matrices: np.ndarray) -> np.ndarray:
    """Raise the variances of symmetric matrices to at least MIN_VARIANCE of the sum of all.

    ``matrices``: (…, sides, sides); their variances are the eigenvalues.
    """
    variances, directions = np.linalg.eigh(matrices)
    total = np.abs(variances).sum(axis=-1, keepdims=True)
    # Without any variance, all directions get a tiny one.
    total = np.maximum(total, np.finfo(float).tiny)
    raised = np.maximum(variances, MIN_VARIANCE * total)
    scaled = directions * raised[..., None, :]
    return scaled @ _transpose(directions)


def _take_root(matrices: np.ndarray) -> np.ndarray:
    """Return R with RᵀR equal to symmetric matrices (…, sides, sides).

    Variances below 0 count as 0.
    """
    symmetric = (matrices + _transpose(matrices)) / 2
    variances, directions = np.linalg.eigh(symmetric)
    deviations = np.sqrt(np.maximum(variances, 0.0))
    return deviations[..., :, None] * _transpose(directions)


def _transpose(matrices: np.ndarray) -> np.ndarray:
    return np.swapaxes(matrices, -1, -2)
