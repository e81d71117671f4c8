"""Williams' test by hand, against SacreROUGE's, and where it has no answer."""

import math
from functools import partial

import numpy as np
import pytest

from sacrerouge_litepyramid.statistics.correlations import williams_t, williams_test


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


def test_human_scores_with_the_other_sign_give_the_same_two_sided_test():
    assert williams_t(-0.7, -0.4, 0.5, 12) == pytest.approx(-williams_t(0.7, 0.4, 0.5, 12))
    both = [williams_test(sign * 0.7, sign * 0.4, 0.5, 12, two_tailed=True) for sign in (1, -1)]
    assert both[0] == pytest.approx(both[1])


def test_metrics_that_correlate_negatively_keep_the_sign():
    # determinant 1 - .25 - .09 - .04 - .06 = .56, so the denominator is 2 * .56 * 9 / 7 + .16 * 1.2**3 = 1.71648
    t = 0.2 * math.sqrt(9 * 0.8 / 1.71648)
    assert williams_t(0.5, 0.3, -0.2, items=10) == pytest.approx(t)
    absolute = williams_t(0.5, 0.3, 0.2, items=10)
    assert absolute > 1.18 * t


def test_without_an_answer_it_is_nan():
    assert math.isnan(williams_t(1.0, 1.0, 1.0, 10))
    assert math.isnan(williams_test(1.0, 1.0, 1.0, 10, two_tailed=True))


def test_too_few_items_are_refused():
    with pytest.raises(ValueError, match="at least 4 items, not 3"):
        williams_test(0.5, 0.4, 0.3, 3, two_tailed=True)


@pytest.mark.parametrize("two_tailed", [True, False])
@pytest.mark.parametrize("seed", range(5))
def test_it_is_sacrerouges_where_all_correlations_are_positive(seed, two_tailed):
    stats = pytest.importorskip("sacrerouge.stats", reason="compared with SacreROUGE's")
    from scipy.stats import pearsonr

    generator = np.random.default_rng(seed)
    human = generator.normal(size=(12, 6))
    ours, other = (human + generator.normal(size=human.shape) * scale for scale in (0.8, 1.5))
    correlate = partial(stats.system_level_corr, pearsonr)
    expected = stats.williams_diff_test(correlate, ours, other, human, two_tailed=two_tailed)
    correlations = correlate(ours, human), correlate(other, human), correlate(ours, other)
    assert min(correlations) > 0
    assert williams_test(*correlations, 12, two_tailed=two_tailed) == pytest.approx(expected)
