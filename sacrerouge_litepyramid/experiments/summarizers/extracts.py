"""Sets of extracts: drawn at random, cut to a budget, with scaled rewards; and the baselines `lead` and `random`.

Most functions take extracts as an array of booleans of shape (extracts, sentences).
"""

from collections.abc import Sequence

import numpy as np

from sacrerouge_litepyramid.experiments.summarizers.interfaces import Extract, ExtractScorer, Source, Summarizer


def random_extracts(lengths: np.ndarray, budget: int, count: int, generator: np.random.Generator) -> list[Extract]:
    """Draw random extracts to which no sentence can be added; their sentences are in the order of the draw.

    Sentences are put in a random order, and each is taken if it fits. ``lengths``: the sentences' tokens.
    """
    orders = _orders(count, len(lengths), generator)
    taken = take_fitting(lengths[orders], budget)
    return [tuple(order[row].tolist()) for order, row in zip(orders, taken, strict=True)]


def take_fitting(lengths: np.ndarray, budget: int) -> np.ndarray:
    """Return which places of each row are taken when, from the left, every place that fits into the budget is taken.

    ``lengths``: tokens, of shape (rows, places), as is the result.
    """
    taken = np.zeros(lengths.shape, dtype=bool)
    left = np.full(len(lengths), budget)
    for place, tokens in enumerate(lengths.T):
        taken[:, place] = tokens <= left
        left -= np.where(taken[:, place], tokens, 0)
    return taken


def cut_to_budget(chosen: np.ndarray, lengths: np.ndarray, budget: int, generator: np.random.Generator) -> np.ndarray:
    """Return ``chosen`` with random sentences removed from the extracts that are too long."""
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
    """Scale rewards linearly to [0, 1]; all are 1 where they are equal, and a missing one (NaN) is 0."""
    known = ~np.isnan(rewards)
    result = known.astype(float)
    if known.any() and np.ptp(rewards[known]) > 0:
        result[known] = (rewards[known] - rewards[known].min()) / np.ptp(rewards[known])
    return result


def drawing_probabilities(rewards: np.ndarray, temperature: float) -> np.ndarray:
    """Return the softmax of rewards over a temperature: the probability that each is drawn."""
    weights = np.exp((rewards - rewards.max()) / temperature)
    return weights / weights.sum()


def _orders(count: int, sentences: int, generator: np.random.Generator) -> np.ndarray:
    return generator.permuted(np.tile(np.arange(sentences), (count, 1)), axis=1)


@Summarizer.register("lead")
class LeadSummarizer(Summarizer):
    """Takes the first sentence of every document, then the second, and so on, each if it still fits."""

    def extract(self, source: Source, scorer: ExtractScorer, budget: int, generator: np.random.Generator) -> Extract:
        fitting = source.fitting_sentences(budget)
        order = fitting[np.argsort(source.positions[fitting], kind="stable")]
        taken = take_fitting(source.lengths[order][None], budget)[0]
        return tuple(sorted(order[taken].tolist()))


@Summarizer.register("random")
class RandomSummarizer(Summarizer):
    """Takes sentences in random order, each if it still fits."""

    def extract(self, source: Source, scorer: ExtractScorer, budget: int, generator: np.random.Generator) -> Extract:
        fitting = source.fitting_sentences(budget)
        (drawn,) = random_extracts(source.lengths[fitting], budget, 1, generator)
        return tuple(sorted(fitting[list(drawn)].tolist()))
