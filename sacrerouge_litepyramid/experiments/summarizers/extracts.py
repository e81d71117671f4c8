"""Random extracts, extracts cut to the budget, scaled rewards, and the baselines ``lead`` and
``random``.
"""

import numpy as np

from sacrerouge_litepyramid.experiments.summarizers.task import Summarizer, Task


def draw_extracts(task: Task, count: int, generator: np.random.Generator) -> list[np.ndarray]:
    """Draw extracts, sentences in random order: each sentence is taken if it still fits."""
    orders = _draw_orders(count, len(task.lengths), generator)
    return [
        order[row]
        for order, row in zip(orders, take_fitting(task.lengths[orders], task.budget), strict=True)
    ]


def cut_to_budget(chosen: np.ndarray, task: Task, generator: np.random.Generator) -> np.ndarray:
    """Remove random sentences from the extracts that are too long.

    Booleans of shape (extracts, sentences).
    """
    orders = _draw_orders(len(chosen), len(task.lengths), generator)
    # A sentence that is not chosen gets more tokens than the budget has, so it is never taken.
    tokens = np.where(chosen, task.lengths, task.budget + 1)
    taken = take_fitting(np.take_along_axis(tokens, orders, axis=1), task.budget)
    return np.take_along_axis(taken, orders.argsort(axis=1), axis=1)


def take_fitting(lengths: np.ndarray, budget: int) -> np.ndarray:
    """Return which sentences of each row are taken if, from the left, each sentence that still fits
    is taken.

    ``lengths``: the sentences' tokens; it and the result are of shape (rows, sentences).
    """
    taken = np.zeros(lengths.shape, dtype=bool)
    remaining = np.full(len(lengths), budget)
    for place, tokens in enumerate(lengths.T):
        taken[:, place] = tokens <= remaining
        remaining -= np.where(taken[:, place], tokens, 0)
    return taken


def _draw_orders(count: int, sentences: int, generator: np.random.Generator) -> np.ndarray:
    return generator.permuted(np.tile(np.arange(sentences), (count, 1)), axis=1)


def scale_rewards(rewards: np.ndarray) -> np.ndarray:
    """Scale rewards linearly to [0, 1].

    Equal rewards all become 1, and a missing one (NaN) becomes 0.
    """
    known = ~np.isnan(rewards)
    result = known.astype(float)
    if known.any() and np.ptp(rewards[known]) > 0:
        result[known] = (rewards[known] - rewards[known].min()) / np.ptp(rewards[known])
    return result


def softmax(rewards: np.ndarray, temperature: float) -> np.ndarray:
    """Return the probability with which each extract is drawn by its reward."""
    weights = np.exp((rewards - rewards.max()) / temperature)
    return weights / weights.sum()


@Summarizer.register("lead")
class LeadSummarizer(Summarizer):
    """Takes the first sentence of every document, then the second, and so on, each if it still
    fits.
    """

    def extract(self, task: Task, generator: np.random.Generator) -> np.ndarray:
        order = np.argsort(task.positions, kind="stable")
        return order[take_fitting(task.lengths[order][None], task.budget)[0]]


@Summarizer.register("random")
class RandomSummarizer(Summarizer):
    """Takes sentences in random order, each if it still fits."""

    def extract(self, task: Task, generator: np.random.Generator) -> np.ndarray:
        return draw_extracts(task, 1, generator)[0]
