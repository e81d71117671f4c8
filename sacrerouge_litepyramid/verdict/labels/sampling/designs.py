"""Sampling designs: units' probabilities of being labelled, and the draw of the units to label."""

from typing import Literal, NamedTuple, TypeAlias, get_args

import numpy as np

from sacrerouge_litepyramid.core.arguments import name_argument
from sacrerouge_litepyramid.verdict.labels.sampling.frame import SamplingFrame
from sacrerouge_litepyramid.verdict.labels.sampling.unequal_probabilities import (
    draw_systematic,
    spread_probabilities,
)

#: "active" prefers units whose label may move the score more; "chance" gives all units of a system
#: the same probability
DesignName: TypeAlias = Literal["active", "chance"]
ACTIVE, CHANCE = DESIGNS = get_args(DesignName)
#: added to the variance f (1 - f) of a label, because a judge that is sure of a unit may be wrong
EXTRA_VARIANCE = 0.03
#: the number of units drawn of a system, unless it has fewer: a variance needs two
MIN_DRAWN = 2


class Design(NamedTuple):
    """How units are drawn: a fixed number from each stratum, with unequal probabilities.

    Arrays are (rows,).
    """

    name: str
    # the row's inclusion probability
    probability: np.ndarray
    # the number of the part of the population from which a fixed number of rows is drawn
    stratum: np.ndarray
    # rows of a stratum with the same number are neighbours in the draw, and so are seldom drawn
    # together
    place: np.ndarray


def make_design(
    frame: SamplingFrame, name: str, budget: int, known: np.ndarray | None = None
) -> Design:
    """Return a design that draws the same number of units of each system, as far as it has them.

    The rows that are ``known``, (rows,), have a label already. They are certain to be in the
    sample, as a stratum of their own, and the budget is drawn from the other rows. However the
    known rows were chosen, estimates stay unbiased: the known rows count as they are, and the
    others are a sample of the rest.

    ``budget``: the number of labels of all systems together. Raises ValueError for an unknown name,
    if all rows are known, and for a budget too small for a standard error.
    """
    if name not in DESIGNS:
        raise ValueError(f"design: {name!r} is unknown; known: {', '.join(DESIGNS)}")
    rows = len(frame.weight)
    known = np.zeros(rows, dtype=bool) if known is None else known
    if known.all():
        raise ValueError("every unit has a label already; there is nothing to plan")
    systems = len(frame.systems)
    if budget < MIN_DRAWN * systems:
        raise ValueError(
            f"{name_argument('budget')}: {budget} labels are fewer than {MIN_DRAWN} for each of "
            f"the {systems} systems, which a standard error needs; plan at least "
            f"{MIN_DRAWN * systems}"
        )
    if name == ACTIVE:
        sizes = estimate_spread(frame)
        # An active sample is spread over documents, whose units resemble each other.
        place = frame.document
    else:
        sizes = np.ones(rows)
        place = np.arange(rows)
    probability = np.ones(rows)
    open_units = np.bincount(frame.system[~known], minlength=systems)
    for system, drawn in enumerate(share_budget(budget, open_units)):
        unknown = (frame.system == system) & ~known
        probability[unknown] = spread_probabilities(sizes[unknown], int(drawn))
    stratum = np.where(known, systems, frame.system)
    return Design(name, probability, stratum, place)


def share_budget(budget: int, units: np.ndarray) -> np.ndarray:
    """Return the number of labels of each system, (systems,), equal as far as it has ``units``.

    Labels that cannot be shared equally go to the first systems.
    """
    shares = np.zeros(len(units), dtype=int)
    rest = min(budget, int(units.sum()))
    while rest:
        is_open = shares < units
        each = max(rest // int(is_open.sum()), 1)
        more = np.minimum(np.where(is_open, each, 0), units - shares)
        # Of fewer labels than systems, the first systems get one.
        more = np.where(np.cumsum(more) <= rest, more, 0)
        shares += more
        rest -= int(more.sum())
    return shares


def estimate_spread(frame: SamplingFrame) -> np.ndarray:
    """Return how much a label is expected to change its system's score, (rows,).

    It is w √(f (1 - f) + EXTRA_VARIANCE), where f is the judge's probability.
    """
    variance = frame.probability * (1 - frame.probability) + EXTRA_VARIANCE
    return frame.weight * np.sqrt(variance)


def draw_samples(design: Design, draws: int, seed: int) -> np.ndarray:
    """Draw samples, (draws, rows), true for the rows to label.

    The draws are systematic, from each stratum in random order.
    """
    rng = np.random.default_rng(seed)
    drawn = np.empty((draws, len(design.probability)), dtype=bool)
    for stratum in np.unique(design.stratum):
        rows = np.flatnonzero(design.stratum == stratum)
        drawn[:, rows] = draw_systematic(design.probability[rows], draws, rng, design.place[rows])
    return drawn


def draw_sample(design: Design, seed: int) -> np.ndarray:
    """Draw one sample, true for the rows to label, (rows,)."""
    return draw_samples(design, 1, seed)[0]
