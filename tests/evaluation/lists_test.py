"""`compare`, `agreement` and `compare_metrics` from Python."""

import math

import numpy as np
import pytest

from sacrerouge_litepyramid import agreement, compare, compare_metrics
from sacrerouge_litepyramid.statistics.estimate import Estimate

SYSTEMS, INSTANCES = list("xyzxyz"), list("aaabbb")
HUMAN = [0.1, 0.5, 0.9, 0.2, 0.3, 0.8]


def test_two_lists_and_two_dictionaries():
    found = compare([1.0, 2.0, 5.0, None], [0.0, 2.0, 2.0, 1.0])
    assert (found.documents, found.wins, found.ties, found.losses) == (3, 2, 1, 0)
    by_document = compare({"a": 1.0, "b": 2.0, "c": 5.0}, {"c": 2.0, "b": 2.0, "a": 0.0, "e": 1.0}, names=("p", "q"))
    assert by_document.difference.value == found.difference.value == pytest.approx(4 / 3)
    assert str(by_document).startswith("p and q do not differ significantly.")


def test_agreement_with_human_scores():
    found = agreement(HUMAN, {"same": HUMAN, "other": HUMAN[::-1]}, systems=SYSTEMS, instance_ids=INSTANCES,
                      levels=["summary"], resamples=5, baseline="other", permutations=5)  # fmt: skip
    assert [row.estimate.value for row in found.rows if row.metric == "same"] == pytest.approx([1.0] * 3)
    assert len(found.tests) == 6 and "same" in str(found)


def test_scores_that_are_not_finite_are_counted():
    scores = [math.nan, 0.5, math.inf, 0.2, 0.3, 0.8]
    found = agreement(HUMAN, {"m": scores}, systems=SYSTEMS, instance_ids=INSTANCES, resamples=0)
    assert found.not_finite == {"m": 2} and found.missing == {"m": 2}


def test_metrics_are_compared_by_their_agreement():
    """The first metric is the human score and noise; the second is noise. Both are compared over 30 documents."""
    rng = np.random.default_rng(0)
    documents, systems = np.repeat(np.arange(30), 5), np.tile(list("vwxyz"), 30)
    human = rng.random(150)
    metrics = {"good": human + rng.normal(0, 0.1, 150), "noise": rng.random(150)}
    found = compare_metrics(human, metrics, systems=systems, instance_ids=documents, resamples=50, permutations=200)
    pair = next(each for each in found.pairs if (each.level, each.coefficient) == ("summary", "pearson"))
    assert (pair.first, pair.second, pair.better) == ("good", "noise", "good")
    assert 2 <= found.count_documents_needed(pair) < 30
    assert found.count_documents_needed(pair._replace(difference=Estimate(0.1))) is None
    with pytest.raises(ValueError, match="pairs of the summary level, not of 'system'"):
        found.count_documents_needed(pair._replace(level="system"))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: compare([1.0], [1.0, 2.0]), "1 scores_a, but 2 scores_b; give one for each document"),
        (lambda: compare([1.0], {"a": 1.0}), "give two lists of scores, or two dictionaries"),
        (lambda: compare({"a": 1.0}, {"b": 1.0}), "no document has a score"),
        (lambda: compare(["high"], [1.0]), "a score must be a number, not 'high'"),
        (
            lambda: agreement(HUMAN, {"m": [1.0]}, systems=SYSTEMS, instance_ids=INSTANCES),
            "6 human scores, but m for 1; give one for each summary",
        ),
        (
            lambda: agreement(HUMAN, {"m": HUMAN}, systems=list("xxxxyz"), instance_ids=INSTANCES),
            "instance 'a': system 'x' is given twice; keep one",
        ),
        (
            lambda: agreement(HUMAN, {"m": HUMAN}, systems=SYSTEMS, instance_ids=INSTANCES, draws=3),
            "unknown setting 'draws'; known: resamples, permutations",
        ),
        (
            lambda: compare_metrics(HUMAN, {"m": HUMAN}, systems=SYSTEMS, instance_ids=INSTANCES),
            "a comparison needs two metrics or more, not m",
        ),
        (
            lambda: agreement([None] * 6, {"m": HUMAN}, systems=SYSTEMS, instance_ids=INSTANCES),
            "human has no score of any summary",
        ),
    ],
)
def test_wrong_arguments(call, message):
    with pytest.raises(ValueError, match=message):
        call()
