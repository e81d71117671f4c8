"""Many extracts at once, and the baselines that are made of them."""

import numpy as np
import pytest

from helpers.fake_rewards import make_task
from sacrerouge_litepyramid.experiments.summarizers.extracts import (
    LeadSummarizer,
    RandomSummarizer,
    cut_to_budget,
    take_fitting,
)


def generator(seed=0):
    return np.random.default_rng(seed)


def task_of(lengths, budget):
    return make_task([[" ".join("a" * length) for length in lengths]], budget)[0]


def test_each_sentence_is_taken_that_still_fits():
    assert take_fitting(
        np.array([[4, 7, 5, 1], [11, 10, 1, 1], [3, 3, 3, 3]]), budget=10
    ).tolist() == [
        [True, False, True, True],
        [False, True, False, False],
        [True, True, True, False],
    ]


def test_what_is_too_long_loses_random_sentences_and_gains_none():
    chosen = np.array([[True, True, True, False]] * 200 + [[True, False, True, True]])
    cut = cut_to_budget(chosen, task_of([4, 7, 5, 1], 10), generator())
    assert {tuple(np.flatnonzero(row).tolist()) for row in cut[:200]} == {(1,), (0, 2)}
    assert cut[200].tolist() == chosen[200].tolist()


@pytest.mark.parametrize(
    ("budget", "expected"), [(100, "abcdefghijklmno"), (8, "abcdemno"), (3, "abc")]
)
def test_lead_takes_the_first_sentences_of_all_documents(budget, expected):
    task, _ = make_task([["a b c", "d e", "f"], ["g h i j k l", "m"], ["n o"]], budget)
    chosen = task.texts(LeadSummarizer().extract(task, generator()))
    assert "".join(chosen).replace(" ", "") == expected


def test_a_random_extract_follows_the_seed():
    task, _ = make_task([["a b", "c d", "e f", "g h", "i j", "k l"]], 4)
    extracts = [
        tuple(RandomSummarizer().extract(task, generator(seed)).tolist())
        for seed in [*range(30), 3]
    ]
    assert all(len(set(extract)) == 2 for extract in extracts)
    assert len(set(extracts)) > 5 and extracts[3] == extracts[-1]
