"""The rows of the tables of systems and of pairs, against the comparison that they show."""

import numpy as np
import pytest

from sacrerouge_litepyramid.io.metrics import SummaryKey
from sacrerouge_litepyramid.io.summaries import Summary
from sacrerouge_litepyramid.meta_evaluation.agreement_statistics import Statistics
from sacrerouge_litepyramid.meta_evaluation.scores import Scores
from sacrerouge_litepyramid.verdict.assessment import Assessment
from sacrerouge_litepyramid.verdict.comparison.compared_systems import ComparisonSettings
from sacrerouge_litepyramid.verdict.report.build import assess_inputs
from sacrerouge_litepyramid.verdict.report.inputs import Inputs
from sacrerouge_litepyramid.verdict.report.statistics import (
    compute_statistics,
    list_pairs,
    rank,
)

#: draws and permutations that take little time
FEW = (Statistics(resamples=20), ComparisonSettings(64))
WAVE = np.array([0.0, 0.1] * 5)


def made(*rows):
    matrix = np.array(rows)
    names = tuple("abcd"[: len(rows)])
    documents = tuple("0123456789")
    scores = Scores(names, documents, matrix, {})
    scores = scores._replace(metrics={"m": matrix})
    found = Assessment(scores, None, settings=ComparisonSettings(1024)).compare("m")
    return rank(found.systems, found.pairs, names), list_pairs(found.pairs)


def read_place(row):
    return row["best"], row["worst"], row["letters"], row["tier"]


def test_places_letters_and_tiers():
    ranking, pairs = made(WAVE, WAVE + 0.5, WAVE[::-1] + 0.49)
    assert [row["system"] for row in ranking] == [1, 2, 0]
    first, second, third = map(read_place, ranking)
    assert first == second == (1, 2, "a", 1)
    assert third == (3, 3, "b", 2)
    top = ranking[0]
    assert (top["documents"], top["mean"]) == (10, 0.55)
    assert top["low"] < 0.55 < top["high"]
    assert [pair[-1] for pair in pairs] == [0, 1, 1]
    difference, low, high, p, wins, ties, losses, effect, _ = pairs[0]
    assert (difference, wins, ties, losses) == (0.01, 5, 0, 5)
    assert low < difference < high and p > 0.05 and effect > 0


def test_a_system_without_scores_is_left_out_and_one_alone_has_no_pairs():
    ranking, pairs = made(np.full(10, np.nan), WAVE)
    assert pairs == []
    assert [row["system"] for row in ranking] == [1]
    assert read_place(ranking[0]) == (1, 1, "a", 1)


@pytest.mark.parametrize(("documents", "has_interval"), [(1, False), (2, True)])
def test_two_documents_are_enough_for_an_interval(documents, has_interval):
    human = np.array([[0.1, 0.3], [0.4, 0.2], [0.9, 0.7]])[:, :documents]
    scores = Scores(("x", "y", "z"), ("a", "b")[:documents], human, {"ours": human**2})
    inputs = Inputs("data", "human", scores, {}, [], {}, [])
    _, ours = compute_statistics(inputs, assess_inputs(inputs, (), *FEW))["metrics"]
    low = ours["agreement"]["system_pearson"]["low"]
    assert (low is not None) == has_interval


def test_the_trust_of_a_metric_says_that_counting_words_may_do_as_well():
    generator = np.random.default_rng(0)
    human = generator.random((4, 12))
    documents = tuple(f"d{place:02}" for place in range(12))
    words = [f"word{place}" for place in range(10)]
    summaries = {}
    for row, system in enumerate("wxyz"):
        for column, document in enumerate(documents):
            key = SummaryKey(document, system)
            stated = int(10 * human[row, column])
            text = " ".join(words[:stated])
            summaries[key] = Summary(*key, "peer", text, [" ".join(words)], [], "")
    scores = Scores(tuple("wxyz"), documents, human, {"noise": generator.random(human.shape)})
    inputs = Inputs("data", "human", scores, summaries, [], {}, [])
    found = compute_statistics(inputs, assess_inputs(inputs, (), *FEW))
    of_human, of_noise = found["metrics"]
    assert of_human["verdict"]["trust"] is None
    better = "agree significantly better with human scores"
    assert better in of_noise["verdict"]["trust"]["reason"]
    assert better not in " ".join(of_noise["verdict"]["warnings"])
