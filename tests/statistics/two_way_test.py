"""Draws of noise-free correlations: moments by hand, known limits, and rank coefficients of normal samples."""

import numpy as np
import pytest

from sacrerouge_litepyramid.statistics.correlations import kendall, pearson, spearman
from sacrerouge_litepyramid.statistics.two_way import (
    RELATIONS,
    correlate_sides,
    draw_covariances,
    draw_effects,
    draw_population,
    fisher_z,
    match_normal,
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
    residuals = [side - side.mean(axis=1, keepdims=True) - side.mean(axis=0) + side.mean() for side in sides]
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


def test_without_noise_the_effects_are_the_means():
    _, sides = made_up(noise=1e-6)
    moments = measure_moments(sides)
    effects = draw_effects(moments, 50, np.random.default_rng(0))
    assert effects == pytest.approx(np.broadcast_to(moments.means, effects.shape), abs=1e-3)


def test_noise_is_taken_off_and_scales_do_not_matter():
    effects, sides = made_up(noise=3.0, systems=40)
    observed = np.corrcoef(*(side.mean(axis=1) for side in sides))[0, 1]
    found = correlate_sides(draw_effects(measure_moments(sides), 500, np.random.default_rng(0)), "pearson")[:, 0]
    assert np.median(found) > observed + 0.02
    low, high = np.quantile(found, [0.025, 0.975])
    assert low < np.corrcoef(effects.T)[0, 1] < high
    rescaled = draw_effects(measure_moments([1e4 * sides[0], sides[1] - 7]), 500, np.random.default_rng(0))
    assert correlate_sides(rescaled, "pearson")[:, 0] == pytest.approx(found, abs=1e-6)


def test_without_noise_pearsons_interval_is_fishers():
    _, sides = made_up(systems=30)
    moments = measure_moments(sides)
    found = draw_population(moments, 20_000, np.random.default_rng(0), has_noise=True)["pearson"][:, 0]
    r = moments.means[:, 0] @ moments.means[:, 1]
    expected = np.tanh(np.arctanh(r) - r / 58 + np.array([-1.96, 1.96]) / np.sqrt(27))
    assert np.quantile(found, [0.025, 0.975]) == pytest.approx(expected, abs=0.01)


def test_a_metric_that_is_the_human_score_has_a_correlation_of_one():
    _, (human, _) = made_up()
    moments = measure_moments([human, human])
    assert correlate_sides(draw_effects(moments, 20, np.random.default_rng(0)), "pearson") == pytest.approx(1, abs=1e-3)


def test_the_mean_of_drawn_covariances():
    scatter = np.array([[4.0, 1.0], [1.0, 2.0]])
    found = draw_covariances(scatter, 20, 20_000, np.random.default_rng(0))
    assert found[:, 0, 0].mean() == pytest.approx(4 / (20 - 2), rel=0.02)


def test_what_is_too_small_to_draw_from():
    assert not measure_moments(made_up(systems=2)[1]).can_draw(has_noise=True)
    one_document = measure_moments(made_up(documents=1)[1])
    assert not one_document.can_draw() and one_document.can_draw(has_noise=True)


CORRELATE = {"pearson": pearson, "spearman": spearman, "kendall": kendall}


@pytest.mark.parametrize("name", RELATIONS)
def test_values_are_inverted(name):
    r = np.array([-0.9, 0.0, 0.3, 0.99])
    assert RELATIONS[name].invert(RELATIONS[name].value(r)) == pytest.approx(r)
    assert match_normal(RELATIONS[name], RELATIONS[name].expect(r, 12), 12) == pytest.approx(r, abs=1e-3)


def test_means_and_errors_of_samples():
    generator = np.random.default_rng(0)
    r, systems = 0.8, 12
    x, noise = generator.normal(size=(2, 20_000, systems))
    y = r * x + np.sqrt(1 - r**2) * noise
    reference = fisher_z(pearson(x, y)).std()
    for name in ("spearman", "kendall"):
        values, relation = CORRELATE[name](x, y), RELATIONS[name]
        assert values.mean() == pytest.approx(float(relation.expect(np.array(r), systems)), abs=3e-3)
        slope = 1 - float(relation.value(np.array(r))) ** 2
        matched = relation.value(match_normal(relation, values, systems))
        expected = float(relation.error(np.array(r), systems)) * reference * slope
        assert matched.std() == pytest.approx(expected, rel=0.12)
