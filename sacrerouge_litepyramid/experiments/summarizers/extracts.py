"""Random extracts, extracts cut to the budget, scaled rewards, and two baselines."""

import numpy as np

from sacrerouge_litepyramid.experiments.summarizers.task import Summarizer, Task


def draw_extracts(task: Task, count: int, generator: np.random.Generator) -> list[np.ndarray]:
    """Draw extracts, sentences in random order: each sentence is taken if it still fits."""
    orders = _draw_orders(count, len(task.lengths), generator)
    taken = take_fitting(task.lengths[orders], task.budget)
    return [order[is_taken] for order, is_taken in zip(orders, taken, strict=True)]


def cut_to_budget(chosen: np.ndarray, task: Task, generator: np.random.Generator) -> np.ndarray:
    """Remove random sentences from the extracts that are too long.

    Extracts are rows of booleans, (extracts, sentences).
    """
    orders = _draw_orders(len(chosen), len(task.lengths), generator)
    # A sentence that is not chosen gets more tokens than the budget has, so it is never taken.
    tokens = np.where(chosen, task.lengths, task.budget + 1)
    shuffled = np.take_along_axis(tokens, orders, axis=1)
    taken = take_fitting(shuffled, task.budget)
    unshuffled = orders.argsort(axis=1)
    return np.take_along_axis(taken, unshuffled, axis=1)


def take_fitting(lengths: np.ndarray, budget: int) -> np.ndarray:
    """Take, in each row from the left, every sentence that still fits, (rows, sentences).

    ``lengths``: the numbers of the sentences' tokens, of the same shape.
    """
    taken = np.zeros(lengths.shape, dtype=bool)
    remaining = np.full(len(lengths), budget)
    for place, tokens in enumerate(lengths.T):
        fits = tokens <= remaining
        taken[:, place] = fits
        remaining -= np.where(fits, tokens, 0)
    return taken


def _draw_orders(count: int, sentences: int, generator: np.random.Generator) -> np.ndarray:
    """Draw random orders of the sentences, (count, sentences)."""
    ascending = np.tile(np.arange(sentences), (count, 1))
    return generator.permuted(ascending, axis=1)


def scale_rewards(rewards: np.ndarray) -> np.ndarray:
    """Scale rewards linearly to [0, 1].

    Equal rewards all become 1, and a missing one (NaN) becomes 0.
    """
    is_known = ~np.isnan(rewards)
    scaled = is_known.astype(float)
    if not is_known.any():
        return scaled
    known = rewards[is_known]
    spread = np.ptp(known)
    if spread > 0:
        scaled[is_known] = (known - known.min()) / spread
    return scaled


def softmax(rewards: np.ndarray, temperature: float) -> np.ndarray:
    """Return the probability with which each extract is drawn by its reward."""
    # The largest exponent is 0, so that none overflows.
    exponents = (rewards - rewards.max()) / temperature
    weights = np.exp(exponents)
    return weights / weights.sum()


@Summarizer.register("lead")
class LeadSummarizer(Summarizer):
    """Takes the first sentence of every document, then the second, …, if it still fits."""

    def extract(self, task: Task, generator: np.random.Generator) -> np.ndarray:
        # Sentences of one position stay in the order of the documents.
        order = np.argsort(task.positions, kind="stable")
        (is_taken,) = take_fitting(task.lengths[None, order], task.budget)
        return order[is_taken]


@Summarizer.register("random")
class RandomSummarizer(Summarizer):
    """Takes sentences in random order, if they still fit."""

    def extract(self, task: Task, generator: np.random.Generator) -> np.ndarray:
        (extract,) = draw_extracts(task, 1, generator)
        return extract
