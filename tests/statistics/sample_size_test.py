"""How many documents would settle a difference."""

import numpy as np
import pytest
from scipy import stats

from sacrerouge_litepyramid.statistics.estimate import Estimate
from sacrerouge_litepyramid.statistics.paired import MAX_DOCUMENTS, compute_power, count_documents_needed

#: ± Student's quantile of 9 degrees of freedom times a standard error of .1: a standard deviation of .1 √10
DIFFERENCE = Estimate(0.2, 0.2 - 2.26216 * 0.1, 0.2 + 2.26216 * 0.1)


def test_the_number_is_that_of_the_literature():
    """An effect of .5 needs 34 pairs for 80% (Cohen 1988, paired t test, two-sided 5%); .2/.316 needs 22."""
    assert compute_power(33, 0.5) < 0.8 <= compute_power(34, 0.5)
    assert count_documents_needed(DIFFERENCE, documents=10) == 22
    assert count_documents_needed(Estimate(-0.2, -DIFFERENCE.high, -DIFFERENCE.low), documents=10) == 22


def test_more_power_and_a_stricter_level_need_more():
    assert count_documents_needed(DIFFERENCE, documents=10, power=0.95) > 30
    assert count_documents_needed(DIFFERENCE, documents=10, alpha=0.05 / 3) > 25


def test_as_many_documents_have_the_power():
    """Of 4,000 samples of that size 80% are significant by Student's test."""
    count = count_documents_needed(DIFFERENCE, documents=10)
    samples = np.random.default_rng(0).normal(0.2, 0.1 * np.sqrt(10), (4000, count))
    assert np.mean(stats.ttest_1samp(samples, 0, axis=1).pvalue <= 0.05) == pytest.approx(0.81, abs=0.02)


def test_the_edges():
    assert count_documents_needed(DIFFERENCE._replace(value=0.0), documents=10) is None
    assert count_documents_needed(DIFFERENCE._replace(value=1e-9), documents=10) is None
    assert count_documents_needed(Estimate(0.2, 0.2, 0.2), documents=10) == 2
    assert count_documents_needed(Estimate(0.2, 0.19999, 0.20001), documents=10) == 2
    assert MAX_DOCUMENTS // 2 < count_documents_needed(DIFFERENCE._replace(value=0.001), documents=10) <= MAX_DOCUMENTS


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"documents": 1}, "documents must be 2 or more, not 1"),
        ({"documents": 10, "power": 1.0}, "power must be between 0 and 1, not 1.0"),
        ({"documents": 10, "alpha": 0.0}, "alpha must be between 0 and 1, not 0.0"),
    ],
)
def test_wrong_arguments(arguments, message):
    with pytest.raises(ValueError, match=message):
        count_documents_needed(DIFFERENCE, **arguments)


@pytest.mark.parametrize("part", [{"value": float("nan")}, {"high": float("inf")}])
def test_numbers_that_are_not_finite(part):
    with pytest.raises(ValueError, match="must be finite numbers"):
        count_documents_needed(DIFFERENCE._replace(**part), documents=10)
