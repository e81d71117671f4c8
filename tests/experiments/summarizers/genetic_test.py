"""The genetic operators by hand, and what the algorithm finds."""

from itertools import combinations

import numpy as np
import pytest

from helpers.fake_rewards import make_task
from sacrerouge_litepyramid.experiments.summarizers.genetic import (
    GeneticSummarizer,
    cross,
    mutate,
    scale_rewards,
    softmax,
)

#: 12 sentences of 4 words: neighbours share 2
DOCUMENTS = [[f"w{2 * i} w{2 * i + 1} w{2 * i + 2} w{2 * i + 3}" for i in range(12)]]


def generator(seed=0):
    return np.random.default_rng(seed)


def bits(text):
    return [mark == "1" for mark in text]


def best_reward(budget, seed=0, **settings):
    task, _ = make_task(DOCUMENTS, budget)
    return task.rewards([GeneticSummarizer(**settings).extract(task, generator(seed))])[0]


def test_children_have_one_parent_before_the_cut_and_the_other_after_it():
    parents = np.array([bits("1111"), bits("0000")] * 200)
    children = cross(parents, generator())
    pairs = {
        ("".join(map(str, first)), "".join(map(str, second)))
        for first, second in children.reshape(-1, 2, 4) * 1
    }
    assert pairs == {("1000", "0111"), ("1100", "0011"), ("1110", "0001")}
    assert parents[0].tolist() == bits("1111"), "parents stay as they are"


def test_an_odd_parent_is_its_own_child():
    parents = np.array([bits("10"), bits("01"), bits("11")])
    assert cross(parents, generator()).tolist() == [bits("11"), bits("00"), bits("11")]


def test_a_mutant_differs_in_one_sentence():
    rows = np.array([bits("10100")] * 1000)
    changed = (mutate(rows, 0.2, generator()) != rows).sum(axis=1)
    assert set(changed) == {0, 1} and 150 < changed.sum() < 250
    assert (mutate(rows, 1.0, generator()) != rows).any(axis=0).all()


@pytest.mark.parametrize("rounds", [0, 10])
def test_every_extract_that_is_scored_keeps_the_budget(rounds):
    lengths = (3, 9, 4, 6, 14, 2, 8, 5, 1, 7)
    task, metric = make_task(
        [[" ".join(f"{i}-{j}" for j in range(n)) for i, n in enumerate(lengths)]], 13
    )
    extract = GeneticSummarizer(population=60, rounds=rounds).extract(task, generator())
    assert all(len(" ".join(asked).split()) <= 13 for asked in metric.asked)
    assert len(metric.asked) == len(set(map(tuple, metric.asked))), "each extract is scored once"
    assert task.rewards([extract]) == [13], "all words differ, so the longest extract is best"


def test_it_finds_the_best_extract():
    best = max(make_task(DOCUMENTS)[0].rewards(list(combinations(range(12), 3))))
    assert best_reward(12, population=100) == best == 12


@pytest.mark.parametrize("seed", range(3))
def test_a_round_loses_nothing_even_if_every_child_is_a_mutant(seed):
    rewards = [
        best_reward(24, seed, population=4, rounds=rounds, mutation=1.0)
        for rounds in (0, 1, 2, 3, 5, 8, 50)
    ]
    assert rewards == sorted(rewards) and rewards[0] < rewards[-1]


def test_an_extract_without_a_reward_is_not_chosen(monkeypatch):
    task, metric = make_task(DOCUMENTS, 4)
    monkeypatch.setattr(
        metric, "value", lambda item: 1.0 if item.summary == [DOCUMENTS[0][3]] else float("nan")
    )
    assert GeneticSummarizer().extract(task, generator()).tolist() == [3]


@pytest.mark.parametrize(
    "wrong", [{"population": 1}, {"rounds": -1}, {"temperature": 0.0}, {"mutation": 1.5}]
)
def test_wrong_settings_are_refused(wrong):
    with pytest.raises(
        ValueError, match=f"{next(iter(wrong))} .*, not .*{next(iter(wrong.values()))}"
    ):
        GeneticSummarizer(**wrong)


def test_rewards_are_scaled_and_missing_ones_are_lowest():
    nan = float("nan")
    assert scale_rewards(np.array([3.0, nan, 5.0, 4.0])).tolist() == [0, 0, 1, 0.5]
    assert scale_rewards(np.array([2.0, nan, 2.0])).tolist() == [1, 0, 1]
    assert scale_rewards(np.array([nan, nan])).tolist() == [0, 0]


def test_better_ones_are_drawn_more_often():
    assert softmax(np.array([0.0, np.log(3.0)]), 1.0) == pytest.approx([0.25, 0.75])
    assert softmax(np.array([10.0, 0.0]), 5.0)[0] == pytest.approx(np.e**2 / (np.e**2 + 1))
