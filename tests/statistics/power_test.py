"""The number of documents that a test needs, against the literature and a simulation."""

import numpy as np
import pytest
from scipy import stats

from sacrerouge_litepyramid.statistics.estimate import Estimate
from sacrerouge_litepyramid.statistics.power import (
    MAX_DOCUMENTS,
    compute_power,
    count_documents_needed,
)

#: ± Student's quantile of 9 degrees of freedom times a standard error of .1: a standard deviation
#: of .1 √10
DIFFERENCE = Estimate(0.2, 0.2 - 2.26216 * 0.1, 0.2 + 2.26216 * 0.1)


def test_the_number_is_that_of_the_literature():
    """An effect of .5 needs 34 pairs for 80% (Cohen 1988, paired t test, two-sided 5%).

    .2/.316 needs 22.
    """
    assert compute_power(33, 0.5) < 0.8 <= compute_power(34, 0.5)
    assert compute_power(5, 0.0, alpha=0.1) == pytest.approx(0.05), "one tail of the level"
    assert count_documents_needed(DIFFERENCE, documents=10) == 22
    assert (
        count_documents_needed(Estimate(-0.2, -DIFFERENCE.high, -DIFFERENCE.low), documents=10)
        == 22
    )


@pytest.mark.parametrize("alpha", [0.05, 0.05 / 3])
def test_as_many_documents_have_the_power(alpha):
    count = count_documents_needed(DIFFERENCE, 10, alpha)
    samples = np.random.default_rng(0).normal(0.2, 0.1 * np.sqrt(10), (4000, count))
    found = np.mean(stats.ttest_1samp(samples, 0, axis=1).pvalue <= alpha)
    assert found == pytest.approx(0.81, abs=0.02)


@pytest.mark.parametrize(
    ("difference", "expected"),
    [
        pytest.param(DIFFERENCE._replace(value=0.0), None, id="no difference"),
        pytest.param(DIFFERENCE._replace(value=1e-9), None, id="undetectable"),
        pytest.param(Estimate(0.2, 0.2, 0.2), 2, id="no scatter"),
    ],
)
def test_the_edges(difference, expected):
    assert count_documents_needed(difference, documents=10) == expected
    assert (
        MAX_DOCUMENTS // 2
        < count_documents_needed(DIFFERENCE._replace(value=0.001), documents=10)
        <= MAX_DOCUMENTS
    )
