"""Sampling designs: the probability that a unit of the population is labelled, and which units are drawn together."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.annotation.sampling.frame import SamplingFrame
from sacrerouge_litepyramid.statistics.unequal_probabilities import draw_systematic, spread_probabilities

#: added to the variance f (1 - f) of a label, because a judge that is sure of a unit may be wrong
EXTRA_VARIANCE = 0.03
#: the largest number of strata of a system by the judge's probability; each has a budget of 2 · MIN_DRAWN or more
MAX_STRATA = 5
#: the number of elements drawn from a stratum, unless it has fewer: a variance needs two
MIN_DRAWN = 2


class Budget(NamedTuple):
    """The expected number of labels: either for each system, or for all systems together, shared equally."""

    per_system: int | None = None
    total: int | None = None

    def count_per_system(self, systems: int) -> float:
        """Return the number of labels of each system; raise ValueError unless exactly one number, above 0, is set."""
        values = [value for value in self if value is not None]
        if len(values) != 1 or values[0] <= 0:
            raise ValueError(f"budget: pass one of per_system and total, above 0, not {self.per_system}, {self.total}")
        return values[0] if self.per_system is not None else values[0] / systems


class Design(NamedTuple):
    """How a sample is drawn, in arrays (rows of the frame,).

    ``probability``: the row's inclusion probability; ``element``: the number of the row's element, which is drawn as a
    whole: a unit of a summary, a unit in all summaries, a summary, or a document; ``stratum``: the number of the part
    of the population from which a fixed number of elements is drawn; ``place``: elements with the same number are
    neighbours in the draw, and so are seldom drawn together.
    """

    name: str
    probability: np.ndarray
    element: np.ndarray
    stratum: np.ndarray
    place: np.ndarray


def make_design(frame: SamplingFrame, name: str, budget: Budget) -> Design:
    """Return one of the DESIGNS for a budget, which it keeps up to rounding to whole elements.

    Raises ValueError for an unknown name, an invalid budget, and a budget too small to estimate a standard error.
    """
    if name not in DESIGNS:
        raise ValueError(f"design: {name!r} is unknown; known: {', '.join(DESIGNS)}")
    return DESIGNS[name](frame, budget.count_per_system(len(frame.systems)))


def extend_design(frame: SamplingFrame, name: str, budget: Budget, known: np.ndarray) -> Design:
    """Return a design in which the ``known`` rows, (rows,), are certain, and the budget is drawn from the other rows.

    However the known rows were chosen, the estimates stay unbiased: the known rows count as they are, and the others
    are a sample of the rest. Raises ValueError if all rows are known, and as `make_design`.
    """
    if not known.any():
        return make_design(frame, name, budget)
    if known.all():
        raise ValueError("every unit has a label already; there is nothing to plan")
    drawn, rows = make_design(frame.select_rows(~known), name, budget), np.arange(len(known))
    probability, element = np.ones(len(rows)), len(rows) + rows
    stratum, place = np.full(len(rows), drawn.stratum.max() + 1), len(rows) + rows
    columns = (probability, element, stratum, place)
    for column, values in zip(columns, drawn[1:], strict=True):
        column[~known] = values
    return Design(name, *columns)


def draw_samples(design: Design, draws: int, seed: int) -> np.ndarray:
    """Draw samples, (draws, rows), true for the rows to label: systematic draws from each stratum in random order."""
    rng = np.random.default_rng(seed)
    _, first, row_element = np.unique(design.element, return_index=True, return_inverse=True)
    drawn = np.empty((draws, len(first)), dtype=bool)
    strata = design.stratum[first]
    for stratum in np.unique(strata):
        members = np.flatnonzero(strata == stratum)
        rows = first[members]
        drawn[:, members] = draw_systematic(design.probability[rows], draws, rng, design.place[rows])
    return drawn[:, row_element]


def draw_sample(design: Design, seed: int) -> np.ndarray:
    """Draw one sample, true for the rows to label, (rows,)."""
    return draw_samples(design, 1, seed)[0]


def estimate_spread(frame: SamplingFrame) -> np.ndarray:
    """Return how much a label is expected to change its system's score: w √(f (1 - f) + EXTRA_VARIANCE), (rows,)."""
    return frame.weight * np.sqrt(frame.probability * (1 - frame.probability) + EXTRA_VARIANCE)


def _design_chance(frame: SamplingFrame, count: float) -> Design:
    """Draw the units of a system's summaries with equal probabilities."""
    return _build_system_design("chance", frame, np.ones(len(frame.weight)), count)


def _design_active(frame: SamplingFrame, count: float) -> Design:
    """Draw units of a system's summaries with probabilities by `estimate_spread`, spread over documents."""
    return _build_system_design("active", frame, estimate_spread(frame), count)._replace(place=frame.document)


def _design_stratified(frame: SamplingFrame, count: float) -> Design:
    """Draw with equal probabilities in strata by the judge's probability; strata of larger spread get more draws."""
    strata, sizes = np.empty(len(frame.weight), dtype=int), estimate_spread(frame)
    probability = np.empty(len(sizes))
    number = max(1, min(MAX_STRATA, int(count // (2 * MIN_DRAWN))))
    for system in range(len(frame.systems)):
        rows = np.flatnonzero(frame.system == system)
        strata[rows] = system * MAX_STRATA + _cut_strata(frame.probability[rows], sizes[rows], number)
        probability[rows] = _allocate(strata[rows], sizes[rows], _round_draws(count))
    return Design("stratified", probability, np.arange(len(sizes)), strata, np.arange(len(sizes)))


def _design_documents(frame: SamplingFrame, count: float) -> Design:
    """Draw documents with equal probabilities; all units of all of their summaries are labelled."""
    units = len(frame.weight) / len(frame.systems) / len(frame.documents)
    probability = spread_probabilities(np.ones(len(frame.documents)), _round_draws(count / units))
    stratum = np.zeros(len(frame.weight), dtype=int)
    return Design("documents", probability[frame.document], frame.document, stratum, frame.document)


def _design_summaries(frame: SamplingFrame, count: float) -> Design:
    """Draw a system's summaries with probabilities by the spread of their units, all of which are labelled."""
    _, element = np.unique(frame.system * len(frame.documents) + frame.document, return_inverse=True)
    element = element.ravel()
    sizes, units = np.sqrt(np.bincount(element, estimate_spread(frame) ** 2)), np.bincount(element)
    probability = np.empty(len(sizes))
    for system in np.unique(frame.system):
        members = np.unique(element[frame.system == system])
        units_per_draw = np.average(units[members], weights=sizes[members])
        probability[members] = spread_probabilities(sizes[members], _round_draws(count / units_per_draw))
    return Design("summaries", probability[element], element, frame.system, frame.document)


def _design_paired(frame: SamplingFrame, count: float) -> Design:
    """Draw units by their spread over all summaries, label them in all, and spread the draw over documents."""
    pairs = np.column_stack([frame.document, frame.unit])
    _, element = np.unique(pairs, axis=0, return_inverse=True)
    element = element.ravel()
    share = np.bincount(element) / len(frame.systems)
    sizes = np.sqrt(np.bincount(element, estimate_spread(frame) ** 2) / share)
    probability = spread_probabilities(sizes, _round_draws(count / share.mean()))
    return Design("paired", probability[element], element, np.zeros(len(element), dtype=int), frame.document)


#: by name, the functions that make a design for a population and a number of labels per system
DESIGNS: Mapping[str, Callable[[SamplingFrame, float], Design]] = {
    "chance": _design_chance,
    "stratified": _design_stratified,
    "active": _design_active,
    "documents": _design_documents,
    "summaries": _design_summaries,
    "paired": _design_paired,
}


def _round_draws(count: float) -> int:
    """Return the number of elements to draw; raise ValueError if the budget allows fewer than MIN_DRAWN."""
    if round(count) < MIN_DRAWN:
        raise ValueError(
            f"budget: it pays for {round(count)} draws of a system; {MIN_DRAWN} are needed for a standard error"
        )
    return round(count)


def _build_system_design(name: str, frame: SamplingFrame, sizes: np.ndarray, count: float) -> Design:
    probability = np.empty(len(sizes))
    for system in range(len(frame.systems)):
        rows = frame.system == system
        probability[rows] = spread_probabilities(sizes[rows], _round_draws(count))
    rows = np.arange(len(sizes))
    return Design(name, probability, rows, frame.system, rows)


def _cut_strata(probability: np.ndarray, sizes: np.ndarray, number: int) -> np.ndarray:
    """Return the stratum of each row, from 0: in the order of probability, strata have equal sums of sizes."""
    order = np.argsort(probability, kind="stable")
    middle = np.cumsum(sizes[order]) - sizes[order] / 2
    strata = np.empty(len(order), dtype=int)
    strata[order] = np.minimum((number * middle / sizes.sum()).astype(int), number - 1)
    return strata


def _allocate(strata: np.ndarray, sizes: np.ndarray, count: int) -> np.ndarray:
    """Return the rows' probabilities by Neyman's allocation: proportional to a stratum's root mean square size.

    The number of draws from each stratum is whole, and at least MIN_DRAWN or the number of its rows.
    """
    numbers, inverse, rows = np.unique(strata, return_inverse=True, return_counts=True)
    spread = rows * np.sqrt(np.bincount(inverse, sizes**2) / rows)
    wanted = np.clip(spread / spread.sum() * count, np.minimum(rows, MIN_DRAWN), rows)
    drawn = np.floor(wanted).astype(int)
    while drawn.sum() < min(count, rows.sum()):
        drawn[np.argmax(np.where(drawn < rows, wanted - drawn, -np.inf))] += 1
    return (drawn / rows)[inverse]
