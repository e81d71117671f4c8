"""A genetic algorithm over extracts (the optimiser of SUPERT, Gao et al. 2020, section 6)."""

import numpy as np

from sacrerouge_litepyramid.experiments.summarizers.extracts import (
    as_extracts,
    as_rows,
    cut_to_budget,
    drawing_probabilities,
    random_extracts,
    scale_rewards,
)
from sacrerouge_litepyramid.experiments.summarizers.interfaces import Extract, ExtractScorer, Source, Summarizer


@Summarizer.register("genetic")
class GeneticSummarizer(Summarizer):
    """Searches extracts, as genes with a bit a sentence, by crossover, mutation and cuts to the budget, in rounds.

    Rewards are scaled to [0, 1] within a round before the softmax, so that a temperature means the same for every
    reward; the best extract so far is carried over. Both are choices of this project.

    Args:
        population: the number of extracts in a round.
        rounds: how often the population is replaced; 0 returns the best of the first, random population.
        temperature: of the softmax that draws parents by reward; lower is greedier.
        mutation: the probability that one sentence of a child is added or removed.
    """

    def __init__(
        self, population: int = 500, rounds: int = 10, temperature: float = 0.2, mutation: float = 0.2
    ) -> None:
        if population < 2:
            raise ValueError(f"population must be at least 2, not {population}")
        if rounds < 0:
            raise ValueError(f"rounds must be at least 0, not {rounds}")
        if not temperature > 0:
            raise ValueError(f"temperature must be above 0, not {temperature}")
        if not 0 <= mutation <= 1:
            raise ValueError(f"mutation must be from 0 to 1, not {mutation}")
        self.population = population
        self.rounds = rounds
        self.temperature = temperature
        self.mutation = mutation

    def extract(self, source: Source, scorer: ExtractScorer, budget: int, generator: np.random.Generator) -> Extract:
        fitting = source.fitting_sentences(budget)
        if not len(fitting):
            return ()
        lengths = source.lengths[fitting]
        population = as_rows(random_extracts(lengths, budget, self.population, generator), len(fitting))
        for _ in range(self.rounds if len(fitting) > 1 else 0):
            fitness = scale_rewards(_rewards(scorer, population, fitting))
            parents = self._parents(population, fitness, generator)
            children = mutate(cross(parents, generator), self.mutation, generator)
            best = population[fitness.argmax()]
            population = cut_to_budget(children, lengths, budget, generator)
            population[0] = best
        best = population[scale_rewards(_rewards(scorer, population, fitting)).argmax()]
        return tuple(fitting[best].tolist())

    def _parents(self, population: np.ndarray, fitness: np.ndarray, generator: np.random.Generator) -> np.ndarray:
        chances = drawing_probabilities(fitness, self.temperature)
        return population[generator.choice(len(population), size=len(population), p=chances)]


def cross(parents: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    """Apply one-point crossover to the first and second row, the third and fourth, …; an odd last row stays.

    The cut is between any two sentences: a child has one parent's sentences before it and the other's after it.
    """
    pairs = len(parents) // 2
    cuts = generator.integers(1, parents.shape[1], size=pairs)
    before = np.arange(parents.shape[1]) < cuts[:, None]
    first, second = parents[0 : 2 * pairs : 2], parents[1 : 2 * pairs : 2]
    children = parents.copy()
    children[0 : 2 * pairs : 2] = np.where(before, first, second)
    children[1 : 2 * pairs : 2] = np.where(before, second, first)
    return children


def mutate(children: np.ndarray, chance: float, generator: np.random.Generator) -> np.ndarray:
    """Return the rows, in each of which one random bit is flipped with the given probability."""
    mutants = np.flatnonzero(generator.random(len(children)) < chance)
    places = generator.integers(children.shape[1], size=len(mutants))
    mutated = children.copy()
    mutated[mutants, places] ^= True
    return mutated


def _rewards(scorer: ExtractScorer, population: np.ndarray, fitting: np.ndarray) -> np.ndarray:
    return scorer.score([fitting[list(extract)].tolist() for extract in as_extracts(population)])
