"""Judgements of which units a summary holds, by people and by a presence model."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from sacrerouge_litepyramid.core.pairs import Group
from sacrerouge_litepyramid.core.units import Unit
from sacrerouge_litepyramid.core.weighted_mean import weighted_mean


class Judged(NamedTuple):
    """A summary, the units that people judged it by, and the label of each: 1 present, 0 absent.

    Where a model takes the place of people, a label is its probability.
    """

    instance_id: str
    summarizer_id: str
    summary: str
    units: tuple[Unit, ...]
    labels: tuple[float, ...]


def to_group(example: Judged) -> Group:
    """Return the model input of a judged summary."""
    return Group(example.summary, tuple(unit.text for unit in example.units))


class Judgement(NamedTuple):
    """A summary, its units, and an array of shape (units,) for each measure of a presence model (p2c, l2c, …).

    ``details``: further arrays (units,) of an NLI model, which are no measures: see `other_probabilities`.
    """

    summary: str
    units: tuple[Unit, ...]
    measures: dict[str, np.ndarray]
    details: Mapping[str, np.ndarray] = {}

    def scores(self) -> dict[str, float]:
        """Return the score by each measure; NaN where the units have no weight."""
        weights = [unit.weight for unit in self.units]
        return {name: weighted_mean(values, weights) for name, values in self.measures.items()}
