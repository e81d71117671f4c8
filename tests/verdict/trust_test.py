"""The five words of trust, case by case; `benchmarks/verdict_truth.py` measures how often they lie."""

import numpy as np
import pytest

from sacrerouge_litepyramid.meta_evaluation.records import SYSTEM, MetricAgreement
from sacrerouge_litepyramid.meta_evaluation.sentinels import SentinelGap
from sacrerouge_litepyramid.statistics.correlation_estimates import Correlation
from sacrerouge_litepyramid.statistics.estimate import Estimate, Interval
from sacrerouge_litepyramid.verdict.comparison.compared_systems import ComparisonSettings
from sacrerouge_litepyramid.verdict.comparison.system_comparison import compare_systems
from sacrerouge_litepyramid.verdict.findings import Findings
from sacrerouge_litepyramid.verdict.trust import (
    TrustLevel,
    count_separated,
    rate_ranking,
    rate_trust,
)

HIGH, MODERATE, UNDECIDED, LOW, _ = TrustLevel


def compare_means(*means):
    """Return the comparison of systems a, b, … that differ on all of 30 documents."""
    scores = np.array(means)[:, None] + np.random.default_rng(0).normal(0, 0.01, (len(means), 30))
    systems = tuple("abcd"[: len(means)])
    documents = tuple(map(str, range(30)))
    return compare_systems(scores, systems, documents, "m", ComparisonSettings(500))


SAME = compare_means(0.1, 0.2)
BEATEN = SentinelGap("length in words", SYSTEM, 0.95, 0.9, Estimate(-0.05, -0.1, -0.01))


def agree(systems, value, ends, limit, beyond=None):
    r = Estimate(value, *ends, limit=limit and Interval(*limit))
    return MetricAgreement(
        "m",
        system=Correlation(r, r, r) if systems > 2 else None,
        systems=systems,
        beyond_means=beyond and Estimate(0.0, *beyond),
        documents=30,
    )


@pytest.mark.parametrize(
    ("systems", "value", "ends", "limit", "level"),
    [
        (10, 0.95, (0.81, 0.99), (0.9, 1.0), HIGH),
        (10, 0.95, (0.79, 0.99), (0.9, 1.0), MODERATE),
        (10, 0.65, (0.1, 0.9), (0.2, 1.0), MODERATE),
        # within what unrelated scores of ten systems reach by chance
        (10, 0.63, (0.1, 0.9), (0.2, 1.0), UNDECIDED),
        (10, 0.65, (-0.1, 0.9), (0.1, 1.0), UNDECIDED),
        (10, 0.1, (-0.5, 0.4), (-0.5, 0.45), LOW),
        # The noise of few documents alone lowers it.
        (10, 0.1, (-0.5, 0.4), (-0.5, 0.6), UNDECIDED),
        (4, 0.99, (0.9, 1.0), (0.9, 1.0), UNDECIDED),
        (10, 0.99, (np.nan, np.nan), None, UNDECIDED),
    ],
)
def test_the_word_for_a_correlation_over_systems(systems, value, ends, limit, level):
    assert rate_ranking(agree(systems, value, ends, limit), SAME, SAME) is level


def test_trust_is_moderate_at_most_where_a_sentinel_is_better():
    agreement = agree(10, 0.95, (0.81, 0.99), (0.9, 1.0))
    assert rate_ranking(agreement, SAME, SAME, [BEATEN]) is MODERATE


@pytest.mark.parametrize(
    ("by_human", "beyond", "level"),
    [
        ((0.1, 0.2), (0.1, 0.5), MODERATE),
        # A metric that knows nothing has the right order of two systems in half of the cases.
        ((0.1, 0.2), (-0.1, 0.5), UNDECIDED),
        ((0.1, 0.1001), (0.1, 0.5), UNDECIDED),
        ((0.2, 0.1), (0.1, 0.5), UNDECIDED),
        ((0.2, 0.1), (-0.3, 0.2), LOW),
    ],
)
def test_the_word_for_two_systems(by_human, beyond, level):
    agreement = agree(2, np.nan, (np.nan, np.nan), None, beyond)
    assert rate_ranking(agreement, SAME, compare_means(*by_human)) is level


@pytest.mark.parametrize(
    ("limit", "end"),
    [
        ((-0.4, 1.0), "0.500); r over systems may be 0 without the documents' noise."),
        ((0.4, 1.0), "0.500)."),
    ],
)
def test_with_three_systems_the_reason_names_what_leaves_trust_undecided(limit, end):
    agreement = agree(3, 0.9, (-0.2, 1.0), limit, (0.1, 0.5))
    three = compare_means(0.1, 0.1001, 0.3)
    trust = rate_trust(Findings("m", three, None, agreement, None, by_human=three))
    assert trust.level is (UNDECIDED if limit[0] < 0 else MODERATE)
    assert trust.reason.endswith(end)
    assert "2 of the 2 pairs that human scores separate significantly as they do" in trust.reason


def test_separated_pairs_are_those_of_human_scores():
    alike_and_wrong = count_separated(compare_means(0.1, 0.3, 0.2), compare_means(0.1, 0.2, 0.3))
    assert alike_and_wrong == (2, 1)
    assert count_separated(SAME, compare_means(0.1, 0.10001)) == (0, 0)
