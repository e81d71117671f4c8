"""Extracts cut to the budget, and two baselines."""

import numpy as np

from sacrerouge_litepyramid.experiments.summarizers.task import Summarizer, Task


def cut_to_budget(chosen: np.ndarray, task: Task, generator: np.random.Generator) -> np.ndarray:
    """Remove random sentences from the extracts that are too long.

    Extracts are rows of booleans, (extracts, sentences).
    """
    # a random order of the sentences for each extract
    ascending = np.tile(np.arange(len(task.lengths)), (len(chosen), 1))
    orders = generator.permuted(ascending, axis=1)
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
        everything = np.ones((1, len(task.lengths)), dtype=bool)
        return np.flatnonzero(cut_to_budget(everything, task, generator))
