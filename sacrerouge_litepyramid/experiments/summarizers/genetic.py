"""A genetic algorithm over extracts (the optimiser of SUPERT, Gao et al. 2020, section 6)."""

import numpy as np

from sacrerouge_litepyramid.experiments.summarizers.extracts import (
    cut_to_budget,
    scale_rewards,
    softmax,
)
from sacrerouge_litepyramid.experiments.summarizers.task import Summarizer, Task


@Summarizer.register("genetic")
class GeneticSummarizer(Summarizer):
    """Searches extracts, as genes with one bit per sentence, in rounds of crossover, mutation and
    cuts to the budget.

    Before the softmax, a round's rewards are scaled to [0, 1], so that a temperature means the same
    for every reward; the best extract so far is carried over. Both are choices of this project.

    Args:
        population: the number of extracts in a round.
        rounds: how often the population is replaced; with 0, the best of the first, random
            population is returned.
        temperature: the temperature of the softmax that draws parents by reward; lower is greedier.
        mutation: the probability that one sentence of a child is added or removed.
    """

    def __init__(
        self,
        population: int = 500,
        rounds: int = 10,
        temperature: float = 0.2,
        mutation: float = 0.2,
    ) -> None:
        if population < 2 or rounds < 0 or not temperature > 0 or not 0 <= mutation <= 1:
            raise ValueError(
                "population must be at least 2, rounds at least 0, temperature above 0 and "
                f"mutation from 0 to 1, not {population}, {rounds}, {temperature}, {mutation}"
            )
        self.population, self.rounds, self.temperature, self.mutation = (
            population,
            rounds,
            temperature,
            mutation,
        )

    def extract(self, task: Task, generator: np.random.Generator) -> np.ndarray:
        everything = np.ones((self.population, len(task.lengths)), dtype=bool)
        population = cut_to_budget(everything, task, generator)
        fitness = _compute_fitness(task, population)
        for _ in range(self.rounds if len(task.lengths) > 1 else 0):
            chances = softmax(fitness, self.temperature)
            parents = population[generator.choice(len(population), size=len(population), p=chances)]
            children = mutate(cross(parents, generator), self.mutation, generator)
            best = population[fitness.argmax()]
            population = cut_to_budget(children, task, generator)
            population[0] = best
            fitness = _compute_fitness(task, population)
        return np.flatnonzero(population[fitness.argmax()])


def _compute_fitness(task: Task, population: np.ndarray) -> np.ndarray:
    return scale_rewards(task.rewards([np.flatnonzero(row) for row in population]))


def cross(parents: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    """Apply one-point crossover to the first and second row, the third and fourth, and so on.

    An odd last row stays. Each pair has a random cut: a child has one parent's sentences before it
    and the other parent's after it.
    """
    even = len(parents) // 2 * 2
    cuts = generator.integers(1, parents.shape[1], size=even // 2)
    is_before = np.arange(parents.shape[1]) < cuts[:, None]
    first, second = parents[0:even:2], parents[1:even:2]
    children = parents.copy()
    children[0:even:2] = np.where(is_before, first, second)
    children[1:even:2] = np.where(is_before, second, first)
    return children


def mutate(children: np.ndarray, chance: float, generator: np.random.Generator) -> np.ndarray:
    """Return the rows, each with one random bit flipped with the probability ``chance``."""
    mutants = np.flatnonzero(generator.random(len(children)) < chance)
    mutated = children.copy()
    mutated[mutants, generator.integers(children.shape[1], size=len(mutants))] ^= True
    return mutated
