"""States by hand, the value network, and what it learns."""

import sys
from itertools import pairwise

import numpy as np
import pytest

from helpers.fake_rewards import WordScorer
from sacrerouge_litepyramid.experiments.summarizers import reinforce
from sacrerouge_litepyramid.experiments.summarizers.interfaces import read_source
from sacrerouge_litepyramid.experiments.summarizers.reinforce import (
    ReinforceSummarizer,
    decode,
    draft_states,
    learn,
    sentence_features,
    value_network,
)

#: of its bigrams "the cat" is in two sentences, and "cat sat" in one
SOURCE = read_source([["The cat sat.", "Dogs bark."], ["The cats."]])


def generator(seed=0):
    return np.random.default_rng(seed)


def test_states_by_hand():
    features = sentence_features(SOURCE, bigrams=4)
    assert features.tolist() == [[1, 1, 0, 0, 3, 1], [0, 0, 1, 0, 2, 0.5], [1, 0, 0, 0, 2, 1]]
    drafts = np.stack([features[0], features[0] + features[2], features.sum(axis=0)])
    states = draft_states(drafts, budget=5)
    assert states[0] == pytest.approx([1, 1, 0, 0, 0.5, 0, 3 / 5, 1, 1])
    assert states[1] == pytest.approx([1, 1, 0, 0, 0.5, 1 / 3, 5 / 5, 2, 1])
    assert states[2] == pytest.approx([1, 1, 1, 0, 0.75, 1 / 4, 7 / 5, 2.5, 0])
    assert states.dtype == np.float32


def test_the_papers_network():
    pytest.importorskip("torch")
    network = value_network(205, seed=3)
    assert [tuple(weights.shape) for weights in network.parameters()] == [
        (102, 205),
        (102,),
        (102, 102),
        (102,),
        (1, 102),
        (1,),
    ]
    same, other = (next(value_network(205, seed).parameters()) for seed in (3, 4))
    assert (next(network.parameters()) == same).all() and not (same == other).all()


def test_a_drafts_value_goes_to_that_of_the_next_and_the_last_to_the_reward():
    pytest.importorskip("torch")
    good, poor = np.eye(40, dtype=np.float32)[[0, 1]], np.eye(40, dtype=np.float32)[[2, 3]]
    values = learn([(good, 8.0), (poor, 2.0)] * 600, value_network(40, seed=0), learning_rate=0.01)
    assert values(np.concatenate([good, poor])) == pytest.approx([8, 8, 2, 2], abs=0.2)


def test_the_next_drafts_value_is_a_goal_and_is_not_drawn_to_the_present_one():
    torch = pytest.importorskip("torch")
    table = torch.nn.Linear(2, 1, bias=False)
    table.weight.data = torch.tensor([[0.0, 10.0]])
    learn([(np.eye(2, dtype=np.float32), 10.0)], table, learning_rate=0.5)
    assert table.weight[0].tolist() == pytest.approx([0.5, 10.0])


def test_it_learns_from_the_drafts_of_samples_with_rewards_up_to_ten(monkeypatch):
    pytest.importorskip("torch")
    source = read_source([["a b", "c d", "e e", "f f"]])
    learnt = []

    def keep(paths, network, learning_rate):
        learnt.extend(paths)
        return lambda states: np.zeros(len(states))

    monkeypatch.setattr(reinforce, "learn", keep)
    ReinforceSummarizer(samples=100, episodes=600, bigrams=1).extract(source, WordScorer(source), 4, generator())
    # Tokens over the budget: of the first sentence, then of both.
    assert all(states[:, -3].tolist() == [0.5, 1] for states, _ in learnt)
    rewards = [reward for _, reward in learnt]
    assert set(rewards) == {0, 5, 10}
    # Of the six extracts one has 4 words, four have 3 and one has 2: exp(r / 5) draws the best e^2 times the worst.
    assert 3 < rewards.count(10) / rewards.count(0) < 15


def test_decoding_adds_what_is_worth_most_while_it_fits():
    source = read_source([["a b c d", "e f", "g", "h i j"]])
    features = sentence_features(source, bigrams=2)
    longer = lambda states: states[:, -3]  # noqa: E731 (tokens over the budget)
    assert decode(source, features, 6, longer) == (0, 1)
    assert decode(source, features, 100, longer) == (0, 1, 2, 3)
    assert decode(source, features, 6, lambda states: -states[:, -3]) == (1, 2, 3)


def test_it_learns_to_choose_what_the_reward_likes():
    pytest.importorskip("torch")
    # The later a sentence, the more distinct words it has.
    sentences = [" ".join(["same"] * (6 - k) + [f"w{i}-{j}" for j in range(k)]) for i, k in enumerate([0, 1, 2, 5, 6])]
    source = read_source([sentences])
    summarizer = ReinforceSummarizer(samples=200, episodes=1000, bigrams=30)
    assert summarizer.extract(source, WordScorer(source), 12, generator()) == (3, 4)


def test_the_seed_decides_and_torch_keeps_its_own():
    torch = pytest.importorskip("torch")
    source = read_source([[f"{a} {b} c{index}" for index, (a, b) in enumerate(pairwise("abcdefghij"))]])

    def extract(seed):
        summarizer = ReinforceSummarizer(samples=20, episodes=5)
        return summarizer.extract(source, WordScorer(source), 9, generator(seed))

    torch.manual_seed(1)
    before = torch.random.get_rng_state()
    found = [extract(seed) for seed in range(8)]
    assert (torch.random.get_rng_state() == before).all()
    torch.manual_seed(2)
    assert found == [extract(seed) for seed in range(8)] and len(set(found)) > 1


@pytest.mark.parametrize(
    ("documents", "expected"), [([""], ()), (["Just one."], (0,)), (["All of it is too long."], ())]
)
def test_tiny_documents(documents, expected):
    pytest.importorskip("torch")
    source = read_source(documents)
    summarizer = ReinforceSummarizer(samples=5, episodes=5)
    assert summarizer.extract(source, WordScorer(source), 3, generator()) == expected


@pytest.mark.parametrize("name", ["samples", "episodes", "bigrams", "temperature", "learning_rate"])
def test_wrong_settings_are_refused(name):
    with pytest.raises(ValueError, match=rf"{name} must be (at least 1|above 0), not 0"):
        ReinforceSummarizer(**{name: 0})


def test_without_torch_the_error_names_the_line_that_installs_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ImportError, match=r'pip install "sacrerouge-litepyramid\[nli\]"'):
        ReinforceSummarizer()
