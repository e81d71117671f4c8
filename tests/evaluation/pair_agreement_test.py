"""The rows of pairs: their values by hand, folds by name, and the text."""

import numpy as np
import pytest

from sacrerouge_litepyramid.evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.evaluation.metric_agreement import measure_agreement
from sacrerouge_litepyramid.evaluation.pair_agreement import assign_folds, measure_pairs, render_pairs
from sacrerouge_litepyramid.evaluation.scores import Scores
from sacrerouge_litepyramid.statistics.estimate import Estimate
from sacrerouge_litepyramid.statistics.pairwise_accuracy import measure_accuracy

LEVELS = ("system", "summary", "global")


def made_up(systems=6, documents=12, noise=0.4):
    generator = np.random.default_rng(0)
    human = generator.integers(0, 5, (systems, documents)) / 4 + np.arange(systems)[:, None] / 10
    names = [f"s{place}" for place in range(systems)], [f"d{place:02d}" for place in range(documents)]
    return Scores(tuple(names[0]), tuple(names[1]), human, {"m": human + generator.normal(0, noise, human.shape)})


def list_rows(scores, statistics=None, kendall=None):
    estimates = {"system_kendall": kendall or Estimate(0.5, 0.2, 0.9)}
    found = measure_pairs(scores, "m", statistics or Statistics(20), LEVELS, estimates)
    return {(row.level, row.coefficient): row for row in found}


def test_by_hand():
    human = np.array([[0.0, 1.0], [1.0, 0.0], [2.0, 0.0]])
    ours = np.array([[1.0, 1.0], [2.0, 2.0], [1.0, 1.0]])
    found = list_rows(Scores(("x", "y", "z"), ("a", "b"), human, {"m": ours}), Statistics(0))
    # Means .5, .5, 1 by annotators, 1, 2, 1 by the metric: no pair alike, one of three tied.
    assert found["system", "pairwise_accuracy"].estimate[0] == 0 and found["system", "ties"].estimate[0] == 1 / 3
    # With ε = 0: one of three pairs of a, none of b; with ε = 1 all are ties: none of a, one of b.
    assert found["summary", "epsilon"].estimate[0] == 0 and found["summary", "ties"].estimate[0] == pytest.approx(1 / 6)
    assert [found[key].n for key in (("system", "spa"), ("summary", "ties"))] == [3, 2]
    assert all(level in ("system", "summary") for level, _ in found)
    assert not any(row.estimate.has_interval for row in found.values() if row.level != "system")


def test_the_accuracy_of_means_has_the_interval_of_kendalls_tau():
    estimate = list_rows(made_up())["system", "pairwise_accuracy"].estimate
    assert estimate[1:3] == pytest.approx((0.6, max(0.95, estimate.value))) and estimate.method == "two-way"
    assert not list_rows(made_up(), kendall=Estimate(np.nan))["system", "pairwise_accuracy"].estimate.has_interval


def test_epsilon_is_chosen_on_other_folds():
    scores = made_up()
    found = list_rows(scores)["summary", "acc_eq"].estimate.value
    folded = measure_accuracy(scores.metrics["m"], scores.human, folds=assign_folds(scores.documents, 0))
    assert found == folded.value and len(folded.epsilons) == 5


def test_folds_depend_on_names_not_on_order():
    names = [f"d{place}" for place in range(7)]
    found = dict(zip(names, assign_folds(names, 3), strict=True))
    assert dict(zip(names[::-1], assign_folds(names[::-1], 3), strict=True)) == found
    assert sorted(np.bincount(list(found.values()))) == [1, 1, 1, 2, 2]
    assert assign_folds(names[:1], 0).tolist() == [0] and sorted(assign_folds(names[:3], 0)) == [0, 1, 2]


def test_constant_documents_count():
    scores = made_up()
    scores.human[:, :8] = 0.5
    found = list_rows(scores)
    assert found["summary", "acc_eq"].n == 12 and found["summary", "ties"].estimate.value > 8 / 12


def test_the_text_has_a_table_of_values_and_one_of_tests():
    scores = made_up()
    scores = scores.with_metrics({"n": scores.metrics["m"][::-1]})
    report = measure_agreement(scores, "human", Statistics(20, 20, baseline="n"))
    lines = list(render_pairs(report.rows))[-1].splitlines()
    assert [line.split()[:2] for line in lines[1:]] == [
        [metric, level] for metric in "mn" for level in ("system", "summary")
    ]
    text = report.details()
    assert "ε is chosen on other folds of documents" in text and "pairwise_accuracy: the accuracy on pairs of" in text
    assert {(test.level, test.coefficient) for test in report.tests[6:]} == {
        ("system", "pairwise_accuracy"), ("system", "spa"), ("summary", "acc_eq")
    }  # fmt: skip
    last = text.splitlines()[-2:]
    assert [line.split()[:2] for line in last] == [["m", "system"], ["m", "summary"]]
