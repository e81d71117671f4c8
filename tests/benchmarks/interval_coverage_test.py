"""The simulation's parts against what they are made of."""

import argparse

import interval_coverage
import numpy as np
import pytest
from interval_coverage import Truth, draw_set, draw_systems, fit_population, measure_coverage, render_coverage

SETTINGS = argparse.Namespace(draws=4, resamples=30, seed=0, levels=["system", "summary"], methods=["two-way"])


def made_up():
    generator = np.random.default_rng(0)
    effects = generator.normal(size=(30, 1))
    ours, people = (effects + generator.normal(size=(30, 40)) * spread for spread in (0.5, 1.0))
    return ours, people


def test_the_population_has_the_datas_variances_and_the_given_correlation():
    population = fit_population(*made_up(), correlation=0.7, shape="normal")
    assert (population.residuals**2).mean(axis=(0, 1)) == pytest.approx([0.25, 1.0], rel=0.15)
    covariance = population.effects
    assert covariance[0, 1] / np.sqrt(covariance[0, 0] * covariance[1, 1]) == pytest.approx(0.7)
    generator = np.random.default_rng(1)
    for shape in ("normal", "clusters", "skewed"):
        drawn = draw_systems(population._replace(shape=shape), 20_000, generator)
        assert np.cov(drawn.T) == pytest.approx(covariance, rel=0.1)


def test_truths(monkeypatch):
    monkeypatch.setattr(interval_coverage, "MANY", 800)
    population = fit_population(*made_up(), correlation=0.7, shape="normal")
    generator = np.random.default_rng(1)
    drawn = draw_set(population, 6, 5, generator)
    truth = Truth(population, generator)
    assert truth.find(drawn, "documents", "system").pearson == pytest.approx(np.corrcoef(drawn.effects.T)[0, 1])
    assert truth.find(drawn, "both", "system").pearson == pytest.approx(0.7, abs=0.04)
    noisy = truth.find(drawn, "both", "summary").pearson
    assert noisy < truth.find(drawn, "systems", "system").pearson < 0.7


def test_coverage_as_a_table():
    population = fit_population(*made_up(), correlation=0.7, shape="normal")
    found = {"0.7, 5 × 6": {"documents": measure_coverage(population, "5x6", "documents", SETTINGS)}}
    for each in found["0.7, 5 × 6"]["documents"].values():
        shares = each["two-way"]
        assert shares["cover"] + shares["above"] + shares["below"] == pytest.approx(1) and shares["width"] > 0
    assert "| documents, system |" in " ".join(render_coverage(found, ["system", "summary"], "kendall").split())
