"""The rows of pairs: their values by hand, folds by name, and the text."""

import numpy as np
import pytest

from sacrerouge_litepyramid.meta_evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.meta_evaluation.pair_agreement import (
    assign_folds,
    measure_system_pairs,
    render_pairs,
)
from sacrerouge_litepyramid.meta_evaluation.scores import Scores
from sacrerouge_litepyramid.statistics.estimate import Estimate
from sacrerouge_litepyramid.statistics.pairwise_accuracy import measure_accuracy
from sacrerouge_litepyramid.verdict.comparison.metric_agreement import measure_agreement

#: no τ, so that the accuracy has no interval
NO_TAU = Estimate(np.nan)


def make_scores(systems=6, documents=12, noise=0.4):
    generator = np.random.default_rng(0)
    quality = np.arange(systems)[:, None] / 10
    human = generator.integers(0, 5, (systems, documents)) / 4 + quality
    system_names = tuple(f"s{place}" for place in range(systems))
    document_names = tuple(f"d{place:02d}" for place in range(documents))
    metric = human + generator.normal(0, noise, human.shape)
    return Scores(system_names, document_names, human, {"m": metric})


def measure(scores, metric="m"):
    folds = assign_folds(scores.documents, 0)
    return measure_accuracy(scores.metrics[metric], scores.human, folds)


def test_by_hand():
    human = np.array([[0.0, 1.0], [1.0, 0.0], [2.0, 0.0]])
    ours = np.array([[1.0, 1.0], [2.0, 2.0], [1.0, 1.0]])
    systems = measure_system_pairs(ours, human, 0, NO_TAU)
    # Means .5, .5, 1 by annotators, 1, 2, 1 by the metric: no pair alike, one of three tied.
    assert systems.pairwise_accuracy == Estimate(0.0)
    assert systems.ties == pytest.approx(1 / 3)
    summaries = measure_accuracy(ours, human, np.arange(2))
    # With ε = 0: one of three pairs of a, none of b; with ε = 1 all are ties: none of a, one of b.
    assert (summaries.epsilon, summaries.documents) == (0, 2)
    assert summaries.ties == pytest.approx(1 / 6)
    # The metric ties two of the three pairs of a, and orders the others of a and all of b otherwise
    # or not at all.
    assert (summaries.untied, summaries.alike) == (5, 1)


def test_the_interval_of_the_accuracy_of_means_is_that_of_kendalls_tau():
    tau = Estimate(0.5, 0.2, 0.9)
    scores = make_scores()
    ours, human = scores.metrics["m"], scores.human
    found = measure_system_pairs(ours, human, 0, tau).pairwise_accuracy
    alone = measure_system_pairs(ours, human, 0, NO_TAU).pairwise_accuracy
    assert found[:3] == pytest.approx((alone.value, 0.6, 0.95))
    assert not alone.has_interval


def test_folds_depend_on_names_not_on_order():
    names = [f"d{place}" for place in range(7)]
    folds = assign_folds(names, 3)
    turned = assign_folds(names[::-1], 3)
    assert list(turned) == [*reversed(folds)]
    sizes = np.bincount(folds)
    assert sorted(sizes) == [1, 1, 1, 2, 2]
    assert list(assign_folds(names[:1], 0)) == [0]
    assert sorted(assign_folds(names[:3], 0)) == [0, 1, 2]


def test_constant_documents_count():
    scores = make_scores()
    scores.human[:, :8] = 0.5
    found = measure(scores)
    assert found.documents == 12
    assert found.ties > 8 / 12


def test_the_text_has_a_table_of_systems_and_one_of_summaries():
    scores = make_scores()
    scores = scores.with_metrics({"n": scores.human})
    report = measure_agreement(scores, "human", Statistics(20))
    _, _, _, systems, _, _, _, summaries = render_pairs(report.metrics)
    for table, header in ((systems, "pairs of systems"), (summaries, "pairs of summaries")):
        head, *rows = table.splitlines()
        assert head.startswith(header)
        assert [row.split()[0] for row in rows] == ["m", "n"]
