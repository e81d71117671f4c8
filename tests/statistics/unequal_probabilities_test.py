"""Inclusion probabilities by hand, and samples whose sizes and frequencies are those asked for."""

import numpy as np
import pytest

from sacrerouge_litepyramid.statistics.unequal_probabilities import draw_systematic, spread_probabilities


def test_probabilities_are_proportional_to_sizes():
    assert spread_probabilities(np.array([1.0, 2.0, 3.0, 4.0]), 2) == pytest.approx([0.2, 0.4, 0.6, 0.8])


def test_what_would_be_above_1_is_1_and_the_rest_is_redistributed():
    # 10 takes one of the three draws; of the rest 6 would have 1.2, and so the others share one draw
    assert spread_probabilities(np.array([10.0, 6.0, 3.0, 1.0]), 3) == pytest.approx([1, 1, 0.75, 0.25])


def test_everything_is_drawn_where_there_is_no_more():
    assert spread_probabilities(np.array([1.0, 5.0]), 2).tolist() == [1, 1]
    assert spread_probabilities(np.array([1.0, 5.0]), 9).tolist() == [1, 1]


def test_a_size_of_0_is_refused():
    with pytest.raises(ValueError, match="every element needs a chance"):
        spread_probabilities(np.array([1.0, 0.0]), 1)


def test_samples_have_the_size_and_the_frequencies():
    probabilities = spread_probabilities(np.arange(1.0, 13.0), 5)
    drawn = draw_systematic(probabilities, 20_000, np.random.default_rng(0))
    assert (drawn.sum(axis=1) == 5).all()
    assert drawn.mean(axis=0) == pytest.approx(probabilities, abs=0.015)


def test_a_sum_that_is_no_whole_number_gives_one_of_the_two_next_sizes():
    drawn = draw_systematic(np.full(5, 0.5), 4000, np.random.default_rng(0))
    assert set(drawn.sum(axis=1)) == {2, 3}
    assert drawn.mean() == pytest.approx(0.5, abs=0.02)


def test_elements_of_one_place_are_not_drawn_together():
    places, probabilities = np.repeat([0, 1, 2, 3], 3), np.full(12, 1 / 3)
    drawn = draw_systematic(probabilities, 2000, np.random.default_rng(0), places)
    assert all(np.bincount(places[each]).max() <= 2 for each in drawn)
    together = (drawn[:, 0] & drawn[:, 1]).mean()
    alone = draw_systematic(probabilities, 2000, np.random.default_rng(0))
    assert together < 0.02 < (alone[:, 0] & alone[:, 1]).mean()
    assert drawn.mean(axis=0) == pytest.approx(probabilities, abs=0.05)
