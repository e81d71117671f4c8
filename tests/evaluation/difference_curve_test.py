"""What a difference in a metric's means is worth: against loops over pairs, scipy's t-test and scipy's minimiser."""

import itertools

import numpy as np
import pytest
from scipy import optimize, stats

from sacrerouge_litepyramid.evaluation.difference_curve import measure_difference_curve
from sacrerouge_litepyramid.evaluation.scores import Scores

SIZES = [0.1, 0.5, 1.0]


def make_scores(systems=8, documents=20, seed=0, sign=1.0):
    rng = np.random.default_rng(seed)
    quality = rng.normal(0, 0.6, (systems, 1))
    human, metric = (quality + rng.normal(0, 1, (systems, documents)) for _ in range(2))
    names = tuple(f"s{place}" for place in range(systems))
    return Scores(names, tuple(map(str, range(documents))), human, {"m": sign * metric})


def measure(scores, sizes=SIZES):
    return measure_difference_curve(scores, "m", "human", sizes)


def fit_naively(scores, left_out=None):
    """Return the log-odds at SIZES of the penalised logistic curve over all pairs without those of one system."""
    sizes, confirmed = [], []
    for first, second in itertools.combinations(range(len(scores.systems)), 2):
        if left_out in (first, second):
            continue
        common = ~np.isnan(scores.human[[first, second]] + scores.metrics["m"][[first, second]]).any(axis=0)
        ours, human = ((matrix[first] - matrix[second])[common] for matrix in (scores.metrics["m"], scores.human))
        sizes.append(abs(ours.mean()))
        same = np.sign(ours.mean()) == np.sign(human.mean())
        confirmed.append(bool(same and stats.ttest_1samp(human, 0).pvalue <= 0.05))
    sizes, confirmed = np.array(sizes), np.array(confirmed, dtype=float)

    def loss(solution):
        odds = solution[0] + solution[1] * (sizes - sizes.mean()) / sizes.std()
        return (np.logaddexp(0, odds) - confirmed * odds).sum() + solution[1] ** 2 / 2

    found = optimize.minimize(loss, np.zeros(2), tol=1e-12).x
    return found[0] + found[1] * (np.array(SIZES) - sizes.mean()) / sizes.std()


@pytest.mark.parametrize("missing", [0, 9])
def test_shares_and_intervals_are_those_of_a_naive_implementation(missing):
    scores = make_scores()
    places = np.random.default_rng(1).choice(scores.human.size, missing, replace=False)
    scores.human.flat[places] = np.nan
    found = measure(scores)
    expected = fit_naively(scores)
    parts = np.array([fit_naively(scores, place) for place in range(8)])
    errors = np.sqrt(7 / 8 * ((parts - parts.mean(axis=0)) ** 2).sum(axis=0)) * stats.t.ppf(0.975, 7)
    ends = [expected, expected - errors, expected + errors]
    for place, point in enumerate(found.points):
        assert point.share[:3] == pytest.approx([1 / (1 + np.exp(-end[place])) for end in ends], abs=1e-5)
    assert (found.systems, found.pairs) == (8, 28)


def test_larger_differences_are_confirmed_more_often_and_those_of_a_reversed_metric_less():
    shares = [point.share.value for point in measure(make_scores()).points]
    assert shares == sorted(shares) and shares[-1] - shares[0] > 0.2


def test_human_scores_confirm_nothing_of_a_reversed_metric():
    found = measure(make_scores(sign=-1.0))
    assert [point.share.value for point in found.points] == [0, 0, 0]
    assert not any(point.share.has_interval for point in found.points)
    assert "+0.500: 0%;" in str(found)


def test_by_default_the_curve_is_shown_at_quantiles_of_the_differences():
    found = measure(make_scores(), sizes=None)
    assert len(found.points) == 5 and found.points[0].difference < found.points[-1].difference
    text = str(found)
    assert text.startswith("What a difference in m means") and "of 28 pairs: +0." in text and "%]" in text


def test_few_systems_give_no_curve():
    assert measure(make_scores(systems=3)) is None


def test_there_is_no_interval_if_one_system_alone_makes_the_difference():
    scores = make_scores(systems=5)
    human = np.random.default_rng(0).normal(0, 0.1, scores.human.shape)
    human[2] += 9
    metric = human + 0.01
    found = measure(scores._replace(human=np.where(np.arange(5)[:, None] == 2, human, 0.0), metrics={"m": metric}))
    assert 0 < found.points[0].share.value < 1 and found.to_dict()["points"][0]["low"] is None
