"""Draws of noise-free correlations: moments by hand, and known limits."""

import numpy as np
import pytest

from sacrerouge_litepyramid.statistics.two_way import (
    SystemMoments,
    draw_correlations,
    draw_covariances,
    draw_effects,
    measure_moments,
)


def made_up(systems=12, documents=30, noise=0.5, seed=0):
    generator = np.random.default_rng(seed)
    effects = generator.multivariate_normal([0, 0], [[1, 0.9], [0.9, 1]], size=systems)
    sides = (
        effects[:, None]
        + generator.normal(size=(documents, 2))
        + noise * generator.normal(size=(systems, documents, 2))
    )
    return effects, [sides[..., 0], 100 * sides[..., 1]]


def test_moments_by_hand():
    _, sides = made_up(systems=4, documents=5)
    found = measure_moments(sides)
    means = np.stack([side.mean(axis=1) - side.mean() for side in sides], axis=1)
    norms = np.sqrt((means**2).sum(axis=0))
    assert found.means == pytest.approx(means / norms)
    residuals = [
        side - side.mean(axis=1, keepdims=True) - side.mean(axis=0) + side.mean() for side in sides
    ]
    covariance = sum(residuals[0].ravel() * residuals[1].ravel()) / (3 * 4) / 5
    assert found.noise[0, 1] == pytest.approx(covariance / norms.prod()) and found.freedom == 12


def test_missing_cells_and_systems_are_left_out_of_all_sides():
    _, sides = made_up(systems=4, documents=5)
    sides[0][1] = np.nan
    sides[1][2, 3] = np.nan
    found = measure_moments(sides)
    assert found.means.shape == (3, 2) and found.freedom == 14 - 3 - 5 + 1
    means = np.array([sides[0][0].mean(), np.delete(sides[0][2], 3).mean(), sides[0][3].mean()])
    assert np.corrcoef(found.means[:, 0], means)[0, 1] == pytest.approx(1)


def test_noise_is_taken_off_and_scales_do_not_matter():
    effects, sides = made_up(noise=3.0, systems=40)
    observed = np.corrcoef(*(side.mean(axis=1) for side in sides))[0, 1]
    found = draw_correlations(measure_moments(sides), 500, np.random.default_rng(0)).pearson[:, 0]
    assert np.median(found) > observed + 0.02
    low, high = np.quantile(found, [0.025, 0.975])
    assert low < np.corrcoef(effects.T)[0, 1] < high
    rescaled = draw_correlations(
        measure_moments([1e4 * sides[0], sides[1] - 7]), 500, np.random.default_rng(0)
    )
    assert rescaled.pearson[:, 0] == pytest.approx(found, abs=1e-6)


def test_the_mean_of_drawn_covariances():
    found = draw_covariances(
        np.array([[4.0, 1.0], [1.0, 2.0]]), 20, 20_000, np.random.default_rng(0)
    )
    # The scatter is C Cᵀ with rows (2, 0) and (.5, √1.75) of C; the means of 1 / χ² are 1/18 and
    # 1/17.
    assert found[:, 0, 0].mean() == pytest.approx(4 / 18, rel=0.02)
    assert found[:, 1, 1].mean() == pytest.approx(
        0.25 / 18 + 1.75 / 17 + 1.75 / (18 * 17), rel=0.02
    )


def test_effects_have_the_covariance_of_the_means_without_noise():
    means = np.random.default_rng(0).normal(size=(2000, 2)) @ np.array([[2.0, 0.0], [1.0, 1.0]])
    noise = np.array([[1.0, 0.3], [0.3, 0.5]])
    effects = draw_effects(SystemMoments(means, noise, 100_000), 20, np.random.default_rng(1))
    found = np.mean([drawn.T @ drawn for drawn in effects], axis=0)
    assert found == pytest.approx(means.T @ means - 2000 * noise, rel=0.05)


def test_what_is_too_small_to_draw_from():
    assert not measure_moments(made_up(systems=2)[1]).can_draw()
    assert not measure_moments(made_up(documents=1)[1]).can_draw()
    assert measure_moments(made_up(systems=3, documents=2)[1]).can_draw()
