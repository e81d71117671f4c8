"""The genetic operators by hand, and what the algorithm finds."""

from itertools import combinations

import numpy as np
import pytest

from helpers.fake_rewards import WordScorer
from sacrerouge_litepyramid.experiments.summarizers.genetic import GeneticSummarizer, cross, mutate
from sacrerouge_litepyramid.experiments.summarizers.interfaces import ExtractScorer, read_source

#: 12 sentences of 4 words: neighbours share 2
SOURCE = read_source([[f"w{2 * i} w{2 * i + 1} w{2 * i + 2} w{2 * i + 3}" for i in range(12)]])


def generator(seed=0):
    return np.random.default_rng(seed)


def bits(text):
    return [mark == "1" for mark in text]


def test_children_have_one_parent_before_the_cut_and_the_other_after_it():
    parents = np.array([bits("1111"), bits("0000")] * 200)
    children = cross(parents, generator())
    pairs = {("".join(map(str, first)), "".join(map(str, second))) for first, second in children.reshape(-1, 2, 4) * 1}
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
    assert mutate(rows, 0.0, generator()).tolist() == rows.tolist()


@pytest.mark.parametrize("rounds", [0, 1, 10])
def test_every_extract_that_is_scored_keeps_the_budget(rounds):
    lengths = (3, 9, 4, 6, 14, 2, 8, 5, 1, 7)
    source = read_source([[" ".join(f"{i}-{j}" for j in range(length)) for i, length in enumerate(lengths)]])
    scorer = WordScorer(source)
    extract = GeneticSummarizer(population=60, rounds=rounds).extract(source, scorer, 13, generator())
    assert all(source.lengths[list(asked)].sum() <= 13 for asked in scorer.asked)
    assert not any(4 in asked for asked in scorer.asked), "a sentence longer than the budget is no candidate"
    assert len(scorer.asked) == len(set(scorer.asked)), "each extract is scored once"
    assert source.lengths[list(extract)].sum() == 13, "all words differ, so the longest extract is best"


def test_it_finds_the_best_extract():
    scorer = WordScorer(SOURCE)
    best = max(scorer.score(list(combinations(range(12), 3))))
    extract = GeneticSummarizer(population=100).extract(SOURCE, scorer, 12, generator())
    assert best == 12 and scorer.score([extract]) == [best]


@pytest.mark.parametrize("seed", range(5))
def test_a_round_loses_nothing_even_if_every_child_is_a_mutant(seed):
    scorer = WordScorer(SOURCE)
    found = [
        GeneticSummarizer(population=4, rounds=rounds, mutation=1.0).extract(SOURCE, scorer, 24, generator(seed))
        for rounds in range(10)
    ]
    rewards = scorer.score(found).tolist()
    assert rewards == sorted(rewards)


def test_rounds_find_what_the_first_draw_did_not():
    scorer = WordScorer(SOURCE)
    first, last = (
        scorer.score([GeneticSummarizer(population=4, rounds=rounds).extract(SOURCE, scorer, 24, generator(5))])[0]
        for rounds in (0, 50)
    )
    assert last > first


def test_the_seed_decides():
    def extracts(seed):
        scorer = WordScorer(SOURCE)
        return GeneticSummarizer(population=20, rounds=3).extract(SOURCE, scorer, 24, generator(seed)), scorer.asked

    assert extracts(1) == extracts(1)
    assert extracts(1) != extracts(2)


@pytest.mark.parametrize(
    ("documents", "expected"), [([""], ()), (["Just one."], (0,)), (["All of it is too long."], ()), ([], ())]
)
def test_tiny_documents(documents, expected):
    source = read_source(documents)
    assert GeneticSummarizer().extract(source, WordScorer(source), 3, generator()) == expected


def test_an_extract_without_a_reward_is_not_chosen():
    class OddOnly(ExtractScorer):
        def score_distinct(self, extracts):
            return [1.0 if extract == (3,) else float("nan") for extract in extracts]

    assert GeneticSummarizer().extract(SOURCE, OddOnly(), 4, generator()) == (3,)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"population": 1}, "population must be at least 2, not 1"),
        ({"rounds": -1}, "rounds must be at least 0, not -1"),
        ({"temperature": 0.0}, "temperature must be above 0, not 0.0"),
        ({"mutation": 1.5}, "mutation must be from 0 to 1, not 1.5"),
    ],
)
def test_wrong_settings_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        GeneticSummarizer(**arguments)
