"""Bounds of scores with missing answers, and what is said of systems for all of them."""

import math

import numpy as np
import pytest

from sacrerouge_litepyramid.core.answers import Answers, drop_answer_counts
from sacrerouge_litepyramid.meta_evaluation.answers import ScoreBounds, bound_score, name_counts
from sacrerouge_litepyramid.verdict.comparison.system_comparison import (
    compare_systems,
    describe_leaders,
)

DOCUMENTS = [f"d{place}" for place in range(12)]
CLOSE = np.linspace(0.4, 0.6, 12)


@pytest.mark.parametrize(
    ("score", "share", "low", "high"),
    [
        (0.5, 1.0, 0.5, 0.5),
        (0.5, 0.8, 0.4, 0.6),
        (math.nan, 0.0, 0.0, 1.0),
        (1.0, 0.75, 0.75, 1.0),
    ],
)
def test_a_score_lies_between_its_missing_answers_as_0_and_as_1(score, share, low, high):
    bounds = bound_score(score, Answers(8, 4, share))
    assert (bounds.low, bounds.high) == pytest.approx((low, high))
    assert (bounds.negate().low, bounds.negate().high) == pytest.approx((-high, -low))


def test_a_summary_without_units_has_no_bounds():
    bounds = bound_score(math.nan, Answers(0, 0, math.nan))
    assert math.isnan(bounds.low) and math.isnan(bounds.high)


def test_only_counts_beside_measures_are_no_metrics():
    counts = name_counts("lite2pyramid_p2c") + name_counts("lite2pyramid_l2c_vital")
    assert counts[0] == "lite2pyramid_units" and counts[-1] == "lite2pyramid_answeredweight_vital"
    names = ["lite2pyramid_p2c", *counts, "my_units", "my_answered"]
    assert drop_answer_counts(names) == ["lite2pyramid_p2c", "my_units", "my_answered"]
    assert name_counts("rouge1") == []


def compare(scores, share):
    """Compare systems of which the answered share of each summary is given, by system."""
    bounds = [
        [bound_score(score, Answers(10, round(10 * part), part)) for score in row]
        for row, part in zip(scores, share, strict=True)
    ]
    matrices = np.moveaxis(np.array(bounds, dtype=float), -1, 0)
    systems = [f"s{place}" for place in range(len(scores))]
    return compare_systems(scores, systems, DOCUMENTS, "m_p2c", bounds=ScoreBounds(*matrices))


@pytest.mark.parametrize(("share", "better"), [(0.9, "s0"), (0.25, None)])
def test_a_pair_is_decided_only_if_it_is_for_all_missing_answers(share, better):
    comparison = compare(np.stack([CLOSE + 0.3, CLOSE]), [1.0, share])
    (pair,) = comparison.pairs
    assert pair.better == better
    assert pair.missing.lowest.value == pytest.approx(0.3 + 0.5 * (1 - share) - (1 - share))
    assert ("leads with" in describe_leaders(comparison)[0]) == (better is not None)


def test_an_equal_pair_is_open_if_missing_answers_can_part_it():
    comparison = compare(np.stack([CLOSE, CLOSE]), [1.0, 0.5])
    (pair,) = comparison.pairs
    assert pair.lacks_answers
    assert pair.describe().startswith("Whether s0 and s1 differ is open: 60 of 120 answers of s1")


def test_no_system_leads_beside_one_without_any_answer():
    scores = np.stack([CLOSE + 0.3, CLOSE, np.full(12, np.nan)])
    comparison = compare(scores, [1.0, 1.0, 0.0])
    assert describe_leaders(comparison) == [
        "By m_p2c, no system leads, because all answers of s2 are missing."
    ]
    assert comparison.warnings[0].text.startswith("120 of 120 answers of s2 are missing")
