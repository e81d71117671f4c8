"""Draw plausible system-level correlations over infinitely many documents, given the scores of a data set.

A score is modelled as the sum of a system's effect, a document's effect and noise. The systems' means contain the noise
of their documents, which lowers correlations; its size is known from the residuals. Covariances are drawn from their
fiducial distribution (the covariance that turns a Wishart matrix into the data), the noise is subtracted, and the
systems' effects are drawn given their means. Quantiles of the draws are generalised confidence intervals (Weerahandi,
JASA 1993). A side is a metric's scores or the human scores; the human scores come first."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.statistics.agreement import MIN_SYSTEMS
from sacrerouge_litepyramid.statistics.correlations import kendall, pearson, spearman
from sacrerouge_litepyramid.statistics.rounding import scale_by_power_of_two

#: the size of the table that turns the coefficient of a sample into Pearson's
TABLE_SIZE = 2001
#: the largest correlation whose Fisher's z is computed, so that z is finite
MAX_CORRELATION = 1 - 1e-9


class NormalRelation(NamedTuple):
    """A coefficient in normal populations and samples of n systems, as functions of the population's Pearson's r.

    ``value``: the coefficient of the population; ``invert``: r from that; ``expect``: the coefficient's mean over
    samples; ``error``: the standard error of its Fisher's z over that of Pearson's; ``step``: from n, the smallest
    amount by which a sample's coefficient can fall short of 1.
    """

    value: Callable[[np.ndarray], np.ndarray]
    invert: Callable[[np.ndarray], np.ndarray]
    expect: Callable[[np.ndarray, int], np.ndarray]
    error: Callable[[np.ndarray, int], np.ndarray]
    step: Callable[[int], float]


def fisher_z(values: np.ndarray) -> np.ndarray:
    """Return Fisher's z, which is finite because correlations are clipped to MAX_CORRELATION."""
    return np.arctanh(np.clip(values, -MAX_CORRELATION, MAX_CORRELATION))


def match_normal(relation: NormalRelation, values: np.ndarray, systems: int) -> np.ndarray:
    """Return Pearson's r of the normal population whose samples of n systems have these coefficients on average.

    A rank coefficient of 1 counts as half a step below 1, because that of the population may be lower.
    """
    limit = 1 - relation.step(systems) / 2
    table = np.sin(np.linspace(-np.pi / 2, np.pi / 2, TABLE_SIZE))
    return np.interp(np.clip(values, -limit, limit), relation.expect(table, systems), table)


def _spearman(r: np.ndarray) -> np.ndarray:
    return 6 / np.pi * np.arcsin(r / 2)


def _kendall(r: np.ndarray) -> np.ndarray:
    return 2 / np.pi * np.arcsin(r)


def _expect_spearman(r: np.ndarray, systems: int) -> np.ndarray:
    """Return the mean of Spearman's ρ over samples (Moran, Biometrika 1948)."""
    return ((systems - 2) * _spearman(r) + 3 * _kendall(r)) / (systems + 1)


def _spearman_error(r: np.ndarray, systems: int) -> np.ndarray:
    """Return the relative error of Spearman's ρ (Bonett and Wright, Psychometrika 2000), corrected for bias.

    Their error is that of the sample's z; the slope between the two turns it into that of the population's z.
    """
    r = np.clip(r, -MAX_CORRELATION, MAX_CORRELATION)
    sample, population = _expect_spearman(r, systems), _spearman(r)
    spearman_slope, kendall_slope = 3 / np.pi / np.sqrt(1 - r**2 / 4), 2 / np.pi / np.sqrt(1 - r**2)
    slope = spearman_slope * (systems + 1) / ((systems - 2) * spearman_slope + 3 * kendall_slope)
    return np.sqrt(1 + sample**2 / 2) * slope * (1 - sample**2) / (1 - population**2)


def _kendall_error(r: np.ndarray, systems: int) -> np.ndarray:
    """Return the relative error of Kendall's τ, from its variance in normal samples (Esscher 1924)."""
    tau = _kendall(r)
    triples = 1 / 9 - (2 / np.pi * np.arcsin(r / 2)) ** 2
    variance = 2 / (systems * (systems - 1)) * (1 - tau**2 + 2 * (systems - 2) * triples)
    return np.sqrt(variance * max(systems - 3, 1)) / np.maximum(1 - tau**2, 1e-9)


RELATIONS: Mapping[str, NormalRelation] = {
    "pearson": NormalRelation(
        value=lambda r: r,
        invert=lambda value: value,
        expect=lambda r, systems: r,
        error=lambda r, systems: np.ones(r.shape),
        step=lambda systems: 0.0,
    ),
    "spearman": NormalRelation(
        value=_spearman,
        invert=lambda value: 2 * np.sin(np.pi / 6 * value),
        expect=_expect_spearman,
        error=_spearman_error,
        step=lambda systems: 12 / (systems * (systems**2 - 1)),
    ),
    "kendall": NormalRelation(
        value=_kendall,
        invert=lambda value: np.sin(np.pi / 2 * value),
        expect=lambda r, systems: _kendall(r),
        error=_kendall_error,
        step=lambda systems: 4 / (systems * (systems - 1)),
    ),
}


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

    def can_draw(self, has_noise: bool = False) -> bool:
        """Return whether there are enough systems and, unless the noise stays, enough documents to draw from."""
        systems, sides = self.means.shape
        return systems > max(sides, MIN_SYSTEMS - 1) and (has_noise or self.freedom >= sides)


def measure_moments(sides: Sequence[np.ndarray]) -> SystemMoments:
    """Return the moments of sides (systems, documents), NaN if missing; a cell that one side lacks is ignored in all.

    If systems have different documents, the noise is that of an average system.
    """
    stacked = np.stack([scale_by_power_of_two(side.reshape(1, -1)).reshape(side.shape) for side in sides])
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
    noise = _draw_noise(moments, draws, generator)
    total = draw_covariances(means.T @ means, len(means) - 1, draws, generator)
    effects = _raise_variances(total - noise)
    kept = np.linalg.solve(effects + noise, effects)
    spread = _take_root(effects - effects @ kept)
    return means @ kept + generator.normal(size=(draws, *means.shape)) @ spread


def draw_population(
    moments: SystemMoments, draws: int, generator: np.random.Generator, has_noise: bool
) -> dict[str, np.ndarray]:
    """Draw, by coefficient, the population's correlation of each other side with human scores: (draws, sides - 1).

    The population of systems is taken as normal. Rank coefficients start from those of the sample and have their own
    errors, so that outliers affect only Pearson's. ``has_noise``: whether the noise of the documents stays.
    """
    noise = np.zeros((1, *moments.noise.shape)) if has_noise else _draw_noise(moments, draws, generator)
    seeds = generator.integers(2**63, size=1)
    return {name: _draw_coefficient(moments, noise, name, draws, np.random.default_rng(seeds)) for name in COEFFICIENTS}


def draw_correlations(
    moments: SystemMoments, over: str, draws: int, generator: np.random.Generator, sizes: Sequence[int] = ()
) -> dict[str, np.ndarray]:
    """Draw, by coefficient, the correlation of each other side with human scores: (draws, sides - 1).

    ``over``: what is random; ``sizes``: the sizes of folds of these systems, over which correlations are averaged.
    Returns {} if there are too few systems or documents to draw from.
    """
    if not moments.can_draw(has_noise=over == "systems"):
        return {}
    if over != "documents":
        return draw_population(moments, draws, generator, has_noise=over == "systems")
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


def _draw_noise(moments: SystemMoments, draws: int, generator: np.random.Generator) -> np.ndarray:
    return draw_covariances(moments.noise * moments.freedom, moments.freedom, draws, generator)


def _draw_coefficient(
    moments: SystemMoments, noise: np.ndarray, coefficient: str, draws: int, generator: np.random.Generator
) -> np.ndarray:
    relation, means = RELATIONS[coefficient], moments.means
    systems, sides = means.shape
    sample = np.stack([correlate_sides(np.roll(means, -side, axis=1)[None], coefficient)[0] for side in range(sides)])
    matched = np.eye(sides)
    for side in range(sides):
        others = [(side + offset) % sides for offset in range(1, sides)]
        matched[side, others] = match_normal(relation, sample[side], systems)
    drawn = draw_covariances(matched, systems - 1, draws, generator)
    deviations = np.sqrt(np.diagonal(drawn, axis1=1, axis2=2))
    scales = deviations[:, :1] * deviations[:, 1:]
    steps = fisher_z(drawn[:, 0, 1:] / scales) - fisher_z(matched[0, 1:])
    errors = relation.error(matched[0, 1:], systems)
    with_noise = relation.invert(np.tanh(fisher_z(relation.value(matched[0, 1:])) + errors * steps))
    variances = np.maximum(deviations**2 - np.diagonal(noise, axis1=1, axis2=2), MIN_VARIANCE)
    covariances = with_noise * scales - noise[:, 0, 1:]
    return relation.value(np.clip(covariances / np.sqrt(variances[:, :1] * variances[:, 1:]), -1.0, 1.0))


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
