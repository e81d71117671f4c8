"""A genetic algorithm over extracts (the optimiser of SUPERT, Gao et al. 2020, section 6)."""

import numpy as np

from sacrerouge_litepyramid.experiments.summarizers.extracts import cut_to_budget
from sacrerouge_litepyramid.experiments.summarizers.task import Summarizer, Task


@Summarizer.register("genetic")
class GeneticSummarizer(Summarizer):
    """Searches extracts, as genes of one bit per sentence, by crossover and mutation.

    Every child is cut to the budget.
    Before the softmax, a round's rewards are scaled to [0, 1], so that a temperature means the same
    for every reward. The best extract so far is carried over. Both are choices of this project.

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
        self.population = population
        self.rounds = rounds
        self.temperature = temperature
        self.mutation = mutation

    def extract(self, task: Task, generator: np.random.Generator) -> np.ndarray:
        everything = np.ones((self.population, len(task.lengths)), dtype=bool)
        population = cut_to_budget(everything, task, generator)
        fitness = _compute_fitness(task, population)
        # A single sentence has no place for a cut.
        rounds = self.rounds if len(task.lengths) > 1 else 0
        for _ in range(rounds):
            chances = softmax(fitness, self.temperature)
            drawn = generator.choice(self.population, size=self.population, p=chances)
            crossed = cross(population[drawn], generator)
            children = mutate(crossed, self.mutation, generator)
            best = population[fitness.argmax()]
            population = cut_to_budget(children, task, generator)
            # Elitism: the best reward never falls.
            population[0] = best
            fitness = _compute_fitness(task, population)
        return np.flatnonzero(population[fitness.argmax()])


def _compute_fitness(task: Task, population: np.ndarray) -> np.ndarray:
    extracts = [np.flatnonzero(row) for row in population]
    return scale_rewards(task.rewards(extracts))


def cross(parents: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    """Apply one-point crossover to the first and second row, the third and fourth, and so on.

    An odd last row stays. Each pair has a random cut: a child has one parent's sentences before it
    and the other parent's after it.
    """
    count, sentences = parents.shape
    pairs = count // 2
    cuts = generator.integers(1, sentences, size=pairs)
    is_before = np.arange(sentences) < cuts[:, None]
    children = parents.copy()
    # views of the pairs' first and second rows
    first, second = children[: 2 * pairs].reshape(pairs, 2, sentences).swapaxes(0, 1)
    first_child = np.where(is_before, first, second)
    second_child = np.where(is_before, second, first)
    first[:], second[:] = first_child, second_child
    return children


def mutate(children: np.ndarray, chance: float, generator: np.random.Generator) -> np.ndarray:
    """Return the rows, of which a share ``chance`` has one random bit flipped."""
    count, sentences = children.shape
    mutants = np.flatnonzero(generator.random(count) < chance)
    flipped = generator.integers(sentences, size=len(mutants))
    mutated = children.copy()
    mutated[mutants, flipped] ^= True
    return mutated


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
