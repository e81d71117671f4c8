"""States by hand, the value network, and what it learns."""

import sys

import numpy as np
import pytest

from helpers.fake_rewards import make_task
from sacrerouge_litepyramid.experiments.summarizers import reinforce
from sacrerouge_litepyramid.experiments.summarizers.reinforce import (
    ReinforceSummarizer,
    build_network,
    compute_draft_states,
    compute_sentence_features,
    decode,
    fit_values,
)


def generator(seed=0):
    return np.random.default_rng(seed)


def test_states_by_hand(monkeypatch):
    """Of the bigrams "the cat" is in two sentences, and "cat sat" in one."""
    monkeypatch.setattr(reinforce, "BIGRAMS", 4)
    features = compute_sentence_features(
        make_task([["The cat sat.", "Dogs bark."], ["The cats."]])[0]
    )
    assert features.tolist() == [[1, 1, 0, 0, 3, 1], [0, 0, 1, 0, 2, 0.5], [1, 0, 0, 0, 2, 1]]
    drafts = np.stack([features[0], features[0] + features[2], features.sum(axis=0)])
    states = compute_draft_states(drafts, budget=5)
    assert states[0] == pytest.approx([1, 1, 0, 0, 0.5, 0, 3 / 5, 1, 1])
    assert states[1] == pytest.approx([1, 1, 0, 0, 0.5, 1 / 3, 5 / 5, 2, 1])
    assert states[2] == pytest.approx([1, 1, 1, 0, 0.75, 1 / 4, 7 / 5, 2.5, 0])
    assert states.dtype == np.float32


def test_the_papers_network():
    pytest.importorskip("torch")
    network = build_network(205, seed=3)
    expected = [(102, 205), (102,), (102, 102), (102,), (1, 102), (1,)]
    assert [tuple(weights.shape) for weights in network.parameters()] == expected


def test_a_drafts_value_goes_to_that_of_the_next_and_the_last_to_the_reward(monkeypatch):
    pytest.importorskip("torch")
    monkeypatch.setattr(reinforce, "LEARNING_RATE", 0.01)
    good, poor = np.eye(40, dtype=np.float32)[[0, 1]], np.eye(40, dtype=np.float32)[[2, 3]]
    values = fit_values([(good, 8.0), (poor, 2.0)] * 600, build_network(40, seed=0))
    assert values(np.concatenate([good, poor])) == pytest.approx([8, 8, 2, 2], abs=0.2)


def test_the_next_drafts_value_is_a_goal_and_is_not_drawn_to_the_present_one(monkeypatch):
    torch = pytest.importorskip("torch")
    monkeypatch.setattr(reinforce, "LEARNING_RATE", 0.5)
    table = torch.nn.Linear(2, 1, bias=False)
    table.weight.data = torch.tensor([[0.0, 10.0]])
    fit_values([(np.eye(2, dtype=np.float32), 10.0)], table)
    assert table.weight[0].tolist() == pytest.approx([0.5, 10.0])


def test_it_learns_from_the_drafts_of_samples_with_rewards_up_to_ten(monkeypatch):
    pytest.importorskip("torch")
    learnt = []

    def keep(paths, network):
        learnt.extend(paths)
        return lambda states: np.zeros(len(states))

    monkeypatch.setattr(reinforce, "fit_values", keep)
    task, _ = make_task([["a b", "c d", "e e", "f f"]], 4)
    ReinforceSummarizer(samples=100, episodes=600).extract(task, generator())
    # Tokens over the budget: of the first sentence, then of both.
    assert all(states[:, -3].tolist() == [0.5, 1] for states, _ in learnt)
    rewards = [reward for _, reward in learnt]
    assert set(rewards) == {0, 5, 10}
    # Of the six extracts one has 4 words, four have 3 and one has 2: exp(r / 5) draws the best e^2
    # times the worst.
    assert 3 < rewards.count(10) / rewards.count(0) < 15


def test_decoding_adds_what_is_worth_most_while_it_fits():
    longer = lambda states: states[:, -3]  # noqa: E731 (tokens over the budget)
    shorter = lambda states: -states[:, -3]  # noqa: E731
    for budget, values, expected in (
        (6, longer, [0, 1]),
        (100, longer, [0, 3, 1, 2]),
        (6, shorter, [2, 1, 3]),
    ):
        task, _ = make_task([["a b c d", "e f", "g", "h i j"]], budget)
        assert decode(task, compute_sentence_features(task), values).tolist() == expected


def test_it_learns_to_choose_what_the_reward_likes():
    pytest.importorskip("torch")
    # The later a sentence, the more distinct words it has.
    sentences = [
        " ".join(["same"] * (6 - k) + [f"w{i}-{j}" for j in range(k)])
        for i, k in enumerate([0, 1, 2, 5, 6])
    ]
    task, _ = make_task([sentences], 12)
    assert sorted(ReinforceSummarizer(samples=200, episodes=1000).extract(task, generator())) == [
        3,
        4,
    ]


def test_the_seed_decides_and_torch_keeps_its_own():
    torch = pytest.importorskip("torch")
    task, _ = make_task([[f"{a} {a}{a} c{index}" for index, a in enumerate("abcdefghi")]], 9)
    extracts = []
    for torch_seed in (1, 2):
        torch.manual_seed(torch_seed)
        before = torch.random.get_rng_state()
        summarizer = ReinforceSummarizer(samples=20, episodes=5)
        extracts.append(
            [tuple(summarizer.extract(task, generator(seed)).tolist()) for seed in range(8)]
        )
        assert (torch.random.get_rng_state() == before).all()
    assert extracts[0] == extracts[1] and len(set(extracts[0])) > 1


@pytest.mark.parametrize("name", ["samples", "episodes"])
def test_wrong_settings_are_refused(name):
    with pytest.raises(ValueError, match=f"{name} must be at least 1, not 0"):
        ReinforceSummarizer(**{name: 0})


def test_without_torch_the_error_names_the_line_that_installs_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ImportError, match=r'pip install "sacrerouge-litepyramid\[nli\]"'):
        ReinforceSummarizer()
