"""Rank coefficients of normal samples have the stated means and errors."""

import numpy as np
import pytest

from sacrerouge_litepyramid.statistics.agreement import pearson, spearman
from sacrerouge_litepyramid.statistics.correlations import kendall
from sacrerouge_litepyramid.statistics.two_way import RELATIONS, fisher_z, match_normal

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
