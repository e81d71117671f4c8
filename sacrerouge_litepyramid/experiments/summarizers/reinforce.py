"""Neural temporal difference learning over extracts (SUPERT, Gao et al. 2020, section 6)."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
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
#: the names of a state's other entries, described at `compute_draft_states`
MEASURES = ("coverage", "redundancy", "length", "positions", "is_allowed")
MAX_REWARD = 10.0
#: a sample is drawn with a probability in proportion to exp(reward / TEMPERATURE)
TEMPERATURE = 5.0
LEARNING_RATE = 0.001
#: states → their values, of shape (states,)
Values = Callable[[np.ndarray], np.ndarray]


@Summarizer.register("reinforce")
class ReinforceSummarizer(Summarizer):
    """Learns values of drafts from scored random extracts, then adds the best sentences.

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
        self.samples = samples
        self.episodes = episodes

    def extract(self, task: Task, generator: np.random.Generator) -> np.ndarray:
        samples = draw_extracts(task, self.samples, generator)
        rewards = MAX_REWARD * scale_rewards(task.rewards(samples))
        features = compute_sentence_features(task)
        chances = softmax(rewards, TEMPERATURE)
        episodes = generator.choice(len(samples), size=self.episodes, p=chances)

        def walk_paths() -> Iterator[tuple[np.ndarray, float]]:
            for sample in episodes:
                drafts = features[samples[sample]].cumsum(axis=0)
                yield compute_draft_states(drafts, task.budget), rewards[sample]

        seed = int(generator.integers(1 << 31))
        network = build_network(BIGRAMS + len(MEASURES), seed)
        return decode(task, features, fit_values(walk_paths(), network))


def compute_sentence_features(task: Task) -> np.ndarray:
    """Return the features that a fitting sentence adds to a draft, float32 (fitting, BIGRAMS + 2).

    A draft's features are the sum of its sentences'. The columns: the counts of the documents'
    BIGRAMS most frequent bigrams of stems (0 if they have fewer); the sentence's tokens; 1 / its
    place in its document.
    """
    bigrams = [_list_bigrams(sentence) for sentence in task.sentences]
    most_common = Counter(chain.from_iterable(bigrams)).most_common(BIGRAMS)
    columns = {bigram: column for column, (bigram, _) in enumerate(most_common)}
    shape = len(task.fitting), BIGRAMS + 2
    table = np.zeros(shape, dtype=np.float32)
    for row, index in zip(table, task.fitting, strict=True):
        for bigram in bigrams[index]:
            if bigram in columns:
                row[columns[bigram]] += 1
    table[:, -2] = task.lengths
    table[:, -1] = 1 / task.positions
    return table


def _list_bigrams(sentence: str) -> list[tuple[str, str]]:
    words = chain.from_iterable(words_by_sentence(sentence))
    return list(pairwise(map(stem, words)))


def compute_draft_states(drafts: np.ndarray, budget: int) -> np.ndarray:
    """Return the states of drafts, float32 (drafts, BIGRAMS + MEASURES).

    ``drafts``: the sums of their sentences' features. The columns: indicators of the bigrams; the
    share of the bigrams that the draft has (coverage); the share of their occurrences in the draft
    that repeat an earlier one (redundancy); tokens / ``budget`` (length); Σ 1 / position
    (positions); 1 if the draft is within the budget (is_allowed).
    """
    counts = drafts[:, :-2]
    tokens = drafts[:, -2]
    positions = drafts[:, -1]
    has_bigram = counts > 0
    distinct = has_bigram.sum(axis=1)
    occurrences = counts.sum(axis=1)
    coverage = distinct / counts.shape[1]
    redundancy = (occurrences - distinct) / np.maximum(occurrences, 1)
    measures = (coverage, redundancy, tokens / budget, positions, tokens <= budget)
    return np.column_stack([has_bigram, *measures]).astype(np.float32)


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
    """Fit a value network to one path after another: its states and its final reward."""
    import torch

    # The fused optimizer needs less than half the time for a step of such a small network.
    optimizer = torch.optim.Adam(network.parameters(), lr=LEARNING_RATE, fused=True)
    for states, reward in paths:
        values = network(torch.from_numpy(states))[:, 0]
        # a draft's goal is the value of the next draft; gradients do not flow through goals
        goals = torch.cat([values[1:].detach(), values.new_tensor([reward])])
        loss = torch.nn.functional.mse_loss(values, goals)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

    def predict_values(states: np.ndarray) -> np.ndarray:
        with torch.no_grad():
            values = network(torch.from_numpy(states))
        return values[:, 0].numpy()

    return predict_values


def decode(task: Task, features: np.ndarray, values: Values) -> np.ndarray:
    """Add to an empty draft the sentence of the highest value, until no sentence fits."""
    draft = np.zeros(0, dtype=int)
    while True:
        remaining = task.budget - task.lengths[draft].sum()
        fitting = np.flatnonzero(task.lengths <= remaining)
        candidates = np.setdiff1d(fitting, draft)
        if not len(candidates):
            return draft
        longer_drafts = features[draft].sum(axis=0) + features[candidates]
        states = compute_draft_states(longer_drafts, task.budget)
        best = values(states).argmax()
        draft = np.append(draft, candidates[best])
