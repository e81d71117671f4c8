"""Neural temporal difference learning over extracts (the optimiser of SUPERT, Gao et al. 2020, section 6)."""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

import numpy as np

from sacrerouge_litepyramid.core.words import stem, words_by_sentence
from sacrerouge_litepyramid.experiments.summarizers.extracts import (
    drawing_probabilities,
    random_extracts,
    scale_rewards,
)
from sacrerouge_litepyramid.experiments.summarizers.interfaces import Extract, ExtractScorer, Source, Summarizer

Bigram = tuple[str, str]
#: the entries of a state beside the bigrams: coverage, redundancy, length, positions, whether the length is allowed
MEASURES = 5


def sentence_features(source: Source, bigrams: int) -> np.ndarray:
    """Return what each sentence adds to a draft, float32 (sentences, bigrams + 2), so that drafts are sums of rows.

    The columns: the counts of the source's ``bigrams`` most frequent bigrams of stems (0 where a short source has
    fewer); the sentence's tokens; 1 / its place in its document.
    """
    found = [_bigrams(sentence) for sentence in source.sentences]
    counts = Counter(bigram for sentence in found for bigram in sentence)
    columns = {bigram: column for column, (bigram, _) in enumerate(counts.most_common(bigrams))}
    table = np.zeros((len(found), bigrams + 2), dtype=np.float32)
    for row, sentence in zip(table, found, strict=True):
        for bigram in sentence:
            if bigram in columns:
                row[columns[bigram]] += 1
    table[:, -2] = source.lengths
    table[:, -1] = 1 / source.positions
    return table


def draft_states(drafts: np.ndarray, budget: int) -> np.ndarray:
    """Return the states of drafts, sums of their sentences' features: float32 of shape (drafts, bigrams + 5).

    The columns: indicators of the bigrams; the share of the bigrams that the draft has (coverage); the share of their
    occurrences in the draft that repeat an earlier one (redundancy); tokens / ``budget``; Σ 1 / position; 1 if the
    budget is kept.
    """
    counts, tokens, positions = drafts[:, :-2], drafts[:, -2], drafts[:, -1]
    indicators = counts > 0
    held, occurrences = indicators.sum(axis=1), counts.sum(axis=1)
    measures = (
        held / counts.shape[1],
        (occurrences - held) / np.maximum(occurrences, 1),
        tokens / budget,
        positions,
        tokens <= budget,
    )
    return np.column_stack([indicators, *measures]).astype(np.float32)


def _bigrams(sentence: str) -> list[Bigram]:
    stems = [stem(word) for words in words_by_sentence(sentence) for word in words]
    return list(pairwise(stems))


#: states → their values, of shape (states,)
Values = Callable[[np.ndarray], np.ndarray]
MAX_REWARD = 10.0


@Summarizer.register("reinforce")
class ReinforceSummarizer(Summarizer):
    """Learns values of drafts from scored random extracts, then adds the sentence of the highest value until none fits.

    An episode draws a sample, good ones more often, and learns from the drafts that lead to it: a draft's value moves
    to that of the next draft (γ = 1), and the whole extract's to its reward, scaled to [0, 10].

    Args:
        samples: the number of random extracts that are scored.
        episodes: the number of training steps, with one sample each.
        temperature: a sample is drawn with a probability in proportion to exp(reward / temperature).
        bigrams: the number of the source's most frequent bigrams in a state.
        learning_rate: of Adam.
    """

    def __init__(
        self,
        samples: int = 5000,
        episodes: int = 5000,
        temperature: float = 5.0,
        bigrams: int = 200,
        learning_rate: float = 0.001,
    ) -> None:
        for name, value in (("samples", samples), ("episodes", episodes), ("bigrams", bigrams)):
            if value < 1:
                raise ValueError(f"{name} must be at least 1, not {value}")
        for name, number in (("temperature", temperature), ("learning_rate", learning_rate)):
            if not number > 0:
                raise ValueError(f"{name} must be above 0, not {number}")
        _torch()
        self.samples = samples
        self.episodes = episodes
        self.temperature = temperature
        self.bigrams = bigrams
        self.learning_rate = learning_rate

    def extract(self, source: Source, scorer: ExtractScorer, budget: int, generator: np.random.Generator) -> Extract:
        fitting = source.fitting_sentences(budget)
        if not len(fitting):
            return ()
        drawn = random_extracts(source.lengths[fitting], budget, self.samples, generator)
        samples = [fitting[list(extract)].tolist() for extract in drawn]
        rewards = MAX_REWARD * scale_rewards(scorer.score(samples))
        features = sentence_features(source, self.bigrams)
        episodes = generator.choice(
            len(samples), size=self.episodes, p=drawing_probabilities(rewards, self.temperature)
        )
        paths = ((draft_states(features[samples[each]].cumsum(axis=0), budget), rewards[each]) for each in episodes)
        seed = int(generator.integers(1 << 31))
        values = learn(paths, value_network(self.bigrams + MEASURES, seed), self.learning_rate)
        return decode(source, features, budget, values)


def learn(paths: Iterable[tuple[np.ndarray, float]], network: Any, learning_rate: float) -> Values:
    """Fit a value network to paths, one after another: the states from the first sentence on, and the final reward."""
    torch = _torch()
    # Fused, a step of so small a network takes less than half the time.
    optimizer = torch.optim.Adam(network.parameters(), lr=learning_rate, fused=True)
    for states, reward in paths:
        values = network(torch.from_numpy(states))[:, 0]
        goals = torch.cat([values[1:].detach(), values.new_tensor([reward])])
        loss = torch.nn.functional.mse_loss(values, goals)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return lambda states: network(torch.from_numpy(states))[:, 0].detach().numpy()


def value_network(inputs: int, seed: int) -> Any:
    """Build a network inputs-⌊inputs/2⌋-⌊inputs/2⌋-1 with ReLU; 205-102-102-1 for the states of the paper."""
    torch = _torch()
    hidden = max(1, inputs // 2)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return torch.nn.Sequential(
            torch.nn.Linear(inputs, hidden),
            torch.nn.ReLU(),
            torch.nn.Linear(hidden, hidden),
            torch.nn.ReLU(),
            torch.nn.Linear(hidden, 1),
        )


def decode(source: Source, features: np.ndarray, budget: int, values: Values) -> Extract:
    """Start from the empty draft and add the sentence of the highest value until no sentence fits into the budget."""
    draft = np.zeros(0, dtype=int)
    while True:
        left = budget - source.lengths[draft].sum()
        rest = np.setdiff1d(source.fitting_sentences(left), draft)
        if not len(rest):
            return tuple(sorted(draft.tolist()))
        states = draft_states(features[draft].sum(axis=0) + features[rest], budget)
        draft = np.append(draft, rest[values(states).argmax()])


def _torch() -> Any:
    try:
        import torch
    except ModuleNotFoundError as error:
        raise ImportError(
            f'{error}; the summarizer reinforce needs: pip install "sacrerouge-litepyramid[nli]"'
        ) from None
    return torch
