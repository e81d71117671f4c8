"""Draws of noise-free correlations: moments by hand, and known limits."""

import numpy as np
import pytest

from sacrerouge_litepyramid.statistics.two_way import (
    SystemMoments,
    draw_correlations,
    draw_covariances,
    draw_scores,
    measure_moments,
    subtract_effects,
)


def make_sides(systems=12, documents=30, noise=0.5):
    """Return the systems' effects, (systems, 2), and two sides of scores, (systems, documents)."""
    generator = np.random.default_rng(0)
    effects = generator.multivariate_normal([0, 0], [[1, 0.9], [0.9, 1]], size=systems)
    scores = effects[:, None] + generator.normal(size=(documents, 2))
    scores = scores + noise * generator.normal(size=(systems, documents, 2))
    human, ours = np.moveaxis(scores, 2, 0)
    return effects, [human, 100 * ours]


def draw_pearson(sides):
    correlations = draw_correlations(measure_moments(sides), 500, np.random.default_rng(0))
    return correlations.limit.pearson[:, 0]


def test_moments_by_hand():
    _, sides = make_sides(systems=4, documents=5)
    moments = measure_moments(sides)
    means = np.stack([side.mean(axis=1) - side.mean() for side in sides], axis=1)
    norms = np.sqrt((means**2).sum(axis=0))
    assert moments.means == pytest.approx(means / norms)
    residuals = []
    for side in sides:
        fitted = side.mean(axis=1, keepdims=True) + side.mean(axis=0) - side.mean()
        residuals.append((side - fitted).ravel())
    # 4 systems and 5 documents leave 3 · 4 degrees of freedom; a mean is over 5 documents.
    covariance = residuals[0] @ residuals[1] / 12 / 5
    assert moments.freedom == 12
    assert moments.noise[0, 1] == pytest.approx(covariance / norms.prod())


def test_missing_cells_and_systems_are_left_out_of_all_sides():
    _, sides = make_sides(systems=4, documents=5)
    human, ours = sides
    human[1] = np.nan
    ours[2, 3] = np.nan
    moments = measure_moments(sides)
    assert moments.means.shape == (3, 2)
    assert moments.freedom == 14 - 3 - 5 + 1
    means = [human[0].mean(), np.delete(human[2], 3).mean(), human[3].mean()]
    assert np.corrcoef(moments.means[:, 0], means)[0, 1] == pytest.approx(1)


def test_noise_is_removed_and_scales_do_not_matter():
    effects, sides = make_sides(noise=3.0, systems=40)
    human, ours = sides
    observed = np.corrcoef(human.mean(axis=1), ours.mean(axis=1))[0, 1]
    drawn = draw_pearson(sides)
    assert np.median(drawn) > observed + 0.02
    low, high = np.quantile(drawn, [0.025, 0.975])
    assert low < np.corrcoef(effects.T)[0, 1] < high
    assert draw_pearson([1e4 * human, ours - 7]) == pytest.approx(drawn, abs=1e-6)


def test_the_mean_of_drawn_covariances():
    scatter = np.array([[4.0, 1.0], [1.0, 2.0]])
    drawn = draw_covariances(scatter, 20, 20_000, np.random.default_rng(0))
    # The scatter is C Cᵀ with rows (2, 0) and (.5, √1.75) of C; the means of 1 / χ² are 1/18 and
    # 1/17.
    first, second = np.diagonal(drawn.mean(axis=0))
    assert first == pytest.approx(4 / 18, rel=0.02)
    assert second == pytest.approx(0.25 / 18 + 1.75 / 17 + 1.75 / (18 * 17), rel=0.02)


def test_effects_have_the_covariance_of_the_means_without_noise():
    means = np.random.default_rng(0).normal(size=(2000, 2)) @ np.array([[2.0, 0.0], [1.0, 1.0]])
    noise = np.array([[1.0, 0.3], [0.3, 0.5]])
    moments = SystemMoments(means, noise, 100_000)
    effects, replicated = draw_scores(moments, 20, np.random.default_rng(1))
    covariance = np.mean([drawn.T @ drawn for drawn in effects], axis=0)
    assert covariance == pytest.approx(means.T @ means - 2000 * noise, rel=0.05)
    # Another sample of as many documents has noise again.
    covariance = np.mean([drawn.T @ drawn for drawn in replicated], axis=0)
    assert covariance == pytest.approx(means.T @ means, rel=0.05)


def test_effects_are_subtracted_from_the_cells_that_all_sides_have():
    _, sides = make_sides(systems=4, documents=5)
    sides[1][2, 3] = np.nan
    human, ours = subtract_effects(sides)
    assert np.isnan(human[2, 3]) and np.isnan(ours[2, 3])
    without = np.delete(np.arange(5), 3)
    for values in (human, ours):
        assert np.nanmean(values, axis=1) == pytest.approx(np.zeros(4))
        assert np.abs(values[:, without].mean(axis=0)).max() < 0.2 * np.nanstd(values)


@pytest.mark.parametrize(
    ("systems", "documents", "can_draw"), [(2, 30, False), (12, 1, False), (3, 2, True)]
)
def test_too_few_systems_or_documents(systems, documents, can_draw):
    _, sides = make_sides(systems, documents)
    assert measure_moments(sides).can_draw() == can_draw
