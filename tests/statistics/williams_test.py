"""Williams' test by hand, against SacreROUGE's, and where it has no answer."""

import math
from functools import partial

import numpy as np
import pytest

from sacrerouge_litepyramid.statistics.williams import williams_t, williams_test


def test_the_statistic_by_hand():
    # determinant .75, so the denominator is 2 * .75 * 4 / 2 + .25**2 = 49 / 16, and t = .5 * sqrt(4 * 16 / 49)
    assert williams_t(0.5, 0.0, 0.0, items=5) == pytest.approx(4 / 7)


def test_the_probability_by_hand():
    # the distribution of t with two degrees of freedom: P(T > t) = 1/2 - t / (2 sqrt(2 + t**2))
    above = 0.5 - (4 / 7) / (2 * math.sqrt(2 + 16 / 49))
    assert williams_test(0.5, 0.0, 0.0, 5, two_tailed=False) == pytest.approx(above)
    assert williams_test(0.0, 0.5, 0.0, 5, two_tailed=False) == pytest.approx(1 - above)
    for pair in ((0.5, 0.0), (0.0, 0.5)):
        assert williams_test(*pair, 0.0, 5, two_tailed=True) == pytest.approx(2 * above)


def test_equal_correlations_do_not_differ():
    assert williams_test(0.6, 0.6, 0.3, 20, two_tailed=True) == 1.0


def test_the_signs_of_the_correlations_do_not_matter():
    signs = [(0.7, 0.4, 0.5), (-0.7, 0.4, 0.5), (0.7, -0.4, -0.5)]
    assert len({williams_test(*each, 12, two_tailed=False) for each in signs}) == 1


def test_without_an_answer_it_is_nan():
    assert math.isnan(williams_t(1.0, 1.0, 1.0, 10))
    assert math.isnan(williams_test(1.0, 1.0, 1.0, 10, two_tailed=True))


def test_too_few_items_are_refused():
    with pytest.raises(ValueError, match="at least 4 items, not 3"):
        williams_test(0.5, 0.4, 0.3, 3, two_tailed=True)


@pytest.mark.parametrize("two_tailed", [True, False])
@pytest.mark.parametrize("seed", range(5))
def test_it_is_sacrerouges(seed, two_tailed):
    stats = pytest.importorskip("sacrerouge.stats", reason="compared with SacreROUGE's")
    from scipy.stats import pearsonr

    generator = np.random.default_rng(seed)
    people = generator.normal(size=(12, 6))
    ours, other = (people + generator.normal(size=people.shape) * scale for scale in (0.8, -1.5))
    correlate = partial(stats.system_level_corr, pearsonr)
    expected = stats.williams_diff_test(correlate, ours, other, people, two_tailed=two_tailed)
    correlations = correlate(ours, people), correlate(other, people), correlate(ours, other)
    assert williams_test(*correlations, 12, two_tailed=two_tailed) == pytest.approx(expected)
