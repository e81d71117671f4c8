"""Many extracts at once: drawn at random, cut to a budget, and their rewards made comparable.

A set of extracts is an array of booleans of shape (extracts, sentences) where operators work on it.
"""

from collections.abc import Sequence

import numpy as np

from sacrerouge_litepyramid.summarizers.source import Extract


def random_extracts(lengths: np.ndarray, budget: int, count: int, generator: np.random.Generator) -> list[Extract]:
    """Extracts to which no sentence can be added, their sentences in the order in which they were drawn.

    The sentences stand in a random order, and each is taken that still fits. ``lengths``: the sentences' tokens.
    """
    orders = _orders(count, len(lengths), generator)
    taken = take_fitting(lengths[orders], budget)
    return [tuple(order[row].tolist()) for order, row in zip(orders, taken, strict=True)]


def take_fitting(lengths: np.ndarray, budget: int) -> np.ndarray:
    """Which of each row's sentences are taken when each is, from the left, that still fits into the budget.

    ``lengths``: tokens, of shape (rows, places), as is the result.
    """
    taken = np.zeros(lengths.shape, dtype=bool)
    left = np.full(len(lengths), budget)
    for place, tokens in enumerate(lengths.T):
        taken[:, place] = tokens <= left
        left -= np.where(taken[:, place], tokens, 0)
    return taken


def cut_to_budget(chosen: np.ndarray, lengths: np.ndarray, budget: int, generator: np.random.Generator) -> np.ndarray:
    """``chosen`` without random sentences of the extracts that are too long."""
    orders = _orders(len(chosen), len(lengths), generator)
    rows = np.arange(len(chosen))[:, None]
    # What is not chosen is given more tokens than any budget has, so it is never taken.
    tokens = np.where(chosen, lengths, budget + 1)
    result = np.zeros_like(chosen)
    result[rows, orders] = take_fitting(tokens[rows, orders], budget)
    return result


def as_rows(extracts: Sequence[Extract], sentences: int) -> np.ndarray:
    rows = np.zeros((len(extracts), sentences), dtype=bool)
    for row, extract in zip(rows, extracts, strict=True):
        row[list(extract)] = True
    return rows


def as_extracts(rows: np.ndarray) -> list[Extract]:
    return [tuple(np.flatnonzero(row).tolist()) for row in rows]


def scale_rewards(rewards: np.ndarray) -> np.ndarray:
    """Rewards from 0, the lowest, to 1, the highest; 1 where all are equal, and 0 where there is none (NaN)."""
    known = ~np.isnan(rewards)
    result = known.astype(float)
    if known.any() and np.ptp(rewards[known]) > 0:
        result[known] = (rewards[known] - rewards[known].min()) / np.ptp(rewards[known])
    return result


def drawing_probabilities(rewards: np.ndarray, temperature: float) -> np.ndarray:
    """Softmax of rewards over a temperature: the chance of each to be drawn."""
    weights = np.exp((rewards - rewards.max()) / temperature)
    return weights / weights.sum()


def _orders(count: int, sentences: int, generator: np.random.Generator) -> np.ndarray:
    return generator.permuted(np.tile(np.arange(sentences), (count, 1)), axis=1)
