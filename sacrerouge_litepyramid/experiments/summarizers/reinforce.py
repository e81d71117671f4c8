"""Neural temporal difference learning over extracts (the optimiser of SUPERT, Gao et al. 2020,
section 6).
"""

from collections import Counter
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from itertools import chain, pairwise
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.words import stem, words_by_sentence
from sacrerouge_litepyramid.experiments.summarizers.extracts import (
    draw_extracts,
    scale_rewards,
    softmax,
)
from sacrerouge_litepyramid.experiments.summarizers.task import Summarizer, Task
from sacrerouge_litepyramid.metrics.supert.selection import check_positive

#: the number of the documents' most frequent bigrams in a state
BIGRAMS = 200
#: the number of a state's other entries: coverage, redundancy, length, positions, whether the
#: length is allowed
MEASURES = 5
MAX_REWARD = 10.0
#: a sample is drawn with a probability in proportion to exp(reward / TEMPERATURE)
TEMPERATURE = 5.0
LEARNING_RATE = 0.001
#: states → their values, of shape (states,)
Values = Callable[[np.ndarray], np.ndarray]


@Summarizer.register("reinforce")
class ReinforceSummarizer(Summarizer):
    """Learns values of drafts from scored random extracts, then adds the sentence of the highest
    value until none fits.

    An episode draws a sample, good ones more often, and learns from the drafts that lead to it:
    each draft's value moves towards that of the next draft (γ = 1), and the whole extract's towards
    its reward, scaled to [0, 10].

    Args:
        samples: the number of random extracts that are scored.
        episodes: the number of training steps, with one sample each.
    """

    def __init__(self, samples: int = 5000, episodes: int = 5000) -> None:
        check_positive("samples", samples)
        check_positive("episodes", episodes)
        if find_spec("torch") is None:
            raise ImportError(
                'the summarizer reinforce needs torch: pip install "sacrerouge-litepyramid[nli]"'
            )
        self.samples, self.episodes = samples, episodes

    def extract(self, task: Task, generator: np.random.Generator) -> np.ndarray:
        samples = draw_extracts(task, self.samples, generator)
        rewards = MAX_REWARD * scale_rewards(task.rewards(samples))
        features = compute_sentence_features(task)
        drawn = generator.choice(len(samples), size=self.episodes, p=softmax(rewards, TEMPERATURE))
        paths = (
            (compute_draft_states(features[samples[i]].cumsum(axis=0), task.budget), rewards[i])
            for i in drawn
        )
        network = build_network(BIGRAMS + MEASURES, seed=int(generator.integers(1 << 31)))
        return decode(task, features, fit_values(paths, network))


def compute_sentence_features(task: Task) -> np.ndarray:
    """Return the features that each fitting sentence adds to a draft, float32 (fitting, BIGRAMS +
    2).

    A draft's features are the sum of its sentences'. The columns: the counts of the documents'
    BIGRAMS most frequent bigrams of stems (0 if they have fewer); the sentence's tokens; 1 / its
    place in its document.
    """
    bigrams = [_list_bigrams(sentence) for sentence in task.sentences]
    most_common = Counter(chain.from_iterable(bigrams)).most_common(BIGRAMS)
    columns = {bigram: column for column, (bigram, _) in enumerate(most_common)}
    table = np.zeros((len(task.fitting), BIGRAMS + 2), dtype=np.float32)
    for row, index in zip(table, task.fitting, strict=True):
        for bigram in bigrams[index]:
            if bigram in columns:
                row[columns[bigram]] += 1
    table[:, -2] = task.lengths
    table[:, -1] = 1 / task.positions
    return table


def _list_bigrams(sentence: str) -> list[tuple[str, str]]:
    return list(pairwise(stem(word) for words in words_by_sentence(sentence) for word in words))


def compute_draft_states(drafts: np.ndarray, budget: int) -> np.ndarray:
    """Return the states of drafts, given as sums of their sentences' features: float32 (drafts,
    BIGRAMS + MEASURES).

    The columns: indicators of the bigrams; the share of the bigrams that the draft has (coverage);
    the share of their occurrences in the draft that repeat an earlier one (redundancy); tokens /
    ``budget``; Σ 1 / position; 1 if the draft is within the budget.
    """
    counts, tokens, positions = drafts[:, :-2], drafts[:, -2], drafts[:, -1]
    distinct, occurrences = (counts > 0).sum(axis=1), counts.sum(axis=1)
    coverage = distinct / counts.shape[1]
    redundancy = (occurrences - distinct) / np.maximum(occurrences, 1)
    measures = (coverage, redundancy, tokens / budget, positions, tokens <= budget)
    return np.column_stack([counts > 0, *measures]).astype(np.float32)


def build_network(inputs: int, seed: int) -> Any:
    """Build a network inputs-⌊inputs/2⌋-⌊inputs/2⌋-1 with ReLU.

    205-102-102-1 for the states of the paper.
    """
    import torch
    from torch.nn import Linear, ReLU, Sequential

    hidden = inputs // 2
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return Sequential(
            Linear(inputs, hidden), ReLU(), Linear(hidden, hidden), ReLU(), Linear(hidden, 1)
        )


def fit_values(paths: Iterable[tuple[np.ndarray, float]], network: Any) -> Values:
    """Fit a value network to one path after another: its states from the first sentence on, and its
    final reward.
    """
    import torch

    # The fused optimizer needs less than half the time for a step of such a small network.
    optimizer = torch.optim.Adam(network.parameters(), lr=LEARNING_RATE, fused=True)
    for states, reward in paths:
        values = network(torch.from_numpy(states))[:, 0]
        goals = torch.cat([values[1:].detach(), values.new_tensor([reward])])
        optimizer.zero_grad()
        torch.nn.functional.mse_loss(values, goals).backward()
        optimizer.step()
    return lambda states: network(torch.from_numpy(states))[:, 0].detach().numpy()


def decode(task: Task, features: np.ndarray, values: Values) -> np.ndarray:
    """Start from the empty draft and add the sentence of the highest value until no sentence fits
    into the budget.
    """
    draft = np.zeros(0, dtype=int)
    while True:
        remaining = task.budget - task.lengths[draft].sum()
        candidates = np.setdiff1d(np.flatnonzero(task.lengths <= remaining), draft)
        if not len(candidates):
            return draft
        states = compute_draft_states(
            features[draft].sum(axis=0) + features[candidates], task.budget
        )
        draft = np.append(draft, candidates[values(states).argmax()])
