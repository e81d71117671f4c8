"""Designs: with which probability each unit of the population is labelled, and what is drawn together."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.annotation.sampling.frame import SamplingFrame
from sacrerouge_litepyramid.statistics.unequal_probabilities import draw_systematic, spread_probabilities

#: added to the variance f (1 - f) of a label, for units of which the judge is wrongly sure
DOUBT = 0.03
#: the strata of a system by the judge's probability, where the budget gives each stratum MIN_DRAWN or more
MAX_STRATA = 5
#: the elements drawn of a stratum, unless it has fewer: a variance needs two
MIN_DRAWN = 2


class Budget(NamedTuple):
    """The expected number of labels: exactly one of per system, and of all systems together, shared equally."""

    per_system: int | None = None
    total: int | None = None

    def count_per_system(self, systems: int) -> float:
        """Return the labels of each system; raise ValueError unless one number above 0 is given."""
        given = [value for value in self if value is not None]
        if len(given) != 1 or given[0] <= 0:
            raise ValueError(f"budget: pass one of per_system and total, above 0, not {self.per_system}, {self.total}")
        return given[0] if self.per_system is not None else given[0] / systems


class Design(NamedTuple):
    """How a sample is drawn, arrays (rows of the frame,).

    ``probability``: of a row to be drawn; ``element``: the number of what is drawn as a whole, a unit of a summary, a
    unit in all summaries, a summary, or a document; ``stratum``: the number of the part of the population from which a
    fixed number of elements is drawn; ``place``: elements of one number lie beside each other as they are drawn, and so
    are seldom drawn together.
    """

    name: str
    probability: np.ndarray
    element: np.ndarray
    stratum: np.ndarray
    place: np.ndarray


def make_design(frame: SamplingFrame, name: str, budget: Budget) -> Design:
    """Return the design of a name in DESIGNS for a budget, which is exact up to rounding to whole elements.

    Raises ValueError for an unknown name, a wrong budget, and a budget too small to estimate a standard error.
    """
    if name not in DESIGNS:
        raise ValueError(f"design: {name!r} is unknown; known: {', '.join(DESIGNS)}")
    return DESIGNS[name](frame, budget.count_per_system(len(frame.systems)))


def extend_design(frame: SamplingFrame, name: str, budget: Budget, known: np.ndarray) -> Design:
    """Return the design of the rows that are not known, (rows,), beside which the known ones are certain.

    Given what is known, whatever chose it, the estimates stay unbiased: the known rows count as they are, the others
    are drawn from what is left. Raises ValueError if nothing is left, and as `make_design`.
    """
    if not known.any():
        return make_design(frame, name, budget)
    if known.all():
        raise ValueError("every unit has a label already; there is nothing to plan")
    part, rows = make_design(frame.select_rows(~known), name, budget), np.arange(len(known))
    probability, element = np.ones(len(rows)), len(rows) + rows
    stratum, place = np.full(len(rows), part.stratum.max() + 1), len(rows) + rows
    for whole, open_ in ((probability, part.probability), (element, part.element), (stratum, part.stratum)):
        whole[~known] = open_
    place[~known] = part.place
    return Design(name, probability, element, stratum, place)


def draw_samples(design: Design, draws: int, seed: int) -> np.ndarray:
    """Draw samples, true for the rows to label, (draws, rows): systematically, in a random order, in each stratum."""
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
    """Return how far a label is expected to move its system's score: w √(f (1 - f) + DOUBT), (rows,)."""
    return frame.weight * np.sqrt(frame.probability * (1 - frame.probability) + DOUBT)


def _by_chance(frame: SamplingFrame, count: float) -> Design:
    """Draw units of a system's summaries with equal probabilities."""
    return _draw_of_systems("chance", frame, np.ones(len(frame.weight)), count)


def _active(frame: SamplingFrame, count: float) -> Design:
    """Draw units of a system's summaries the likelier the more they may move its score, spread over documents."""
    return _draw_of_systems("active", frame, estimate_spread(frame), count)._replace(place=frame.document)


def _stratified(frame: SamplingFrame, count: float) -> Design:
    """Draw with equal probabilities in strata by the judge's probability, as many of each as its spread asks for."""
    strata, sizes = np.empty(len(frame.weight), dtype=int), estimate_spread(frame)
    probability = np.empty(len(sizes))
    number = max(1, min(MAX_STRATA, int(count // (2 * MIN_DRAWN))))
    for system in range(len(frame.systems)):
        rows = np.flatnonzero(frame.system == system)
        strata[rows] = system * MAX_STRATA + _cut(frame.probability[rows], sizes[rows], number)
        probability[rows] = _allocate(strata[rows], sizes[rows], _whole(count))
    return Design("stratified", probability, np.arange(len(sizes)), strata, np.arange(len(sizes)))


def _documents(frame: SamplingFrame, count: float) -> Design:
    """Draw documents with equal probabilities, of which all summaries are labelled whole."""
    units = len(frame.weight) / len(frame.systems) / len(frame.documents)
    probability = spread_probabilities(np.ones(len(frame.documents)), _whole(count / units))
    one = np.zeros(len(frame.weight), dtype=int)
    return Design("documents", probability[frame.document], frame.document, one, frame.document)


def _summaries(frame: SamplingFrame, count: float) -> Design:
    """Draw a system's summaries, the likelier the more their labels may move its score, and label them whole."""
    _, element = np.unique(frame.system * len(frame.documents) + frame.document, return_inverse=True)
    element = element.ravel()
    sizes, units = np.sqrt(np.bincount(element, estimate_spread(frame) ** 2)), np.bincount(element)
    probability = np.empty(len(sizes))
    for system in np.unique(frame.system):
        of_system = np.unique(element[frame.system == system])
        units_of_draw = np.average(units[of_system], weights=sizes[of_system])
        probability[of_system] = spread_probabilities(sizes[of_system], _whole(count / units_of_draw))
    return Design("summaries", probability[element], element, frame.system, frame.document)


def _paired(frame: SamplingFrame, count: float) -> Design:
    """Draw units the likelier the more they may move scores, spread over documents; label them in all summaries."""
    pairs = np.column_stack([frame.document, frame.unit])
    _, element = np.unique(pairs, axis=0, return_inverse=True)
    element = element.ravel()
    share = np.bincount(element) / len(frame.systems)
    sizes = np.sqrt(np.bincount(element, estimate_spread(frame) ** 2) / share)
    probability = spread_probabilities(sizes, _whole(count / share.mean()))
    return Design("paired", probability[element], element, np.zeros(len(element), dtype=int), frame.document)


#: by name the probabilities of a frame for a number of labels of each system
DESIGNS: Mapping[str, Callable[[SamplingFrame, float], Design]] = {
    "chance": _by_chance,
    "stratified": _stratified,
    "active": _active,
    "documents": _documents,
    "summaries": _summaries,
    "paired": _paired,
}


def _whole(count: float) -> int:
    """Return a number of elements to draw; raise ValueError where the budget pays for fewer than two."""
    if round(count) < MIN_DRAWN:
        raise ValueError(
            f"budget: it pays for {round(count)} draws of a system; {MIN_DRAWN} are needed for a standard error"
        )
    return round(count)


def _draw_of_systems(name: str, frame: SamplingFrame, sizes: np.ndarray, count: float) -> Design:
    probability = np.empty(len(sizes))
    for system in range(len(frame.systems)):
        rows = frame.system == system
        probability[rows] = spread_probabilities(sizes[rows], _whole(count))
    rows = np.arange(len(sizes))
    return Design(name, probability, rows, frame.system, rows)


def _cut(probability: np.ndarray, sizes: np.ndarray, number: int) -> np.ndarray:
    """Return the stratum of each row, from 0: equal sums of sizes in the order of the judge's probability."""
    order = np.argsort(probability, kind="stable")
    middle = np.cumsum(sizes[order]) - sizes[order] / 2
    strata = np.empty(len(order), dtype=int)
    strata[order] = np.minimum((number * middle / sizes.sum()).astype(int), number - 1)
    return strata


def _allocate(strata: np.ndarray, sizes: np.ndarray, count: int) -> np.ndarray:
    """Return the rows' probabilities by Neyman's allocation: proportional to a stratum's root mean square size.

    Whole numbers are drawn, MIN_DRAWN or more of each stratum that has them.
    """
    numbers, inverse, rows = np.unique(strata, return_inverse=True, return_counts=True)
    spread = rows * np.sqrt(np.bincount(inverse, sizes**2) / rows)
    least = np.minimum(rows, MIN_DRAWN)
    wanted = np.clip(spread / spread.sum() * count, least, rows)
    drawn = np.floor(wanted).astype(int)
    while drawn.sum() < min(count, rows.sum()):
        drawn[np.argmax(np.where(drawn < rows, wanted - drawn, -np.inf))] += 1
    return (drawn / rows)[inverse]
